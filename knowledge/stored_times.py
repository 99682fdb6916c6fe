"""Times that rows keep as numbers or as texts: their form, and the SQL that reads them as times.

A form is `seconds`, `milliseconds` or `microseconds` since 1970 in UTC, or a format of
`datetime.strptime` for texts; `%-d` and `%-m` are days and months without a leading zero.
"""

import datetime as dt
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from sqlglot import exp

from knowledge.catalog import Catalog, Column, Kind, Table
from knowledge.glossary import Glossary
from knowledge.personal_data import snake

UNITS: Mapping[str, int] = {"seconds": 1, "milliseconds": 1_000, "microseconds": 1_000_000}
# The engines whose columns can be looked through, and for which the SQL below is written.
SERVED = frozenset(("sqlite", "duckdb", "postgres", "mysql"))
_FIRST_SECOND, _LAST_SECOND = 631_152_000, 4_102_444_800

_TIMED = frozenset(
    ("at", "on", "time", "timestamp", "ts", "date", "epoch", "created", "updated", "modified",
     "when", "start", "end", "started", "ended", "since", "until", "expires", "datetime", "unix",
     "day", "dt", "moment", "stamp", "seen", "born", "birth", "birthdate", "expiry")
)  # fmt: skip
_PARTICIPLE = re.compile(r"[a-z]{2,}ed")
_DAYS = (
    "%Y-%m-%d", "%Y/%m/%d", "%Y%m%d",
    *(form.replace("/", sign) for sign in "/.-" for form in ("%d/%m/%Y", "%m/%d/%Y")),
    *(form.replace("/", sign) for sign in "/.-" for form in ("%-d/%-m/%Y", "%-m/%-d/%Y")),
    "%d %b %Y", "%d-%b-%Y", "%b %d, %Y", "%b %d %Y", "%B %d, %Y", "%d %B %Y",
)  # fmt: skip
_CLOCKS = ("", " %H:%M", " %H:%M:%S", "T%H:%M:%S")
FORMATS: tuple[str, ...] = tuple(day + clock for day in _DAYS for clock in _CLOCKS)
# A share of values, where some may be missing and nobody has counted them.
_ALMOST = 0.9999
_PART = re.compile(r"%-?[YmdbBHMS]|[^%]")
_WIDTHS = {"%Y": 4, "%m": 2, "%d": 2, "%b": 3, "%H": 2, "%M": 2, "%S": 2}
# A format as a pattern of PostgreSQL, and in its own letters.
_PATTERNS = {
    "%Y": "[0-9]{4}", "%m": "(0[1-9]|1[0-2])", "%-m": "(0?[1-9]|1[0-2])",
    "%d": "(0[1-9]|[12][0-9]|3[01])", "%-d": "(0?[1-9]|[12][0-9]|3[01])",
    "%b": "(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)",
    "%B": "(january|february|march|april|may|june|july|august|september|october|november|december)",
    "%H": "([01][0-9]|2[0-3])", "%M": "[0-5][0-9]", "%S": "[0-5][0-9]",
}  # fmt: skip
_LETTERS = {
    "%Y": "YYYY", "%m": "MM", "%-m": "MM", "%d": "DD", "%-d": "DD", "%b": "Mon", "%B": "FMMonth",
    "%H": "HH24", "%M": "MI", "%S": "SS",
}  # fmt: skip
_IN_MYSQL = {"%M": "%i", "%S": "%s", "%B": "%M", "%-d": "%d", "%-m": "%m"}
_MONTH_NAMES = "janfebmaraprmayjunjulaugsepoctnovdec"
_IN_WORDS = {
    "%Y": "year", "%m": "month", "%-m": "month", "%d": "day", "%-d": "day", "%b": "month in words",
    "%B": "month in words", "%H": "hours", "%M": "minutes", "%S": "seconds",
}  # fmt: skip


def is_served(form: str) -> bool:
    """Whether a form is one of those that can be read."""
    return form in UNITS or form in FORMATS


