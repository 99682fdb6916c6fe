"""Numbers that a question defines in its own words."""

import pytest

from knowledge.sql_text import write_sql
from pipeline.rules.defining.computed import computed
from pipeline.rules.defining.defined_here import with_definitions
from pipeline.rules.schema.known import Known


@pytest.mark.parametrize(
    ("said", "sql"),
    [
        ("pages times price", '"book"."pages" * "book"."price"'),
        ("the price * pages", '"book"."price" * "book"."pages"'),
        ("pages divided by price", '"book"."pages" / "book"."price"'),
        ("the sum of pages plus price over its copies", '"book"."pages" + "book"."price"'),
    ],
)
def test_a_sum_in_words_is_one_over_columns(library: Known, said: str, sql: str) -> None:
    made = computed(said, library)
    assert made is not None
    assert write_sql(made.number, "sqlite") == sql


@pytest.mark.parametrize(
    "said",
    ["pages", "pages times shoe size", "title minus pages", "pages minus pages", "a book of pages"],
)
def test_what_is_no_sum_of_two_columns_is_read_as_none(library: Known, said: str) -> None:
    assert computed(said, library) is None


def test_what_is_asked_is_no_definition(library: Known) -> None:
    question = "What is pages times price?"
    assert with_definitions(question, library) == (question, library)
