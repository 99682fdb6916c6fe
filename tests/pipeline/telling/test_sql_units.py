"""Units of a query that no planner wrote: of approved queries, of a model, of a person."""

import pytest

from knowledge.catalog import Catalog, Column, Kind, Table
from knowledge.glossary import Glossary, Metric
from knowledge.value_lookup import ValueLookup
from pipeline.rules.schema.known import Known
from pipeline.telling.sql_units import units_in


def _number(name: str, comment: str = "") -> Column:
    return Column(name=name, type="double", kind=Kind.NUMBER, comment=comment)


LINES = Table(
    name="lines",
    columns=(
        _number("net", "net amount in euro"),
        _number("weight", "in kg"),
        _number("pieces"),
        Column(name="region", type="text", kind=Kind.TEXT),
    ),
)
ORDERS = Table(name="orders", columns=(_number("net", "in dollars"), _number("id")))
MARGIN = Metric(name="margin", expression="sum(lines.net) - sum(pieces)", table="lines", unit="EUR")
KNOWN = Known(
    Catalog(workspace="shop", dialect="duckdb", tables=(LINES, ORDERS)),
    Glossary(metrics=(MARGIN,)),
    ValueLookup(()),
)


@pytest.mark.parametrize(
    ("sql", "units"),
    [
        ("SELECT region, SUM(net) AS total FROM lines GROUP BY region", ("", "EUR")),
        ('SELECT SUM("l"."weight") FROM "lines" AS "l"', ("kg",)),
        ("SELECT ROUND(AVG(net), 2), COUNT(*), SUM(pieces) FROM lines", ("EUR", "", "")),
        ("SELECT SUM(l.net) - SUM(l.pieces) AS margin FROM lines AS l", ("EUR",)),
        ("WITH t AS (SELECT SUM(net) AS n FROM lines GROUP BY region) SELECT n FROM t", ("EUR",)),
        ("SELECT MAX(s.n) FROM (SELECT SUM(weight) AS n FROM lines) AS s", ("kg",)),
        ("SELECT SUM(net) / COUNT(*) FROM lines", ("",)),
        ("SELECT SUM(o.net) FROM lines AS l JOIN orders AS o ON o.id = l.pieces", ("USD",)),
        ("SELECT SUM(net) FROM lines JOIN orders ON id = pieces", ("",)),
        ("SELECT * FROM lines", ("",)),
        ("SELECT FROM WHERE", ("",)),
    ],
)
def test_the_unit_is_that_of_the_column_or_the_metric(sql: str, units: tuple[str, ...]) -> None:
    assert units_in(sql, KNOWN, ("a",) * len(units)) == units


def test_units_of_other_comments_are_those_of_now() -> None:
    sql = "SELECT SUM(net) FROM lines"
    lines = Table(name="lines", columns=(_number("net", "in dollars"),))
    changed = Known(
        Catalog(workspace="shop", dialect="duckdb", tables=(lines,)), Glossary(), ValueLookup(())
    )
    assert (units_in(sql, KNOWN, ("a",)), units_in(sql, changed, ("a",))) == (("EUR",), ("USD",))
