"""The shapes in plain words, those of one kind in one sentence."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from knowledge.shapes.proposing import proposed_lines
from knowledge.shapes.shape import Shape, ShapeKind

_NUMBERS = (
    "No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten",
)  # fmt: skip
_MOST_NAMED = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldShape:
    """A sentence about shapes of one kind, and the lines that a glossary may hold of them."""

    kind: ShapeKind
    said: str
    lines: tuple[str, ...]


def told(shapes: Iterable[Shape]) -> tuple[ToldShape, ...]:
    """What is said of the shapes, kind by kind."""
    found: list[ToldShape] = []
    known = tuple(shapes)
    for kind in ShapeKind:
        alike = [shape for shape in known if shape.kind is kind]
        if not alike:
            continue
        for group in [[shape] for shape in alike] if kind in _ALONE else [alike]:
            lines = tuple(dict.fromkeys(line for each in group for line in proposed_lines(each)))
            found.append(ToldShape(kind=kind, said=_SENTENCES[kind](group), lines=lines))
    return tuple(found)


_Sentence: TypeAlias = Callable[[Sequence[Shape]], str]


def _counted(shapes: Sequence[Shape], one: str, many: str, of: Callable[[Shape], str]) -> str:
    """`Three text columns hold dates: a (x), b (y), ...`."""
    count = len(shapes)
    number = _NUMBERS[count] if count < len(_NUMBERS) else f"{count:,}"
    named = ", ".join(of(shape) for shape in shapes[:_MOST_NAMED])
    rest = f" and {count - _MOST_NAMED} more" if count > _MOST_NAMED else ""
    return f"{number} {one if count == 1 else many}: {named}{rest}."


def _many(one: str, many: str, *, detail: bool = False) -> _Sentence:
    def said(shapes: Sequence[Shape]) -> str:
        return _counted(
            shapes, one, many, lambda s: f"{s.place} ({s.detail})" if detail else s.place
        )

    return said


def _with_values(one: str, many: str) -> _Sentence:
    def said(shapes: Sequence[Shape]) -> str:
        return _counted(shapes, one, many, lambda s: f"{s.place} ({_quoted(s.values)})")

    return said


def _quoted(values: Sequence[str]) -> str:
    return ", ".join(f"“{value}”" for value in values[:_MOST_NAMED])


def _edges(shapes: Sequence[Shape]) -> str:
    return _counted(
        shapes, "date column says until when there is data",
        "date columns say until when there is data",
        lambda s: f"{s.place} until {s.values[1]}",
    )  # fmt: skip


def _copies(shapes: Sequence[Shape]) -> str:
    shape = shapes[0]
    counts = [f"{key} ({_rows(rows)})" for key, rows in shape.rows]
    listed = f"{', '.join(counts[:-1])} and {counts[-1]}"
    scale = f" {shape.detail}." if shape.detail else ""
    return f"{listed} look like copies: choose one. The name speaks for {shape.prefer}.{scale}"


def _rows(rows: int | None) -> str:
    return "rows not counted" if rows is None else f"{rows:,} rows"


def _bridge(shapes: Sequence[Shape]) -> str:
    return _counted(
        shapes, "table has the keys of two others that are tied already",
        "tables have the keys of two others that are tied already",
        lambda s: f"{s.table} (of {' and '.join(s.others)})",
    )  # fmt: skip


def _flags(shapes: Sequence[Shape]) -> str:
    return _counted(
        shapes, "column marks rows as deleted; such rows count until a filter leaves them out",
        "columns mark rows as deleted; such rows count until a filter leaves them out",
        lambda s: f"{s.place} ({s.fitting:,} of {s.seen:,} rows)" if s.fitting else s.place,
    )  # fmt: skip


def _history(shapes: Sequence[Shape]) -> str:
    return _counted(
        shapes, "table keeps one row for each time that something was valid",
        "tables keep one row for each time that something was valid",
        lambda s: f"{s.table} ({s.column} to {s.others[0]})",
    )  # fmt: skip


def _undeclared(shapes: Sequence[Shape]) -> str:
    return _counted(
        shapes, "key is not declared, but names and values prove it",
        "keys are not declared, but names and values prove them",
        lambda s: f"{s.place} = {s.others[0]}",
    )  # fmt: skip


def _wide(shapes: Sequence[Shape]) -> str:
    return _counted(
        shapes, "table is very wide", "tables are very wide",
        lambda s: f"{s.table} ({s.seen} columns)",
    )  # fmt: skip


def _shared(shapes: Sequence[Shape]) -> str:
    shape = shapes[0]
    named = ", ".join((shape.table, *shape.others))
    return (
        f"{shape.fitting:,} tables share the word “{shape.detail}”, such as {named}: "
        "say which of them it means."
    )


# What is chosen for each of them by itself.
_ALONE = frozenset((ShapeKind.COPIES, ShapeKind.SHARED_WORD))
_SENTENCES: Mapping[ShapeKind, _Sentence] = {
    ShapeKind.TEXT_DATES: _many("text column holds dates", "text columns hold dates", detail=True),
    ShapeKind.EPOCH: _many(
        "number column holds moments since 1970",
        "number columns hold moments since 1970",
        detail=True,
    ),
    ShapeKind.TEXT_NUMBERS: _many(
        "text column holds numbers", "text columns hold numbers", detail=True
    ),
    ShapeKind.TEXT_BOOLEANS: _many(
        "text column says yes and no", "text columns say yes and no", detail=True
    ),
    ShapeKind.VARIANTS: _with_values(
        "value is written in several ways, which differ only in case or blanks",
        "values are written in several ways, which differ only in case or blanks",
    ),
    ShapeKind.MISSING_TEXT: _with_values(
        "column holds texts that look like a missing value",
        "columns hold texts that look like a missing value",
    ),
    ShapeKind.STAND_IN_DATES: _with_values(
        "date column holds days that stand for no date",
        "date columns hold days that stand for no date",
    ),
    ShapeKind.UNIT_IN_NAME: _many(
        "column has a unit in its name", "columns have a unit in their names", detail=True
    ),
    ShapeKind.DATA_EDGE: _edges,
    ShapeKind.COPIES: _copies,
    ShapeKind.BRIDGE: _bridge,
    ShapeKind.SOFT_DELETE: _flags,
    ShapeKind.HISTORY: _history,
    ShapeKind.UNDECLARED_KEY: _undeclared,
    ShapeKind.EMPTY_TABLE: _many("table is empty", "tables are empty"),
    ShapeKind.WIDE_TABLE: _wide,
    ShapeKind.SHARED_WORD: _shared,
}
