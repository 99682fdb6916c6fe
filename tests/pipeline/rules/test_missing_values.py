"""A value that is not in the data is said before anything runs."""

import pytest

from knowledge.glossary import Glossary, TableNote
from pipeline.rules.known import Known
from pipeline.rules.plan import Ask, Planned, plan


@pytest.mark.parametrize(
    "question",
    [
        "How many members with membership level Platinum?",
        "How many members by membership level unicorn?",
    ],
)
def test_a_value_that_no_row_has_is_said_with_those_there_are(
    question: str, library: Known
) -> None:
    card = plan(question, library)
    assert isinstance(card, Ask), card
    assert card.prompt.startswith("No membership level is called “")
    assert [option.label for option in card.options[:3]] == ["Gold", "Silver", "Bronze"]
    assert card.default == ""


def test_the_value_that_is_pressed_instead_is_the_one_counted(library: Known) -> None:
    question = "How many members with membership level Platinum?"
    card = plan(question, library)
    assert isinstance(card, Ask)
    answer = plan(question, library, choices={card.id: card.options[0].id})
    assert isinstance(answer, Planned), answer
    assert "'Gold'" in answer.sql


def test_a_misspelt_one_of_a_few_values_is_asked_as_it_is_written(library: Known) -> None:
    card = plan("How many members with membership level Silvr?", library)
    assert isinstance(card, Ask), card
    assert [option.label for option in card.options] == ["Silver"]


def test_a_deprecated_column_is_named_with_its_replacement_to_press(library: Known) -> None:
    note = TableNote(table="book", deprecated={"price": "pages"})
    known = Known(library.catalog, Glossary(tables=(note,)), library.values)
    card = plan("What is the average price of books?", known)
    assert isinstance(card, Ask), card
    assert card.prompt == "price is deprecated; use pages instead."
    assert card.options[0].label == "Use pages"
    answer = plan(
        "What is the average price of books?", known, choices={card.id: card.options[0].id}
    )
    assert isinstance(answer, Planned), answer
    assert "pages" in answer.sql
    assert "price" not in answer.sql
