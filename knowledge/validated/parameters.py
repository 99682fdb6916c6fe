"""Parameters of a validated query: found in the question and SQL, and bound to new values."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from knowledge.matching.periods import Period, Place, periods_of
from knowledge.matching.reading import Reading, Span, read
from knowledge.matching.rebinding import rebound_sql
from knowledge.matching.slots import Slot, slots_of
from knowledge.matching.sqlshape import Literal, Shape, shape_of
from knowledge.matching.values import ValueIndex, is_a_name
from knowledge.validated.query import Parameter, ParameterKind, Role, ValidatedQuery

_DATE = re.compile(r"\d{4}-\d{2}-\d{2}([ T]\d{2}:\d{2}(:\d{2})?)?")
_INTEGER = re.compile(r"-?\d{1,18}")
_NUMBER = re.compile(r"-?\d{1,18}(\.\d{1,12})?")


class ParameterError(Exception):
    """Base of what binding refuses."""


class UnknownParameterError(ParameterError):
    """The query has no parameter of that name."""

    def __init__(self, query_id: str, name: str) -> None:
        self.name = name
        super().__init__(f"{query_id} has no parameter {name}")


class UnfitValueError(ParameterError):
    """The value is not of the parameter's type."""

    def __init__(self, name: str, kind: ParameterKind, value: str) -> None:
        self.name = name
        self.kind = kind
        self.value = value
        super().__init__(f"{value!r} is not a value of {name} ({kind.value})")


class UnbindableSqlError(ParameterError):
    """The SQL no longer parses, or its literals are not where the parameters say."""

    def __init__(self, query_id: str) -> None:
        self.query_id = query_id
        super().__init__(f"The SQL of {query_id} cannot take other values")


def detect_parameters(
    question: str,
    sql: str,
    dialect: str,
    *,
    spans: Sequence[Span] = (),
    values: ValueIndex | None = None,
) -> tuple[Parameter, ...]:
    """The literals of the SQL that stand in the question once, as typed parameters."""
    shape = shape_of(sql, dialect)
    if shape is None:
        return ()
    reading = read(question, _with_literals(shape, values), tuple(spans))
    periods = periods_of(reading, shape)
    held = {place.literal.number for period in periods for place in period.places}
    slots = [
        slot
        for slot in slots_of(reading, shape)
        if not held & {literal.number for literal in slot.places}
    ]
    found = [_of_slot(reading, slot) for slot in slots]
    for number, period in enumerate(periods, start=1):
        found.extend(_of_place(reading, period, place, number) for place in period.places)
    return _named_apart(found)


def _with_literals(shape: Shape, values: ValueIndex | None) -> ValueIndex:
    """The known values and this SQL's own texts, without touching the workspace's index."""
    known = values.copy() if values is not None else ValueIndex()
    for literal in shape.literals:
        if literal.is_text and is_a_name(literal.value):
            known.add((literal.table, literal.column), literal.value)
    return known


def _of_slot(reading: Reading, slot: Slot) -> Parameter:
    literal = slot.places[0]
    inner = literal.value[len(slot.prefix) : len(literal.value) - len(slot.suffix)]
    return Parameter(
        name="top" if literal.limit else literal.column or "value",
        kind=_kind(inner, numeric=slot.numeric),
        default=inner,
        literals=tuple(place.number for place in slot.places),
        words=reading.tokens[slot.token].text,
        role=Role.LIMIT if literal.limit else Role.VALUE,
        column=_column(literal),
        operator=literal.operator,
        prefix=slot.prefix,
        suffix=slot.suffix,
    )


def _kind(value: str, *, numeric: bool) -> ParameterKind:
    if not numeric:
        return ParameterKind.DATE if _DATE.fullmatch(value) else ParameterKind.TEXT
    return ParameterKind.INTEGER if _INTEGER.fullmatch(value) else ParameterKind.NUMBER


