"""Names in any alphabet, or of no letters at all, keep nobody from asking about the rest."""

import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from knowledge.catalog import Catalog
from knowledge.glossary import Glossary, Metric, Region, TableNote, Term
from pipeline.rules.plan import Cannot, Planned, plan
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.names import display_columns
from pipeline.rules.text.words import name_words
from tests.pipeline.rules.conftest import a_known

ODD = ("日本", "имя", "#", "%", "_", "🚀", "Größe", "")
TABLES = ("売上", "*", "#")


def a_database(tmp_path: Path, table: str) -> Known:
    path = tmp_path / "odd.sqlite"
    columns = ", ".join(f'"{name}" TEXT' for name in ODD if name)
    with sqlite3.connect(path) as con:
        con.execute(f'CREATE TABLE "{table}" (id INTEGER PRIMARY KEY, {columns})')
        con.execute("CREATE TABLE shop (id INTEGER PRIMARY KEY, name TEXT)")
        con.execute("INSERT INTO shop VALUES (1, 'Main Street')")
    con.close()
    return a_known(path)


@pytest.mark.parametrize("table", TABLES)
def test_names_without_a_plain_letter_do_not_take_the_rest_away(table: str, tmp_path: Path) -> None:
    outcome = plan("How many shops are there?", a_database(tmp_path, table))
    assert isinstance(outcome, Planned)


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("name", ODD)
def test_a_table_with_an_odd_column_has_a_lexicon(table: str, name: str, library: Known) -> None:
    book = library.table("book")
    column = replace(book.columns[1], name=name)
    odd = replace(book, name=table, columns=(column, *book.columns), foreign_keys=())
    catalog = replace(library.catalog, tables=(*library.catalog.tables, odd))
    known = Known(catalog, Glossary(), library.values)
    assert known.lexicon.words
    assert known.joins.edges(book.key) is not None
    assert isinstance(display_columns(odd), tuple)


def test_a_table_in_another_alphabet_can_be_asked_for(tmp_path: Path) -> None:
    outcome = plan("How many 売上 are there?", a_database(tmp_path, "売上"))
    assert isinstance(outcome, Planned)
    assert outcome.sql == 'SELECT COUNT(*) AS "count_売上" FROM "売上"'


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("日本", ("日本",)),
        ("Größe_cm", ("größe", "cm")),
        ("orderDate2", ("order", "date", "2")),
        ("#", ("#",)),
    ],
)
def test_a_name_is_read_as_words(name: str, words: tuple[str, ...]) -> None:
    assert name_words(name) == words


def without(catalog: Catalog, table: str, *names: str) -> Catalog:
    """The catalog as a person sees it from whom columns are kept."""
    tables = tuple(
        replace(t, columns=tuple(c for c in t.columns if c.name not in names))
        if t.key == table
        else t
        for t in catalog.tables
    )
    return replace(catalog, tables=tables)


UNSEEN = Glossary(
    metrics=(
        Metric(name="net income", expression="sum(loan.fee)", table="loan"),
        Metric(name="loaned", expression="count(*)", table="loan", filters=("loan.fee > 0",)),
        Metric(name="ghosts", expression="count(*)", table="nowhere"),
    ),
    terms=(
        Term(name="pricey", means="loan.fee > 3"),
        Term(name="ghost", means="nowhere"),
        Term(name="levy", means="loan.fee"),
    ),
    regions=(Region(name="Iberia", column="loan.fee", values=("1",)),),
    tables=(
        TableNote(table="nowhere", filters=("nowhere.x = 1",), time_column="x"),
        TableNote(table="loan", time_column="fee", deprecated={"gone": "fee"}),
    ),
)


@pytest.mark.parametrize(
    "question",
    ["net income", "loaned by month", "ghosts", "pricey loans", "ghost", "levy", "Iberia",
     "who spent the most?", "net income by month", "How many loans were there last month?"],
)  # fmt: skip
def test_a_glossary_over_what_is_not_seen_raises_nothing_and_shows_nothing(
    question: str, library: Known
) -> None:
    known = Known(without(library.catalog, "loan", "fee"), UNSEEN, library.values)
    outcome = plan(question, known)
    assert "fee" not in getattr(outcome, "sql", "")


def test_a_table_whose_standing_condition_cannot_be_kept_is_not_read(library: Known) -> None:
    note = TableNote(table="member", filters=("member.membership_level <> 'Bronze'",))
    known = Known(
        without(library.catalog, "member", "membership_level"),
        Glossary(tables=(note,)),
        library.values,
    )
    outcome = plan("How many members are there?", known)
    assert isinstance(outcome, Cannot)
    assert outcome.reason.endswith(".")
    assert isinstance(plan("How many books are there?", known), Planned)
