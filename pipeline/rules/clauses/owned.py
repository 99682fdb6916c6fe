"""Columns right behind the rows that own them: `savings balance`, `manufacturer name`."""

from pipeline.rules.schema.items import Item, Run, Stream

_NEARLY, _COMMON = 0.06, "common"
_OF_NUMBERS = ("", "large", "big", "small")


def owned(stream: Stream) -> None:
    """Take such a column for that of these rows, where others have one of the same name."""
    for rows, column in zip(stream.items, stream.items[1:], strict=False):
        if rows.letter == "T" and column.letter == "C" and rows.last == column.first:
            _settle_owner(rows, column)
    stream.rewrite(r"(?<=s)(?P<t>T)(?P<c>C)", _of_highest)


def _settle_owner(rows: Item, column: Item) -> None:
    own = rows.best(table=True)
    found = [c for c in column.candidates if own is not None and c.table == own.table and c.column]
    if found and found[0].score >= column.candidates[0].score - _NEARLY:
        column.candidates = found


def _of_highest(run: Run) -> Item | None:
    """`the lowest savings balance`, `the most common payment method`: only said whose it is."""
    rows, column, own = run["t"], run["c"], run["t"].best(table=True)
    near = own is not None and column.candidates[0].table == own.table and rows.last == column.first
    measured = column.payload in ("number", "date", "year")
    adjective = run.before[-1].payload[1]
    if adjective == _COMMON:
        return column if near and not measured else None
    return column if near and measured and adjective in _OF_NUMBERS else None
