"""What may be told of the database itself, to a person who may know it; nothing here writes.

`known` is always the workspace as that person may know it.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlglot import exp

from knowledge.catalog import Column, Table
from knowledge.sql_text import read_sql
from pipeline.result import Cell, Sample
from pipeline.rules.schema.known import Known
from pipeline.rules.text.words import words_of
from pipeline.sql import Denial, Grants, Tier, apply_permissions, inspect
from pipeline.sql.names.grants import table_in_catalog
from pipeline.warehouse import Plan, Warehouse, WarehouseError
from pipeline.writes.values import Impossible

_MOST = 50
_SHOWN_VALUES = 5
_RANGES = (exp.GT, exp.GTE, exp.LT, exp.LTE, exp.Between, exp.EQ, exp.In)
# How each engine says that it reads every row of a table.
_SCANS = {
    "sqlite": re.compile(r"^SCAN (?:TABLE )?(\w+)(?!.*USING)", re.MULTILINE),
    "postgres": re.compile(r"Seq Scan (?:on )?(\w+)"),
    "mysql": re.compile(r"\S+ (\w+) \(ALL\)"),
    "duckdb": re.compile(r"(?:Table:\s*|SEQ_SCAN\s+)(?:\w+\.)*(\w+)"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """An answer about the database: a sentence, and rows where there are some."""

    summary: str
    sample: Sample | None = None
    wish: str = ""


def list_tables(known: Known) -> Told:
    """The tables, with how many rows and columns they have."""
    tables = [table for table in known.catalog.tables if table.key in known.allowed]
    rows = tuple(_line(table, known) for table in tables[:_MOST])
    many = "1 table" if len(tables) == 1 else f"{len(tables)} tables"
    return Told(
        summary=f"You can ask about {many}.",
        sample=_sample(("table", "rows", "columns", "what it holds"), rows, len(tables)),
    )


def describe_table(known: Known, key: str) -> Told:
    """The columns of one table, with their types, keys and some values."""
    table = known.catalog.table(key)
    if table is None or table.key not in known.allowed:
        return Told(summary=f"There is no table {key} that you may see.")
    rows = tuple(_described(column, table, known) for column in table.columns)
    note = known.glossary.note(table.key)
    about = (note.description if note else "") or table.comment
    many = known.shown_rows(table)
    counted = "" if many is None else f" and {many:,} rows"
    return Told(
        summary=f"{table.key} has {len(rows)} columns{counted}.{' ' if about else ''}{about}",
        sample=_sample(("column", "type", "key", "what it holds"), rows, len(rows)),
    )


def search_metadata(known: Known, text: str) -> Told:
    """The tables and columns that words may mean, the likeliest first."""
    words = [word for word in words_of(text) if word.lower not in ("the", "a", "an", "of")]
    spans = [words[at:until] for at in range(len(words)) for until in range(len(words), at, -1)]
    found = {c.ref: c.score for span in spans for c in known.lexicon.find(span)}
    refs = [ref for ref, _ in sorted(found.items(), key=lambda pair: (-pair[1], pair[0]))]
    refs += [ref for ref in _commented(known, text.lower()) if ref not in refs]
    refs += [f"{hit.table}.{hit.column}" for hit in known.values.find(text) if hit.score == 1]
    refs = list(dict.fromkeys(refs))
    if not refs:
        return Told(summary=f"There is nothing called “{text}” in this database.")
    rows = tuple((ref, _holds(known, ref)) for ref in refs[:_MOST])
    places = "1 place" if len(refs) == 1 else f"{len(refs)} places"
    return Told(
        summary=f"“{text}” may be in {places}.",
        sample=_sample(("where", "what it holds"), rows, len(refs)),
    )


async def explain_plan(
    sql: str, known: Known, grants: Grants, warehouse: Warehouse
) -> Told | Impossible:
    """How the engine would run a read that this person may run."""
    planned = await _planned(sql, known, grants, warehouse)
    if isinstance(planned, Impossible):
        return planned
    allowed, plan, scanned = planned
    read = _tables(read_sql(allowed, known.catalog.dialect), known).values()
    # What a planner expects, it expects of all rows.
    hushed = any(known.is_hushed(table.key) for table in read)
    rows = () if hushed else tuple((line,) for line in plan.text.splitlines()[:_MOST])
    full = f"It reads every row of {', '.join(scanned)}." if scanned else (
        "It finds its rows through indexes."
    )  # fmt: skip
    return Told(summary=full, sample=_sample(("plan",), rows, len(rows)))


async def _planned(
    sql: str, known: Known, grants: Grants, warehouse: Warehouse
) -> tuple[str, Plan, Sequence[str]] | Impossible:
    """The read as this person may run it, its plan, and the tables that are read whole."""
    allowed = _readable(sql, known, grants)
    if isinstance(allowed, Impossible):
        return allowed
    try:
        plan = await warehouse.explain(allowed)
    except WarehouseError as error:
        return Impossible(reason=str(error))
    return allowed, plan, scanned_tables(plan.text, known.catalog.dialect)


async def suggest_index(
    sql: str, known: Known, grants: Grants, warehouse: Warehouse
) -> Told | Impossible:
    """Which indexes would spare a read from going through whole tables; it adds none."""
    planned = await _planned(sql, known, grants, warehouse)
    if isinstance(planned, Impossible):
        return planned
    allowed, _, scanned = planned
    found = list(dict.fromkeys(_useful(allowed, known, {name.lower() for name in scanned})))
    if not found:
        return Told(summary="No index that I know of would make this faster.")
    table, column = found[0]
    return Told(
        summary=f"An index on {table} ({column}) would spare it from reading every row.",
        sample=_sample(("table", "column"), tuple(found), len(found)),
        wish=f"Add an index on {table}({column})",
    )


def scanned_tables(plan: str, dialect: str) -> tuple[str, ...]:
    """The tables that a plan reads from the first row to the last."""
    pattern = _SCANS.get(dialect)
    found = pattern.findall(plan) if pattern else []
    return tuple(dict.fromkeys(found))


def _readable(sql: str, known: Known, grants: Grants) -> str | Impossible:
    dialect = known.catalog.dialect
    if inspect(sql, dialect).tier != Tier.T0:
        return Impossible(reason="Only a query that reads can be explained.")
    allowed = apply_permissions(sql, dialect, known.catalog, grants)
    return Impossible(reason=allowed.reason) if isinstance(allowed, Denial) else allowed


def _useful(sql: str, known: Known, scanned: set[str]) -> Iterator[tuple[str, str]]:
    """The columns by which rows are looked for, and which are no keys already."""
    tree = read_sql(sql, known.catalog.dialect)
    tables = _tables(tree, known)
    for condition in tree.find_all(*_RANGES):
        for column in condition.find_all(exp.Column):
            table = tables.get(column.table.lower()) or _owner(column.name, tables)
            known_column = table.column(column.name) if table else None
            if table is None or known_column is None or table.name.lower() not in scanned:
                continue
            if not (known_column.primary_key or known_column.unique):
                yield table.key, known_column.name


def _tables(tree: exp.Expr, known: Known) -> dict[str, Table]:
    found = {}
    for node in tree.find_all(exp.Table):
        name = f"{node.db}.{node.name}" if node.db else node.name
        table = table_in_catalog(name, known.catalog, known.catalog.dialect)
        if table is not None:
            found[node.alias_or_name.lower()] = table
    return found


def _owner(column: str, tables: dict[str, Table]) -> Table | None:
    owners = [table for table in tables.values() if table.column(column)]
    return owners[0] if len(owners) == 1 else None


def _commented(known: Known, text: str) -> Iterator[str]:
    for table in known.catalog.tables:
        if table.key not in known.allowed:
            continue
        if text in table.comment.lower():
            yield table.key
        yield from (f"{table.key}.{c.name}" for c in table.columns if text in c.comment.lower())


def _holds(known: Known, ref: str) -> str:
    table = known.catalog.table(ref)
    if table is not None:
        return table.comment or f"a table of {len(table.columns)} columns"
    column = known.column(ref)
    owner = ref.rpartition(".")[0]
    return column.comment or _values(column, owner, known) or column.type


def _line(table: Table, known: Known) -> tuple[Cell, ...]:
    note = known.glossary.note(table.key)
    about = (note.description if note else "") or table.comment
    return table.key, known.shown_rows(table), len(table.columns), about


def _described(column: Column, table: Table, known: Known) -> tuple[Cell, ...]:
    refers = [key.to_table for key in table.foreign_keys if key.columns == (column.name,)]
    key = "primary key" if column.primary_key else f"refers to {refers[0]}" if refers else ""
    key = key or ("unique" if column.unique else "")
    return column.name, column.type, key, column.comment or _values(column, table.key, known)


def _values(column: Column, table: str, known: Known) -> str:
    shown = known.shown_values(table, column) if column.complete else ()
    return ", ".join(shown[:_SHOWN_VALUES])


def _sample(columns: Sequence[str], rows: Sequence[tuple[Cell, ...]], total: int) -> Sample:
    shown = tuple(rows)
    return Sample(columns=tuple(columns), rows=shown, total=total, truncated=total > len(shown))
