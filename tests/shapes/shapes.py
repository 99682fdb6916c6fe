"""The shapes: each is the shop as some real database would keep it, as data.

A shape says what it changes of the plain shop: names, schema, how values are stored, keys, what
stands beside or over the tables, and which kinds of question a person must settle (`asked`) or a
reader must refuse (`refused`), by engine where they differ (`"sqlite: by month"`).
"""

import datetime as dt
import math
import uuid
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, TypeAlias
from zoneinfo import ZoneInfo

from tests.shapes.engines import Engine, Step
from tests.shapes.model import LAST_MONTH, Made, Row, Typed, changed, with_column

Tables: TypeAlias = dict[str, Made]
Links: TypeAlias = Mapping[tuple[str, ...], tuple[str, tuple[str, ...]]]
FILES, SERVERS = ("sqlite", "duckdb"), ("postgres", "mariadb")
ALL = (*FILES, *SERVERS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """How a shape's tables and columns are called on one engine, quoted."""

    shape: "Shape"
    engine: Engine

    def __call__(self, logical: str) -> str:
        """A table, or a column (`sales.day`), quoted; the table with its schema."""
        table, _, column = logical.partition(".")
        if column:
            return self.engine.quoted(self.shape.call(column))
        schema = self.shape.schema_on(self.engine)
        name = self.engine.quoted(self.shape.call(table))
        return f"{self.engine.quoted(schema)}.{name}" if schema else name


Sql: TypeAlias = Callable[[Names], Iterable[str | Step]]


def _nothing(_names: Names) -> Iterable[str | Step]:
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """One shape; see the module."""

    name: str
    engines: tuple[str, ...] = ALL
    change: Callable[[Tables], Tables] = lambda tables: tables
    call: Callable[[str], str] = lambda word: word
    schema: str = ""
    keys: bool = True
    suffix: Mapping[str, str] = field(default_factory=dict)
    put: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict)
    before: Sql = _nothing
    between: Sql = _nothing
    after: Sql = _nothing
    seen: Mapping[str, str] = field(default_factory=dict)
    absent: tuple[str, ...] = ()
    zone: str = "UTC"
    stored: str = ""
    questions: tuple[Typed, ...] = ()
    kinds: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    heavy: bool = False

    def schema_on(self, engine: Engine) -> str:
        """A schema of its own, on engines that have some; MariaDB's are other databases."""
        return self.schema if engine.default_schema else ""

    def may(self, reaction: tuple[str, ...], engine: str, kind: str) -> bool:
        """Whether a kind of question is one of those, on that engine."""
        return bool({kind, f"{engine}: {kind}", f"{engine}: *", "*"} & set(reaction))

    def is_wanted(self, kind: str) -> bool:
        return not self.kinds or kind in self.kinds


def steps(shape: Shape, engine: Engine, tables: Tables) -> list[Step]:
    """What makes the database of a shape."""
    names = Names(shape=shape, engine=engine)
    schema = shape.schema_on(engine)
    found: list[Step] = [(f"CREATE SCHEMA {engine.quoted(schema)}", None)] if schema else []
    found += [_step(each) for each in shape.before(names)]
    for table, made in tables.items():
        found.append((_create(shape, names, table, made), None))
    found += [_step(each) for each in shape.between(names)]
    for table, made in tables.items():
        stored = [c for c, kind in made.columns.items() if not kind.startswith("=")]
        listed = ", ".join(names(f"{table}.{column}") for column in stored)
        marks = ", ".join([engine.mark] * len(stored))
        same = lambda value: value  # noqa: E731 - what is not stored otherwise
        puts = [shape.put.get(f"{table}.{column}", same) for column in stored]
        rows = [
            [engine.put(put(row[c])) for c, put in zip(stored, puts, strict=True)]
            for row in made.rows
        ]
        into = names(table).replace("%", "%%") if engine.mark == "%s" else names(table)
        listed = listed.replace("%", "%%") if engine.mark == "%s" else listed
        if rows:
            found.append((f"INSERT INTO {into} ({listed}) VALUES ({marks})", rows))
    return found + [_step(each) for each in shape.after(names)]