def kind_of_form(form: str) -> Kind:
    """What a column of that form is: days, or moments."""
    return Kind.DATE if form not in UNITS and "%H" not in form else Kind.TIMESTAMP


def form_in_words(form: str) -> str:
    """The form as people say it: `seconds since 1970`, `day/month/year`."""
    if form in UNITS:
        return f"{form} since 1970"
    return "".join(_IN_WORDS.get(part, part) for part in _PART.findall(form))


def forms_of_texts(values: Sequence[str]) -> tuple[str, ...]:
    """Every form that all of the texts have."""
    texts = [value.strip() for value in values]
    return tuple(f for f in FORMATS if texts and all(has_form(text, f) for text in texts))


def has_form(text: str, form: str) -> bool:
    """Whether a text is a date or moment of that format."""
    try:
        moment = dt.datetime.strptime(text, form.replace("%-", "%"))  # noqa: DTZ007 - no zone
    except ValueError:
        return False
    # A loose form also takes what has leading zeros; a fixed one takes nothing else.
    return "%-" in form or moment.strftime(form).casefold() == text.casefold()


def may_be_epoch(column: Column) -> bool:
    """Whether the name of a number column lets it be a time."""
    words = snake(column.name).split("_")
    named = any(word in _TIMED or _PARTICIPLE.fullmatch(word) for word in words)
    return column.kind.is_number and not column.primary_key and named


def unit_of_range(low: float, high: float) -> str:
    """The unit in which both numbers are moments of 1990 to 2099; empty for none."""
    for unit, factor in UNITS.items():
        if low >= _FIRST_SECOND * factor and high <= _LAST_SECOND * factor:
            return unit
    return ""


def with_form(
    column: Column,
    form: str,
    *,
    ends: tuple[str | None, str | None] = (None, None),
    read: float = 1.0,
    zeros: bool = False,
) -> Column:
    """The column as one of times that rows keep in that form, from the first to the last.

    Of the values that are there `read` is the share that are times; `zeros` stand for none.
    """  # fmt: skip
    share = None if column.null_share is None else 1 - (1 - column.null_share) * read
    return replace(
        column, kind=kind_of_form(form), stored_time=form, values=(), complete=False,
        low=ends[0], high=ends[1], zero_dates=zeros, nullable=column.nullable or read < 1,
        null_share=share,
    )  # fmt: skip


def with_written_forms(catalog: Catalog, glossary: Glossary) -> Catalog:
    """The catalog, with the forms of times that the glossary says for columns."""
    if catalog.dialect not in SERVED:
        return catalog
    tables = tuple(_as_noted(table, glossary) for table in catalog.tables)
    return catalog if tables == catalog.tables else replace(catalog, tables=tables)


def _as_noted(table: Table, glossary: Glossary) -> Table:
    note = glossary.note(table.key)
    forms = {name.lower(): form for name, form in note.stored_times.items()} if note else {}
    columns = tuple(_declared(c, forms.get(c.name.lower(), "")) for c in table.columns)
    return replace(table, columns=columns) if forms else table


def _declared(column: Column, form: str) -> Column:
    if not form or column.stored_time == form:
        return column
    if form in UNITS:
        ends = [_moment_text(text, form) for text in (column.low, column.high)]
        zeros = column.low == "0"
        return with_form(
            column, form, ends=(ends[0], ends[1]), zeros=zeros, read=_ALMOST if zeros else 1
        )
    # Nobody has looked whether all texts are dates.
    return with_form(column, form, read=_ALMOST)


def moment_of(number: float, unit: str) -> dt.datetime:
    """The moment of UTC, without a zone, that so many units after 1970 are."""
    start = dt.datetime(1970, 1, 1)  # noqa: DTZ001 - moments of a column carry no zone
    return start + dt.timedelta(microseconds=round(number * 1_000_000 / UNITS[unit]))


