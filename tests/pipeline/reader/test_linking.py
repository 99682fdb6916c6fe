"""Words of names and of questions, and what they may mean."""

import datetime as dt

import pytest

from pipeline.reader.linking import NameFinder, link
from pipeline.reader.schema_view import SchemaView
from pipeline.reader.words import lemma, name_words, stem, tokens_of
from pipeline.times.values import TimeSpan

NAMES = (
    ("Singer_ID", ("singer", "id")),
    ("firstName", ("first", "name")),
    ("dept_no", ("department", "number")),
    ("singername", ("singer", "name")),
    ("rID", ("id",)),
    ("HTTPStatus", ("http", "status")),
    ("2019", ("2019",)),
)  # fmt: skip


@pytest.mark.parametrize(("name", "words"), NAMES)
def test_the_words_of_a_name_are_told(name: str, words: tuple[str, ...]) -> None:
    assert name_words(name) == words


@pytest.mark.parametrize(
    ("word", "expected"),
    [("cities", "city"), ("classes", "class"), ("people", "person"), ("boxes", "box"),
     ("status", "status"), ("songs", "song")],
)  # fmt: skip
def test_plurals_have_the_lemma_of_the_singular(word: str, expected: str) -> None:
    assert lemma(word) == expected


def test_words_of_one_family_share_their_stem() -> None:
    assert stem("hiring") == stem("hired")
    assert stem("directors") == stem("directed")


def test_quotes_numbers_and_dates_are_tokens_of_their_own() -> None:
    tokens = tokens_of(
        "Singers older than 1,200 in “New York” since 2020-01-05, Ana's twenty songs"
    )
    assert [t.text for t in tokens if t.quoted] == ["New York"]
    assert [t.number for t in tokens if t.number is not None] == [1200.0, 20.0]
    assert [t.text for t in tokens if t.dated] == ["2020-01-05"]
    assert "Ana" in [t.text for t in tokens]


def test_a_name_is_found_by_words_near_each_other() -> None:
    tokens = tokens_of("the date of the last order by each customer")
    names = NameFinder(tokens)
    best = names.mentions(("order", "date"))[0]
    assert tokens[best.start].text in ("date", "order")
    assert 0.5 < best.score < 1
    assert names.mentions(("salary",)) == ()


def test_values_and_columns_are_linked(view: SchemaView) -> None:
    linked = link("What is the age of the singer Ben Lee from France?", view)
    values = {(view.columns[v.column].ref.column, v.value) for v in linked.values}
    assert values == {("name", "Ben Lee"), ("country", "France")}
    age = view.place_of["singer", "age"].index
    assert linked.column_scores[age] == 1.0
    assert linked.tags.count("VAL") == 3


def test_a_text_that_no_value_holds_is_unknown(view: SchemaView) -> None:
    linked = link('Which singers are called "Zoe"?', view)
    assert [text.text for text in linked.unknown] == ["Zoe"]


def test_a_period_is_linked_to_its_tokens(view: SchemaView) -> None:
    question = "concerts in March 2024"
    span = TimeSpan(
        at=12, until=22, words="March 2024", start=dt.date(2024, 3, 1), end=dt.date(2024, 4, 1)
    )
    mention = link(question, view, times=[span]).times[0]
    assert (mention.start, mention.end) == (2, 4)
