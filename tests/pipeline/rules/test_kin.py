"""Words of one family, and words that only look so."""

import pytest

from pipeline.rules.text.kin import akin


@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("attendees", "attendance"), ("donors", "donator"), ("donor", "donation"),
        ("died", "deaths"), ("killed", "death"), ("visitors", "visits"),
        ("producer", "produce"), ("enrolled", "enrollment"),
    ],
)  # fmt: skip
def test_who_does_it_and_the_deed_are_of_one_family(word: str, name: str) -> None:
    assert akin(word, name)
    assert akin(name, word)


@pytest.mark.parametrize(
    ("word", "name"),
    [("station", "state"), ("doctor", "document"), ("author", "authority"), ("order", "ordinal")],
)
def test_what_only_begins_alike_is_of_no_family(word: str, name: str) -> None:
    assert not akin(word, name)
