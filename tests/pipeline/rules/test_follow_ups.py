"""A follow-up edits what came before it, and asks for nothing that was not said."""

from pathlib import Path

import pytest

from benchmarks.executed import ran, same_rows
from pipeline.intent import Intent
from pipeline.rules.plan import Planned, plan
from pipeline.rules.schema.known import Known

THREADS = [
    (
        ["How many books are in each genre?", "only those with more than 200 pages"],
        "SELECT genre, count(*) FROM book WHERE pages > 200 GROUP BY genre",
    ),
    (["members in Lisbon", "how many?"], "SELECT count(*) FROM member WHERE city = 'Lisbon'"),
    (["members in Lisbon", "same for Porto"], "SELECT full_name FROM member WHERE city = 'Porto'"),
    (
        ["number of members per city", "by membership level instead"],
        "SELECT membership_level, count(*) FROM member GROUP BY 1",
    ),
    (
        ["number of members per city", "as a share"],
        "SELECT city, 100.0 * count(*) / 5 FROM member GROUP BY 1",
    ),
    (
        ["total fee of loans by month", "top 2"],
        "SELECT strftime('%Y-%m', loan_date), sum(fee) FROM loan GROUP BY 1 ORDER BY 1 LIMIT 2",
    ),
    (
        ["List the titles of books with more than 200 pages", "sort by title"],
        "SELECT title FROM book WHERE pages > 200 ORDER BY title",
    ),
    (
        ["members with membership level Gold", "how many of them are in Lisbon?"],
        "SELECT count(*) FROM member WHERE membership_level = 'Gold' AND city = 'Lisbon'",
    ),
    (
        ["members in Lisbon", "how many gold ones?"],
        "SELECT count(*) FROM member WHERE membership_level = 'Gold' AND city = 'Lisbon'",
    ),
    (
        ["members in Lisbon", "and how many from Porto"],
        "SELECT count(*) FROM member WHERE city = 'Porto'",
    ),
    (
        ["List the titles of all books", "how many authors are there?"],
        "SELECT count(*) FROM author",
    ),
]


@pytest.mark.parametrize(("turns", "gold"), THREADS, ids=lambda value: str(value)[:60])
def test_the_last_turn_edits_what_came_before(
    turns: list[str], gold: str, library: Known, library_file: Path
) -> None:
    previous: Intent | None = None
    sql = ""
    for turn in turns:
        outcome = plan(turn, library, previous=previous)
        assert isinstance(outcome, Planned), outcome
        previous, sql = outcome.intent, outcome.sql
    assert same_rows(ran(library_file, gold), ran(library_file, sql), gold), sql


@pytest.mark.parametrize(
    "message",
    [
        "For each of them, show the number of loans",
        "and the number of loans of each of those",
        "how many loans are there for each?",
    ],
)
def test_a_number_for_each_of_them_is_never_one_for_all(library: Known, message: str) -> None:
    first = plan("List the titles of all books", library)
    assert isinstance(first, Planned)
    outcome = plan(message, library, previous=first.intent)
    assert not isinstance(outcome, Planned) or outcome.intent.dimensions, outcome
