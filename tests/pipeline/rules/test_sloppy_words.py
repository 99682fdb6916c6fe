"""Questions as people type them, over a glossary: no apostrophes, the worst first, in euros."""

import pytest

from pipeline.rules.asking.hints import without_remarks
from pipeline.rules.text.words import words_of


@pytest.mark.parametrize(
    ("typed", "spelled"),
    [
        ("customers who havent ordered", "customers who haven't ordered"),
        ("who didnt order last month", "who didn't order last month"),
        ("whats our best product", "what's our best product"),
        ("plants in wonton", "plants in wonton"),
    ],
)
def test_an_apostrophe_may_be_left_out(typed: str, spelled: str) -> None:
    assert [word.lower for word in words_of(typed)] == [word.lower for word in words_of(spelled)]


def test_how_something_did_in_a_number_asks_for_the_number_of_each() -> None:
    question = "how did each country do in net revenue last quarter"
    read = without_remarks(question)
    assert read.split() == ["each", "country", "in", "net", "revenue", "last", "quarter"]
    assert len(read) == len(question)
    assert read.index("last quarter") == question.index("last quarter")


def test_what_was_sold_is_told_in_sales() -> None:
    question = "how much did we sell in Spain last year"
    read = without_remarks(question)
    assert read.split() == ["total", "sales", "in", "Spain", "last", "year"]
    assert read.index("last year") == question.index("last year")
