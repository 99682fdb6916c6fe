"""The reader beside the grammar: what it adds, and what it never shows."""

import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from pipeline.result import Refusal
from pipeline.sql import Grants, TableGrant
from pipeline.state import RunState
from pipeline.steps.intent import intent
from pipeline.workspace import Habits, Workspace
from tests.pipeline.shop import (
    FailingWarehouse,
    a_state,
    a_workspace,
    asked,
    everything,
    refused,
    went_on,
)

SCHEMA = (Path(__file__).parents[2] / "fixtures" / "nursery.sql").read_text("utf8")
UNREAD = "What is the plant name for the sale with number 4"
OPEN = "pricey plants above 20"
APART = "top 2 plants by quantity sold in each town"
BUSINESS = "sold quantity share by plant"
# A busy machine is waited for.
PATIENT = Habits(run_alternatives=True, seconds_beside=300)
# Each is offered something about the columns that the tests hide.
ABOUT_HIDDEN = (
    UNREAD,
    OPEN,
    "count distinct towns growers hail from",
)


@pytest.fixture
def nursery(tmp_path: Path) -> Workspace:
    path = tmp_path / "nursery.sqlite"
    with sqlite3.connect(path) as connection:
        connection.executescript(SCHEMA)
    connection.close()
    shop = a_workspace(path, habits=PATIENT)
    return replace(shop, grants={"reader": everything("growers", "plants", "sales")})


def columns_of(state: RunState) -> str:
    """All that the kept readings read, as text."""
    return " ".join(repr(each.intent) for each in state.alternatives)


async def offered(question: str, workspace: Workspace) -> tuple[RunState, dict[str, str], str]:
    """The state with its card, the card's options by label, and the id of its question."""
    outcome = await intent(a_state(question), workspace)
    (question_asked,) = asked(outcome).questions
    labels = {option.label: option.id for option in question_asked.options}
    return outcome.state, labels, question_asked.id


async def test_what_the_grammar_does_not_read_is_offered_and_never_run(nursery: Workspace) -> None:
    state, labels, key = await offered(UNREAD, nursery)
    assert state.draft is None
    picked = labels["Name of plants, sale id 4"]
    read = went_on(await intent(replace(state, choices={key: picked}), nursery))
    assert read.draft is not None
    assert '"sale_id" = 4' in read.draft.sql
    assert read.contract.tables == ("plants", "sales")


async def test_a_card_of_the_grammar_has_the_options_of_the_readers(nursery: Workspace) -> None:
    state, labels, key = await offered(OPEN, nursery)
    picked = labels["Name of plants, price above 20"]
    read = went_on(await intent(replace(state, choices={key: picked}), nursery))
    assert read.draft is not None
    assert '"price" > 20' in read.draft.sql


async def test_a_business_question_is_offered_as_it_is_read(
    nursery: Workspace,
) -> None:
    outcome = await intent(a_state(BUSINESS), nursery)
    (question_asked,) = asked(outcome).questions
    first = question_asked.options[0]
    assert first.label == "Share of total quantity in percent for each name"
    assert first.detail == ""
    picked = replace(outcome.state, choices={question_asked.id: first.id})
    read = went_on(await intent(picked, nursery))
    assert read.draft is not None
    assert "NULLIF(SUM(SUM(" in read.draft.sql
    assert read.contract.tables == ("plants", "sales")


async def test_where_both_agree_the_answer_is_as_it_is(nursery: Workspace) -> None:
    read = went_on(await intent(a_state("What is the average price of plants by Alma?"), nursery))
    assert not read.alternatives


async def test_a_workspace_may_want_both_readings_to_agree(nursery: Workspace) -> None:
    careful = replace(nursery, habits=replace(PATIENT, must_agree=True))
    agreed = "What is the average price of plants by Alma?"
    went_on(await intent(a_state(agreed), careful))
    state, labels, key = await offered(APART, careful)
    first = next(iter(labels))
    plain = went_on(await intent(a_state(APART), nursery))
    taken = went_on(await intent(replace(state, choices={key: labels[first]}), careful))
    assert taken.draft == plain.draft
    none = replace(state, choices={key: labels["None of these"]})
    assert refused(await intent(none, careful)).code == "cannot"


async def test_a_hidden_column_is_in_no_reading_that_is_offered(nursery: Workspace) -> None:
    shown = {"plants": ("plant_id", "grower_id", "name"), "sales": ("plant_id", "quantity")}
    tables = [TableGrant(table=key, columns=frozenset(names)) for key, names in shown.items()]
    limited = replace(nursery, grants={"reader": Grants(tables=tuple(tables))})
    for question in ABOUT_HIDDEN:
        whole = (await intent(a_state(question), nursery)).state
        part = (await intent(a_state(question), replace(limited, sights={}))).state
        assert whole.alternatives
        assert not {"price", "cost", "sale_id", "growers"} & set(
            columns_of(part).replace(".", " ").replace("'", " ").split()
        )


async def test_what_was_hidden_since_the_card_is_not_read_by_a_click(nursery: Workspace) -> None:
    state, labels, key = await offered(UNREAD, nursery)
    sales = TableGrant(table="sales", columns=frozenset({"plant_id", "quantity"}))
    grants = Grants(tables=(*everything("growers", "plants").tables, sales))
    limited = replace(nursery, grants={"reader": grants}, sights={})
    picked = replace(state, choices={key: labels["Name of plants, sale id 4"]})
    outcome = await intent(picked, limited)
    assert refused(outcome).code == "cannot"
    assert outcome.state.draft is None


async def test_rows_that_are_kept_back_shape_no_reading(nursery: Workspace) -> None:
    filtered = TableGrant(table="growers", row_filter="town = 'Lund'")
    grants = Grants(tables=(*everything("plants", "sales").tables, filtered))
    limited = replace(nursery, grants={"reader": grants}, sights={})
    for question in (*ABOUT_HIDDEN, "who or what is the Ysta grower among plants"):
        outcome = await intent(a_state(question), limited)
        assert "Ystad" not in columns_of(outcome.state)


async def test_a_reading_that_is_not_kept_any_more_is_refused(nursery: Workspace) -> None:
    state, labels, key = await offered(UNREAD, nursery)
    picked = {key: labels["Name of plants, sale id 4"]}
    gone = replace(state, choices=picked, alternatives=())
    assert "any more" in refused(await intent(gone, nursery)).reason


async def test_the_reader_is_not_waited_for_longer_than_the_workspace_wants(
    nursery: Workspace,
) -> None:
    impatient = replace(nursery, habits=Habits(seconds_beside=0))
    refusal = refused(await intent(a_state(UNREAD), impatient))
    assert isinstance(refusal, Refusal)
    assert "“number” and “4”" in refusal.reason


async def test_other_readings_run_only_where_the_workspace_wants_it(nursery: Workspace) -> None:
    never, always = FailingWarehouse(), FailingWarehouse()
    await intent(
        a_state(UNREAD),
        replace(nursery, habits=replace(PATIENT, run_alternatives=False), warehouse=never),
    )
    await intent(a_state(UNREAD), replace(nursery, warehouse=always))
    assert never.ran == []
    assert 0 < len(always.ran) <= 8
