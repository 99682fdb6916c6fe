"""Readings that nobody can mean are asked or refused, never answered."""

from pathlib import Path

import pytest

from pipeline.rules.plan import Ask, Planned, plan
from tests.pipeline.rules.conftest import a_known


@pytest.mark.parametrize(
    "question",
    [
        # one estate for each wine: its number is always one
        "Which wine has the most estates?",
        # no building is a number
        "Which faculty have a building above 10?",
    ],
)
def test_a_reading_without_sense_is_no_answer(question: str, unseen_files: dict[str, Path]) -> None:
    assert not isinstance(plan(question, a_known(unseen_files["academy"])), Planned)


def test_a_superlative_is_never_left_out_of_a_reading(
    unseen_files: dict[str, Path],
) -> None:
    outcome = plan("Which shiny pupils have the most frequently?", a_known(unseen_files["academy"]))
    told = [option.detail for option in outcome.options] if isinstance(outcome, Ask) else []
    assert not any("common" in each for each in told)
