"""A column that people do not use any more: its words, and the definitions that read it."""

import pytest

from knowledge.glossary import Glossary, Metric, Region, TableNote, Term
from pipeline.rules.plan import Ask, Cannot, Planned, plan
from pipeline.rules.schema.known import Known

OUT = TableNote(table="book", deprecated={"price": "use pages"})


def knowing(library: Known, *, note: TableNote = OUT, **parts: tuple[object, ...]) -> Known:
    glossary = Glossary(tables=(note,), **parts)  # type: ignore[arg-type]
    return Known(library.catalog, glossary, library.values)


@pytest.mark.parametrize(
    "question",
    [
        "What is the average price of books?",
        "What is the average book price?",
        "average price of books by genre",
    ],
)
def test_its_name_is_asked_with_what_stands_in_its_place(question: str, library: Known) -> None:
    known = knowing(library)
    card = plan(question, known)
    assert isinstance(card, Ask), card
    assert card.options[0].label == "Use pages"
    assert card.default == "book.pages"
    answer = plan(question, known, choices={card.id: "book.pages"})
    assert isinstance(answer, Planned), answer
    assert "pages" in answer.sql
    assert "price" not in answer.sql
    told = "Pages of book is used instead of price of book, which should no longer be used."
    assert told in answer.assumptions


def test_a_synonym_of_it_is_asked_too(library: Known) -> None:
    card = plan("What is the average cost of books?", knowing(library))
    assert isinstance(card, Ask), card
    assert card.prompt == "Price of book should no longer be used."


def test_a_synonym_that_the_glossary_gives_it_means_what_is_used_instead(library: Known) -> None:
    known = knowing(library, terms=(Term(name="tariff", means="book.price"),))
    answer = plan("What is the average tariff of books?", known)
    assert isinstance(answer, Planned), answer
    assert "pages" in answer.sql
    assert any("is used instead of price of book" in line for line in answer.assumptions)


def test_a_metric_over_it_reads_what_is_used_instead_and_says_so(library: Known) -> None:
    worth = Metric(name="stock value", expression="sum(book.price)", table="book")
    answer = plan("What is the stock value by genre?", knowing(library, metrics=(worth,)))
    assert isinstance(answer, Planned), answer
    assert "pages" in answer.sql.lower()
    assert "price" not in answer.sql.lower()
    assert any("is used instead of price of book" in line for line in answer.assumptions)


def test_a_metric_over_it_with_nothing_in_its_place_is_not_computed(library: Known) -> None:
    worth = Metric(name="stock value", expression="sum(book.price)", table="book")
    note = TableNote(table="book", deprecated={"price": "ask the buyers"})
    answer = plan("What is the stock value?", knowing(library, note=note, metrics=(worth,)))
    assert isinstance(answer, Cannot), answer
    assert answer.reason == (
        "“stock value” reads price of book, which should no longer be used. "
        "No replacement is named."
    )


def test_a_table_dated_by_it_is_dated_by_what_is_used_instead(library: Known) -> None:
    note = TableNote(table="member", time_column="joined_on", deprecated={"joined_on": "age"})
    known = knowing(library, note=note)
    found = known.glossary.note("member")
    assert found is not None
    assert found.time_column == "member.age"


def test_a_region_over_it_is_over_what_is_used_instead(library: Known) -> None:
    note = TableNote(table="member", deprecated={"city": "membership_level"})
    south = Region(name="South", column="member.city", values=("Faro",))
    known = knowing(library, note=note, regions=(south,))
    assert known.glossary.regions[0].column == "member.membership_level"


def test_several_columns_in_its_place_are_all_offered(library: Known) -> None:
    note = TableNote(table="book", deprecated={"price": "use book.pages or loan.fee"})
    card = plan("What is the average price of books?", knowing(library, note=note))
    assert isinstance(card, Ask), card
    assert [option.id for option in card.options] == ["book.pages", "loan.fee", "-"]
    assert card.default == ""


def test_everyday_words_are_not_taken_for_it(library: Known) -> None:
    note = TableNote(table="member", deprecated={"city": "use age"})
    answer = plan("How many branches by city?", knowing(library, note=note))
    assert isinstance(answer, Planned), answer
    assert "branch" in answer.sql
