"""`next_questions`: what people ask next, each read and dry-run before it is offered."""

import datetime as dt
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from knowledge.catalog import Kind
from pipeline.checking import Passed, checked
from pipeline.contract import DateBound
from pipeline.flow import Go, Outcome
from pipeline.intent import Condition, Intent
from pipeline.planning import planned
from pipeline.rules.outcomes import Planned
from pipeline.rules.schema.known import Known
from pipeline.state import RunState
from pipeline.times.listed import default_times
from pipeline.warehouse import WarehouseError
from pipeline.workspace import Workspace

_MOST = 2
# Of each kind, so that a database with many columns makes nobody wait.
_MOST_COLUMNS = 3
_FEWEST_GROUPS, _MOST_GROUPS = 2, 20
_TOP = 5


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A follow-up in words, and whether a reading of it is what is meant by them."""

    words: str
    fits: Callable[[Planned], bool]


async def next_questions(state: RunState, workspace: Workspace) -> Outcome:
    """Offer at most two follow-ups that the rules read as meant and the database can plan."""
    draft, intent = state.draft, state.intent
    if draft is None or draft.by != "rules" or intent is None or state.report is not None:
        return Go(state=state)
    if state.fetched is None or not state.fetched.rows or state.edge:
        return Go(state=state)
    found: list[str] = []
    for kind in await workspace.compute(_read, state, workspace):
        for words, sql in kind:
            if len(found) < _MOST and await _can_run(sql, workspace):
                found.append(words)
                break
    return Go(state=replace(state, next_questions=tuple(found)))


async def _can_run(sql: str, workspace: Workspace) -> bool:
    """Whether the database plans it; nothing is run."""
    try:
        await workspace.warehouse.explain(sql)
    except WarehouseError:
        return False
    return True


def _read(state: RunState, workspace: Workspace) -> list[list[tuple[str, str]]]:
    """Of each kind the follow-ups that pass every check, with their SQL; one each is enough."""
    found: list[list[tuple[str, str]]] = []
    for kind in (_drill_down, _period_before, _top_rows):
        good: list[tuple[str, str]] = []
        for candidate in kind(state, workspace.known_to(state.asker)):
            sql = _sql_of(candidate, state, workspace)
            if sql:
                good.append((candidate.words, sql))
                break
        found.append(good)
        if sum(map(bool, found)) == _MOST:
            break
    return found


def _sql_of(candidate: _Candidate, state: RunState, workspace: Workspace) -> str:
    """The SQL of a follow-up; empty where it is not read as meant or does not pass."""
    times = default_times(candidate.words, state.today, workspace.calendar)
    draft = state.draft
    asked = replace(
        state,
        question=candidate.words,
        previous=state.intent,
        previous_times=state.times,
        previous_contract=state.contract,
        previous_sql=(draft.whole or draft.sql) if draft else "",
        previous_question=state.question,
        choices={},
        values={},
        alternatives=(),
    )
    read = planned(asked, workspace, times, readings=False)
    if not isinstance(read, Planned) or read.left_out or not candidate.fits(read):
        return ""
    passed = checked(read.sql, workspace, state.asker, read.contract)
    return passed.sql if isinstance(passed, Passed) and not passed.unbounded else ""


def _drill_down(state: RunState, known: Known) -> Iterator[_Candidate]:
    """One number by a column of few values that nothing was said of."""
    intent = state.intent
    if intent is None or not _is_one_number(intent):
        return
    said = {each.column for each in intent.filters if isinstance(each, Condition)}
    for ref in _columns_of_few_values(state, known):
        if ref in said:
            continue
        name = ref.rpartition(".")[2].replace("_", " ")

        def fits(read: Planned, ref: str = ref, before: Intent = intent) -> bool:
            grouped = [each.column for each in read.intent.dimensions]
            return grouped == [ref] and _same_but(read.intent, before)

        yield _Candidate(f"by {name}", fits)


def _is_one_number(intent: Intent) -> bool:
    plain = not (intent.dimensions or intent.compared or intent.over or intent.having)
    return len(intent.measures) == 1 and plain


def _columns_of_few_values(state: RunState, known: Known) -> list[str]:
    """The columns with few known values, those of the contract's first table first."""
    found: list[str] = []
    for key in state.contract.tables:
        table = known.catalog.table(key)
        if table is None:
            continue
        for column in table.columns:
            few = column.complete and _FEWEST_GROUPS <= len(column.values) <= _MOST_GROUPS
            shown = not column.pii and column.retired is None and not column.primary_key
            if few and shown and column.kind is Kind.TEXT:
                found.append(f"{key}.{column.name}")
    return found[:_MOST_COLUMNS]


def _same_but(after: Intent, before: Intent) -> bool:
    """Whether numbers and conditions are those of before."""
    return after.measures == before.measures and after.filters == before.filters


def _period_before(state: RunState, _known: Known) -> Iterator[_Candidate]:
    """The period just before the only one that was asked about."""
    intent, bounds = state.intent, state.contract.dates
    if intent is None or intent.compared or len(bounds) != 1:
        return
    bound = bounds[0]
    if bound.start is None or bound.end is None:
        return
    start, end = before(bound.start, bound.end)

    def fits(read: Planned, before_: Intent = intent) -> bool:
        dates = [(each.column, each.start, each.end) for each in read.contract.dates]
        same = read.intent.measures == before_.measures
        return same and dates == [(bound.column, start, end)] and not read.intent.compared

    yield _Candidate(_said(DateBound(column=bound.column, start=start, end=end)), fits)


def before(start: dt.date, end: dt.date) -> tuple[dt.date, dt.date]:
    """The half-open period of the same kind that ends where this one starts."""
    months = (end.year - start.year) * 12 + end.month - start.month
    if start.day == end.day == 1 and months > 0:
        first = start.year * 12 + start.month - 1 - months
        return dt.date(first // 12, first % 12 + 1, 1), start
    return start - (end - start), start


def _said(bound: DateBound) -> str:
    """The period in words that are read as just that."""
    assert bound.start is not None  # noqa: S101 - made with both
    assert bound.end is not None  # noqa: S101 - made with both
    last = bound.end - dt.timedelta(days=1)
    if bound.start.day == 1 and bound.end == _next_month(bound.start):
        return f"in {bound.start:%B %Y}"
    if (bound.start.month, bound.start.day) == (1, 1) and bound.end == dt.date(
        bound.start.year + 1, 1, 1
    ):
        return f"in {bound.start.year}"
    if last == bound.start:
        return f"on {_day(last)}"
    return f"from {_day(bound.start)} to {_day(last)}"


def _day(day: dt.date) -> str:
    return f"{day.day} {day:%B %Y}"


def _next_month(day: dt.date) -> dt.date:
    return (day.replace(day=1) + dt.timedelta(days=31)).replace(day=1)


def _top_rows(state: RunState, _known: Known) -> Iterator[_Candidate]:
    """The largest groups, where there are many."""
    intent, fetched = state.intent, state.fetched
    if intent is None or fetched is None or intent.limit is not None:
        return
    one = len(intent.measures) == 1 and len(intent.dimensions) == 1
    if not one or intent.compared or intent.dimensions[0].grain or len(fetched.rows) <= _TOP:
        return

    def fits(read: Planned, before_: Intent = intent) -> bool:
        ordered = [(each.by, each.descending) for each in read.intent.order[:1]] == [(0, True)]
        grouped = read.intent.dimensions == before_.dimensions
        return read.intent.limit == _TOP and ordered and grouped and _same_but(read.intent, before_)

    yield _Candidate(f"top {_TOP}", fits)
