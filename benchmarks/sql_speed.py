"""Times the checks of a statement: `python -m benchmarks.sql_speed [ROUNDS]`.

Tier, contract and permissions, and then all walls with the policy too. Both the time on the clock
and the CPU time of the process, which other work on the machine lengthens less; every statement is
a new one, so that nothing kept from an earlier one counts.
"""

import datetime as dt
import gc
import json
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

from knowledge.catalog import Catalog, Column, ForeignKey, Kind, Table
from pipeline.checking import Passed, Walls, passed_walls
from pipeline.contract import Contract, DateBound, Filter, Measure
from pipeline.sql import (
    Grants,
    Policy,
    TableGrant,
    apply_permissions,
    check_contract,
    inspect,
)

ROUNDS = 60
_DIALECTS = {
    "sqlite": "strftime('%Y-%m', o.created_at)",
    "duckdb": "date_trunc('month', o.created_at)",
    "postgres": "date_trunc('month', o.created_at)",
    "mysql": "date_format(o.created_at, '%Y-%m')",
    "snowflake": "date_trunc('month', o.created_at)",
}

_JOINED = """
WITH paid AS (
  SELECT
    o.id,
    o.customer_id,
    o.amount,
    o.discount,
    o.created_at,
    {month} AS month
  FROM orders AS o
  WHERE o.created_at >= '2024-01-01'
    AND o.created_at < '2025-01-01'
    AND o.status = 'paid'
    AND o.id <> {number}
),
biggest AS (
  SELECT
    i.order_id,
    max(i.quantity * i.unit_price) AS biggest
  FROM order_items AS i
  WHERE i.quantity > 0
  GROUP BY i.order_id
)
SELECT
  c.region,
  sum(p.amount) AS revenue,
  count(DISTINCT p.customer_id) AS customers,
  round(avg(p.amount - coalesce(p.discount, 0)), 2) AS average
FROM paid AS p
JOIN customers AS c ON c.id = p.customer_id
LEFT JOIN biggest AS b ON b.order_id = p.id
WHERE c.active = 1
GROUP BY c.region
HAVING count(*) > {number}
ORDER BY revenue DESC
LIMIT 10
"""

_RANKED = """
SELECT
  c.region,
  sum(o.amount) AS revenue,
  sum(CASE WHEN o.discount > 0 THEN o.amount ELSE 0 END) AS discounted,
  sum(CASE WHEN o.discount > 10 THEN o.amount ELSE 0 END) AS much,
  count(*) AS orders,
  count(DISTINCT o.customer_id) AS customers,
  min(o.created_at) AS first_order,
  max(o.created_at) AS last_order,
  round(100.0 * sum(o.discount) / nullif(sum(o.amount), 0), 1) AS rate,
  rank() OVER (ORDER BY sum(o.amount) DESC) AS place
FROM orders AS o
JOIN customers AS c
  ON c.id = o.customer_id
WHERE o.created_at >= '2024-01-01'
  AND o.created_at < '2025-01-01'
  AND o.status = 'paid'
  AND c.active = 1
  AND o.id <> {number}
  AND EXISTS (
    SELECT 1
    FROM order_items AS i
    WHERE i.order_id = o.id
      AND i.quantity > 0
      AND i.unit_price BETWEEN 1 AND {number}
  )
GROUP BY
  c.region
HAVING
  count(*) > 5
ORDER BY
  revenue DESC
LIMIT 10
"""

_CONTRACT = Contract(
    tables=("orders", "customers", "order_items"),
    measures=(Measure(name="revenue", expression="SUM(orders.amount)"),),
    dates=(
        DateBound(column="orders.created_at", start=dt.date(2024, 1, 1), end=dt.date(2025, 1, 1)),
    ),
    filters=(
        Filter(column="orders.status", operator="=", values=("paid",)),
        Filter(column="customers.active", operator="=", values=(1,)),
    ),
    grouping=("customers.region",),
    order="descending",
    limit=10,
)

_TABLES = {
    "orders": {
        **dict.fromkeys(("id", "customer_id"), Kind.INTEGER),
        **dict.fromkeys(("amount", "discount"), Kind.NUMBER),
        "status": Kind.TEXT,
        "created_at": Kind.TIMESTAMP,
    },
    "customers": {
        **dict.fromkeys(("id", "active"), Kind.INTEGER),
        **dict.fromkeys(("name", "email", "region"), Kind.TEXT),
    },
    "order_items": {
        **dict.fromkeys(("id", "order_id", "quantity"), Kind.INTEGER),
        "unit_price": Kind.NUMBER,
    },
}
_READER = Grants(
    tables=(
        TableGrant(table="orders", row_filter="status <> 'test'"),
        TableGrant(table="customers", columns=frozenset({"id", "active", "name", "region"})),
        TableGrant(table="order_items"),
    )
)