def _step(each: str | Step) -> Step:
    return (each, None) if isinstance(each, str) else each


def _create(shape: Shape, names: Names, table: str, made: Made) -> str:
    """The statement; a type that begins with `=` is computed from other columns."""
    engine = names.engine
    parts = [
        f"{names(f'{table}.{column}')} {_type(engine, kind, names)}"
        for column, kind in made.columns.items()
    ]
    if shape.keys and made.key and table not in shape.suffix:
        parts.append(f"PRIMARY KEY ({_listed(names, table, made.key)})")
    for own, (target, keys) in made.links.items() if shape.keys and not shape.suffix else ():
        far = f"{names(target)} ({_listed(names, target, keys)})"
        parts.append(f"FOREIGN KEY ({_listed(names, table, own)}) REFERENCES {far}")
    end = shape.suffix.get(table, "")
    return f"CREATE TABLE {names(table)} ({', '.join(parts)}) {end}"


def _type(engine: Engine, kind: str, names: Names) -> str:
    if not kind.startswith("="):
        return engine.type_of(kind)
    how = "" if engine.name == "duckdb" else "STORED"
    return f"{engine.type_of('money')} GENERATED ALWAYS AS ({_computed(kind, names)}) {how}"


def _computed(kind: str, names: Names) -> str:
    one, other = kind[1:].split(" * ")
    return f"{names(f'sales.{one}')} * {names(f'sales.{other}')}"


def _listed(names: Names, table: str, columns: Iterable[str]) -> str:
    return ", ".join(names(f"{table}.{column}") for column in columns)


# ---------------------------------------------------------------- changes of the shop


def kept(
    ref: str, kind: str, value: Callable[[Row], Any] | None = None
) -> Callable[[Tables], Tables]:
    """A column of the shop of another type, or a further one; its values are what is meant."""
    return lambda tables: with_column(tables, ref, kind, value)


def _rows(table: str, keep: Callable[[Row], bool]) -> Callable[[Tables], Tables]:
    return lambda tables: changed(tables, table, rows=tuple(filter(keep, tables[table].rows)))


def _by_id(values: Iterable[Any], name: str) -> Callable[[Row], Any]:
    """The values by the number of the row; the others keep what they have."""
    found = dict(enumerate(values, 1))
    return lambda row: found.get(row["id"], row.get(name))


def _all(*changes: Callable[[Tables], Tables]) -> Callable[[Tables], Tables]:
    def changed_by_all(tables: Tables) -> Tables:
        for change in changes:
            tables = change(tables)
        return tables

    return changed_by_all


def _with_uuids(tables: Tables) -> Tables:
    def number(n: int) -> uuid.UUID:
        return uuid.UUID(int=n * 0x1234567890ABCDEF1234567890ABC, version=4)

    tables = with_column(tables, "customers.id", "uuid", lambda row: number(row["id"]))
    tables = with_column(
        tables, "sales.customer_id", "uuid", lambda row: number(row["customer_id"])
    )
    return with_column(tables, "sales.id", "uuid", lambda row: number(row["id"]))


def _with_returns(tables: Tables) -> Tables:
    """Sales are told apart by customer and number; returns name both."""
    made = changed(tables, "sales", key=("customer_id", "id"))
    returns = Made(
        columns={"id": "int", "customer_id": "int", "sale_id": "int", "pieces": "int"},
        links={("customer_id", "sale_id"): ("sales", ("customer_id", "id"))},
        rows=tuple({"id": n, "customer_id": c, "sale_id": s, "pieces": n}
                   for n, (c, s) in enumerate(((1, 1), (3, 5), (3, 5), (2, 6)), 1)),
    )  # fmt: skip
    return {**made, "returns": returns}


def _with_referrers(tables: Tables) -> Tables:
    made = with_column(tables, "customers.referrer_id", "int", _by_id((None, 1, 1, 2), "x"))
    links = {("referrer_id",): ("customers", ("id",))}
    return changed(made, "customers", links=links)


def _with_two_keys(tables: Tables) -> Tables:
    made = with_column(tables, "sales.payer_id", "int", lambda row: row["customer_id"] % 3 + 1)
    to = ("customers", ("id",))
    return changed(made, "sales", links={("customer_id",): to, ("payer_id",): to})


