"""The little shop behind every shape, typed questions about it, and their answers in plain Python.

Nothing here knows of SQL or of the product: `answer` goes over the very rows that were inserted.
"""

import datetime as dt
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any, TypeAlias

Row: TypeAlias = dict[str, Any]
Where: TypeAlias = tuple[str, str, Any]

# How a period is told, whatever its first day is called.
GRAINS = {"day": "%Y-%m-%d", "month": "%Y-%m"}
TODAY = dt.date(2024, 4, 10)
LAST_MONTH = (dt.date(2024, 3, 1), dt.date(2024, 4, 1))


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """A table as it is made: logical columns with their types, its key, and keys to others."""

    columns: Mapping[str, str]
    key: tuple[str, ...] = ("id",)
    links: Mapping[tuple[str, ...], tuple[str, tuple[str, ...]]] = field(default_factory=dict)
    rows: tuple[Row, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed:
    """A question without words.

    `number` is count, sum, avg, distinct, min, max or list; a sum or average of several columns is
    of their product. `by` may be a column of another table (`customers.city`). `has` and `has_no`
    ask for rows of `table` that have, or have not, rows of another one.
    """

    kind: str
    table: str = "sales"
    number: str = "count"
    of: tuple[str, ...] = ()
    by: str = ""
    grain: str = ""
    where: tuple[Where, ...] = ()
    period: tuple[str, dt.date, dt.date] | None = None
    top: int = 0
    has: str = ""
    has_no: str = ""


_CUSTOMERS = ((1, "Ines", "Madrid"), (2, "Bo", "Porto"), (3, "Cy", "Porto"), (4, "Ana", "Lyon"),
              (5, "Dov", "Madrid"), (6, "Eva", "Graz"))  # fmt: skip
_SALES = (
    (1, 1, "tea", "2024-01-31", 2, "2.50"), (2, 1, "coffee", "2024-02-01", 1, "19.99"),
    (3, 2, "tea", "2024-02-29", 3, "2.50"), (4, 3, "mugs", "2024-03-01", 4, "0.10"),
    (5, 3, "coffee", "2024-03-10", 2, "21.00"), (6, 2, "tea", "2024-03-31", 7, "2.75"),
    (7, 4, "mugs", "2024-03-31", 1, "12.00"), (8, 4, "coffee", "2024-04-01", 5, "18.40"),
    (9, 1, "tea", "2024-04-02", 1, "2.75"), (10, 5, "plates", "2023-12-31", 6, "7.35"),
    (11, 5, "coffee", "2024-03-15", 3, "20.00"), (12, 2, "tea", "2024-04-09", 2, "3.05"),
)  # fmt: skip


def shop() -> dict[str, Made]:
    """Customers and what they bought: one has bought nothing, months end on their last day."""
    return {
        "customers": Made(
            columns={"id": "int", "name": "text", "city": "text"},
            rows=tuple({"id": a, "name": b, "city": c} for a, b, c in _CUSTOMERS),
        ),
        "sales": Made(
            columns={"id": "int", "customer_id": "int", "category": "text", "day": "date",
                     "quantity": "int", "price": "money"},
            links={("customer_id",): ("customers", ("id",))},
            rows=tuple(
                {"id": a, "customer_id": b, "category": c, "day": dt.date.fromisoformat(d),
                 "quantity": e, "price": Decimal(f)}
                for a, b, c, d, e, f in _SALES
            ),
        ),
    }  # fmt: skip


KINDS = (
    Typed(kind="count"),
    Typed(kind="sum of a product", number="sum", of=("quantity", "price")),
    Typed(kind="average", number="avg", of=("price",)),
    Typed(kind="by text", by="category"),
    Typed(kind="by month", by="day", grain="month"),
    Typed(
        kind="filter by value", number="sum", of=("quantity",), where=(("category", "=", "tea"),)
    ),
    Typed(kind="last month", number="sum", of=("quantity",), period=("day", *LAST_MONTH)),
    Typed(kind="top n", number="sum", of=("quantity",), by="category", top=2),
    Typed(kind="distinct", number="distinct", of=("category",)),
    Typed(kind="has", table="customers", has="sales"),
    Typed(kind="has no", table="customers", has_no="sales"),
    Typed(kind="two tables", number="sum", of=("quantity",), by="customers.city"),
    Typed(kind="list", number="list", of=("id", "category")),
)


def changed(tables: Mapping[str, Made], table: str, **changes: Any) -> dict[str, Made]:
    """The tables, one of them changed."""
    return {**tables, table: replace(tables[table], **changes)}


def with_column(
    tables: Mapping[str, Made], ref: str, kind: str, value: Callable[[Row], Any] | None = None
) -> dict[str, Made]:
    """The tables, a column (`sales.note`) added or stored otherwise, its values made of the row."""
    table, _, name = ref.partition(".")
    made = tables[table]
    rows = made.rows if value is None else tuple({**r, name: value(r)} for r in made.rows)
    return changed(tables, table, columns={**made.columns, name: kind}, rows=rows)


# ---------------------------------------------------------------- answers


@dataclass(frozen=True, slots=True, kw_only=True)
class Sense:
    """How a database takes values: which texts are equal, and the day that a moment is on."""

    same: Callable[[Any], Any] = lambda value: value
    day: Callable[[Any], dt.date] = lambda value: value


def answer(asked: Typed, tables: Mapping[str, Made], sense: Sense) -> list[tuple[Any, ...]]:
    """The right rows, in order where the question has one."""
    kept = [row for row in tables[asked.table].rows if _is_meant(row, asked, tables, sense)]
    if asked.number == "list":
        kept.sort(key=lambda row: row[asked.of[0]])
        return [tuple(row[name] for name in asked.of) for row in kept]
    if not asked.by:
        return [(_number(asked, kept, sense),)]
    groups: dict[Any, list[Row]] = {}
    for row in kept:
        groups.setdefault(_label(asked, row, tables, sense), []).append(row)
    found = [(label, _number(asked, rows, sense)) for label, rows in groups.items()]
    if not asked.top:
        return found
    known = [row for row in found if row[0] is not None and row[1] is not None]
    return sorted(known, key=lambda row: -row[1])[: asked.top]


def ties(asked: Typed, tables: Mapping[str, Made], sense: Sense) -> bool:
    """Whether a top n has no certain end: two groups share the last number, or one has none."""
    numbers = [row[1] for row in answer(replace(asked, top=0), tables, sense)]
    known = sorted((n for n in numbers if n is not None), reverse=True)
    cut = known[asked.top - 1 : asked.top + 1]
    return len(known) < len(numbers) or len(set(known)) < len(known) or len(set(cut)) < len(cut)


def _is_meant(row: Row, asked: Typed, tables: Mapping[str, Made], sense: Sense) -> bool:
    if not all(_holds(row[name], operator, value, sense) for name, operator, value in asked.where):
        return False
    if asked.period is not None:
        name, start, end = asked.period
        if row[name] is None or not start <= sense.day(row[name]) < end:
            return False
    other = asked.has or asked.has_no
    return not other or _belongs(row, asked.table, other, tables) == bool(asked.has)


def _belongs(row: Row, table: str, other: str, tables: Mapping[str, Made]) -> bool:
    """Whether a row has rows of another table, by its key or through a table between."""
    for names, (target, keys) in tables[other].links.items():
        if target == table:
            key = tuple(row[k] for k in keys)
            return any(tuple(each[n] for n in names) == key for each in tables[other].rows)
    between = next(name for name in tables if name not in (table, other)
                   and {t for t, _ in tables[name].links.values()} >= {table, other})  # fmt: skip
    links = tables[between].links
    own = next((n, k) for n, (t, k) in links.items() if t == table)
    far = next((n, k) for n, (t, k) in links.items() if t == other)
    reached = {tuple(each[k] for k in far[1]) for each in tables[other].rows}
    return any(
        tuple(each[n] for n in own[0]) == tuple(row[k] for k in own[1])
        and tuple(each[n] for n in far[0]) in reached
        for each in tables[between].rows
    )


def _holds(cell: Any, operator: str, value: Any, sense: Sense) -> bool:
    if operator in ("is null", "is not null"):
        return (cell is None) == (operator == "is null")
    if cell is None:
        return False
    if operator == "in":
        return sense.same(cell) in [sense.same(each) for each in value]
    tests: Mapping[str, Callable[[Any, Any], bool]] = {
        "=": lambda a, b: bool(sense.same(a) == sense.same(b)),
        "!=": lambda a, b: bool(sense.same(a) != sense.same(b)),
        ">": lambda a, b: bool(a > b), ">=": lambda a, b: bool(a >= b),
        "<": lambda a, b: bool(a < b), "<=": lambda a, b: bool(a <= b),
    }  # fmt: skip
    return tests[operator](cell, value)


def _label(asked: Typed, row: Row, tables: Mapping[str, Made], sense: Sense) -> Any:
    value = row[asked.by] if "." not in asked.by else _of_other(asked, row, tables)
    if asked.grain and value is not None:
        return sense.day(value).strftime(GRAINS[asked.grain])
    return sense.same(value) if isinstance(value, str) else value


def _of_other(asked: Typed, row: Row, tables: Mapping[str, Made]) -> Any:
    other, _, name = asked.by.partition(".")
    links = tables[asked.table].links.items()
    names, keys = next((n, k) for n, (target, k) in links if target == other)
    key = tuple(row[n] for n in names)
    return next(each[name] for each in tables[other].rows if tuple(each[k] for k in keys) == key)


def _number(asked: Typed, rows: Sequence[Row], sense: Sense) -> Any:
    if asked.number == "count":
        return len(rows)
    if asked.number == "distinct":
        return len({sense.same(v) for v in _values(asked, rows)})
    values = list(_values(asked, rows))
    if not values:
        return None
    if asked.number == "avg":
        return sum(values) / len(values)
    numbers: Mapping[str, Callable[[list[Any]], Any]] = {"sum": sum, "min": min, "max": max}
    return numbers[asked.number](values)


def _values(asked: Typed, rows: Iterable[Row]) -> Iterable[Any]:
    """The column's values, or the products of several; rows that miss one have none."""
    for row in rows:
        cells = [row[name] for name in asked.of]
        if any(cell is None for cell in cells):
            continue
        value = cells[0]
        for cell in cells[1:]:
            value = Decimal(value) * Decimal(cell)
        yield value
