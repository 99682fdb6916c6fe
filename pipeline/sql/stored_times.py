"""Times that rows keep as numbers or texts: named as times in checks, and read in what runs.

Every check sees the column as the date or moment that the catalog says it is. What runs has the
expression that reads it, or, beside a constant, the number that the constant is: an index serves.
"""

import datetime as dt
from collections.abc import Iterator, Sequence

from sqlglot import exp

from knowledge.catalog import Catalog, Column
from knowledge.sql_text import read_sql, write_sql
from knowledge.stored_times import UNITS, as_time, form_in_words, has_form, number_of
from pipeline.sql.contract.date_constants import constant_number
from pipeline.sql.contract.time_columns import TimeColumn
from pipeline.sql.names.catalog_columns import catalog_columns
from pipeline.sql.text.canonical import canonical
from pipeline.sql.text.dialects import dialect_named
from pipeline.sql.text.generation import written_out
from pipeline.sql.text.inspected import StatementRefusedError
from pipeline.sql.text.trees import parsed

_PLACE = exp.column("stored", table="rows")
_DEEPEST = 24
_COMPARED = (exp.EQ, exp.NEQ, exp.GT, exp.GTE, exp.LT, exp.LTE, exp.NullSafeEQ, exp.NullSafeNEQ)
_ARITHMETIC = (exp.Add, exp.Sub, exp.Mul, exp.Div, exp.IntDiv, exp.Mod, exp.Neg, exp.Sum, exp.Avg)


def _kinds(*names: str) -> tuple[type[exp.Expr], ...]:
    return tuple(getattr(exp, name) for name in names if hasattr(exp, name))


# Where a value is only handed on: shown, counted, put in order or in groups.
_HANDED_ON = _kinds(
    "Select", "Alias", "Group", "Ordered", "Distinct", "Tuple", "Min", "Max", "Count", "Coalesce",
    "Case", "If", "Nullif", "Window", "ArrayAgg", "GroupConcat", "First", "Last", "AnyValue", "Lag",
    "Lead", "FirstValue", "LastValue", "NthValue", "DPipe", "Concat", "Is", "Greatest",
    "Least", "ArgMax", "ArgMin",
)  # fmt: skip
_OF_TIME = _kinds(
    "TimestampTrunc", "DateTrunc", "DatetimeTrunc", "Extract", "Year", "Month", "Day", "Quarter",
    "Week", "WeekOfYear", "DayOfWeek", "DayOfWeekIso", "DayOfMonth", "DayOfYear", "Hour", "Minute",
    "Second", "DateAdd", "DateSub", "DateDiff", "TimestampAdd", "TimestampSub", "TimestampDiff",
    "DatetimeAdd", "DatetimeSub", "DatetimeDiff", "TsOrDsToDate", "TsOrDsToTimestamp",
    "TsOrDsToDatetime", "TsOrDsToTime", "TsOrDsAdd", "TsOrDsDiff", "TimeToStr", "Date", "Datetime",
    "Timestamp", "LastDay", "AtTimeZone", "AddMonths", "MonthsBetween", "Dayname", "Monthname",
    "TsOrDsToDateStr", "TimeStrToTime", "DateBin",
)  # fmt: skip
_CALLED_OF_TIME = frozenset(
    ("DATE", "DATETIME", "STRFTIME", "JULIANDAY", "TIME", "AGE", "WEEKDAY", "DAYNAME", "MONTHNAME",
     "YEARWEEK", "DATE_PART", "DAYOFWEEK", "MAKEDATE", "QUARTER", "DATE_FORMAT", "UNIX_TIMESTAMP",
     "TIMEDIFF", "ISODOW", "TO_CHAR")
)  # fmt: skip
# What reads the stored value itself, and says so.
_OF_STORED = _kinds(
    "UnixToTime", "UnixToStr", "StrToTime", "StrToDate", "StrToUnix", "Like", "ILike", "RegexpLike",
    "RegexpILike", "Substring", "Length", "Upper", "Lower", "Trim", "Replace", "Left", "Right",
    "StrPosition", "TsOrDiToDi",
)  # fmt: skip
_CALLED_OF_STORED = frozenset(
    ("FROM_UNIXTIME", "TO_TIMESTAMP", "STRPTIME", "TRY_STRPTIME", "MAKE_TIMESTAMP", "EPOCH_MS",
     "SUBSTR", "INSTR", "PRINTF", "TYPEOF", "FORMAT", "UNIXEPOCH")
)  # fmt: skip
_READS_NUMBERS = frozenset(("unixepoch", "auto"))
_NUMERIC = exp.DataType.NUMERIC_TYPES


