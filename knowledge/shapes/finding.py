"""Finds the shapes of a catalog: rules over tables and columns, and no query."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

from knowledge.catalog import Catalog, Column, Kind, Table
from knowledge.personal_data import snake
from knowledge.shapes.copies import copy_groups
from knowledge.shapes.shape import Shape, ShapeKind
from knowledge.shapes.texts import (
    as_booleans,
    as_dates,
    as_numbers,
    is_missing_text,
    said_texts,
    variants_of,
)
from knowledge.stored_times import (
    UNITS,
    form_in_words,
    forms_of_texts,
    may_be_epoch,
    unit_of_range,
)

_WIDE = 100
_MANY_TABLES = 20
_MOST_VALUES = 6
_CODES = frozenset(
    ("id", "code", "zip", "postcode", "postal", "phone", "sku", "isbn", "ean", "no", "nr",
     "number", "key", "ref", "reference", "account", "iban", "version", "year", "serial")
)  # fmt: skip
_UNITS = {
    "cents": "cents", "cent": "cents", "pence": "pence", "usd": "US dollars", "eur": "euros",
    "gbp": "pounds", "kg": "kilograms", "grams": "grams", "lbs": "pounds of weight",
    "km": "kilometres", "miles": "miles", "ms": "milliseconds", "millis": "milliseconds",
    "sec": "seconds", "secs": "seconds", "seconds": "seconds", "minutes": "minutes",
    "mins": "minutes", "hours": "hours", "days": "days", "pct": "percent", "percent": "percent",
    "bps": "hundredths of a percent", "thousands": "thousands", "millions": "millions",
    "bytes": "bytes", "kb": "kilobytes", "mb": "megabytes", "gb": "gigabytes",
}  # fmt: skip
_STAND_INS = ("0000-00-00", "0001-01-01", "1753-01-01", "1899-12-30", "1900-01-01")
_FAR = "9999-12-31"
_DELETED = frozenset(
    ("deleted", "is_deleted", "deleted_at", "deleted_on", "deleted_date", "delete_date", "removed",
     "is_removed", "removed_at", "removed_on", "archived_at", "is_archived", "soft_deleted",
     "del_flag", "deleted_flag", "is_void", "voided", "voided_at")
)  # fmt: skip
_VALIDITY = (
    (("valid_from",), ("valid_to", "valid_until", "valid_till")),
    (("effective_from", "effective_date", "effective_start"), ("effective_to", "effective_end",
     "expiry_date", "expiration_date")),
    (("start_date", "started_on", "from_date"), ("end_date", "ended_on", "to_date")),
    (("dbt_valid_from",), ("dbt_valid_to",)),
)  # fmt: skip

ColumnRule: TypeAlias = Callable[[Table, Column, Sequence[str]], Iterator[Shape]]
TableRule: TypeAlias = Callable[[Table, Catalog], Iterator[Shape]]


def shapes_of(
    catalog: Catalog,
    values: Mapping[str, Sequence[str]] | None = None,
    keys: frozenset[str] | None = None,
) -> tuple[Shape, ...]:
    """The shapes of the tables of these keys, with more texts by `table.column` where known."""
    more = values or {}
    tables = [table for table in catalog.tables if keys is None or table.key in keys]
    found: list[Shape] = []
    for table in tables:
        for rule in _TABLE_RULES:
            found += rule(table, catalog)
        for column in table.columns:
            found += column_shapes(table, column, more.get(f"{table.key}.{column.name}"))
    found += _copies(catalog, keys)
    found += _shared_words(tables)
    return tuple(found)


def column_shapes(
    table: Table, column: Column, values: Sequence[str] | None = None
) -> tuple[Shape, ...]:
    """The shapes of one column, by these texts or else by the known ones."""
    texts = column.values if values is None else values
    if column.pii:
        texts = ()
    return tuple(shape for rule in _COLUMN_RULES for shape in rule(table, column, texts))


def has_flagged_rows(column: Column) -> bool:
    """Whether a column marks rows as deleted, and some rows are or may be."""
    if snake(column.name) not in _DELETED or column.distinct == 0:
        return False
    if column.kind.is_dated or column.kind is Kind.TEXT:
        return column.null_share is None or 0 < column.null_share < 1
    return column.distinct is None or column.distinct > 1


def _texts(table: Table, column: Column, texts: Sequence[str]) -> Iterator[Shape]:
    """Dates, numbers, or yes and no, written as text."""
    if column.stored_time and column.stored_time not in UNITS:
        yield Shape(
            kind=ShapeKind.TEXT_DATES, table=table.key, column=column.name,
            detail=form_in_words(column.stored_time), prefer=column.stored_time,
        )  # fmt: skip
    if column.kind is not Kind.TEXT or not texts:
        return
    dates = as_dates(texts)
    numbers = None if dates or _is_code(column) else as_numbers(texts)
    booleans = as_booleans(texts)
    for kind, judged in (
        (ShapeKind.TEXT_DATES, dates),
        (ShapeKind.TEXT_BOOLEANS, booleans),
        (ShapeKind.TEXT_NUMBERS, None if booleans else numbers),
    ):
        if judged is not None:
            yield Shape(
                kind=kind, table=table.key, column=column.name, detail=judged.detail,
                seen=judged.seen, fitting=judged.fitting, values=tuple(texts[:_MOST_VALUES]),
                prefer=_likely_form(texts) if kind is ShapeKind.TEXT_DATES else "",
            )  # fmt: skip


def _likely_form(texts: Sequence[str]) -> str:
    """The first form that the texts have: the day before the month where both could be."""
    return next(iter(forms_of_texts(said_texts(texts))), "")


def _variants(table: Table, column: Column, texts: Sequence[str]) -> Iterator[Shape]:
    if column.kind is not Kind.TEXT:
        return
    groups = variants_of(texts)
    for group in groups[:_MOST_VALUES]:
        yield Shape(
            kind=ShapeKind.VARIANTS, table=table.key, column=column.name, values=group,
            seen=len(texts), fitting=sum(map(len, groups)),
        )  # fmt: skip


def _missing(table: Table, column: Column, texts: Sequence[str]) -> Iterator[Shape]:
    found = tuple(text for text in texts if is_missing_text(text))
    if column.kind is Kind.TEXT and found and len(found) < len(texts):
        yield Shape(
            kind=ShapeKind.MISSING_TEXT, table=table.key, column=column.name, values=found,
            seen=len(texts), fitting=len(found),
        )  # fmt: skip


def _epoch(table: Table, column: Column, texts: Sequence[str]) -> Iterator[Shape]:
    _ = texts
    unit = column.stored_time if column.stored_time in UNITS else ""
    low, high = _number(column.low), _number(column.high)
    if not unit and may_be_epoch(column) and low and high:
        unit = unit_of_range(low, high)
    if unit:
        yield Shape(
            kind=ShapeKind.EPOCH, table=table.key, column=column.name, detail=unit, prefer=unit,
            values=(str(column.low), str(column.high)),
        )  # fmt: skip


def _dates(table: Table, column: Column, texts: Sequence[str]) -> Iterator[Shape]:
    """What stands for no date, and until when there are rows."""
    _ = texts
    if not column.kind.is_dated or not (column.high or column.zero_dates):
        return
    ends = (str(column.low)[:10], str(column.high)[:10])
    zeros = _STAND_INS[:1] if column.zero_dates else ()
    stand_ins = (*zeros, *(day for day in ends if day in _STAND_INS or day == _FAR))
    if stand_ins:
        yield Shape(
            kind=ShapeKind.STAND_IN_DATES, table=table.key, column=column.name, values=stand_ins
        )
    if column.high and ends[1] not in stand_ins:
        yield Shape(kind=ShapeKind.DATA_EDGE, table=table.key, column=column.name, values=ends)


def _unit(table: Table, column: Column, texts: Sequence[str]) -> Iterator[Shape]:
    _ = texts
    unit = unit_in_name(column)
    if unit:
        yield Shape(kind=ShapeKind.UNIT_IN_NAME, table=table.key, column=column.name, detail=unit)


def unit_in_name(column: Column) -> str:
    """The unit that the name of a number ends with; empty where there is none."""
    parts = snake(column.name).split("_")
    unit = _UNITS.get(parts[-1], "") if len(parts) > 1 else ""
    return unit if column.kind.is_number and not column.primary_key else ""


def _soft_delete(table: Table, catalog: Catalog) -> Iterator[Shape]:
    _ = catalog
    for column in table.columns:
        if has_flagged_rows(column):
            yield Shape(
                kind=ShapeKind.SOFT_DELETE, table=table.key, column=column.name,
                detail=str(column.kind), values=column.values[:_MOST_VALUES],
                seen=table.rows or 0, fitting=_flagged(table, column),
            )  # fmt: skip


def _flagged(table: Table, column: Column) -> int:
    """How many rows are marked, where the statistics tell; 0 where they do not."""
    dated = column.kind.is_dated or column.kind is Kind.TEXT
    if not dated or column.null_share is None or not table.rows:
        return 0
    return round(table.rows * (1 - column.null_share))


def _history(table: Table, catalog: Catalog) -> Iterator[Shape]:
    _ = catalog
    names = {snake(column.name): column for column in table.columns}
    for starts, ends in _VALIDITY:
        start = next((names[name] for name in starts if name in names), None)
        end = next((names[name] for name in ends if name in names), None)
        sure = "valid" in starts[0] or "effective" in starts[0]
        if start and end and (sure or _repeats_a_key(table)):
            yield Shape(
                kind=ShapeKind.HISTORY, table=table.key, column=start.name, others=(end.name,),
                seen=table.rows or 0,
            )  # fmt: skip
            return


def _repeats_a_key(table: Table) -> bool:
    """Whether rows say what some other row was called at a time: its key, a name, two dates."""
    tied = {name for key in table.foreign_keys for name in key.columns}
    return any(
        column.name in tied and column.distinct and table.rows and column.distinct < table.rows
        for column in table.columns
    )


def _bridges(table: Table, catalog: Catalog) -> Iterator[Shape]:
    """A third table, or view, with the keys of two others that are tied directly."""
    targets = {key.to_table for key in table.foreign_keys} - {table.key}
    for one in sorted(targets):
        owner = catalog.table(one)
        tied = {key.to_table for key in owner.foreign_keys} if owner else set[str]()
        for other in sorted(targets & tied - {one}):
            yield Shape(
                kind=ShapeKind.BRIDGE, table=table.key, others=(one, other),
                rows=tuple((key, _rows(catalog, key)) for key in (table.key, one, other)),
            )  # fmt: skip


def _keys(table: Table, catalog: Catalog) -> Iterator[Shape]:
    _ = catalog
    for key in table.foreign_keys:
        if not key.declared:
            yield Shape(
                kind=ShapeKind.UNDECLARED_KEY, table=table.key, column=key.columns[0],
                others=(f"{key.to_table}.{key.to_columns[0]}",),
            )  # fmt: skip


def _sizes(table: Table, catalog: Catalog) -> Iterator[Shape]:
    _ = catalog
    if table.rows == 0 and table.rows_exact:
        yield Shape(kind=ShapeKind.EMPTY_TABLE, table=table.key)
    if len(table.columns) > _WIDE:
        yield Shape(kind=ShapeKind.WIDE_TABLE, table=table.key, seen=len(table.columns))


def _copies(catalog: Catalog, keys: frozenset[str] | None) -> Iterator[Shape]:
    for group in copy_groups(catalog, keys):
        yield Shape(
            kind=ShapeKind.COPIES, table=group.tables[0], others=group.tables[1:],
            detail=group.note, prefer=group.tables[0],
            rows=tuple((key, _rows(catalog, key)) for key in group.tables),
        )  # fmt: skip


def _shared_words(tables: Sequence[Table]) -> Iterator[Shape]:
    """Words that more tables share than a card can offer."""
    counted: Counter[str] = Counter()
    examples: dict[str, list[str]] = defaultdict(list)
    for table in tables:
        for word in {part for part in snake(table.name).split("_") if part.isalpha()}:
            counted[word] += 1
            examples[word].append(table.key)
    for word, count in counted.most_common():
        if count <= _MANY_TABLES or len(word) <= 1:
            return
        first, *others = examples[word][:3]
        yield Shape(
            kind=ShapeKind.SHARED_WORD, table=first, others=tuple(others), detail=word,
            seen=len(tables), fitting=count,
        )  # fmt: skip


def _is_code(column: Column) -> bool:
    return bool(_CODES & set(snake(column.name).split("_"))) or column.primary_key


def _number(text: str | None) -> float | None:
    try:
        return float(text) if text else None
    except ValueError:
        return None


def _rows(catalog: Catalog, key: str) -> int | None:
    table = catalog.table(key)
    return table.rows if table is not None else None


_COLUMN_RULES: tuple[ColumnRule, ...] = (_texts, _variants, _missing, _epoch, _dates, _unit)
_TABLE_RULES: tuple[TableRule, ...] = (_soft_delete, _history, _bridges, _keys, _sizes)
