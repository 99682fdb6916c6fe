"""How a number moves from period to period, defined in words, and of one of several numbers."""

import datetime as dt
from pathlib import Path

import pytest

from benchmarks.executed import ran
from knowledge.glossary import Definition, Glossary
from pipeline.dates import Calendar, read_times
from pipeline.rules.defining.said_as import as_asked
from pipeline.rules.plan import Planned, plan
from pipeline.rules.schema.known import Known
from pipeline.times.reading import spans
from tests.pipeline.rules.conftest import a_known

TODAY = dt.date(2023, 3, 20)
MONTH = "strftime('%Y-%m', loan_date)"
MOVED = f"sum(fee) - lag(sum(fee)) OVER (ORDER BY {MONTH})"
OF_IT = f"({MOVED}) / lag(sum(fee)) OVER (ORDER BY {MONTH})"


def rows(question: str, about: Known, path: Path) -> list[tuple[object, ...]]:
    times = spans(read_times(question, TODAY, Calendar()).ranges)
    outcome = plan(question, about, times=times)
    assert isinstance(outcome, Planned), outcome
    return ran(path, outcome.sql)


@pytest.mark.parametrize(
    ("words", "moved"),
    [
        ("change from month to month", MOVED),
        ("month-over-month change", MOVED),
        ("(current month value - prev month value)", MOVED),
        ("(current month - previous month) / previous month", OF_IT),
        ("(current month - previous month) / previous month * 100", f"100 * {OF_IT}"),
    ],
)
@pytest.mark.parametrize("name", ["MoM", "MMC"])
def test_a_change_is_defined_in_words_or_as_a_sum(
    words: str, moved: str, name: str, library_file: Path
) -> None:
    known = a_known(library_file, Glossary(definitions=(Definition(name=name, words=words),)))
    found = rows(f"total loan fee by month and the {name} change", known, library_file)
    wanted = ran(library_file, f"SELECT {MONTH}, sum(fee), {moved} FROM loan GROUP BY 1 ORDER BY 1")
    assert [row[:2] for row in found] == [row[:2] for row in wanted]
    assert [row[2] for row in found][1:] == pytest.approx([row[2] for row in wanted][1:])


@pytest.mark.parametrize(
    "question",
    [
        "number of loans and total fee per month, and the month-over-month change in total fee",
        "number of loans and total fee by month with the month over month change in total fee",
    ],
)
def test_one_of_several_numbers_moves(question: str, library: Known, library_file: Path) -> None:
    wanted = f"SELECT {MONTH}, count(*), sum(fee), {MOVED} FROM loan GROUP BY 1 ORDER BY 1"
    assert rows(question, library, library_file) == ran(library_file, wanted)


def test_a_group_and_a_period_are_told_twice(library: Known, library_file: Path) -> None:
    question = (
        "What is the membership level, month and total fee for each membership level by month?"
    )
    found = rows(question, library, library_file)
    wanted = (
        f"SELECT {MONTH}, membership_level, sum(fee) FROM loan JOIN member USING (member_id) "
        "GROUP BY 1, 2"
    )
    assert sorted(found) == sorted(ran(library_file, wanted))


@pytest.mark.parametrize(
    ("words", "asked"),
    [
        ("change in price = (price of given month - price of previous month) / price of previous "
         "month for each shop", "month over month relative change in price"),
        ("change in total dues from one week to the next, seven days apart",
         "week over week change in total dues"),
        ("total dues", "total dues"),
        ("highest price - lowest price", "highest price - lowest price"),
    ],
)  # fmt: skip
def test_words_of_a_definition_are_said_as_a_question_says_them(words: str, asked: str) -> None:
    assert as_asked(words) == asked