def number_of(moment: dt.datetime, unit: str) -> int:
    """How many units after 1970 a moment of UTC, without a zone, is."""
    start = dt.datetime(1970, 1, 1)  # noqa: DTZ001 - moments of a column carry no zone
    return round((moment - start) / dt.timedelta(microseconds=1_000_000 // UNITS[unit]))


def as_time(node: exp.Expr, column: Column, dialect: str) -> exp.Expr:
    """An expression of the column's stored values as dates or moments without a zone.

    What has another form is NULL. Raises `LookupError` for a form that the engine cannot read.
    """
    form = column.stored_time
    if form in UNITS:
        present = _call("NULLIF", node, exp.Literal.number(0)) if column.zero_dates else node
        return _EPOCHS[dialect](present, UNITS[form])
    return _TEXTS[dialect](node, form)


# -- numbers -----------------------------------------------------------------------------------


def _epoch_in_sqlite(node: exp.Expr, factor: int) -> exp.Expr:
    return _call("DATETIME", _seconds(node, factor), exp.Literal.string("unixepoch"))


def _epoch_in_duckdb(node: exp.Expr, factor: int) -> exp.Expr:
    micros: exp.Expr = exp.cast(node, "bigint")
    if factor != UNITS["microseconds"]:
        number = exp.Literal.number(UNITS["microseconds"] // factor)
        micros = exp.Mul(this=micros, expression=number)
    return _call("MAKE_TIMESTAMP", micros)


def _epoch_in_postgres(node: exp.Expr, factor: int) -> exp.Expr:
    seconds = node
    if factor != 1:
        seconds = exp.Div(this=node, expression=exp.Literal.number(f"{factor}.0"))
    moment = _call("TO_TIMESTAMP", seconds)
    return exp.AtTimeZone(this=moment, zone=exp.Literal.string("UTC"))


def _epoch_in_mysql(node: exp.Expr, factor: int) -> exp.Expr:
    start = exp.cast(exp.Literal.string("1970-01-01"), "datetime")
    if factor == UNITS["microseconds"]:
        return exp.DateAdd(this=start, expression=node, unit=exp.var("MICROSECOND"))
    if factor != 1:
        node = exp.paren(exp.IntDiv(this=node, expression=exp.Literal.number(factor)))
    return exp.DateAdd(this=start, expression=node, unit=exp.var("SECOND"))


def _seconds(node: exp.Expr, factor: int) -> exp.Expr:
    if factor == 1:
        return node
    return exp.Div(this=node, expression=exp.Literal.number(factor), typed=True)


# -- texts -------------------------------------------------------------------------------------


def _text_in_sqlite(node: exp.Expr, form: str) -> exp.Expr:
    found = dict(_loose_parts(node, form) if "%-" in form else _fixed_parts(node, form))
    day = _joined([found["Y"], found["m"], found["d"]], "-")
    if "H" not in found:
        return _call("DATE", day)
    clock = _joined([found[part] for part in "HMS" if part in found], ":")
    return _call("DATETIME", _joined([day, clock], " "))


def _fixed_parts(node: exp.Expr, form: str) -> Iterator[tuple[str, exp.Expr]]:
    """The parts of a text in which each has its place."""
    at = 1
    for part in _PART.findall(form):
        width = _WIDTHS.get(part, 1)
        if part in _WIDTHS:
            text = _piece(node, at, width)
            yield ("m", _month_number(text)) if part == "%b" else (part[-1], text)
        elif part.startswith("%"):
            raise LookupError(form)
        at += width


def _loose_parts(node: exp.Expr, form: str) -> Iterator[tuple[str, exp.Expr]]:
    """The parts of a text such as `5/12/2026`, found by the sign between them."""
    sign = exp.Literal.string(form[3])
    first = _call("INSTR", node.copy(), sign)
    rest = _call("SUBSTR", node.copy(), exp.Add(this=first, expression=exp.Literal.number(1)))
    second = _call("INSTR", rest, sign.copy())
    one = _call("SUBSTR", node.copy(), exp.Literal.number(1), _less(first.copy()))
    two = _call("SUBSTR", rest.copy(), exp.Literal.number(1), _less(second))
    after = exp.Add(this=second.copy(), expression=exp.Literal.number(1))
    yield form[2], _two_digits(one)
    yield form[6], _two_digits(two)
    yield "Y", _call("SUBSTR", rest.copy(), after, exp.Literal.number(4))
    if "%H" in form:
        raise LookupError(form)


def _piece(node: exp.Expr, at: int, width: int) -> exp.Expr:
    return _call("SUBSTR", node.copy(), exp.Literal.number(at), exp.Literal.number(width))


def _month_number(text: exp.Expr) -> exp.Expr:
    names = exp.Literal.string(_MONTH_NAMES)
    place = _call("INSTR", names, _call("LOWER", text))
    later = exp.paren(exp.Add(this=place, expression=exp.Literal.number(2)))
    return _two_digits(exp.Div(this=later, expression=exp.Literal.number(3), typed=True))


def _two_digits(number: exp.Expr) -> exp.Expr:
    return _call("PRINTF", exp.Literal.string("%02d"), number)


def _less(number: exp.Expr) -> exp.Expr:
    return exp.Sub(this=number, expression=exp.Literal.number(1))


def _joined(parts: Sequence[exp.Expr], sign: str) -> exp.Expr:
    text = parts[0]
    for part in parts[1:]:
        text = exp.DPipe(this=text, expression=exp.Literal.string(sign))
        text = exp.DPipe(this=text, expression=part)
    return text


def _text_in_duckdb(node: exp.Expr, form: str) -> exp.Expr:
    plain = exp.Literal.string(form.replace("%-", "%"))
    moment = _call("TRY_STRPTIME", node, plain)
    return exp.cast(moment, "date") if kind_of_form(form) is Kind.DATE else moment


def _text_in_postgres(node: exp.Expr, form: str) -> exp.Expr:
    pattern = "".join(_PATTERNS.get(p, re.escape(p)) for p in _PART.findall(form))
    letters = "".join(_LETTERS.get(p, f'"{p}"' if p.isalpha() else p) for p in _PART.findall(form))
    shape = exp.Literal.string(letters)
    day = kind_of_form(form) is Kind.DATE
    moment = _call("TO_DATE" if day else "TO_TIMESTAMP", node, shape)
    fits = exp.RegexpILike(this=node.copy(), expression=exp.Literal.string(f"^{pattern}$"))
    return exp.Case().when(fits, moment if day else exp.cast(moment, "timestamp"))


def _text_in_mysql(node: exp.Expr, form: str) -> exp.Expr:
    shape = "".join(_IN_MYSQL.get(part, part) for part in _PART.findall(form))
    read = _call("STR_TO_DATE", node, exp.Literal.string(shape))
    # Of a text without a date the engine makes one of zeros.
    return _call("NULLIF", read, exp.Literal.number(0))


_EPOCHS: Mapping[str, Callable[[exp.Expr, int], exp.Expr]] = {
    "sqlite": _epoch_in_sqlite, "duckdb": _epoch_in_duckdb, "postgres": _epoch_in_postgres,
    "mysql": _epoch_in_mysql,
}  # fmt: skip
_TEXTS: Mapping[str, Callable[[exp.Expr, str], exp.Expr]] = {
    "sqlite": _text_in_sqlite, "duckdb": _text_in_duckdb, "postgres": _text_in_postgres,
    "mysql": _text_in_mysql,
}  # fmt: skip


def _moment_text(text: str | None, unit: str) -> str | None:
    try:
        number = float(text or "")
    except ValueError:
        return None
    return moment_of(number, unit).isoformat(sep=" ") if number else None


def _call(name: str, *arguments: exp.Expr) -> exp.Expr:
    return exp.Anonymous(this=name, expressions=list(arguments))
