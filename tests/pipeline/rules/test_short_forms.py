"""Which words a column's short name stands for, and which it does not."""

import pytest

from pipeline.rules.text.short_forms import abbreviates, is_short_form
from pipeline.rules.text.words import name_words


@pytest.mark.parametrize(
    ("short", "word"),
    [
        ("shpmt", "shipment"), ("shp", "shipments"), ("svc", "service"), ("prog", "programs"),
        ("reqs", "requirement"), ("clm", "claims"), ("tkt", "ticket"), ("hldr", "holder"),
        ("ctry", "country"), ("bldg", "building"),
    ],
)  # fmt: skip
def test_a_name_is_short_for_a_word(short: str, word: str) -> None:
    assert abbreviates(short, word)


@pytest.mark.parametrize(
    ("short", "word"),
    [
        ("ship", "shipment"), ("term", "terminal"), ("rt", "route"),
        ("svc", "discovery"), ("tkt", "track"), ("hldr", "household"), ("prog", "pro"),
    ],
)  # fmt: skip
def test_another_word_is_not_what_a_name_is_short_for(short: str, word: str) -> None:
    assert not abbreviates(short, word)


def test_a_word_of_english_is_short_for_nothing() -> None:
    assert not is_short_form("order")
    assert is_short_form("ordr")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("bld_hght_cm", ("bld", "height", "cm")), ("CustGndr", ("customer", "gender")),
        ("rpt_dt", ("rpt", "date")), ("clm_no", ("claim", "number")),
        ("cntr_nm", ("cntr", "name")), ("st_cd", ("st", "code")),
    ],
)  # fmt: skip
def test_a_name_is_read_in_full_where_its_parts_are_short_for_one_word_only(
    name: str, words: tuple[str, ...]
) -> None:
    assert name_words(name) == words