def _of_place(reading: Reading, period: Period, place: Place, number: int) -> Parameter:
    literal = place.literal
    named = place.edge in ("year", "month")
    return Parameter(
        name=f"{literal.column or 'period'}_{place.edge}",
        kind=ParameterKind.TEXT if named else ParameterKind.DATE,
        default=literal.value,
        literals=(literal.number,),
        words=reading.text[period.span.start : period.span.end],
        role=Role.END if place.edge in ("last", "until") else Role.START,
        column=_column(literal),
        operator=literal.operator,
        period=f"period{number}",
        inclusive=place.edge == "until",
    )


def _column(literal: Literal) -> str:
    return f"{literal.table}.{literal.column}".strip(".")


def _named_apart(parameters: Sequence[Parameter]) -> tuple[Parameter, ...]:
    taken: dict[str, int] = {}
    out = []
    for parameter in parameters:
        taken[parameter.name] = taken.get(parameter.name, 0) + 1
        count = taken[parameter.name]
        out.append(replace(parameter, name=f"{parameter.name}{count}") if count > 1 else parameter)
    return tuple(out)


def in_approved_words(
    question: str, asked: Sequence[Parameter], approved: Sequence[Parameter]
) -> str:
    """The question with the approved values in place of its own; empty where one has no place.

    `asked` are the parameters that were found in the question and the SQL which answered it.
    """
    own = {_use_of(each): each.words for each in asked}
    places: dict[tuple[int, int], str] = {}
    for parameter in approved:
        if not parameter.words or _places_of(parameter.words, question):
            continue
        found = _places_of(own.get(_use_of(parameter), ""), question)
        if len(found) != 1 or len(own) != len(asked):
            return ""
        places[found[0]] = parameter.words
    for (start, end), words in sorted(places.items(), reverse=True):
        question = f"{question[:start]}{words}{question[end:]}"
    return question


def _use_of(parameter: Parameter) -> tuple[str, str, Role, bool]:
    """What a parameter does, however its SQL is written."""
    column = parameter.column.rpartition(".")[2].lower()
    return column, parameter.operator, parameter.role, bool(parameter.period)


def _places_of(words: str, question: str) -> list[tuple[int, int]]:
    """Where words stand in a question, whole and in whatever case."""
    if not words:
        return []
    whole = rf"(?<![\w.,]){re.escape(words)}(?!\w|[.,]\d)"
    return [found.span() for found in re.finditer(whole, question, re.IGNORECASE)]


def bind(query: ValidatedQuery, values: Mapping[str, str]) -> str:
    """The query's SQL with parameters set to values, by literal and never as text.

    Raises UnknownParameterError, UnfitValueError and UnbindableSqlError.
    """
    shape = shape_of(query.sql, query.dialect)
    if shape is None:
        raise UnbindableSqlError(query.id)
    by_name = {parameter.name: parameter for parameter in query.parameters}
    changes: list[tuple[Literal, str]] = []
    for name, value in values.items():
        if name not in by_name:
            raise UnknownParameterError(query.id, name)
        changes.extend(_changes(query, shape, by_name[name], value))
    sql = rebound_sql(shape, changes)
    if sql is None:
        raise UnbindableSqlError(query.id)
    return sql


def _changes(
    query: ValidatedQuery, shape: Shape, parameter: Parameter, value: str
) -> list[tuple[Literal, str]]:
    if not _is_of_kind(parameter, value):
        raise UnfitValueError(parameter.name, parameter.kind, value)
    changes = []
    for number in parameter.literals:
        literal = shape.literals[number] if number < len(shape.literals) else None
        if (
            literal is None
            or literal.value != parameter.prefix + parameter.default + parameter.suffix
        ):
            raise UnbindableSqlError(query.id)
        changes.append((literal, parameter.prefix + value + parameter.suffix))
    return changes


def _is_of_kind(parameter: Parameter, value: str) -> bool:
    if parameter.role is Role.LIMIT:
        return value.isdigit() and int(value) > 0
    wanted = {
        ParameterKind.INTEGER: _INTEGER,
        ParameterKind.NUMBER: _NUMBER,
        ParameterKind.DATE: _DATE,
    }.get(parameter.kind)
    return wanted is None or wanted.fullmatch(value) is not None
