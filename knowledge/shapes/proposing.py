"""What to write into a glossary about a shape: entries that the glossary's own loader accepts."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

import yaml

from knowledge.catalog import Kind
from knowledge.personal_data import snake
from knowledge.shapes.shape import Shape, ShapeKind

_YES = ("y", "yes", "t", "true", "1", "on")
_Entry: TypeAlias = dict[str, Any]
_Made: TypeAlias = tuple[str, tuple[_Entry, ...]]


def proposed_lines(shape: Shape) -> tuple[str, ...]:
    """The entries for one shape, a line each, with the section that they belong to."""
    section, entries = _proposal(shape)
    return tuple(f"{section}: [{_line(entry)}]" for entry in entries)


def proposed_glossary(shapes: Iterable[Shape]) -> str:
    """All entries as one file; what is said of one table stands in one entry."""
    notes: dict[str, _Entry] = {}
    terms: dict[str, _Entry] = {}
    for shape in shapes:
        section, entries = _proposal(shape)
        for entry in entries:
            if section == "terms":
                terms.setdefault(str(entry["name"]).casefold(), entry)
            else:
                known = notes.setdefault(str(entry["table"]), {"table": entry["table"]})
                _merge(known, entry)
    sections = {"terms": list(terms.values()), "tables": list(notes.values())}
    lines = [
        line
        for section, entries in sections.items()
        if entries
        for line in (f"{section}:", *(f"  - {_line(entry)}" for entry in entries))
    ]
    return "\n".join(lines) + "\n" if lines else ""


def _merge(known: _Entry, entry: Mapping[str, Any]) -> None:
    for name, told in entry.items():
        if name == "description" and known.get(name):
            known[name] = f"{known[name]} {told}"
        elif name in ("filters", "synonyms"):
            known[name] = list(dict.fromkeys((*known.get(name, ()), *told)))
        elif name == "stored_times":
            known[name] = {**known.get(name, {}), **told}
        else:
            known.setdefault(name, told)


def _line(entry: _Entry) -> str:
    text: str = yaml.safe_dump(
        entry, default_flow_style=True, sort_keys=False, allow_unicode=True, width=10_000
    )
    return text.strip()


def _proposal(shape: Shape) -> _Made:
    return _PROPOSALS[shape.kind](shape)


def _described(sentence: str) -> Callable[[Shape], _Made]:
    """A sentence about a column, kept where people describe its table."""

    def made(shape: Shape) -> _Made:
        others = " and ".join(shape.others)
        told = sentence.format(
            column=shape.column, detail=shape.detail, others=others, values=_listed(shape.values),
            seen=shape.seen,
        )  # fmt: skip
        return "tables", ({"table": shape.table, "description": told},)

    return made


def _listed(values: Iterable[str]) -> str:
    return ", ".join(f"“{value}”" for value in values)


def _text(value: str) -> str:
    return "'" + value.replace("'", "''") + "'"


def _column(shape: Shape) -> str:
    """The column as a condition names it; quoted where it must be."""
    plain = shape.column.isidentifier() and shape.column.isascii()
    name = shape.column if plain else '"' + shape.column.replace('"', '""') + '"'
    return f"{shape.table}.{name}"


def _one_of(shape: Shape) -> str:
    return f"{_column(shape)} IN ({', '.join(map(_text, shape.values))})"


def _words(shape: Shape) -> str:
    return snake(shape.column).replace("_", " ") or shape.column


def _as_one_value(shape: Shape) -> _Made:
    return "terms", ({"name": " ".join(shape.values[0].split()), "means": _one_of(shape)},)


def _as_none(shape: Shape) -> _Made:
    return "terms", ({"name": f"no {_words(shape)}", "means": _one_of(shape)},)


def _as_yes(shape: Shape) -> _Made:
    yes = [value for value in shape.values if value.strip().casefold() in _YES]
    means = f"{_column(shape)} = {_text((yes or list(shape.values))[0])}"
    return "terms", ({"name": _words(shape), "means": means},)


def _hidden(shape: Shape) -> _Made:
    others = [key for key in (shape.table, *shape.others) if key != shape.prefer]
    return "tables", tuple({"table": key, "hidden": True} for key in others)


def _kept_rows(shape: Shape) -> _Made:
    name = _column(shape).removeprefix(f"{shape.table}.")
    dated = shape.detail in (Kind.DATE, Kind.TIMESTAMP)
    if dated:
        condition = f"{name} IS NULL"
    elif shape.detail == Kind.BOOLEAN:
        condition = f"NOT {name}"
    elif shape.detail == Kind.TEXT:
        no = next((v for v in shape.values if v.strip().casefold() not in _YES), "")
        condition = f"{name} = {_text(no)}" if no else f"{name} IS NULL"
    else:
        condition = f"{name} = 0"
    return "tables", ({"table": shape.table, "filters": [condition]},)


def _valid_rows(shape: Shape) -> _Made:
    end = Shape(kind=shape.kind, table=shape.table, column=shape.others[0])
    name = _column(end).removeprefix(f"{shape.table}.")
    told = f"One row for each time from {shape.column} until {shape.others[0]}."
    return "tables", ({"table": shape.table, "description": told, "filters": [f"{name} IS NULL"]},)


def _dated_by(shape: Shape) -> _Made:
    return "tables", ({"table": shape.table, "time_column": shape.column},)


def _kept_as(shape: Shape) -> _Made:
    """The form of a column of times; of forms that are not read only a sentence."""
    if not shape.prefer:
        return _described("{column} holds dates as text, {detail}.")(shape)
    return "tables", ({"table": shape.table, "stored_times": {shape.column: shape.prefer}},)


def _called(shape: Shape) -> _Made:
    return "tables", ({"table": shape.table, "synonyms": [shape.detail]},)


_PROPOSALS: Mapping[ShapeKind, Callable[[Shape], _Made]] = {
    ShapeKind.TEXT_DATES: _kept_as,
    ShapeKind.EPOCH: _kept_as,
    ShapeKind.TEXT_NUMBERS: _described("{column} holds numbers as text, {detail}."),
    ShapeKind.TEXT_BOOLEANS: _as_yes,
    ShapeKind.VARIANTS: _as_one_value,
    ShapeKind.MISSING_TEXT: _as_none,
    ShapeKind.STAND_IN_DATES: _described("{values} in {column} stands for no date."),
    ShapeKind.UNIT_IN_NAME: _described("{column} is in {detail}."),
    ShapeKind.DATA_EDGE: _dated_by,
    ShapeKind.COPIES: _hidden,
    ShapeKind.BRIDGE: _described("It has the keys of {others}, and is no way between them."),
    ShapeKind.SOFT_DELETE: _kept_rows,
    ShapeKind.HISTORY: _valid_rows,
    ShapeKind.UNDECLARED_KEY: _described("{column} refers to {others}."),
    ShapeKind.EMPTY_TABLE: _hidden,
    ShapeKind.WIDE_TABLE: _described("It has {seen} columns."),
    ShapeKind.SHARED_WORD: _called,
}
