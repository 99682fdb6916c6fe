"""The pipeline as the engine drives it: steps by name, and decisions that replace decisions."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import replace

import pytest

from pipeline.approval import Signed
from pipeline.checkpoint import Action, Ask, CheckpointKind, Decision, Input, Option, Question
from pipeline.steps_in_order import Pipeline
from pipeline.workspace import Workspace
from tests.pipeline.shop import FakeValidated, FakeWorkspaces, a_state, refused, went_on

CARD = Ask(
    kind=CheckpointKind.DATES,
    title="Which dates?",
    questions=(
        Question(
            id="dates",
            text="Which?",
            options=(Option(id="yes", label="Yes"), Option(id="no", label="No")),
            inputs=(Input(id="from", label="First day"),),
        ),
    ),
)

SIGNED = Signed(by=a_state().asker, at=dt.datetime(2026, 3, 2, tzinfo=dt.UTC), checkpoint="c")


def chosen(**choices: str) -> Decision:
    return Decision(action=Action.APPROVE, choices=choices)


def typed(values: Mapping[str, str]) -> Decision:
    return Decision(action=Action.EDIT, values=dict(values))


async def test_a_question_a_report_and_a_change_each_have_their_steps(
    shop: Workspace,
) -> None:
    names = Pipeline(FakeWorkspaces((shop,))).names
    assert names[:2] == ("read", "route")
    changing = ("compose", "propose", "preview", "approve", "commit", "administer")
    assert names[-6:] == changing
    assert names[-9:-6] == ("interpret", "outline", "gather")


async def test_every_step_runs_in_the_runs_own_workspace(shop: Workspace) -> None:
    flow = Pipeline(FakeWorkspaces((shop,)))
    state = went_on(await flow.run("read", a_state()))
    state = went_on(await flow.run("route", state))
    assert went_on(await flow.run("intent", state)).draft is not None


@pytest.mark.parametrize(
    ("question", "pinned", "begun"),
    [
        ("How many orders?", "shop", True),
        ("How many orders?", "", False),
        ("How many orders?", "gone", False),
        ("orders " * 1_000, "shop", False),
    ],
)
def test_what_comes_is_begun_where_it_is_sure_to_be_looked_for(
    shop: Workspace, question: str, pinned: str, begun: bool
) -> None:
    here, there = FakeValidated(), FakeValidated()
    both = (replace(shop, validated=here), replace(shop, name="other", validated=there))
    Pipeline(FakeWorkspaces(both)).expect(question, pinned)
    assert here.expected == ([question] if begun else [])
    assert there.expected == []


def test_in_the_only_workspace_every_question_is_begun(shop: Workspace) -> None:
    only = FakeValidated()
    Pipeline(FakeWorkspaces((replace(shop, validated=only),))).expect("How many orders?", "")
    assert only.expected == ["How many orders?"]


async def test_a_workspace_that_went_away_during_a_run_gives_its_reason() -> None:
    flow = Pipeline(FakeWorkspaces(away={"shop": "Shop is being repaired."}))
    refusal = refused(await flow.run("intent", a_state()))
    assert (refusal.code, refusal.reason) == ("database_down", "Shop is being repaired.")


async def test_a_workspace_that_was_removed_is_said_not_to_be_there() -> None:
    refusal = refused(await Pipeline(FakeWorkspaces()).run("intent", a_state()))
    assert "'shop' is not there" in refusal.reason


def test_a_choice_that_the_card_did_not_offer_does_not_count() -> None:
    state = Pipeline(FakeWorkspaces()).decided(
        a_state(), CARD, chosen(dates="maybe", other="x"), SIGNED
    )
    assert state.choices == {}


def test_several_choices_count_only_if_all_were_offered() -> None:
    flow = Pipeline(FakeWorkspaces())
    several = replace(CARD, questions=tuple(replace(q, multiple=True) for q in CARD.questions))
    assert flow.decided(a_state(), several, chosen(dates="yes,no"), SIGNED).choices == {
        "dates": "yes,no"
    }
    assert flow.decided(a_state(), several, chosen(dates="yes,ghost"), SIGNED).choices == {}
    assert flow.decided(a_state(), CARD, chosen(dates="yes,no"), SIGNED).choices == {}


def test_an_option_with_a_comma_in_it_can_be_chosen() -> None:
    options = (Option(id="Washington, DC", label="Washington, DC"),)
    card = replace(CARD, questions=(Question(id="city", text="?", options=options),))
    decided = Pipeline(FakeWorkspaces()).decided(
        a_state(), card, chosen(city="Washington, DC"), SIGNED
    )
    assert decided.choices == {"city": "Washington, DC"}


def test_typed_values_count_only_for_inputs_of_the_card() -> None:
    decision = typed({"from": "2026-01-01", "repair-sql": "SELECT 1"})
    assert Pipeline(FakeWorkspaces()).decided(a_state(), CARD, decision, SIGNED).values == {
        "from": "2026-01-01"
    }


def test_a_button_replaces_what_was_typed_before() -> None:
    state = a_state(values={"from": "not a day", "other": "kept"}, choices={"workspace": "shop"})
    decided = Pipeline(FakeWorkspaces()).decided(state, CARD, chosen(dates="yes"), SIGNED)
    assert decided.values == {"other": "kept"}
    assert decided.choices == {"workspace": "shop", "dates": "yes"}


def test_typing_replaces_the_button_pressed_before() -> None:
    state = a_state(choices={"dates": "yes"})
    decided = Pipeline(FakeWorkspaces()).decided(state, CARD, typed({"from": "2026-01-01"}), SIGNED)
    assert (decided.choices, decided.values) == ({}, {"from": "2026-01-01"})
