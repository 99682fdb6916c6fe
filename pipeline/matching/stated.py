"""What a card may state of an approved query: the days that its statement provably keeps."""

from collections.abc import Sequence

from knowledge.matching.sqlshape import shape_of
from pipeline.checking import Passed, checked
from pipeline.contract import Contract, DateBound
from pipeline.people import Person
from pipeline.times.values import TimeSpan
from pipeline.workspace import Workspace

_MOST_COLUMNS = 8


def stated_days(
    sql: str, times: Sequence[TimeSpan], workspace: Workspace, asker: Person
) -> tuple[DateBound, ...]:
    """The periods that the statement is proven to read, each of one column.

    Proven by the very check that a draft with these days confirmed has to pass.
    """
    spans = [span for span in times if span.start is not None or span.end is not None]
    if not spans:
        return ()
    columns = _columns(sql, workspace)
    for column in columns:
        bounds = tuple(_bound(span, column) for span in spans)
        if _keeps(sql, bounds, workspace, asker):
            return bounds
    if len(spans) == 1:
        return ()
    alone = (
        next(
            (
                bound
                for column in columns
                if _keeps(sql, ((bound := _bound(span, column)),), workspace, asker)
            ),
            None,
        )
        for span in spans
    )
    found = tuple(bound for bound in alone if bound is not None)
    return found if _keeps(sql, found, workspace, asker) else ()


def states_all(stated: Sequence[DateBound], times: Sequence[TimeSpan]) -> bool:
    """Whether every period of a question is among the stated ones."""
    proven = {(bound.words, bound.start, bound.end) for bound in stated}
    return all(
        (span.words, span.start, span.end) in proven
        for span in times
        if span.start is not None or span.end is not None
    )


def _keeps(sql: str, bounds: tuple[DateBound, ...], workspace: Workspace, asker: Person) -> bool:
    return isinstance(checked(sql, workspace, asker, Contract(dates=bounds)), Passed)


def _bound(span: TimeSpan, column: str) -> DateBound:
    return DateBound(column=column, start=span.start, end=span.end, words=span.words)


def _columns(sql: str, workspace: Workspace) -> list[str]:
    """The columns that the statement speaks of, dated ones first, by their catalog keys."""
    catalog = workspace.known.catalog
    shape = shape_of(sql, catalog.dialect)
    if shape is None:
        return []
    found = [
        (not column.kind.is_dated, f"{table.key}.{column.name}")
        for table in catalog.tables
        if table.name.lower() in shape.tables
        for column in table.columns
        if any(
            each.column == column.name.lower() and each.table in ("", table.name.lower())
            for each in shape.used
        )
    ]
    return [name for _, name in sorted(found)[:_MOST_COLUMNS]]
