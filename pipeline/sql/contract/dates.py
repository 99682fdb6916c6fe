"""Whether a query keeps to the confirmed date ranges: proven on the tree, or a finding."""

import datetime as dt
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from sqlglot import exp

from knowledge.catalog import Kind
from pipeline.contract import DateBound
from pipeline.sql.contract.date_constants import midnight
from pipeline.sql.contract.date_regions import (
    ALWAYS,
    EARLIEST,
    LATEST,
    Region,
    intersection,
    region_of,
    union,
)
from pipeline.sql.contract.equal_dates import taken_from
from pipeline.sql.contract.time_columns import TimeColumn, time_column
from pipeline.sql.names.blocks import BaseUse, QueryBlocks, without_marks
from pipeline.sql.policies.policy import Finding

_DAY_TEXT = 10


def date_findings(blocks: QueryBlocks, bounds: tuple[DateBound, ...]) -> Iterator[Finding]:
    """What of the confirmed date ranges the query does not provably keep."""
    for column in dict.fromkeys(bound.column.lower() for bound in bounds):
        wanted = [bound for bound in bounds if bound.column.lower() == column]
        key, _, name = column.rpartition(".")
        uses = [use for use in blocks.uses if use.table.key.lower() == key]
        if not uses:
            yield _finding("date_missing", wanted, "the table of that date is not read")
        else:
            yield from _column_findings(blocks, uses, name, wanted)


def reads_within(blocks: QueryBlocks, use: BaseUse, bounds: Sequence[DateBound]) -> bool:
    """Whether one use of a table is provably read for exactly the dates in all the ranges.

    The ranges must be of one column of that table.
    """
    column = _time_column(blocks, use, bounds[0].column.lower().rpartition(".")[2])
    region, unknown = _region_of_use(blocks, column)
    wanted = ALWAYS
    for bound in bounds:
        wanted = intersection(wanted, _stored_region(bound, column))
    return unknown is None and region == wanted


def inner_date_findings(blocks: QueryBlocks, bounds: tuple[DateBound, ...]) -> Iterator[Finding]:
    """Dates of rows that others are held against: each range must be read somewhere."""
    for bound in bounds:
        column = bound.column.lower()
        together = [one for one in bounds if one.column.lower() == column]
        uses = [use for use in blocks.uses if use.table.key.lower() == column.rpartition(".")[0]]
        if not any(reads_within(blocks, use, read) for use in uses for read in ([bound], together)):
            yield _finding("date_range", [bound], "no rows are read for them")


def _column_findings(
    blocks: QueryBlocks, uses: list[BaseUse], name: str, wanted: list[DateBound]
) -> Iterator[Finding]:
    of = _time_column(blocks, uses[0], name)
    regions = [_stored_region(bound, of) for bound in wanted]
    together = _joined(regions)
    found: list[Region] = []
    for use in uses:
        column = _time_column(blocks, use, name)
        region, unknown = _region_of_use(blocks, column)
        if unknown is not None:
            what = f"`{unknown}` cannot be read as a plain range"
            yield _finding("date_unproven", wanted, what, of)
            return
        found.append(region)
    parts = [one for use in uses for one in _partial_regions(blocks, use, name)]
    if not _kept(found, parts, regions, together):
        yield _finding("date_range", wanted, f"it reads {_spoken(_joined(found))}", of)


def _kept(
    found: list[Region], parts: list[Region], regions: list[Region], together: Region
) -> bool:
    if len(regions) == 1:
        return all(region == together for region in found)
    if any(region not in (together, *regions) for region in found):
        hull: Region = ((together[0][0], together[-1][1]),)
        if any(region not in (hull, together, *regions) for region in found):
            return False
        return all(region in parts for region in regions)
    seen = [*found, *parts]
    return together in found or all(region in seen for region in regions)


def region_of_bound(bound: DateBound) -> Region:
    """The times that a confirmed range means."""
    start = EARLIEST if bound.start is None else _midnight(bound.start)
    end = LATEST if bound.end is None else _midnight(bound.end)
    return ((start, end),)