def a_catalog(dialect: str) -> Catalog:
    """The tables that the statements read, among as many others as a company has."""
    own = tuple(_table(name, kinds) for name, kinds in _TABLES.items())
    others = tuple(_table(f"other_{n}", _TABLES["orders"]) for n in range(200))
    return Catalog(workspace="shop", dialect=dialect, tables=(*own, *others))


def _table(name: str, kinds: dict[str, Kind]) -> Table:
    columns = tuple(
        Column(name=column, type="", kind=kind, primary_key=column == "id")
        for column, kind in kinds.items()
    )
    keys = (
        ForeignKey(columns=("customer_id",), to_table="customers", to_columns=("id",)),
        ForeignKey(columns=("order_id",), to_table="orders", to_columns=("id",)),
    )
    known = tuple(key for key in keys if key.columns[0] in kinds)
    return Table(name=name, columns=columns, foreign_keys=known, rows=1000)


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """What one statement took, in milliseconds."""

    cpu: float
    wall: float


Check = Callable[[str, Walls], bool]


def all_walls(sql: str, walls: Walls) -> bool:
    """Everything that a statement meets before the database, as the pipeline calls it."""
    return isinstance(passed_walls(sql, walls, _CONTRACT), Passed)


def tier_contract_and_permissions(sql: str, walls: Walls) -> bool:
    """The three checks of which the speed is promised."""
    catalog = walls.catalog
    text = inspect(sql, catalog.dialect).regenerated or ""
    broken = check_contract(text, catalog.dialect, _CONTRACT, catalog)
    allowed = apply_permissions(text, catalog.dialect, catalog, walls.grants)
    return isinstance(allowed, str) and not any(finding.blocks for finding in broken)


def times_of(check: Check, dialect: str, numbers: range) -> list[Taken]:
    """What a check took of many new statements."""
    walls = Walls(catalog=a_catalog(dialect), grants=_READER, policy=Policy())
    taken = []
    for number in numbers:
        for template in (_JOINED, _RANKED):
            sql = template.format(month=_DIALECTS[dialect], number=number).strip()
            cpu, wall = time.process_time_ns(), time.perf_counter_ns()
            passed = check(sql, walls)
            taken.append(
                Taken(
                    cpu=(time.process_time_ns() - cpu) / 1e6,
                    wall=(time.perf_counter_ns() - wall) / 1e6,
                )
            )
            assert passed, sql  # noqa: S101  a refusal would be fast
    return taken


def main() -> int:
    """Prints the times for each dialect, then one JSON line."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    for dialect in _DIALECTS:
        times_of(all_walls, dialect, range(3))
    # As the server does when it starts.
    gc.collect()
    gc.freeze()
    lines = _RANKED.strip().count("\n") + 1
    summary: dict[str, float] = {"cases": 2 * rounds * len(_DIALECTS), "lines": lines}
    checks = ((tier_contract_and_permissions, ""), (all_walls, "all_walls_"))
    for number, (check, name) in enumerate(checks, start=1):
        everything: list[Taken] = []
        for dialect in _DIALECTS:
            taken = times_of(check, dialect, range(1000 * number, 1000 * number + rounds))
            everything += taken
            print(check.__name__, dialect, json.dumps(_summary(taken)))
        summary |= {f"{name}{key}": value for key, value in _summary(everything).items()}
    print(json.dumps(summary))
    return 0


def _summary(taken: list[Taken]) -> dict[str, float]:
    cpu, wall = sorted(one.cpu for one in taken), sorted(one.wall for one in taken)
    return {
        "p50_cpu_ms": _at(cpu, 0.5),
        "p99_cpu_ms": _at(cpu, 0.99),
        "p50_ms": _at(wall, 0.5),
        "p99_ms": _at(wall, 0.99),
    }


def _at(ordered: list[float], share: float) -> float:
    return round(ordered[min(int(len(ordered) * share), len(ordered) - 1)], 2)


if __name__ == "__main__":
    sys.exit(main())
