"""The reader with the shipped weights, on a database that it was not trained on."""

import datetime as dt

import pytest

from pipeline.reader.reader import MOST_OFFERED, Reader, result_key
from pipeline.reader.schema_view import SchemaView
from pipeline.reader.weights import shipped_weights
from pipeline.times.values import TimeSpan
from tests.pipeline.reader.conftest import Runner

QUESTIONS = (
    ("How many singers are there?", [(3,)]),
    ("What are the names of all singers?", [("Ana Ruiz",), ("Ben Lee",), ("Cleo May",)]),
    ("Show the names of singers from France.", [("Ben Lee",), ("Cleo May",)]),
    ("What is the average age of singers?", [(32.0,)]),
    ("How many singers are from each country?", [("France", 2), ("Spain", 1)]),
    (
        "List the titles of concerts in descending order of price.",
        [("Autumn Day",), ("Spring Night",)],
    ),
)


@pytest.fixture(scope="module")
def reader(view: SchemaView) -> Reader:
    return Reader(view, shipped_weights(), None)


@pytest.mark.parametrize(("question", "rows"), QUESTIONS)
def test_a_plain_question_is_among_the_candidates(
    question: str, rows: list[tuple[object, ...]], reader: Reader, run: Runner
) -> None:
    candidates = reader.read(question).candidates
    assert rows in [sorted(run(each.sql) or (), key=repr) for each in candidates]


def test_a_period_lands_on_a_date(reader: Reader, run: Runner) -> None:
    span = TimeSpan(
        at=20, until=30, words="March 2024", start=dt.date(2024, 3, 1), end=dt.date(2024, 4, 1)
    )
    found = reader.read("titles of concerts, March 2024", times=[span]).candidates
    assert [("Spring Night",)] in [run(each.sql) for each in found]


def test_equal_results_are_offered_once(reader: Reader, run: Runner) -> None:
    reading = reader.read("What are the names of all singers?", run=run)
    keys = [each.key for each in reading.candidates if each.key is not None]
    assert len(keys) == len(set(keys))
    assert len(run.statements) <= MOST_OFFERED


def test_nothing_runs_unless_it_may(reader: Reader, run: Runner) -> None:
    reader.read("What are the names of all singers?")
    assert run.statements == []


@pytest.mark.parametrize("question", ["", "?!", "why", "word " * 400, "Quelle heure est-il ?"])
def test_words_that_name_nothing_are_read_without_certainty(question: str, reader: Reader) -> None:
    assert reader.read(question).confidence < 0.9


def test_a_word_that_nothing_explains_is_told(reader: Reader) -> None:
    assert "refunded" in reader.read("How many singers were refunded?").unexplained


def test_results_are_equal_whatever_the_order_of_their_columns() -> None:
    one, other = [(1, "a"), (2, "b")], [("b", 2.0), ("a", 1)]
    assert result_key(one, ordered=False) == result_key(other, ordered=False)
    assert result_key(one, ordered=True) != result_key(other, ordered=True)
    assert result_key([], ordered=False) is None