def with_plain_times(sql: str, catalog: Catalog) -> str:
    """The query in which such columns stand for the times that they are.

    The expressions that this product writes to read them become the columns. What is no query of
    such columns stays as it is.
    """
    served = dialect_named(catalog.dialect)
    if served is None or not catalog.keeps_stored_times:
        return sql
    tree = parsed(sql, served).copy()
    changed = False
    for node, column in [*_read(tree, catalog)]:
        own = _own_form(node, column, served.name) if node.root() is tree else None
        if own is not None:
            own.replace(node.copy())
            changed = True
    return written_out(tree, served) if changed else sql


def with_stored_times(sql: str, catalog: Catalog) -> tuple[str, tuple[str, ...]]:
    """What runs in place of a query that passed its checks, and sentences on how times are read.

    Raises `StatementRefusedError` where it cannot be told whether a place wants the time or the
    stored value.
    """
    served = dialect_named(catalog.dialect)
    if served is None or not catalog.keeps_stored_times:
        return sql, ()
    tree = parsed(sql, served).copy()
    found = [*_read(tree, catalog)]
    if not found:
        return sql, ()
    for node, column in found:
        _as_stored(node, column, served.name)
    said = dict.fromkeys(_said(column) for _, column in found)
    return written_out(tree, served), tuple(said)


def not_written_as_stored(sql: str, catalog: Catalog, tables: Sequence[str]) -> list[str]:
    """Why a change of data may not run: it names a time where the rows keep another form of it.

    `tables` are the keys of the tables that the statement touches.
    """
    served = dialect_named(catalog.dialect)
    stored = {
        column.name.lower(): column
        for key in tables
        if (table := catalog.table(key)) is not None
        for column in table.columns
        if column.stored_time
    }
    if served is None or not stored:
        return []
    tree = parsed(sql, served)
    named = {node.name.lower() for node in tree.find_all(exp.Identifier)}
    # An INSERT without a list of columns fills them all.
    whole = isinstance(tree, exp.Insert) and not isinstance(tree.this, exp.Schema)
    return [
        f"{column.name} is kept as {form_in_words(column.stored_time)}. Write its values in that "
        "form, each set to or compared with one constant, in an UPDATE or a DELETE."
        for name, column in stored.items()
        if (name in named or whole) and not _is_written_as_stored(tree, name, column)
    ]


def _is_written_as_stored(tree: exp.Expr, name: str, column: Column) -> bool:
    nodes = [node for node in tree.find_all(exp.Column) if node.name.lower() == name]
    plain = isinstance(tree, exp.Update | exp.Delete)
    return plain and bool(nodes) and all(_keeps_form(node, column) for node in nodes)


def _read(tree: exp.Expr, catalog: Catalog) -> Iterator[tuple[exp.Column, Column]]:
    return ((n, column) for n, column in catalog_columns(tree, catalog) if column.stored_time)


def _said(column: Column) -> str:
    form = column.stored_time
    if form in UNITS:
        zeros = "; 0 stands for no time" if column.zero_dates else ""
        return f"{column.name} is kept as {form_in_words(form)} (UTC){zeros}."
    return f"{column.name} is kept as text ({form_in_words(form)}); other texts count as missing."


# -- from what runs to times -------------------------------------------------------------------


def _own_form(node: exp.Column, column: Column, dialect: str) -> exp.Expr | None:
    """The expression around a column by which this product reads its time."""
    try:
        form = write_sql(as_time(_PLACE.copy(), column, dialect), dialect)
    except LookupError:
        return None
    wanted = canonical(read_sql(form, dialect))
    above: exp.Expr | None = node.parent
    for _ in range(_DEEPEST):
        if above is None or isinstance(above, exp.Query):
            return None
        if canonical(_placed(above, node)) == wanted:
            return above
        above = above.parent
    return None


def _placed(tree: exp.Expr, node: exp.Column) -> exp.Expr:
    def same(part: exp.Column) -> bool:
        return part.name.lower() == node.name.lower() and part.table == node.table

    def put(part: exp.Expr) -> exp.Expr:
        return _PLACE.copy() if isinstance(part, exp.Column) and same(part) else part

    return tree.copy().transform(put)


