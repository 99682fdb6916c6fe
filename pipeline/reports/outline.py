"""The outline of a report by rules: its numbers in all, over time, and by what they divide into.

Every question of it is one that the rules can answer, so nothing is offered that may fail.
"""

import datetime as dt
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from knowledge.catalog import Column, Kind, Table
from knowledge.glossary import Metric
from pipeline.dates import read_times
from pipeline.dates.describe import date_in_words
from pipeline.planning import planned
from pipeline.rules.outcomes import Planned
from pipeline.rules.text.words import lemma_of, name_words
from pipeline.state import RunState
from pipeline.times.reading import spans
from pipeline.times.values import TimeSpan
from pipeline.workspace import Workspace

MOST_OFFERED = 12
_USUAL = 6
_METRICS = 3
_BESIDE = 2
_TABLES = 3
_DIVISIONS = 5
_FEWEST, _MOST = 2, 30
_HOPS = 3
_CODES = (("code",), ("id",), ("key",), ("currency",))
_NAMING = frozenset(("name", "title", "label"))
_TOPICAL = (
    "region", "country", "category", "channel", "segment", "brand", "city", "type", "status",
)  # fmt: skip


def outlined(
    topic: str, span: TimeSpan | None, state: RunState, workspace: Workspace
) -> tuple[str, ...]:
    """The questions, the most telling first; none where the topic names no data."""
    about = _without(topic, span)
    measures = _measures(about, workspace, state)
    if not measures:
        return ()
    first, table = measures[0]
    others = [name for name, _ in measures[1:]]
    wishes = (
        first,
        *_compared(first, span),
        f"{first} by {_grain(span)}",
        *(f"{first} by {name}" for name in _divisions(table, state, workspace)),
        *(f"top 10 {name} by {first}" for name in _crowds(table, state, workspace)),
        *others,
        *(f"{name} by {_grain(span)}" for name in others),
    )
    return tuple(_answerable(wishes, span, state, workspace))[:MOST_OFFERED]


def usual_of(offered: Sequence[str]) -> int:
    """How many of the offered questions are taken where nobody says otherwise."""
    return min(len(offered), _USUAL)


def dated(question: str, span: TimeSpan | None) -> str:
    """The question about the days of the period, in words that need no confirmation."""
    if span is None or (span.start is None and span.end is None):
        return question
    if span.end is None and span.start is not None:
        return f"{question} since {date_in_words(span.start)}"
    last = span.end - dt.timedelta(days=1) if span.end else dt.date.max
    if span.start is None:
        return f"{question} until {date_in_words(last)}"
    return f"{question} from {date_in_words(span.start)} to {date_in_words(last)}"


def _answerable(
    wishes: Iterable[str], span: TimeSpan | None, state: RunState, workspace: Workspace
) -> Iterator[str]:
    seen: set[str] = set()
    for wish in wishes:
        own = read_times(wish, state.today, workspace.calendar).ranges
        question = wish if own else dated(wish, span)
        alone = replace(state, question=question, choices={}, previous=None)
        times = spans(read_times(question, state.today, workspace.calendar).ranges)
        read = planned(alone, workspace, times, readings=False)
        if isinstance(read, Planned) and read.sql not in seen and not read.left_out:
            seen.add(read.sql)
            yield wish


def _compared(name: str, span: TimeSpan | None) -> tuple[str, ...]:
    """The number beside that of the period before, which is just as long."""
    if span is None or span.start is None or span.end is None:
        return ()
    before = _before(span.start, span.end)
    if before is None:
        return ()
    return (f"{name} {_days(span.start, span.end)} vs {_days(before, span.start)}",)


