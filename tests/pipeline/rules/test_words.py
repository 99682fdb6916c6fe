"""Words of a question: their lemma, their stem, and the name that a slip of the pen meant."""

import pytest

from pipeline.rules.schema.names import unglued
from pipeline.rules.text.spelling import Spelling, slips
from pipeline.rules.text.words import lemma_of, name_words, stem_of, words_of


@pytest.mark.parametrize(
    ("word", "lemma"),
    [
        ("cities", "city"), ("boxes", "box"), ("people", "people"), ("status", "status"),
        ("wrote", "write"), ("addresses", "address"), ("series", "series"), ("books", "book"),
        ("campuses", "campus"), ("warehouses", "warehouse"), ("causes", "cause"),
        ("shelves", "shelf"),
    ],
)  # fmt: skip
def test_a_plural_has_its_singular(word: str, lemma: str) -> None:
    assert lemma_of(word) == lemma


@pytest.mark.parametrize(
    "family", [("hire", "hired", "hiring"), ("direct", "directed", "director")]
)
def test_words_of_one_family_share_a_stem(family: tuple[str, ...]) -> None:
    assert len({stem_of(word) for word in family}) == 1


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("SurfaceArea", ("surface", "area")), ("customer_id", ("customer", "id")),
        ("sbTxDateTime", ("sb", "tx", "date", "time")), ("HTTPStatus", ("http", "status")),
    ],
)  # fmt: skip
def test_names_are_split_into_words(name: str, words: tuple[str, ...]) -> None:
    assert name_words(name) == words


def test_quoted_text_is_one_word() -> None:
    assert [word.text for word in words_of('named "Sky Radio" or \'Rock\'')] == [
        "named", "Sky Radio", "or", "Rock",
    ]  # fmt: skip


def test_a_contraction_is_opened() -> None:
    assert [word.lower for word in words_of("who doesn't pay")] == ["who", "does", "not", "pay"]


def test_a_slip_of_the_pen_finds_the_one_name_it_may_be() -> None:
    spelling = Spelling(["cartoon", "channel", "production"])
    assert spelling.nearest("cartools") == "cartoon"
    assert spelling.nearest("produdction") == "production"
    assert spelling.nearest("elephant") is None


def test_swapped_letters_are_one_slip() -> None:
    assert slips("langauge", "language", 2) == 1


def test_a_word_is_not_cut_before_a_preposition() -> None:
    assert unglued(("shipper",), {"ship", "per"}) == ("shipper",)
    assert unglued(("directorname",), {"director"}) == ("director", "name")