# -- from times to what runs -------------------------------------------------------------------


def _as_stored(node: exp.Column, column: Column, dialect: str) -> None:
    unit = column.stored_time
    others = _compared_with(node)
    if others and unit in UNITS and not column.zero_dates:
        moments = [_constant(part, column, dialect) for part in others]
        known = [moment for moment in moments if moment is not None]
        if len(known) == len(others):
            for part, moment in zip(others, known, strict=True):
                part.replace(exp.Literal.number(number_of(moment, unit)))
            return
    if others and all(_is_stored(part, column) for part in others):
        return
    if not others and _wants_stored(node, column):
        return
    if not (others or _wants_time(node)) or any(_is_odd(p, column, dialect) for p in others):
        raise StatementRefusedError(because=_refusal(column))
    time = as_time(node.copy(), column, dialect)
    shown = isinstance(node.parent, exp.Select) and node.arg_key == "expressions"
    node.replace(exp.alias_(time, node.this.copy()) if shown else time)


def _refusal(column: Column) -> str:
    return (
        f"{column.name} is kept as {form_in_words(column.stored_time)}, and is read here as "
        f"{'a moment' if column.stored_time in UNITS else 'a date'}. Compare it with dates, and "
        "leave out what converts it."
    )


def _compared_with(node: exp.Column) -> list[exp.Expr]:
    """What a column stands beside in a comparison; nothing where it stands in none."""
    at, above = _out_of_brackets(node)
    if isinstance(above, _COMPARED):
        return [above.expression if above.this is at else above.this]
    if isinstance(above, exp.Between) and above.this is at:
        return [above.args["low"], above.args["high"]]
    if isinstance(above, exp.In) and above.this is at:
        return list(above.expressions) or [above]
    return []


def _out_of_brackets(node: exp.Expr) -> tuple[exp.Expr, exp.Expr | None]:
    while isinstance(node.parent, exp.Paren):
        node = node.parent
    return node, node.parent


def _constant(part: exp.Expr, column: Column, dialect: str) -> dt.datetime | None:
    """A constant as a moment in the column's own time."""
    return TimeColumn(mark="", name=column.name, column=column, dialect=dialect).constant(part)


def _is_stored(part: exp.Expr, column: Column) -> bool:
    """Whether a constant is written as the rows keep it."""
    if column.stored_time in UNITS:
        return constant_number(part) is not None
    return part.is_string and has_form(part.name, column.stored_time)


def _is_odd(part: exp.Expr, column: Column, dialect: str) -> bool:
    """Whether a constant is no time at all."""
    part = part.unnest()
    plain = isinstance(part, exp.Literal)
    return plain and _constant(part, column, dialect) is None


def _wants_stored(node: exp.Column, column: Column) -> bool:
    _, above = _out_of_brackets(node)
    if isinstance(above, exp.Cast) and above.to.this in _NUMERIC:
        return column.stored_time in UNITS
    if isinstance(above, _ARITHMETIC):
        # A moment and an interval are added as times.
        timed = above.find(exp.Interval, exp.CurrentDate, exp.CurrentTimestamp)
        return timed is None and column.stored_time in UNITS
    if isinstance(above, exp.Anonymous):
        told = {part.name.lower() for part in above.expressions if isinstance(part, exp.Literal)}
        return above.name.upper() in _CALLED_OF_STORED or bool(told & _READS_NUMBERS)
    return isinstance(above, _OF_STORED)


def _wants_time(node: exp.Column) -> bool:
    _, above = _out_of_brackets(node)
    if isinstance(above, exp.Cast):
        return above.to.this not in _NUMERIC
    if isinstance(above, exp.Add | exp.Sub):
        return above.find(exp.Interval, exp.CurrentDate, exp.CurrentTimestamp) is not None
    if isinstance(above, exp.Anonymous):
        return above.name.upper() in _CALLED_OF_TIME
    return isinstance(above, (*_HANDED_ON, *_OF_TIME))


def _keeps_form(node: exp.Column, column: Column) -> bool:
    others = _compared_with(node)
    if isinstance(node.parent, exp.Is):
        return True
    return bool(others) and all(
        _is_stored(part, column) or isinstance(part, exp.Null) for part in others
    )
