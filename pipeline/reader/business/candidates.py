"""The readings that the links of a business question allow, each with what it explains."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from knowledge.catalog import Catalog
from knowledge.semantics import ColumnRef, MeasureKind, SemanticModel, TableMeaning
from pipeline.reader.business.intent import BusinessIntent, Dimension, Filter, Form, Period
from pipeline.reader.business.linking import Link, LinkedBusiness
from pipeline.reader.business.sql import UnreachableError, path_of

MOST = 150
_MOST_MEASURES, _MOST_TARGETS, _MOST_DIMENSIONS, _MOST_FILTERS = 8, 4, 3, 2
_NEEDS_DIMENSION = (Form.TOP, Form.BOTTOM, Form.SHARE_OF_TOTAL)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A reading, the places of the words that it explains, and the scores of its links."""

    intent: BusinessIntent
    words: frozenset[int]
    target: float
    dimension: float
    filters: float
    own_date: bool = True
    prior: float = 1.0


@dataclass(frozen=True, slots=True)
class _Target:
    """What is counted, added up or listed."""

    table: str
    kind: MeasureKind
    sql: str
    link: Link


def candidates_of(
    linked: LinkedBusiness, forms: Sequence[Form], model: SemanticModel, catalog: Catalog
) -> list[Candidate]:
    """The readings in these forms, likelier forms first."""
    made = _Maker(linked, model, catalog)
    found = [each for form in forms for each in islice(made.of(form), MOST)]
    return list({each.intent: each for each in reversed(found)}.values())[::-1]