def _with_tags(tables: Tables) -> Tables:
    names = ("gift", "fragile", "rare", "unused")
    tags = Made(
        columns={"id": "int", "label": "text"},
        rows=tuple({"id": n, "label": name} for n, name in enumerate(names, 1)),
    )
    links: Links = {("tag_id",): ("tags", ("id",)), ("sale_id",): ("sales", ("id",))}
    pairs = ((1, 1), (1, 2), (2, 2), (3, 2), (3, 11), (1, 11))
    between = Made(
        columns={"tag_id": "int", "sale_id": "int"}, key=("tag_id", "sale_id"), links=links,
        rows=tuple({"tag_id": t, "sale_id": s} for t, s in pairs),
    )  # fmt: skip
    return {**tables, "tags": tags, "sale_tags": between}


def _with_history(tables: Tables) -> Tables:
    day = dt.date
    spans = (
        (1, day(2023, 1, 1), day(2024, 3, 1), "2.50"),
        (1, day(2024, 3, 1), None, "2.75"),
        (2, day(2023, 6, 1), day(2024, 4, 1), "19.99"),
        (2, day(2024, 4, 1), None, "18.40"),
    )
    prices = Made(
        columns={"id": "int", "product": "int", "amount": "money", "valid_from": "date",
                 "valid_to": "date"},
        rows=tuple({"id": n, "product": p, "amount": Decimal(a), "valid_from": f, "valid_to": t}
                   for n, (p, f, t, a) in enumerate(spans, 1)),
    )  # fmt: skip
    return {**tables, "prices": prices}


def _moments(*texts: str) -> Callable[[Row], Any]:
    return _by_id([dt.datetime.fromisoformat(text) for text in texts], "day")


def _noon(row: Row) -> dt.datetime:
    return dt.datetime.combine(row["day"], dt.time(12))


def _at(kind: str, *texts: str, aware: bool = False) -> Callable[[Tables], Tables]:
    """The day as a moment (in UTC): noon, but for the first rows, which are near a midnight."""
    near = _moments(*texts)

    def moment(row: Row) -> dt.datetime:
        found = near(row)
        found = found if isinstance(found, dt.datetime) else _noon(row)
        return found.replace(tzinfo=dt.UTC) if aware else found

    return kept("sales.day", kind, moment)


_MIDNIGHTS = ("2024-03-01 04:30:00", "2024-03-01 05:30:00", "2024-04-01 03:30:00",
              "2024-03-31 22:30:00", "2024-03-10 06:59:00", "2024-03-10 07:01:00",
              "2024-03-31 00:59:59", "2024-04-01 04:00:00", "2024-02-29 23:59:59")  # fmt: skip


def _written(ref: str, kind: str, put: Callable[[Any], Any]) -> dict[str, Any]:
    """A column of the shop that holds what is meant in another form."""
    return {"change": kept(ref, kind), "put": {ref: put}}


def _epoch(scale: int) -> dict[str, Any]:
    def seconds(day: dt.date) -> int:
        return int(dt.datetime.combine(day, dt.time(12), dt.UTC).timestamp()) * scale

    return _written("sales.day", "bigint", seconds)


def _view(names: Names) -> Iterable[str]:
    """Every table under another name, the view in its place."""
    for table in ("customers", "sales"):
        view = names.engine.quoted(f"{table}_view")
        yield f"CREATE VIEW {view} AS SELECT * FROM {names(table)}"


def _copies(names: Names) -> Iterable[str]:
    """The raw sales in cents as texts, the staged ones, and a mart of all sales by month."""
    text = {"mariadb": "CHAR(20)"}.get(names.engine.name, "VARCHAR(20)")
    rows = f"FROM {names('sales')}"
    cents = f"CAST(CAST(price * 100 AS {_WHOLE.get(names.engine.name, 'INTEGER')}) AS {text})"
    yield f"CREATE TABLE raw_sales AS SELECT id, category, quantity, {cents} AS price {rows}"
    yield f"CREATE TABLE stg_sales AS SELECT * {rows} WHERE id < 12"
    yield (f"CREATE TABLE mart_sales AS SELECT category, count(*) AS sales, "
           f"sum(quantity * price) AS revenue {rows} GROUP BY category")  # fmt: skip


