"""A candidate is said in plain English, for the embedded model."""

import datetime as dt

import pytest

from pipeline.reader.intent import (
    Aggregate,
    Arithmetic,
    ColumnRef,
    Condition,
    DateRange,
    EveryColumn,
    Intent,
    Order,
)
from pipeline.reader.rendering import say
from pipeline.reader.schema_view import SchemaView

NAME, COUNTRY, AGE = (ColumnRef("singer", column) for column in ("name", "country", "age"))
PRICE, SEATS, HELD = (ColumnRef("concert", column) for column in ("price", "seats", "held_on"))
ROWS = Aggregate("count", EveryColumn())


@pytest.mark.parametrize(
    ("intent", "said"),
    [
        (Intent(select=(ROWS,), tables=("singer",)), "number of singer"),
        (
            Intent(select=(NAME,), distinct=True, where=(Condition(AGE, ">", 30),)),
            "different name of singer whose age more than 30",
        ),
        (
            Intent(select=(COUNTRY, ROWS), group=(COUNTRY,), having=(Condition(ROWS, ">=", 2),)),
            "country and number of singer for each country with number of singer at least 2",
        ),
        (
            Intent(select=(NAME,), order=(Order(AGE, descending=True),), limit=3),
            "name of singer the 3 with the highest age",
        ),
        (
            Intent(
                select=(Aggregate("sum", Arithmetic("*", PRICE, SEATS)),),
                where=(Condition(HELD, "=", DateRange(dt.date(2025, 1, 1), None)),),
            ),
            "total price times seat of concert whose hold on from 2025-01-01",
        ),
    ],
)
def test_an_intent_is_said(intent: Intent, said: str, view: SchemaView) -> None:
    assert say(intent, view) == said