def _before(start: dt.date, end: dt.date) -> dt.date | None:
    """Where the period before begins; whole months go back by months. None before all time."""
    months = 12 * (end.year - start.year) + end.month - start.month
    try:
        if start.day == 1 and end.day == 1:
            count = 12 * start.year + start.month - 1 - months
            return dt.date(count // 12, count % 12 + 1, 1)
        return start - (end - start)
    except (ValueError, OverflowError):
        return None


def _days(start: dt.date, end: dt.date) -> str:
    return f"{date_in_words(start)} - {date_in_words(end - dt.timedelta(days=1))}"


def _without(topic: str, span: TimeSpan | None) -> str:
    """The topic without its words for time."""
    if span is None:
        return topic
    rest = f"{topic[: span.at]} {topic[span.until :]}"
    return re.sub(r"\s+(?:in|for|of|during|over|from)\s*$", "", " ".join(rest.split()))


def _measures(about: str, workspace: Workspace, state: RunState) -> list[tuple[str, str]]:
    """Names of numbers, each with the table it is computed from."""
    known = workspace.known_to(state.asker)
    words = _lemmas(about)
    named = [(m, _overlap(words, (m.name, *m.synonyms))) for m in known.metrics]
    metrics = [m for m, shared in sorted(named, key=_closest) if shared]
    if not metrics:
        tables = _tables(words, workspace, state)
        metrics = [m for m in known.metrics if m.table.lower() in {t.key.lower() for t in tables}]
        if not metrics:
            return [(f"number of {_spoken(table.name)}", table.key) for table in tables[:_TABLES]]
    beside = [m for m in known.metrics if m.table == metrics[0].table and m not in metrics]
    return [(each.name, each.table) for each in (*metrics[:_METRICS], *beside[:_BESIDE])]


def _closest(scored: tuple[Metric, int]) -> tuple[int, bool]:
    metric, shared = scored
    return -shared, not metric.certified


def _tables(words: set[str], workspace: Workspace, state: RunState) -> list[Table]:
    known = workspace.known_to(state.asker)
    found = [table for table in known.catalog.tables if table.key in known.allowed]
    return [table for table in found if _lemmas(_spoken(table.name)) & words]


def _overlap(words: set[str], names: Iterable[str]) -> int:
    """How many words of the best name the topic says, where it says all of them."""
    best = 0
    for name in names:
        lemmas = _lemmas(name.replace("_", " "))
        if lemmas and lemmas <= words:
            best = max(best, len(lemmas))
    return best


def _lemmas(text: str) -> set[str]:
    return {lemma_of(word) for word in re.findall(r"[a-z0-9]+", text.lower())}


def _spoken(name: str) -> str:
    return " ".join(name_words(name)) or name


def _grain(span: TimeSpan | None) -> str:
    """A unit of time that makes a handful of points of the period."""
    if span is None or span.start is None or span.end is None:
        return "month"
    days = (span.end - span.start).days
    for most, grain in ((31, "day"), (123, "week"), (1_100, "month")):
        if days <= most:
            return grain
    return "year"


def _divisions(table: str, state: RunState, workspace: Workspace) -> list[str]:
    """Names by which the numbers divide into a few groups, the nearest tables first."""
    found: list[tuple[tuple[int, int], str]] = []
    for hops, each in _around(table, state, workspace):
        for column in each.columns:
            if _divides(column):
                called = _called(each, column)
                found.append(((_topic_of(called), hops), called))
    best: dict[object, str] = {}
    for (topic, _), name in sorted(found, key=lambda pair: pair[0]):
        best.setdefault(name if topic == len(_TOPICAL) else topic, name)
    return list(best.values())[:_DIVISIONS]


def _topic_of(name: str) -> int:
    """How early people would want to read of it; two of one topic say nearly the same."""
    found = (place for place, word in enumerate(_TOPICAL) if word in name)
    return next(found, len(_TOPICAL))


def _divides(column: Column) -> bool:
    few = column.complete and _FEWEST <= len(column.values) <= _MOST
    code = name_words(column.name)[-1:] in _CODES
    words = column.kind is Kind.TEXT and not column.primary_key and not column.pii
    return few and words and not code


def _crowds(table: str, state: RunState, workspace: Workspace) -> list[str]:
    """Tables of many named things that the numbers are about, such as products."""
    return [
        _spoken(each.name)
        for hops, each in _around(table, state, workspace)
        if hops and any(c.name.lower() in _NAMING and not c.complete for c in each.columns)
    ][:2]


def _around(table: str, state: RunState, workspace: Workspace) -> list[tuple[int, Table]]:
    """The table and those that each row of it leads to, with how far away they are."""
    known = workspace.known_to(state.asker)
    distances = {table: 0}
    queue = [table]
    for key in queue:
        if distances[key] == _HOPS:
            continue
        for edge in known.joins.edges(key):
            if not edge.multiplies and edge.right not in distances:
                distances[edge.right] = distances[key] + 1
                queue.append(edge.right)
    tables = [(hops, known.catalog.table(key)) for key, hops in distances.items()]
    return [(hops, found) for hops, found in tables if found is not None]


def _called(table: Table, column: Column) -> str:
    """A column as people say it; a thing by its own name, without saying "name"."""
    if column.name.lower() in _NAMING:
        return lemma_of(_spoken(table.name))
    return _spoken(column.name).removesuffix(" name")
