"""The rows that a write reads: each value whole, or the statement is not run."""

from collections.abc import Iterable, Sequence

from pipeline.adapters.warehouse_rows import CELL_CAP, size_of
from pipeline.writes.rows.images import MOST_ROWS
from pipeline.writes.statements.effect import UnclearEffectError

# A value's exact text may be several times as long as the value, as that of bytes is.
MOST_OF_CELL = 4 * CELL_CAP
_MOST_OF_ALL = 64_000_000


def first_rows(rows: Iterable[Sequence[object]]) -> tuple[list[tuple[object, ...]], int]:
    """One row more than can be compared, and how many there were; the others are not kept.

    Whoever reads a value asks for no more than one character beyond the cap: a longer one shows.
    Raises `UnclearEffectError` where a value, or all of them, are larger than can be kept.
    """
    kept: list[tuple[object, ...]] = []
    size = count = 0
    for row in rows:
        count += 1
        if count > MOST_ROWS + 1:
            continue
        sizes = [size_of(value) for value in row]
        if max(sizes, default=0) > MOST_OF_CELL:
            raise UnclearEffectError(
                because=f"it is about a value of more than {MOST_OF_CELL:,} characters, "
                "more than can be compared"
            )
        size += sum(sizes)
        if size > _MOST_OF_ALL:
            raise UnclearEffectError(
                because=f"it is about rows of more than {_MOST_OF_ALL // 1_000_000} MB, "
                "more than can be compared"
            )
        kept.append(tuple(row))
    return kept, count