_WHOLE = {"mariadb": "SIGNED"}


def _partitions(names: Names) -> Iterable[str]:
    for name, start, end in (("sales_2023", 2023, 2024), ("sales_2024", 2024, 2025)):
        yield (f"CREATE TABLE {name} PARTITION OF {names('sales')} "
               f"FOR VALUES FROM ('{start}-01-01') TO ('{end}-01-01')")  # fmt: skip


def _many_tables(count: int) -> Sql:
    def made(names: Names) -> Iterable[str]:
        end = {"mariadb": "ENGINE=MEMORY"}.get(names.engine.name, "")
        for number in range(count):
            yield f"CREATE TABLE log_{number:04d} (id INTEGER, note VARCHAR(20)) {end}"

    return made


def _wide(tables: Tables) -> Tables:
    for number in range(490):
        tables = with_column(tables, f"sales.extra_{number:03d}", "int", lambda row: row["id"])
    return tables


def _paid(kind: str, yes: Any, no: Any) -> dict[str, Any]:
    """A column of yes and no, and how both are stored; the question is about the yes."""
    return {
        "change": kept("sales.is_paid", kind, lambda row: row["id"] % 3 != 0),
        "put": {"sales.is_paid": lambda value: yes if value else no},
        "questions": (
            Typed(kind="yes", where=(("is_paid", "=", True),)),
            Typed(kind="no", number="sum", of=("quantity",), where=(("is_paid", "=", False),)),
        ),
    }


def _listing(*columns: str, **more: Any) -> Typed:
    return Typed(kind="values", number="list", of=("id", *columns), **more)


_ODD = {
    "reserved words": {"sales": "order", "customers": "user", "category": "group", "day": "date",
                       "quantity": "select", "price": "from", "customer_id": "references",
                       "city": "table", "name": "index"},
    "other scripts": {"sales": "продажи", "customers": "顧客", "category": "κατηγορία",
                      "day": "يوم", "quantity": "मात्रा", "price": "가격", "city": "città",
                      "customer_id": "客户编号"},
    "emoji": {"sales": "🛒 sales", "customers": "😀", "category": "📦", "day": "📅 day",
              "quantity": "🔢", "price": "💶price", "city": "🏙️"},
    "mixed case": {"sales": "SalesOrder", "customers": "CUSTOMERS", "category": "ProductCategory",
                   "day": "OrderDay", "quantity": "Quantity", "customer_id": "customerId",
                   "price": "unitPRICE"},
}  # fmt: skip


def _odd(kind: str) -> Callable[[str], str]:
    return lambda word: _ODD[kind].get(word, word)


def _search_path(_names: Names) -> Iterable[str]:
    yield (
        "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = %s', "
        "current_database(), 'finance, public'); END $$"
    )


def _elsewhere(names: Names) -> Iterable[str | Step]:
    """The same tables once more in the default schema, with fewer rows."""
    for table in ("customers", "sales"):
        yield f"CREATE TABLE {table} AS SELECT * FROM {names(table)} WHERE id < 4"


_MISSING = (None, "", "None", "N/A", "null", "None", "tea", None, "NULL", None, "N/A", "tea")
_VARIANTS = ("Madrid", "madrid", "MADRID ", "Madrid ", " Madrid", "Lyon")
_BIG = (2**62, 2**53 + 1, -(2**63), 2**63 - 1, 0, 1)
_HUGE = (Decimal("12345678901234567890123456789012345678"), Decimal(-(10**37)), Decimal(7))
_WIDE = (Decimal("1234567890123456789012345678.1234567891"), Decimal("0.0000000001"), Decimal("-5"))
_LIMITS = (math.nan, math.inf, -1.5, 2.25)
_VALUED = tuple(
    Typed(kind=f"value {value!r}", where=(("category", "=", value),))
    for value in ("None", "N/A", "", "null", "tea")
)
_IS_NULL = Typed(kind="is null", where=(("category", "is null", None),))


def _day_as(form: str) -> Callable[[Any], str]:
    return lambda day: str(day.strftime(form))


