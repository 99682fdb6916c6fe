"""Times that rows keep in a form that cannot be told are refused, with the reason."""

from pathlib import Path

import pytest

from pipeline.rules.outcomes import Ask, Cannot, Outcome, Planned
from tests.pipeline.hazards.test_hazards import known, outcome_of
from tests.pipeline.rules.conftest import a_file

SCRIPT = """
CREATE TABLE visits (id INTEGER PRIMARY KEY, guest TEXT, created_at TEXT);
INSERT INTO visits VALUES (1, 'A', '2024/1/5'), (2, 'B', '2024/2/7'), (3, 'C', '2024/12/20');
CREATE TABLE bookings (id INTEGER PRIMARY KEY, guest TEXT, booked TEXT);
INSERT INTO bookings VALUES (1, 'A', '05/01/2024'), (2, 'B', '07/02/2024'), (3, 'C', '09/03/2024');
CREATE TABLE stays (id INTEGER PRIMARY KEY, guest TEXT, began_on DATE);
INSERT INTO stays VALUES (1, 'A', '2024-01-15'), (2, 'B', '2024-02-20');
"""
WHY = {
    "How many visits were created in January 2024?": "is kept as text (year/month/day)",
    "visits by month of created at": "is kept as text (year/month/day)",
    "How many visits per month?": "is kept as text (year/month/day)",
    "How many bookings in February 2024?": "is kept as text (day/month/year or month/day/year)",
    "bookings per month": "is kept as text (day/month/year or month/day/year)",
}

_VISITS = "CREATE TABLE visits (id INTEGER PRIMARY KEY, closed_on TEXT);"


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return a_file(tmp_path_factory.mktemp("moments"), SCRIPT)


@pytest.mark.parametrize("question", WHY)
def test_a_time_that_is_kept_in_no_date_is_refused_with_the_reason(
    question: str, file: Path
) -> None:
    outcome = outcome_of(question, known(file))
    assert isinstance(outcome, Cannot), outcome
    assert WHY[question] in outcome.reason
    assert "a view that holds it as a date" in outcome.reason


@pytest.mark.parametrize("question", ["How many stays per month?", "How many visits are there?"])
def test_other_questions_are_answered(question: str, file: Path) -> None:
    assert isinstance(outcome_of(question, known(file)), Planned)


NO_DATES = {
    "'2024-00-15', '0000-00-00', '2024-03-01', '2024-03-02'": "",
    "NULL, '2024-00-15', '2024-03-01', '2024-03-02'": (
        "“2024-00-15” in closed on counts as a date, though not all of it is known."
    ),
}


def how_many_are_closed(texts: str, folder: Path) -> Outcome:
    """What becomes of the question where the rows hold these texts of a day."""
    rows = ", ".join(f"({at}, {text})" for at, text in enumerate(texts.split(", ")))
    about = known(a_file(folder, f"{_VISITS} INSERT INTO visits VALUES {rows};"))
    return outcome_of("How many visits are closed?", about)


@pytest.mark.parametrize("texts", NO_DATES)
def test_texts_that_are_no_date_or_a_part_of_one_are_asked_about_or_said(
    texts: str, tmp_path: Path
) -> None:
    outcome = how_many_are_closed(texts, tmp_path)

    if not NO_DATES[texts]:
        assert isinstance(outcome, Ask), outcome
        assert "closed" in outcome.prompt
    else:
        assert isinstance(outcome, Planned), outcome
        assert NO_DATES[texts] in outcome.assumptions


@pytest.mark.parametrize(
    "texts",
    ["'', '2024-02-20', '2024-03-01', '2024-03-02'",
     "'00/00/0000', '20/02/2024', '25/03/2024', '26/03/2024'",
     "NULL, '0000-00-00', '2024-03-01', '2024-03-02'"],
)  # fmt: skip
def test_texts_of_one_form_say_that_something_was_done_where_they_are_dates(
    texts: str, tmp_path: Path
) -> None:
    outcome = how_many_are_closed(texts, tmp_path)
    assert isinstance(outcome, Planned), outcome
    assert "closed on is not empty" in outcome.reading


def test_whole_dates_as_texts_say_that_something_was_done(tmp_path: Path) -> None:
    rows = "(1, '2024-03-01'), (2, '2024-03-02'), (3, '2024-03-05')"
    about = known(a_file(tmp_path, f"{_VISITS} INSERT INTO visits VALUES {rows};"))
    assert isinstance(outcome_of("How many visits are closed?", about), Planned)


CLAIMS = """
CREATE TABLE claims (id INTEGER PRIMARY KEY, amount INTEGER, settled_on TEXT, opened_on DATE);
INSERT INTO claims VALUES (1, 10, '2024-01-15', '2024-01-01'), (2, 20, '2024-00-15', '2024-01-02'),
  (3, 30, '0000-00-00', '2024-02-02'), (4, 40, '', '2024-03-02');
"""


@pytest.mark.parametrize(
    "question",
    ["How many claims are settled?", "Which claims were settled?",
     "average amount of claims settled in February 2024"],
)  # fmt: skip
def test_what_was_done_is_not_told_by_another_column_or_by_its_texts(
    question: str, tmp_path: Path
) -> None:
    assert not isinstance(outcome_of(question, known(a_file(tmp_path, CLAIMS))), Planned)
