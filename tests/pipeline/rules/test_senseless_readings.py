"""Readings that nobody can mean are asked or refused, never answered."""

from pathlib import Path

import pytest

from pipeline.rules.plan import Ask, Planned, plan
from tests.pipeline.rules.conftest import a_file, a_known


@pytest.mark.parametrize(
    "question",
    [
        # one estate for each wine: its number is always one
        "Which wine has the most estates?",
        # no building is a number
        "Which faculty have a building above 10?",
    ],
)
@pytest.mark.slow
def test_a_reading_without_sense_is_no_answer(question: str, unseen_files: dict[str, Path]) -> None:
    assert not isinstance(plan(question, a_known(unseen_files["academy"])), Planned)


def test_a_superlative_is_never_left_out_of_a_reading(
    unseen_files: dict[str, Path],
) -> None:
    outcome = plan("Which shiny pupils have the most frequently?", a_known(unseen_files["academy"]))
    told = [option.detail for option in outcome.options] if isinstance(outcome, Ask) else []
    assert not any("common" in each for each in told)


def test_the_values_of_a_column_are_not_counted_for_each_of_themselves(tmp_path: Path) -> None:
    script = """
    CREATE TABLE dues_payment (payment_id INTEGER PRIMARY KEY, dues_type TEXT, amount REAL);
    INSERT INTO dues_payment VALUES (1, 'entry', 10), (2, 'yearly', 5), (3, 'yearly', 7);
    """
    outcome = plan("Total dues per dues type", a_known(a_file(tmp_path, script)))
    assert not isinstance(outcome, Planned), outcome


@pytest.mark.parametrize(
    "question", ["In which year were the most vases bought?", "How many vases were bought by year?"]
)
def test_the_year_of_one_deed_is_not_answered_for_that_of_another(
    question: str, tmp_path: Path
) -> None:
    script = """
    CREATE TABLE vase (vase_id INTEGER PRIMARY KEY, title TEXT, yr_made INTEGER, bought_on DATE);
    INSERT INTO vase VALUES (1, 'Reed', 1890, '2001-04-02'), (2, 'Fern', 1890, '2003-05-02'),
        (3, 'Moss', 1702, '2003-09-02');
    """
    outcome = plan(question, a_known(a_file(tmp_path, script)))
    assert isinstance(outcome, Ask), outcome
    assert any("bought on" in f"{o.label} {o.detail}" for o in outcome.options), outcome.options