_DATED = ("by month", "last month")

SHAPES: tuple[Shape, ...] = (
    Shape(name="plain"),
    # names
    Shape(name="other schema", schema="finance", engines=("duckdb", "postgres")),
    Shape(name="schema in the search path", schema="finance", engines=("postgres",),
          after=_search_path),
    Shape(name="two schemas", schema="finance", engines=("duckdb", "postgres"), after=_elsewhere),
    Shape(name="two schemas without keys", schema="finance", keys=False, after=_elsewhere,
          engines=("duckdb", "postgres")),
    Shape(name="schema with an odd name", schema='Fin.ance "x"', engines=("duckdb", "postgres")),
    Shape(name="mixed case", call=_odd("mixed case")),
    Shape(name="upper case", call=str.upper),
    Shape(name="reserved words", call=_odd("reserved words")),
    Shape(name="blanks", call=lambda word: f"the {word} of us"),
    Shape(name="dots", call=lambda word: f"shop.{word}"),
    Shape(name="dots in columns", call=lambda w: w if w in ("sales", "customers") else f"x.{w}"),
    Shape(name="dashes", call=lambda word: f"{word}-2024"),
    Shape(name="quotes", call=lambda word: f"{word} \"x\" 'y' `z`"),
    Shape(name="marks", call=lambda word: f"{word}; [a] \\ :b ?c %s $1 -- /*"),
    Shape(name="figures first", call=lambda word: f"2024 {word}"),
    Shape(name="long names", call=lambda word: f"{word}_{'x' * 50}"[:60]),
    # MariaDB takes no names outside of the basic plane.
    Shape(name="emoji", engines=("sqlite", "duckdb", "postgres"), call=_odd("emoji")),
    Shape(name="other scripts", call=_odd("other scripts")),
    # what stands in the place of a table
    Shape(name="views", after=_view, keys=False,
          seen={"sales": "sales_view", "customers": "customers_view"},
          asked=("has", "has no", "two tables")),
    Shape(name="materialised views", engines=("postgres",), keys=False,
          after=lambda names: (s.replace("CREATE VIEW", "CREATE MATERIALIZED VIEW")
                               for s in _view(names)),
          seen={"sales": "sales_view", "customers": "customers_view"},
          asked=("has", "has no", "two tables")),
    Shape(name="partitions", engines=("postgres",), between=_partitions,
          suffix={"sales": "PARTITION BY RANGE (day)"}, absent=("sales_2023", "sales_2024")),
    Shape(name="partitions of mariadb", engines=("mariadb",),
          suffix={"sales": "PARTITION BY HASH (id) PARTITIONS 3"}),
    Shape(name="generated columns",
          change=kept("sales.total", "=quantity * price", lambda r: r["quantity"] * r["price"]),
          questions=(Typed(kind="sum", number="sum", of=("total",)),
                     Typed(kind="sum by text", number="sum", of=("total",), by="category"))),
    # types
    Shape(name="enums", change=kept("sales.category", "enum", lambda r: r["category"]),
          before=lambda names: {
              "postgres": ["CREATE TYPE kind_of_goods AS ENUM ('coffee','mugs','plates','tea')"],
          }.get(names.engine.name, [])),
    Shape(name="domains", change=kept("sales.price", "domain", lambda r: r["price"]),
          before=lambda names: ["CREATE DOMAIN amount_of_money AS NUMERIC(10,2) CHECK (VALUE >= 0)"]
          if names.engine.name == "postgres" else []),
    Shape(name="arrays", change=kept("sales.tags", "array",
                                     lambda r: ["a, b", 'c "d"'] if r["id"] % 2 else []),
          questions=(_listing("tags"),)),
    Shape(name="json", change=kept("sales.extra", "json",
                                   lambda r: {"n": r["id"], "é": ["x", None]}),
          questions=(_listing("extra"),)),
    Shape(name="ranges", engines=("postgres",),
          change=kept("sales.span", "range", lambda r: (r["id"], r["id"] + 5))),
    # keys
    Shape(name="uuid keys", change=_with_uuids),
    Shape(name="composite keys", change=_with_returns, questions=(
        Typed(kind="has by two columns", has="returns"),
        Typed(kind="has none by two columns", has_no="returns"),
        Typed(kind="two tables by two columns", table="returns", number="sum", of=("pieces",),
              by="sales.category"))),
    Shape(name="no keys", keys=False),
    Shape(name="self-references", change=_with_referrers, questions=(
        Typed(kind="refers", table="customers", where=(("referrer_id", "is not null", None),)),
        Typed(kind="refers to none", table="customers",
              where=(("referrer_id", "is null", None),)))),
    Shape(name="two keys to one table", change=_with_two_keys,
          asked=("has", "has no", "two tables")),
    Shape(name="many to many", change=_with_tags, questions=(
        Typed(kind="has through another", table="tags", has="sales"),
        Typed(kind="has none through another", table="tags", has_no="sales"),
        Typed(kind="has rows of the middle", has="sale_tags"))),
    # history and copies
    Shape(name="history", change=_with_history, questions=(
        Typed(kind="now valid", table="prices", number="sum", of=("amount",),
              where=(("valid_to", "is null", None),)),
        Typed(kind="began last year", table="prices",
              period=("valid_from", dt.date(2023, 1, 1), dt.date(2024, 1, 1))))),
    Shape(name="soft delete",
          change=kept("sales.deleted_at", "moment",
                      lambda r: dt.datetime(2024, 4, 2, 8, 30) if r["id"] % 5 == 0 else None),  # noqa: DTZ001
          questions=(Typed(kind="alive", where=(("deleted_at", "is null", None),)),
                     Typed(kind="deleted by month", where=(("deleted_at", "is not null", None),),
                           by="deleted_at", grain="month"))),
    Shape(name="copies", after=_copies),
    Shape(name="cents", change=kept("sales.price", "int", lambda r: int(r["price"] * 100))),
    # times
    Shape(name="days that may be missing",
          change=kept("sales.day", "date", lambda r: r["day"] if r["id"] % 4 else None)),
    Shape(name="zero dates", engines=("mariadb",),
          change=kept("sales.day", "date", lambda r: r["day"] if r["id"] % 4 else None),
          put={"sales.day": lambda day: day or "0000-00-00"}, questions=(
              Typed(kind="closed", where=(("day", "is not null", None),)),
              Typed(kind="open", where=(("day", "is null", None),)),
              Typed(kind="first", number="list", of=("id", "day")))),
    *(Shape(name=f"dates as text, {name}",
            **_written("sales.day", "text time", _day_as(form)))
      for name, form in (("ISO", "%Y-%m-%d"), ("day first", "%d/%m/%Y"),
                         ("in words", "%b %d, %Y"))),
    Shape(name="dates as text, mixed", refused=_DATED,
          **_written("sales.day", "text time", lambda day: day.strftime(
              ("%Y-%m-%d", "%d/%m/%Y", "%b %d, %Y")[day.day % 3]))),
    Shape(name="epoch seconds", **_epoch(1)),
    Shape(name="epoch milliseconds", **_epoch(1000)),
    Shape(name="epoch seconds in New York", zone="America/New_York", stored="UTC",
          change=_at("bigint", *_MIDNIGHTS),
          put={"sales.day": lambda at: int(at.replace(tzinfo=dt.UTC).timestamp())},
          questions=(Typed(kind="by day", by="day", grain="day"),
                     Typed(kind="one day", period=("day", dt.date(2024, 3, 10),
                                                   dt.date(2024, 3, 11))))),
    Shape(name="moments", change=_at("moment", *_MIDNIGHTS)),
    *(Shape(name=f"instants in {zone}", zone=zone, stored="UTC",
            change=_at("instant", *_MIDNIGHTS, aware=True),
            questions=(Typed(kind="by day", by="day", grain="day"),
                       Typed(kind="one day", period=("day", *day))))
      for zone, day in (("America/New_York", (dt.date(2024, 3, 10), dt.date(2024, 3, 11))),
                        ("Europe/Berlin", (dt.date(2024, 3, 31), dt.date(2024, 4, 1))),
                        ("Asia/Kathmandu", LAST_MONTH), ("Pacific/Auckland", LAST_MONTH))),
    Shape(name="moments of another zone", zone="America/New_York", stored="UTC",
          change=_at("moment", *_MIDNIGHTS)),
    # values
    Shape(name="yes as Y", **_paid("text", "Y", "N")),
    Shape(name="yes as 1", **_paid("int", 1, 0)),
    Shape(name="yes as text", **_paid("text", "yes", "no")),
    Shape(name="yes as boolean", **_paid("bool", True, False)),
    Shape(name="missing values", change=kept("sales.category", "text",
                                             _by_id(_MISSING, "category")),
          questions=(*_VALUED, _IS_NULL)),
    Shape(name="variants of case and blanks",
          change=kept("customers.city", "text", _by_id(_VARIANTS, "city")),
          questions=(*(Typed(kind=f"city {city!r}", table="customers",
                             where=(("city", "=", city),)) for city in _VARIANTS),
                     Typed(kind="cities", table="customers", by="city"),
                     Typed(kind="distinct cities", table="customers", number="distinct",
                           of=("city",)))),
    Shape(name="odd values",
          change=kept("sales.category", "text", _by_id(
              ("O'Brien", 'say "x"', "back\\slash", "50%", "a_b", "новый", "🙂", "-- x", "a;b",
               ":x", "%s", "?"), "category")),
          questions=tuple(Typed(kind=f"value {v}", where=(("category", "=", v),)) for v in (
              "O'Brien", 'say "x"', "back\\slash", "50%", "a_b", "новый", "🙂", "-- x", "a;b",
              ":x", "%s", "?"))),
    Shape(name="numbers as text", refused=("sum of a product",),
          **_written("sales.price", "text", str)),
    Shape(name="numbers as text with commas", refused=("sum of a product", "average"),
          **_written("sales.price", "text", lambda price: f"{price * 1000:,.2f}")),
    Shape(name="numbers as text with a currency", refused=("sum of a product", "average"),
          **_written("sales.price", "text", lambda price: f"€ {price}")),
    Shape(name="missing numbers", change=_all(
        kept("sales.price", "money", lambda r: r["price"] if r["id"] % 3 else None),
        kept("sales.quantity", "int", lambda r: r["quantity"] if r["id"] % 5 else None))),
    Shape(name="bigints", change=kept("sales.big", "bigint", _by_id(_BIG, "x")),
          questions=(_listing("big"), Typed(kind="sum", number="sum", of=("big",)),
                     Typed(kind="highest", number="max", of=("big",)),
                     Typed(kind="above 2^53", where=(("big", "=", 2**53 + 1),)))),
    Shape(name="decimals of 38 digits", engines=("duckdb", *SERVERS), change=_all(
        kept("sales.huge", "huge", _by_id(_HUGE, "x")), kept("sales.wide", "wide",
                                                             _by_id(_WIDE, "x"))),
          questions=(_listing("huge", "wide"), Typed(kind="highest", number="max", of=("huge",)),
                     Typed(kind="lowest", number="min", of=("wide",)))),
    Shape(name="not a number and infinity", engines=("duckdb", "postgres"),
          change=kept("sales.rate", "float", _by_id(_LIMITS, "x")),
          questions=(_listing("rate"), Typed(kind="sum", number="sum", of=("rate",)))),
    # sizes
    Shape(name="empty tables", change=_all(_rows("sales", lambda _: False),
                                           _rows("customers", lambda _: False))),
    Shape(name="one row", change=_all(_rows("sales", lambda r: r["id"] == 6),
                                      _rows("customers", lambda r: r["id"] == 2))),
    Shape(name="500 columns", change=_wide,
          questions=(Typed(kind="sum of the last", number="sum", of=("extra_489",)),)),
    Shape(name="5,000 tables", after=_many_tables(5_000), heavy=True),
)  # fmt: skip


def local_day(zone: str, stored: str) -> Callable[[Any], dt.date]:
    """The day that a stored day or moment is on, where people ask."""

    def day(value: dt.date) -> dt.date:
        if not isinstance(value, dt.datetime):
            return value
        if value.tzinfo is None:
            if not stored:
                return value.date()
            value = value.replace(tzinfo=ZoneInfo(stored))
        return value.astimezone(ZoneInfo(zone)).date()

    return day
