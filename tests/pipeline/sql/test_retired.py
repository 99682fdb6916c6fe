"""A statement that reads a column nobody is to use is found out, whatever name leads to it."""

import pytest

from knowledge.catalog import Catalog, Column, Kind, Table
from knowledge.glossary import Glossary, TableNote
from knowledge.retired import with_retired
from pipeline.checking import Failed, Passed, Walls, passed_walls
from pipeline.contract import Contract
from pipeline.sql import Grants, Policy
from pipeline.sql.names.grants import TableGrant


def _columns(*names: str) -> tuple[Column, ...]:
    return tuple(Column(name=name, type="integer", kind=Kind.INTEGER) for name in names)


ORDERS = Table(name="orders", columns=_columns("id", "net", "old_net", "day"))
LINES = Table(name="lines", columns=_columns("id", "order_id", "old_net", "paid"))
NOTE = TableNote(table="orders", deprecated={"old_net": "use net", "day": "ask finance"})
CATALOG = with_retired(
    Catalog(workspace="shop", dialect="sqlite", tables=(ORDERS, LINES)), Glossary(tables=(NOTE,))
)
WALLS = Walls(catalog=CATALOG, grants=Grants(everything=True), policy=Policy())


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT SUM(old_net) FROM orders",
        "SELECT SUM(o.OLD_NET) FROM orders AS o",
        "SELECT x FROM (SELECT old_net AS x FROM orders) AS s",
        "WITH s AS (SELECT old_net AS x FROM orders) SELECT x FROM s",
        "SELECT id FROM orders WHERE old_net > 3",
        "SELECT id FROM orders ORDER BY old_net",
        "SELECT l.id FROM lines AS l JOIN orders AS o ON o.id = l.order_id AND o.old_net = l.paid",
        "SELECT id FROM lines WHERE EXISTS (SELECT 1 FROM orders AS o WHERE o.old_net = paid)",
    ],
)
def test_a_statement_that_reads_it_fails_with_what_to_use(sql: str) -> None:
    found = passed_walls(sql, WALLS, Contract())
    assert isinstance(found, Failed), found
    assert found.findings == ("orders.old_net is not to be used any more. Use orders.net instead.",)


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT SUM(net) FROM orders",
        "SELECT SUM(old_net) FROM lines",
        "SELECT SUM(l.old_net) FROM lines AS l JOIN orders AS o ON o.id = l.order_id",
        "SELECT net AS old_net FROM orders",
        "SELECT COUNT(*) FROM orders",
    ],
)
def test_a_column_of_that_name_elsewhere_is_let_through(sql: str) -> None:
    assert isinstance(passed_walls(sql, WALLS, Contract()), Passed)


def test_a_column_with_nothing_in_its_place_is_refused_too() -> None:
    found = passed_walls("SELECT day, old_net FROM orders", WALLS, Contract())
    assert isinstance(found, Failed)
    assert set(found.findings) == {
        "orders.day is not to be used any more. Nothing is named in its place.",
        "orders.old_net is not to be used any more. Use orders.net instead.",
    }


def test_what_a_person_may_not_read_is_not_named_in_its_place() -> None:
    orders = TableGrant(table="orders", columns=frozenset({"id", "old_net"}))
    walls = Walls(catalog=CATALOG, grants=Grants(tables=(orders,)), policy=Policy())
    found = passed_walls("SELECT SUM(old_net) FROM orders", walls, Contract())
    assert isinstance(found, Failed)
    assert found.findings == (
        "orders.old_net is not to be used any more. Nothing is named in its place.",
    )
