"""An intent becomes a query of the workspace's dialect, joined by keys."""

import datetime as dt
from dataclasses import replace

import pytest

from pipeline.reader.intent import (
    Aggregate,
    Arithmetic,
    Between,
    ColumnRef,
    Condition,
    DateRange,
    EveryColumn,
    Intent,
    OneOf,
    Order,
    SetOperation,
)
from pipeline.reader.schema_view import SchemaView
from pipeline.reader.shapes import (
    pattern_from,
    pattern_label,
    pattern_of,
    shape_from,
    shape_label,
    shape_of,
)
from pipeline.reader.sql import UnreachableTablesError, sql_of
from tests.pipeline.reader.conftest import Runner

NAME, COUNTRY, AGE = (ColumnRef("singer", column) for column in ("name", "country", "age"))
TITLE, PRICE, SEATS = (ColumnRef("concert", column) for column in ("title", "price", "seats"))
HELD, KEY = ColumnRef("concert", "held_on"), ColumnRef("singer", "singer_id")
ROWS = Aggregate("count", EveryColumn())
FRENCH = Condition(COUNTRY, "=", "France")
OLD = Condition(AGE, ">", Intent(select=(Aggregate("avg", AGE),)))
SUNG = Intent(select=(ColumnRef("singer_in_concert", "singer_id"),))

CASES = [
    (Intent(select=(ROWS,), tables=("singer",)), [(3,)]),
    (Intent(select=(NAME,), where=(FRENCH,)), [("Ben Lee",), ("Cleo May",)]),
    (
        Intent(select=(NAME, TITLE), where=(Condition(TITLE, "like", "Aut%"),)),
        [("Ben Lee", "Autumn Day")],
    ),
    (Intent(select=(NAME,), where=(Condition(KEY, "not in", SUNG),)), [("Cleo May",)]),
    (Intent(select=(NAME,), where=(OLD,)), [("Ben Lee",)]),
    (
        Intent(select=(COUNTRY, ROWS), group=(COUNTRY,), having=(Condition(ROWS, ">", 1),)),
        [("France", 2)],
    ),
    (Intent(select=(NAME,), order=(Order(AGE, descending=True),), limit=1), [("Ben Lee",)]),
    (
        Intent(
            select=(TITLE,), where=(Condition(HELD, "=", DateRange(dt.date(2025, 1, 1), None)),)
        ),
        [("Autumn Day",)],
    ),
    (Intent(select=(NAME,), where=(Condition(AGE, "=", Between(26, 35)),)), [("Ana Ruiz",)]),
    (Intent(select=(NAME,), where=(Condition(AGE, "!=", OneOf((25, 41))),)), [("Ana Ruiz",)]),
    (Intent(select=(Aggregate("sum", Arithmetic("*", PRICE, SEATS)),)), [(4850.0,)]),
    (
        Intent(select=(NAME,), where=(FRENCH, Condition(AGE, "<", 28)), connective="or"),
        [("Ben Lee",), ("Cleo May",)],
    ),
    (
        Intent(
            select=(NAME,),
            set_operation=SetOperation("except", Intent(select=(NAME,), where=(FRENCH,))),
        ),
        [("Ana Ruiz",)],
    ),
]


@pytest.mark.parametrize(("intent", "rows"), CASES)
def test_the_query_of_an_intent_gives_its_rows(
    intent: Intent, rows: list[tuple[object, ...]], view: SchemaView, run: Runner
) -> None:
    assert sorted(run(sql_of(intent, view)) or (), key=repr) == rows


def test_a_query_is_written_in_the_dialect_of_the_catalog(view: SchemaView) -> None:
    other = replace(view, catalog=replace(view.catalog, dialect="mysql"))
    period = Condition(HELD, "=", DateRange(dt.date(2025, 1, 1), dt.date(2026, 1, 1)))
    sql = sql_of(Intent(select=(TITLE,), where=(period,)), other)
    assert "`concert`.`held_on` >= CAST('2025-01-01' AS DATE)" in sql
    assert "`concert`.`held_on` < CAST('2026-01-01' AS DATE)" in sql


def test_tables_without_a_path_of_keys_are_named(view: SchemaView) -> None:
    apart = replace(view, links={})
    with pytest.raises(UnreachableTablesError) as error:
        sql_of(Intent(select=(NAME, TITLE)), apart)
    assert error.value.tables == ("singer", "concert")


@pytest.mark.parametrize("intent", [intent for intent, _ in CASES])
def test_a_shape_comes_back_from_its_label(intent: Intent) -> None:
    assert shape_from(shape_label(shape_of(intent))) == shape_of(intent)
    assert pattern_from(pattern_label(pattern_of(intent))) == pattern_of(intent)
