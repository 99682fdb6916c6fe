"""Comparisons with rows that are told by what they hold: which of them is meant is asked."""

from pathlib import Path

import pytest

from pipeline.rules.plan import Ask, Planned, plan
from pipeline.rules.schema.known import Known
from tests.pipeline.rules.test_which_amount import known_of

UNSEEN = Path(__file__).parent / "unseen"


@pytest.fixture
def campuses(tmp_path: Path) -> Known:
    return known_of((UNSEEN / "campuses.sql").read_text("utf8"), tmp_path / "campuses.sqlite")


@pytest.mark.parametrize(
    "asked",
    [
        "grants that have a higher amount than history grants",
        "grants with a lower amount than grants in physics",
    ],
)
def test_rows_of_a_kind_are_never_taken_for_all_rows(campuses: Known, asked: str) -> None:
    card = plan(asked, campuses)
    assert isinstance(card, Ask), card
    for option in card.options:
        answer = plan(asked, campuses, choices={card.id: option.id})
        assert not isinstance(answer, Planned) or '"field" =' in answer.sql, answer.sql


def test_of_two_ends_of_a_validity_neither_is_taken_unasked(campuses: Known) -> None:
    card = plan("valid date of grants with amount 600", campuses)
    assert isinstance(card, Ask), card
    assert {option.id for option in card.options[:2]} == {
        "grants.valid_from_date",
        "grants.valid_to_date",
    }