def _stored_region(bound: DateBound, column: TimeColumn) -> Region:
    """The same in the column's own time."""
    ((start, end),) = region_of_bound(bound)
    return (
        (
            start if bound.start is None else column.stored(start),
            end if bound.end is None else column.stored(end),
        ),
    )


def _midnight(day: dt.date) -> dt.datetime:
    return midnight(day.year, day.month, day.day)


def _joined(regions: Iterable[Region]) -> Region:
    found: Region = ()
    for region in regions:
        found = union(found, region)
    return found


def _time_column(blocks: QueryBlocks, use: BaseUse, name: str) -> TimeColumn:
    column = use.table.column(name)
    whole = _whole_days(use, name)
    return time_column(use.mark, name, column, blocks.dialect, whole_days=whole)


def _whole_days(use: BaseUse, name: str) -> bool:
    column = use.table.column(name)
    if column is None:
        return False
    if column.kind == Kind.DATE:
        return True
    samples = [text for text in (column.low, column.high) if text]
    is_text = column.kind in {Kind.TEXT, Kind.OTHER}
    return is_text and bool(samples) and all(len(text) == _DAY_TEXT for text in samples)


def _region_of_use(
    blocks: QueryBlocks, column: TimeColumn, followed: frozenset[str] = frozenset()
) -> tuple[Region, str | None]:
    """The times that are read of a column; `followed` are the uses whose times were looked at."""
    region = ALWAYS
    for block in blocks.blocks:
        for condition in block.conditions:
            if column.mark not in condition.holds_for or not column.is_in(condition.expression):
                continue
            if _compares_columns(condition.expression) or _is_presence(condition.expression):
                mark = taken_from(condition.expression, column, blocks)
                if mark and mark not in followed:
                    whence = replace(column, mark=mark)
                    taken, _ = _region_of_use(blocks, whence, followed | {column.mark})
                    region = intersection(region, taken)
                continue
            one = region_of(condition.expression, column)
            if one is None:
                return region, without_marks(condition.expression)
            region = intersection(region, one)
    return region, None


def _compares_columns(condition: exp.Expr) -> bool:
    """A join on the date, such as `a.day = b.day`, restricts no range by itself."""
    if not isinstance(condition, exp.EQ | exp.GT | exp.GTE | exp.LT | exp.LTE):
        return False
    return all(side.find(exp.Column) for side in (condition.left, condition.right))


def _is_presence(condition: exp.Expr) -> bool:
    inner = condition.this if isinstance(condition, exp.Not) else None
    return isinstance(inner, exp.Is) and isinstance(inner.expression, exp.Null)


def _partial_regions(blocks: QueryBlocks, use: BaseUse, name: str) -> Iterator[Region]:
    """The ranges inside CASE, IF and FILTER, where one query compares two periods."""
    column = _time_column(blocks, use, name)
    for block in blocks.blocks:
        for projection in block.projections:
            for node in projection.find_all(exp.If, exp.Filter):
                condition = node.this if isinstance(node, exp.If) else node.expression.this
                region = region_of(condition, column) if column.is_in(condition) else None
                if region is not None:
                    yield region


def _spoken(region: Region) -> str:
    if region == ALWAYS:
        return "all dates"
    if not region:
        return "no date at all"
    texts = []
    for start, end in region:
        low = (
            "the beginning"
            if start == EARLIEST
            else start.isoformat(sep=" ").removesuffix(" 00:00:00")
        )
        high = "the end" if end == LATEST else end.isoformat(sep=" ").removesuffix(" 00:00:00")
        texts.append(f"{low} up to (not including) {high}")
    return " and ".join(texts[:3])


def _finding(
    code: str, wanted: list[DateBound], what: str, column: TimeColumn | None = None
) -> Finding:
    regions = [_stored_region(each, column) if column else region_of_bound(each) for each in wanted]
    clock = column.column.clock if column and column.column else None
    zone = f" in its own time, {clock.stored}" if clock else ""
    return Finding(
        code=code,
        sentence=f"The dates of {wanted[0].column} were confirmed as {_spoken(_joined(regions))}"
        f"{zone}, but {what}. Write them as a half-open range of fixed dates.",
        blocks=True,
    )
