"""Decisions, made of what was picked and typed."""

import pytest

from bots.cards import Verb
from bots.conversation.decisions import Filled, form_decision, menu_decision, problems
from bots.wording import replies as say
from pipeline.checkpoint import Action, CheckpointKind, Decision, Input, InputKind, Option, Question
from tests.fakes import a_question, an_ask

START = Input(id="start", label="From", kind=InputKind.DATE, value="2026-07-01")
PRICE = Question(
    id="price", text="Which price?", options=(Option(id="net", label="Net"),), multiple=True
)
BOTH = an_ask(questions=(a_question(inputs=(START,)), PRICE))


def test_every_menu_must_hold_something() -> None:
    assert menu_decision(BOTH, {"0": ("0",), "1": ()}) is None
    assert menu_decision(BOTH, {"0": ("0",), "1": ("0",)}) == Decision(
        action=Action.APPROVE, choices={"dates": "calendar", "price": "net"}
    )


@pytest.mark.parametrize("picked", [{"0": ("17",), "1": ("0",)}, {"0": ("0",), "1": ("0", "net")}])
def test_a_place_that_is_not_offered_makes_a_decision_that_no_card_offers(
    picked: dict[str, tuple[str, ...]],
) -> None:
    decision = menu_decision(BOTH, picked)
    assert decision is not None
    assert not BOTH.offers(decision)


def test_a_typed_value_beats_the_option_beside_it() -> None:
    filled = Filled(values={"start": "2026-06-01"}, picked={"0": ("0",), "1": ("0",)})
    assert form_decision(Verb.OTHER, BOTH, filled) == Decision(
        action=Action.EDIT, choices={"price": "net"}, values={"start": "2026-06-01"}
    )


def test_an_untouched_value_says_nothing_where_an_option_was_picked() -> None:
    filled = Filled(values={"start": "2026-07-01"}, picked={"0": ("1",), "1": ("0",)})
    assert form_decision(Verb.OTHER, BOTH, filled) == Decision(
        action=Action.APPROVE, choices={"dates": "fiscal", "price": "net"}
    )


def test_a_date_that_is_none_must_be_mended() -> None:
    found = problems(Verb.OTHER, BOTH, Filled(values={"start": "2026-02-30"}))
    assert found == {"start": say.BAD_DATE}


def test_a_question_back_needs_words_and_giving_up_does_not() -> None:
    repair = an_ask(kind=CheckpointKind.REPAIR)
    nothing = Filled(values={"note": " "})
    assert problems(Verb.ASK_BACK, BOTH, nothing) == {"note": say.TYPE_SOMETHING}
    assert problems(Verb.REJECT, BOTH, nothing) == {"note": say.TYPE_SOMETHING}
    assert problems(Verb.REJECT, repair, nothing) == {}