class _Maker:
    def __init__(self, linked: LinkedBusiness, model: SemanticModel, catalog: Catalog) -> None:
        self._linked, self._model, self._catalog = linked, model, catalog

    def of(self, form: Form) -> Iterator[Candidate]:
        match form:
            case Form.HAS | Form.NEVER | Form.MORE | Form.PER_THING:
                yield from self._events(form)
            case Form.LIST | Form.EXTREME:
                yield from self._lists(form)
            case Form.DURATION:
                yield from self._durations()
            case _:
                yield from self._measured(form)

    # ------------------------------------------------------------ measures

    def _targets(self) -> Iterator[_Target]:
        linked = self._linked
        for link in linked.measures[:_MOST_MEASURES]:
            if link.measure is not None:
                yield _Target(link.table, link.measure.kind, link.measure.sql, link)
        for link in linked.tables[:_MOST_TARGETS]:
            yield _Target(link.table, MeasureKind.COUNT, "COUNT(*)", link)

    def _measured(self, form: Form) -> Iterator[Candidate]:
        for target in self._targets():
            groups = (
                list(self._groups(target))
                if form not in (Form.COMPARE, Form.GROWTH)
                else [(None, None)]
            )
            for dimension, link in groups:
                if form in _NEEDS_DIMENSION and (dimension is None or dimension.grain):
                    continue
                used = target.link.words | (link.words if link else frozenset())
                for filters, explained, score in self._filters(target.table, used):
                    state = filters[0] if form is Form.SHARE and filters else None
                    if form is Form.SHARE and state is None:
                        continue
                    for periods, own in self._periods(target.table, target.link):
                        yield Candidate(
                            BusinessIntent(
                                form=form, base=target.table, kind=target.kind, measure=target.sql,
                                dimensions=(dimension,) if dimension else (),
                                filters=filters[1:] if state else filters, periods=periods,
                                state=state, limit=self._limit() or 1,
                            ),
                            used | explained, target.link.score, link.score if link else 0.0, score,
                            own,
                            target.link.measure.score if target.link.measure else 1.0,
                        )  # fmt: skip

    def _groups(self, target: _Target) -> Iterator[tuple[Dimension | None, Link | None]]:
        linked = self._linked
        meaning = self._model.table(target.table)
        date = meaning.event_date if meaning else None
        if linked.grain and date is not None:
            yield Dimension(date.at.table, (date.at.column,), (), linked.grain), None
            return
        found = 0
        links = sorted((*linked.columns, *linked.tables), key=lambda each: -each.score)
        for link in links:
            if found == _MOST_DIMENSIONS:
                break
            thing = not link.column and link.table != target.table
            if (
                (thing or link.column)
                and link.words - target.link.words
                and self._reaches(target.table, link.table)
            ):
                found += 1
                yield self._dimension(link), link
        yield None, None

    def _dimension(self, link: Link) -> Dimension:
        if link.column:
            return Dimension(link.table, (link.column,), ())
        return Dimension(link.table, self._shown(link.table), self._key(link.table))

    def _shown(self, key: str) -> tuple[str, ...]:
        """The name of a row, or its key where it has no name."""
        meaning = self._model.table(key)
        return (meaning.name if meaning else ()) or self._key(key)

    def _key(self, key: str) -> tuple[str, ...]:
        table = self._catalog.table(key)
        if table is None:
            return ()
        return table.primary_key or tuple(column.name for column in table.columns[:1])

    def _filters(
        self, table: str, used: frozenset[int]
    ) -> Iterator[tuple[tuple[Filter, ...], frozenset[int], float]]:
        """Conditions whose words say nothing else; with all of them first, then with fewer."""
        chosen: list[Link] = []
        taken = set(used)
        for link in self._linked.states:
            if len(chosen) == _MOST_FILTERS or not link.words or link.words & taken:
                continue
            if self._reaches(table, link.table):
                chosen.append(link)
                taken |= link.words
        for count in range(len(chosen), -1, -1):
            some = chosen[:count]
            words = frozenset(n for link in some for n in link.words)
            score = sum(link.score for link in some)
            yield tuple(Filter(each.table, each.condition) for each in some), words, score
        others = [
            each for each in self._linked.states
            if each not in chosen and each.words and not each.words & used
            and self._reaches(table, each.table)
        ][:2]  # fmt: skip
        for other in others:
            yield (Filter(other.table, other.condition),), other.words, other.score

    def _periods(self, table: str, link: Link) -> Iterator[tuple[tuple[Period, ...], bool]]:
        """The periods on the event date, and on a date that words name."""
        ranges = self._linked.ranges
        if not ranges:
            yield (), True
            return
        meaning = self._model.table(table)
        date = meaning.event_date if meaning else None
        places = [(date.at, True)] if date else []
        named = [each for each in self._linked.dates if self._reaches(table, each.table)][:2]
        places += [
            (ColumnRef(table=n.table, column=n.column), False)
            for n in named
            if n.words - link.words and not (date and date.at.column == n.column)
        ]
        for at, own in places:
            yield tuple(Period(at, each.start, each.end) for each in ranges[:2]), own

    def _durations(self) -> Iterator[Candidate]:
        for meaning in self._model.tables:
            for span in sorted(meaning.durations, key=lambda each: -each.score)[:3]:
                links = [n for n in self._linked.dates if n.table == meaning.table]
                named = [n for n in links if n.column in (span.start, span.end)]
                tables = [n for n in self._linked.tables if n.table == meaning.table]
                used = frozenset(w for link in (*named, *tables) for w in link.words)
                if not used and span.score < 0.5:
                    continue
                target = _Target(
                    meaning.table, MeasureKind.AVERAGE, "",
                    Link(meaning.table, span.score, used),
                )  # fmt: skip
                for dimension, link in self._groups(target):
                    for filters, words, score in self._filters(meaning.table, used):
                        for periods, own in self._periods(meaning.table, target.link):
                            yield Candidate(
                                BusinessIntent(
                                    form=Form.DURATION, base=meaning.table,
                                    kind=MeasureKind.AVERAGE, measure="",
                                    span=(span.start, span.end), periods=periods, filters=filters,
                                    dimensions=(dimension,) if dimension else (),
                                ),
                                used | words | (link.words if link else frozenset()),
                                span.score + len(named) / 2, link.score if link else 0.0, score,
                                own,
                            )  # fmt: skip

    # ------------------------------------------------------------ lists, has and has no

    def _lists(self, form: Form) -> Iterator[Candidate]:
        for target in self._linked.tables[:_MOST_TARGETS]:
            for column in self._compared(target) if form is Form.EXTREME else (None,):
                used = target.words | (column.words if column else frozenset())
                for filters, words, score in self._filters(target.table, used):
                    for periods, own in self._periods(target.table, target):
                        for descending in (True, False) if column else (True,):
                            yield Candidate(
                                BusinessIntent(
                                    form=form, base=target.table, shown=self._shown(target.table),
                                    filters=filters, periods=periods, descending=descending,
                                    measure=self._quoted(column) if column else "COUNT(*)",
                                    limit=self._limit() or 1 if column else None,
                                ),
                                used | words, target.score, column.score if column else 0.0, score,
                                own,
                            )  # fmt: skip

    def _compared(self, target: Link) -> Iterator[Link]:
        """The numbers of a thing: those that words name, then those that it is compared by."""
        named = [n for n in self._linked.columns if n.table == target.table and n.column][:3]
        yield from named
        meaning = self._model.table(target.table)
        averages = (m for m in meaning.measures if m.kind is MeasureKind.AVERAGE) if meaning else ()
        for measure in sorted(averages, key=lambda each: -each.score)[:3]:
            column = measure.refs[0].column
            if column not in {n.column for n in named}:
                yield Link(target.table, measure.score / 2, frozenset(), column=column)

    def _quoted(self, link: Link) -> str:
        return f'"{link.table.rpartition(".")[2]}"."{link.column}"'

    def _events(self, form: Form) -> Iterator[Candidate]:
        """A thing and the events that refer to it."""
        for thing in self._linked.tables[:_MOST_TARGETS]:
            for edge in self._model.children(thing.table):
                meaning = self._model.table(edge.table)
                if meaning is None or edge.table == thing.table:
                    continue
                event = next((n for n in self._linked.tables if n.table == edge.table), None)
                words = event.words if event else self._said(meaning)
                used = thing.words | words
                for filters, explained, score in self._filters(edge.table, used):
                    for periods, own in self._periods(edge.table, thing):
                        for counted in (False, True) if form is not Form.PER_THING else (False,):
                            yield Candidate(
                                BusinessIntent(
                                    form=form, base=thing.table, shown=self._shown(thing.table),
                                    edge=edge, filters=filters, periods=periods, counted=counted,
                                    limit=self._limit(),
                                ),
                                used | explained, thing.score, event.score if event else 0.0, score,
                                own,
                            )  # fmt: skip

    def _said(self, meaning: TableMeaning) -> frozenset[int]:
        """The words that name the event date: `placed` of `placed_at`."""
        date = meaning.event_date
        links = (n for n in self._linked.dates if n.table == meaning.table)
        return frozenset(w for n in links if date and n.column == date.at.column for w in n.words)

    # ------------------------------------------------------------ parts

    def _limit(self) -> int | None:
        whole = [int(n) for n in self._linked.numbers if n == int(n)]
        return whole[0] if whole else None

    def _reaches(self, table: str, other: str) -> bool:
        try:
            path_of(self._model, table, other)
        except UnreachableError:
            return False
        return True
