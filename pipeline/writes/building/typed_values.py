"""What people write as a value, as a literal of the column's kind; nothing is guessed."""

import datetime as dt
import re
from collections.abc import Mapping, Sequence

from sqlglot import exp

from knowledge.catalog import Column, Kind, Table
from knowledge.value_lookup import folded, similarity
from pipeline.checkpoint import Option, Question
from pipeline.rules.schema.known import Known
from pipeline.times.values import TimeSpan
from pipeline.writes.building.unsettled import UnsettledError, ask, cannot

_QUOTES = "\"'`“”‘’"  # noqa: RUF001  people type typographic quotes
_NUMBER = re.compile(r"-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|-?\.\d+")
_MONEY = re.compile(r"^[$€£]\s*|\s*(?:[$€£]|eur(?:os?)?|usd|gbp|dollars?|pounds?)$", re.IGNORECASE)
_NOTHING = frozenset({"null", "nothing", "empty", "blank", "none", "no value", "unknown"})
_TRUE = frozenset({"true", "yes", "on", "1", "t", "y"})
_FALSE = frozenset({"false", "no", "off", "0", "f", "n"})
_NOW = frozenset({"now", "the current time", "current time"})
_AS_WRITTEN = "write:as-written"
_NEAR = 0.74
_FEW = 40
_MOST = 8


class TypedValues:
    """Reads values, with what the person has answered so far."""

    def __init__(self, known: Known, choices: Mapping[str, str], times: Sequence[TimeSpan]) -> None:
        self._known = known
        self._choices = choices
        self._times = times

    def literal(self, text: str, table: Table, column: Column) -> exp.Expr:
        """The value as a literal.

        Raises `UnsettledError`.
        """
        written = text.strip()
        quoted = len(written) > 1 and written[0] in _QUOTES and written[-1] in _QUOTES
        plain = written.strip(_QUOTES).strip() if quoted else written
        if not quoted and plain.lower() in _NOTHING and plain.lower() not in _stored(column):
            return self._nothing(table, column)
        match column.kind:
            case Kind.INTEGER | Kind.NUMBER:
                return _number(plain, table, column)
            case Kind.BOOLEAN:
                return _boolean(plain, table, column)
            case Kind.DATE | Kind.TIMESTAMP:
                return self._moment(plain, table, column)
            case Kind.TEXT if not quoted:
                return self._text(plain, table, column)
            case _:
                return exp.Literal.string(plain)

    def _nothing(self, table: Table, column: Column) -> exp.Expr:
        if not column.nullable or column.primary_key:
            raise cannot(
                because=f"{table.key}.{column.name} may not be empty.",
                next_step="Name another value.",
            )
        return exp.null()

    def _moment(self, text: str, table: Table, column: Column) -> exp.Expr:
        if text.lower() in _NOW:
            return exp.CurrentTimestamp() if column.kind is Kind.TIMESTAMP else exp.CurrentDate()
        span = next((span for span in self._times if span.words.lower() == text.lower()), None)
        day = span.start if span is not None and span.start is not None else None
        one_day = day is not None and span is not None and span.end == day + dt.timedelta(days=1)
        if day is not None and one_day:
            return exp.Literal.string(day.isoformat())
        try:
            read = dt.datetime.fromisoformat(text)
        except ValueError:
            raise _unfit(text, table, column, "a date such as 2026-03-31") from None
        if column.kind is Kind.DATE:
            return exp.Literal.string(read.date().isoformat())
        return exp.Literal.string(text)

    def _text(self, text: str, table: Table, column: Column) -> exp.Expr:
        """One of few stored values as it is stored; another one only if the person says so."""
        values = self._known.shown_values(table.key, column)
        stored = {folded(value): value for value in values}
        few = column.complete and 0 < len(values) <= _FEW and _repeats(column, table)
        if not few or text in column.values:
            return exp.Literal.string(text)
        same = stored.get(folded(text))
        if same is not None:
            return exp.Literal.string(same)
        return exp.Literal.string(self._asked(text, table, column))

    def _asked(self, text: str, table: Table, column: Column) -> str:
        key = f"write:value:{table.key}.{column.name}:{text.lower()}"
        picked = self._choices.get(key)
        if picked == _AS_WRITTEN:
            return text
        if picked in column.values:
            return str(picked)
        ranked = sorted(column.values, key=lambda v: -similarity(folded(text), folded(v)))
        near = [v for v in ranked if similarity(folded(text), folded(v)) >= _NEAR]
        options = [Option(id=value, label=value) for value in (near or ranked)[:_MOST]]
        options.append(Option(id=_AS_WRITTEN, label=f"“{text}”, a new value"))
        listed = ", ".join(column.values[:_MOST])
        raise ask(
            Question(
                id=key,
                text=f"{column.name} has been one of {listed} so far, never “{text}”. Which is it?",
                options=tuple(options),
                default=options[0].id,
            )
        )


def _repeats(column: Column, table: Table) -> bool:
    """Whether the values are kinds of something: a name that is new each time is none."""
    distinct = column.distinct or len(column.values)
    return not column.unique and (table.rows is None or table.rows > distinct)


def _number(text: str, table: Table, column: Column) -> exp.Expr:
    plain = _MONEY.sub("", text).strip()
    if not _NUMBER.fullmatch(plain):
        raise _unfit(text, table, column, "a number")
    digits = plain.replace(",", "")
    if column.kind is Kind.INTEGER and "." in digits and digits.split(".")[1].strip("0"):
        raise _unfit(text, table, column, "a whole number")
    negative = digits.startswith("-")
    number = exp.Literal.number(digits.lstrip("-"))
    return exp.Neg(this=number) if negative else number


def _boolean(text: str, table: Table, column: Column) -> exp.Expr:
    if text.lower() in _TRUE:
        return exp.true()
    if text.lower() in _FALSE:
        return exp.false()
    raise _unfit(text, table, column, "yes or no")


def _stored(column: Column) -> frozenset[str]:
    return frozenset(value.lower() for value in column.values)


def _unfit(text: str, table: Table, column: Column, wanted: str) -> UnsettledError:
    return cannot(because=f"“{text}” does not fit {table.key}.{column.name}, which holds {wanted}.")
