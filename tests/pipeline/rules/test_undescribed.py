"""In data that nobody described, a reading over several tables is seen before it is taken."""

from pathlib import Path

import pytest

from knowledge.glossary import Glossary, Term
from pipeline.rules.plan import Ask, Planned, plan
from pipeline.rules.schema.known import Known
from tests.pipeline.rules.conftest import a_known

FAR = "How many loans are there of books by each author?"
NEAR = "How many members are there?"
DESCRIBED = Glossary(terms=(Term(name="reader", means="member"),))


@pytest.fixture(scope="module")
def undescribed(library_file: Path) -> Known:
    return a_known(library_file, Glossary())


def test_a_reading_over_three_tables_is_shown_and_is_its_own_default(undescribed: Known) -> None:
    card = plan(FAR, undescribed)
    assert isinstance(card, Ask), card
    assert card.default
    taken = plan(FAR, undescribed, choices={card.id: card.default})
    described = plan(FAR, a_described(undescribed))
    assert isinstance(taken, Planned)
    assert isinstance(described, Planned)
    assert taken.sql == described.sql


def test_what_is_near_is_answered_at_once(undescribed: Known) -> None:
    assert isinstance(plan(NEAR, undescribed), Planned)


def a_described(known: Known) -> Known:
    return Known(known.catalog, DESCRIBED, known.values)
