"""The place that each has by a number, shown beside it."""

from pathlib import Path

import pytest

from benchmarks.executed import ran
from knowledge.glossary import Definition, Glossary
from pipeline.rules.plan import Planned, plan
from pipeline.rules.schema.known import Known
from tests.pipeline.rules.conftest import a_known

BY_FEE = (
    "SELECT full_name, rank() OVER (ORDER BY sum(fee) DESC) FROM loan JOIN member "
    "USING (member_id) GROUP BY full_name"
)


def rows(question: str, about: Known, path: Path) -> list[tuple[object, ...]]:
    outcome = plan(question, about)
    assert isinstance(outcome, Planned), outcome
    return sorted(tuple(row) for row in ran(path, outcome.sql))


@pytest.mark.parametrize(
    ("question", "sql"),
    [
        ("members with their rank by total fee", BY_FEE),
        ("full name and the rank by total fee of each member", BY_FEE),
        ("What is the rank by total fee of each member?", BY_FEE),
        ("Show each member, the total fee and the rank by total fee",
         "SELECT full_name, sum(fee), rank() OVER (ORDER BY sum(fee) DESC) FROM loan "
         "JOIN member USING (member_id) GROUP BY full_name"),
        ("list each genre, its average price and the rank by average price",
         "SELECT genre, avg(price), rank() OVER (ORDER BY avg(price) DESC) FROM book "
         "GROUP BY genre"),
        ("authors with their rank by number of books",
         "SELECT name, rank() OVER (ORDER BY count(*) DESC) FROM author JOIN book "
         "USING (author_id) GROUP BY name"),
        ("author rank by number of books for each author",
         "SELECT name, rank() OVER (ORDER BY count(*) DESC) FROM author JOIN book "
         "USING (author_id) GROUP BY name"),
    ],
)  # fmt: skip
def test_a_rank_is_a_number_of_its_own(
    question: str, sql: str, library: Known, library_file: Path
) -> None:
    assert rows(question, library, library_file) == sorted(ran(library_file, sql))


@pytest.mark.parametrize(
    "words",
    [
        "member rank by total fee",
        "rank of each member by total fee",
        "member rank based on their total fee, with rank 1 being the member with the highest fee",
        "rank of each member ordered by their total fee descending",
        "Rank members by their total fee, identifying the member with the highest fee as rank 1",
    ],
)
def test_a_rank_may_be_defined(words: str, library_file: Path) -> None:
    told = Glossary(definitions=(Definition(name="MR", words=words),))
    known = a_known(library_file, told)
    assert rows("full name and MR of each member", known, library_file) == sorted(
        ran(library_file, BY_FEE)
    )
    assert not isinstance(plan("MR by membership level", known), Planned)


@pytest.mark.parametrize(
    "question",
    [
        "What is the member rank by total fee?",
        "the rank by total fee by month",
        "title and the rank by price of each book",
    ],
)
def test_a_rank_of_one_number_in_a_series_or_of_rows_is_not_guessed(
    question: str, library: Known
) -> None:
    assert not isinstance(plan(question, library), Planned)
