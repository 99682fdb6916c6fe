"""The rows of an open result, within the caps on rows, on bytes and on a single cell."""

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Protocol

from pipeline.result import Cell
from pipeline.warehouse import ResultColumn, as_cell, kind_of_cells

CELL_CAP = 1_000_000
_CHUNK = 200
_GROWTH = 4
_SMALL = 8


class Cursor(Protocol):
    """An open result: names of its columns, and the next rows."""

    @property
    def names(self) -> Sequence[str]: ...

    def fetch(self, count: int) -> Sequence[Sequence[object]]: ...


def capped_rows(cursor: Cursor, row_cap: int, byte_cap: int) -> tuple[list[Sequence[object]], bool]:
    """At most `row_cap` rows and about `byte_cap` bytes, and whether anything was cut off.

    The first row comes alone and each chunk is only as long as rows like the largest so far may be:
    a chunk is in memory before anybody can look at its size.
    """
    kept: list[Sequence[object]] = []
    size, largest, count, cut = 0, 1, 1, False
    while chunk := cursor.fetch(min(count, row_cap + 1 - len(kept))):
        for row in chunk:
            short = tuple(map(_short, row))
            cut = cut or any(one is not other for one, other in zip(short, row, strict=True))
            size += sum(map(size_of, short))
            largest = max(largest, sum(map(size_of, row)))
            if len(kept) == row_cap or (size > byte_cap and kept):
                return kept, True
            kept.append(short)
        if size > byte_cap:
            return kept, True
        count = max(1, min(_CHUNK, count * _GROWTH, (byte_cap - size) // largest))
    return kept, cut


def _short(value: object) -> object:
    """The value, or the beginning of its text where it is larger than a cell may be."""
    if size_of(value) <= CELL_CAP:
        return value
    if isinstance(value, str):
        return f"{value[:CELL_CAP]}…"
    if isinstance(value, bytes | bytearray | memoryview):
        return bytes(value[:_SMALL])
    return f"{str(as_cell(value))[:CELL_CAP]}…"


def size_of(value: object) -> int:
    """About how many bytes a value takes."""
    match value:
        case str() | bytes() | bytearray() | memoryview():
            return len(value)
        case int():
            return value.bit_length() // _SMALL + _SMALL
        case Decimal():
            return len(value.as_tuple().digits) + _SMALL
        case Mapping():
            return _size_of_all(value.keys()) + _size_of_all(value.values())
        case list() | tuple() | set():
            return _size_of_all(value)
        case _:
            return _SMALL


def _size_of_all(values: Iterable[object]) -> int:
    return sum(size_of(value) + 1 for value in values)


def result_columns(
    names: Sequence[str], rows: Sequence[Sequence[object]]
) -> tuple[ResultColumn, ...]:
    """The columns of a result, their kinds judged by their values."""
    columns = list(zip(*rows, strict=True)) if rows else [()] * len(names)
    return tuple(
        ResultColumn(name=name, kind=kind_of_cells(values))
        for name, values in zip(names, columns, strict=True)
    )


def result_cells(rows: Sequence[Sequence[object]]) -> tuple[tuple[Cell, ...], ...]:
    """The rows as plain cells."""
    return tuple(tuple(as_cell(value) for value in row) for row in rows)
