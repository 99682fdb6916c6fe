"""What becomes of the readings together: an answer, a card, or the outcome of the rules."""

import datetime as dt

import pytest

from knowledge.adapters.value_index import known_values
from knowledge.glossary import Glossary
from pipeline.checkpoint import Option
from pipeline.reader.beside import AS_READ, AllRead, FirstOutcome, all_read
from pipeline.reader.proposals import Proposals, Sought, proposals_of, readers_of
from pipeline.reader.shipped import shipped
from pipeline.rules.deciding import NOTHING_FOUND
from pipeline.rules.outcomes import Ask, Cannot, Planned
from pipeline.rules.schema.known import Known
from tests.knowledge.semantics.test_semantics import SHOP

TODAY = dt.date(2026, 3, 4)
UNREAD = FirstOutcome(outcome=Cannot(reason=NOTHING_FOUND), options={})


@pytest.fixture(scope="module")
def known() -> Known:
    return Known(SHOP, Glossary(), known_values(SHOP))


@pytest.fixture(scope="module")
def proposals(known: Known) -> Proposals:
    sought = Sought("average quantity of order items", TODAY, ())
    return proposals_of(sought, known, readers_of(known))


def read(first: FirstOutcome, proposals: Proposals, precision: float) -> AllRead:
    return all_read(first, proposals, shipped(), "sqlite", precision=precision)


def asked_about(planned: Planned) -> FirstOutcome:
    """The rules ask whether they read the question right."""
    options = (Option(id="so", label="Read so"),)
    ask = Ask(id="reading", kind="clarification", prompt="How?", options=options, default="so")
    return FirstOutcome(outcome=ask, options={"so": planned})


def test_what_all_readings_share_is_answered_where_it_is_probable_enough(
    proposals: Proposals,
) -> None:
    first = asked_about(proposals.public[0].planned)
    sure, unsure = (read(first, proposals, precision) for precision in (0.0, 1.1))
    assert isinstance(sure.outcome, Planned)
    assert "AVG" in sure.outcome.sql
    assert sure.picked in {each.id for each in sure.alternatives}
    assert isinstance(unsure.outcome, Ask)
    assert not unsure.picked


def test_what_is_less_probable_than_is_wanted_is_asked(proposals: Proposals) -> None:
    first = asked_about(proposals.public[0].planned)
    alone = Proposals(public=proposals.public), Proposals(business=proposals.business)
    for found in (*(read(first, each, 0.99) for each in alone), read(UNREAD, proposals, 0.99)):
        assert not isinstance(found.outcome, Planned)
        assert not found.picked


def test_a_reading_with_a_word_left_out_is_never_an_answer(known: Known) -> None:
    sought = Sought("average quantity of shiny order items", TODAY, ())
    found = read(UNREAD, proposals_of(sought, known, readers_of(known)), 0.0)
    assert isinstance(found.outcome, Ask)
    assert "“shiny”" in found.outcome.options[0].detail


def test_an_answer_of_the_rules_stands_where_the_others_share_it(proposals: Proposals) -> None:
    own = proposals.public[0].planned
    found = read(FirstOutcome(outcome=own, options={}), proposals, 0.93)
    assert found.outcome == own


def test_an_answer_of_the_rules_that_the_others_make_improbable_is_asked(
    proposals: Proposals,
) -> None:
    other = proposals.business[-1].planned
    found = read(FirstOutcome(outcome=other, options={}), proposals, 0.93)
    assert isinstance(found.outcome, Ask)
    assert found.outcome.options[0].id == AS_READ


def test_with_nothing_to_offer_the_outcome_of_the_rules_stands() -> None:
    assert read(UNREAD, Proposals(), 0.0).outcome == UNREAD.outcome
