"""Texts that only look like numbers from afar are texts: 3-1 is no three."""

import pytest

from knowledge.catalog import Column, Kind
from pipeline.rules.schema.holding import is_number_as_text, looks_numeric


@pytest.mark.parametrize("values", [("3-1", "10-2"), ("555-1234", "555-9876"), ("5²", "7²")])
def test_they_are_never_cast(values: tuple[str, ...]) -> None:
    column = Column(name="result", type="TEXT", kind=Kind.TEXT, values=values)
    assert not looks_numeric(column)
    assert not is_number_as_text(column)


@pytest.mark.parametrize("values", [("3", "10"), ("-4.5", "12"), (".5", "2.")])
def test_numbers_still_are(values: tuple[str, ...]) -> None:
    column = Column(name="result", type="TEXT", kind=Kind.TEXT, values=values)
    assert is_number_as_text(column)
