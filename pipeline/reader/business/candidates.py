"""The readings that the links of a business question allow, each with what it explains."""

import heapq
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from sqlglot import exp

from knowledge.catalog import Catalog
from knowledge.semantics import ColumnRef, Edge, MeasureKind, SemanticModel
from knowledge.sql_text import read_sql
from pipeline.reader.business.cues import OF_AGGREGATE, OF_FORM, UNIT_OF, operator_of
from pipeline.reader.business.elements import event_column
from pipeline.reader.business.intent import (
    Aggregate,
    BusinessIntent,
    Dimension,
    Filter,
    Form,
    Period,
)
from pipeline.reader.business.linking import Link, LinkedBusiness
from pipeline.reader.business.paths import UnreachableError, path_of

MOST = 80
_MOST_LOOKED_AT, _MOST_PLANS = 2000, 60
_MOST_TARGETS, _MOST_DIMENSIONS, _MOST_FILTERS, _MOST_EVENTS = 14, 4, 7, 3
_MOST_DATES, _UNNAMED, _PART = 3, 0.3, 1.0
_NONE: frozenset[int] = frozenset()
_DIMENSIONS_OF = {
    Form.TOP: (1, 1), Form.BOTTOM: (1, 1), Form.TOP_IN_GROUP: (2, 2), Form.SHARE_OF_TOTAL: (1, 1),
    Form.MORE: (1, 1), Form.PER_THING: (1, 1), Form.VALUE: (0, 2), Form.SHARE: (0, 1),
    Form.COMPARE: (0, 1), Form.GROWTH: (0, 1), Form.RUNNING: (1, 1),
}  # fmt: skip
_SAID: Mapping[str, tuple[str, ...]] = {
    Aggregate.FIRST: ("first",), Aggregate.LAST: ("last",), Aggregate.AVERAGE: ("average",),
    Aggregate.MINIMUM: ("minimum", "bottom"), Aggregate.MAXIMUM: ("maximum", "top"),
}  # fmt: skip
_ADDED = frozenset((Aggregate.COUNT, Aggregate.SUM, Aggregate.DISTINCT))
_COMMON = _ADDED | {Aggregate.AVERAGE, Aggregate.DURATION, Aggregate.RATIO}
_AGGREGATES_OF = {
    Form.VALUE: frozenset(Aggregate), Form.SHARE: _ADDED, Form.SHARE_OF_TOTAL: _ADDED,
    Form.RUNNING: _ADDED, Form.PER_THING: _ADDED,
}  # fmt: skip
_OF_THINGS = (Form.MORE, Form.PER_THING)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A reading with its links. `words` are the places of the words that it explains.

    `expected` are the concepts that words should say for it.
    """

    intent: BusinessIntent
    words: frozenset[int]
    expected: tuple[str, ...]
    target: Link
    groups: tuple[Link, ...] = ()
    filters: tuple[Link, ...] = ()
    column: Link | None = None
    date: float = 1.0

    @property
    def rough(self) -> float:
        """A first score, to keep the better ones."""
        column = self.column.score if self.column else 0.0
        fits = _rough(self.target, self.groups, self.filters) + column + 0.3 * abs(self.date)
        return len(self.words) + fits


def candidates_of(
    linked: LinkedBusiness, forms: Sequence[Form], model: SemanticModel, catalog: Catalog
) -> list[Candidate]:
    """The readings in these forms, likelier forms first."""
    maker = _Maker(linked, model, catalog)
    found: dict[BusinessIntent, Candidate] = {}
    for form in forms:
        every = islice(maker.of(form), _MOST_LOOKED_AT)
        for each in heapq.nlargest(MOST, every, key=lambda one: one.rough):
            known = found.get(each.intent)
            if known is None or known.rough < each.rough:
                found[each.intent] = each
    return list(found.values())


class _Maker:
    def __init__(self, linked: LinkedBusiness, model: SemanticModel, catalog: Catalog) -> None:
        self._linked, self._model, self._catalog = linked, model, catalog
        self._paths: dict[tuple[str, str], tuple[Edge, ...] | None] = {}
        self._texts = [word.text for word in linked.words]
        self._limit_at, self._limit = self._limit_of()
        self._targets: tuple[Link, ...] | None = None
        self._dates: dict[str, list[tuple[ColumnRef, float]]] = {}

    def of(self, form: Form) -> Iterator[Candidate]:
        match form:
            case Form.HAS | Form.NEVER | Form.SHARE_WITH:
                return self._events(form)
            case Form.LIST | Form.EXTREME | Form.SORTED | Form.ABOVE_AVERAGE | Form.LOOKUP:
                return self._lists(form)
            case _:
                return self._measured(form)

    # ------------------------------------------------------------ measures

    def _every_target(self) -> tuple[Link, ...]:
        if self._targets is None:
            linked = self._linked
            rows = list(linked.tables)
            known = {each.table for each in rows}
            likely = (*linked.states[:6], *linked.roles, *linked.dates)
            holders = dict.fromkeys(each.table for each in likely if each.table not in known)
            others = [Link(table, _UNNAMED, _NONE, prior=0.5) for table in holders]
            said = [
                m for m in linked.measures
                if m.kind not in _SAID or any(linked.cues[name] for name in _SAID[m.kind])
            ]  # fmt: skip
            found = [*said, *rows, *others[:4], *self._distinct(rows)]
            found = [one for each in found for one in self._in_units(each)]
            found.sort(key=lambda each: -(each.score + 0.3 * len(each.words)))
            best = [*(each for each in found if each in rows), *found[:_MOST_TARGETS]]
            self._targets = (*dict.fromkeys(best), *self._ratios(found))
        return self._targets

    def _in_units(self, target: Link) -> Iterator[Link]:
        """A duration in days, and in the unit that is said, or in hours between two moments."""
        yield target
        if target.kind != Aggregate.DURATION:
            return
        said = {UNIT_OF[t]: n for n, t in enumerate(self._texts) if t in UNIT_OF}
        for unit, at in said.items():
            yield replace(target, unit=unit, words=target.words | {at})
        if not said and target.quantity is not None and target.quantity.timed:
            yield replace(target, unit="hour")

    def _distinct(self, rows: Sequence[Link]) -> Iterator[Link]:
        """Different things that events have."""
        for thing in rows:
            for event in rows:
                if (
                    event.table != thing.table
                    and not event.words & thing.words
                    and self._reaches(event.table, thing.table)
                ):
                    short = thing.table.rpartition(".")[2]
                    key = self._key(thing.table)[0]
                    yield Link(
                        event.table, (thing.score + event.score) / 2, thing.words | event.words,
                        condition=f'COUNT(DISTINCT "{short}"."{key}")', kind=Aggregate.DISTINCT,
                        prior=0.7,
                    )  # fmt: skip

    def _ratios(self, found: Sequence[Link]) -> Iterator[Link]:
        """One number per another one of the same rows: "guests per check"."""
        each = self._linked.cues["each"]
        upper = [n for n in found if n.kind in ("", Aggregate.SUM)][:6]
        lower = [n for n in found if n.kind in ("", Aggregate.SUM, Aggregate.DISTINCT)][:8]
        for one in upper:
            for other in lower:
                below = other.words - one.words
                if one is other or one.table != other.table or not one.words or not below:
                    continue
                between = each & set(range(min(one.words), max(below)))
                if not between:
                    continue
                yield Link(
                    one.table, (one.score + other.score) / 2, one.words | below | between,
                    condition=ratio_of(_sql(one), _sql(other), self._catalog.dialect),
                    kind=Aggregate.RATIO, prior=(one.prior + other.prior) / 2,
                )  # fmt: skip

    def _measured(self, form: Form) -> Iterator[Candidate]:
        least, most = _DIMENSIONS_OF.get(form, (0, 0))
        if form in (Form.COMPARE, Form.GROWTH) and len(self._linked.ranges) < 2:
            return
        plans = [
            (_rough(target, links, filters), n, target, dimensions, links, filters)
            for n, target in enumerate(self._every_target())
            if Aggregate(target.kind or Aggregate.COUNT) in _AGGREGATES_OF.get(form, _COMMON)
            for dimensions, links in self._groups(form, target, least, most)
            for filters in self._filters(target.table, _words_of((target, *links)))
        ]
        for _, _, target, dimensions, links, filters in heapq.nlargest(
            _MOST_PLANS, plans, key=lambda plan: plan[0]
        ):
            yield from self._with_states(form, target, dimensions, links, filters)

    def _with_states(
        self, form: Form, target: Link, dimensions: tuple[Dimension, ...],
        links: tuple[Link, ...], filters: tuple[Link, ...],
    ) -> Iterator[Candidate]:  # fmt: skip
        states: tuple[Link | None, ...] = filters if form is Form.SHARE else (None,)
        kind = Aggregate(target.kind or Aggregate.COUNT)
        for state in states:
            rest = tuple(each for each in filters if each is not state)
            for periods, own in self._periods(target.table):
                grain = next((each for each in dimensions if each.grain), None)
                if grain and periods and periods[0].at.column != grain.shown[0]:
                    continue
                for counted in (False, True) if form is Form.MORE else (False,):
                    operator, signs = self._operator(form)
                    words = frozenset(n for each in (target, *links, *filters) for n in each.words)
                    limit = self._limit if form in _LIMITED else None
                    number = {self._limit_at} if limit is not None else set()
                    expected = (
                        *OF_FORM.get(form, ()),
                        *_expected(kind, form, dimensions, counted=counted),
                    )
                    intent = BusinessIntent(
                        form=form, base=target.table, kind=kind, measure=_sql(target),
                        unit=target.unit,
                        dimensions=dimensions, filters=_conditions(rest), periods=periods,
                        state=Filter(state.table, state.condition) if state else None,
                        limit=limit or (1 if form in _LIMITED else None), operator=operator,
                        counted=counted, descending=self._descends(),
                    )  # fmt: skip
                    yield self._candidate(
                        intent, words | signs | number, expected, target, links, filters, None, own
                    )

    def _candidate(
        self, intent: BusinessIntent, words: frozenset[int], expected: tuple[str, ...],
        target: Link, groups: tuple[Link, ...], filters: tuple[Link, ...], column: Link | None,
        own: float,
    ) -> Candidate:  # fmt: skip
        said = frozenset(n for name in expected for n in self._linked.cues[name])
        return Candidate(intent, words | said, expected, target, groups, filters, column, own)

    def _groups(
        self, form: Form, target: Link, least: int, most: int
    ) -> Iterator[tuple[tuple[Dimension, ...], tuple[Link, ...]]]:
        grain = self._linked.grain
        size = grain.grain if grain else "month" if form is Form.RUNNING else ""
        dates = self._dates_of(target.table)[:2] if size else []
        grains = [Dimension(at.table, (at.column,), (), size) for at, _ in dates]
        if form is Form.RUNNING:
            yield from (((by_time,), ()) for by_time in grains)
            return
        every = list(islice(self._dimensions(form, target), _MOST_DIMENSIONS))
        if grains and form is Form.VALUE:
            for by_time in grains:
                yield (by_time,), ()
                for one, link in every:
                    yield (by_time, one), (link,)
            return
        if least == 0:
            yield (), ()
        if least <= 1 <= most:
            for one, link in every:
                yield (one,), (link,)
        if most == 2:
            for one, link in every:
                for other, second in every:
                    apart = one != other and self._adds(link, second) and self._adds(second, link)
                    if apart and (form is Form.TOP_IN_GROUP or min(link.words) < min(second.words)):
                        yield (one, other), (link, second)

    def _dimensions(self, form: Form, target: Link) -> Iterator[tuple[Dimension, Link]]:
        """What may be grouped by: columns, things and roles, the best linked first."""
        linked = self._linked
        links = sorted(
            (*linked.columns, *linked.tables, *linked.roles),
            key=lambda each: -(each.score + 0.1 * len(each.words)),
        )
        for link in links:
            if form in _OF_THINGS and link.column:
                continue
            if not self._adds(link, target) or self._is_part_of_name(link):
                continue
            if link.path:
                edge = link.path[0]
                near = self._path(target.table, edge.table)
                if near is not None:
                    path = (*near, edge)
                    usual = self._path(target.table, link.table)
                    name = self._shown(link.table)
                    own = () if usual == path else path
                    yield Dimension(link.table, name, self._key(link.table), path=own), link
            elif (link.table != target.table or link.column) and self._reaches(
                target.table, link.table
            ):
                yield self._dimension(link), link

    def _adds(self, link: Link, other: Link) -> bool:
        """Whether a link explains more than another one, or its word is said twice."""
        if link.words - other.words:
            return True
        said = [self._linked.words[n].stem for n in link.words]
        return len(set(said)) < len(said)

    def _is_part_of_name(self, link: Link) -> bool:
        """Whether a column is a first or a last name: the name is shown as a whole."""
        meaning = self._model.table(link.table) if link.column else None
        name = meaning.name if meaning else ()
        return len(name) > 1 and link.column in name

    def _dimension(self, link: Link) -> Dimension:
        if link.column:
            return Dimension(link.table, (link.column,), ())
        return Dimension(link.table, self._shown(link.table), self._key(link.table))

    # ------------------------------------------------------------ lists, has and has no

    def _lists(self, form: Form) -> Iterator[Candidate]:
        for target in self._linked.tables:
            for column in self._compared(target, form) if form is not Form.LIST else (None,):
                used = target.words | (column.words if column else _NONE)
                for filters in self._filters(target.table, used):
                    words = used | frozenset(n for each in filters for n in each.words)
                    yield from self._listed(form, target, column, filters, words)
        if form is Form.LOOKUP:
            yield from self._looked_up()

    def _listed(
        self, form: Form, target: Link, column: Link | None, filters: tuple[Link, ...],
        words: frozenset[int],
    ) -> Iterator[Candidate]:  # fmt: skip
        both = form in (Form.SORTED, Form.EXTREME, Form.ABOVE_AVERAGE)
        for periods, own in self._periods(target.table):
            for descending in (True, False) if both else (True,):
                for counted in (False, True) if form is Form.LIST and filters else (False,):
                    expected = (*OF_FORM.get(form, ()), *_direction(form, descending=descending))
                    limit = self._limit if form is Form.EXTREME else None
                    number = {self._limit_at} if limit is not None else set()
                    intent = BusinessIntent(
                        form=form, base=target.table, filters=_conditions(filters),
                        shown=self._shown(target.table) if form is not Form.LOOKUP or column is None
                        else (column.column,),
                        periods=periods, descending=descending, counted=counted,
                        column=self._quoted(column) if column else "", limit=limit,
                    )  # fmt: skip
                    expected = ("count",) if counted else expected
                    yield self._candidate(
                        intent, words | number, expected, target, (), filters, column, own
                    )

    def _looked_up(self) -> Iterator[Candidate]:
        """An attribute of a thing that is named by a stored value."""
        for column in (*self._linked.columns, *self._linked.dates):
            target = Link(column.table, 0.5, _NONE)
            for filters in self._filters(column.table, column.words):
                if not any(each.table == column.table for each in filters):
                    continue
                words = column.words | frozenset(n for each in filters for n in each.words)
                yield from self._listed(Form.LOOKUP, target, column, filters, words)

    def _compared(self, target: Link, form: Form) -> Iterator[Link]:
        """The columns that a list is sorted by: those that words name, then likely ones."""
        named = [
            n for n in (*self._linked.columns, *self._linked.dates) if n.table == target.table
        ][:4]
        yield from named
        if form is Form.LOOKUP:
            return
        seen = {n.column for n in named}
        likely = [m for m in self._linked.measures if m.table == target.table and m.column]
        for measure in likely[:3]:
            if measure.column not in seen:
                seen.add(measure.column)
                yield measure
        meaning = self._model.table(target.table)
        numbers = sorted(meaning.measures if meaning else (), key=lambda each: -each.score)
        for number in [
            n for n in numbers if len(n.refs) == 1 and n.kind is not MeasureKind.DISTINCT
        ][:4]:
            if number.refs[0].column not in seen:
                seen.add(number.refs[0].column)
                yield Link(target.table, number.score / 2, _NONE, column=number.refs[0].column)
        date = event_column(self._model, target.table)
        if date is not None and date.column not in seen and date.table == target.table:
            yield Link(target.table, 0.3, _NONE, column=date.column)
        table = self._catalog.table(target.table)
        for column in table.columns if table else ():
            if column.kind.is_dated and column.name not in seen:
                yield Link(target.table, 0.2, _NONE, column=column.name)

    def _events(self, form: Form) -> Iterator[Candidate]:
        """A thing and the events that refer to it."""
        for thing in self._linked.tables[:4]:
            named = [t for t in self._linked.tables if t.table != thing.table]
            direct = [
                Link(edge.table, 0.2, self._said(edge.table), path=(edge,))
                for edge in self._model.children(thing.table)
                if edge.table not in {n.table for n in named} and edge.table != thing.table
            ]
            for event in (*named[:_MOST_EVENTS], *direct):
                path = event.path or self._path(event.table, thing.table)
                if not path:
                    continue
                used = thing.words | event.words
                for filters in self._filters(event.table, used, thing.table):
                    words = used | frozenset(n for each in filters for n in each.words)
                    yield from self._happened(form, thing, event, path, filters, words)

    def _happened(
        self, form: Form, thing: Link, event: Link, path: tuple[Edge, ...],
        filters: tuple[Link, ...], words: frozenset[int],
    ) -> Iterator[Candidate]:  # fmt: skip
        for periods, own in self._periods(event.table):
            for counted in (False, True) if form is not Form.SHARE_WITH else (False,):
                expected = (*OF_FORM.get(form, ()), *(("count",) if counted else ()))
                intent = BusinessIntent(
                    form=form, base=thing.table, shown=self._shown(thing.table), path=path,
                    filters=_conditions(filters), periods=periods, counted=counted,
                )  # fmt: skip
                yield self._candidate(intent, words, expected, thing, (event,), filters, None, own)

    def _said(self, table: str) -> frozenset[int]:
        """The words that name the event date: `placed` of `placed_at`."""
        date = event_column(self._model, table)
        links = (n for n in self._linked.dates if n.table == table)
        return frozenset(w for n in links if date and n.column == date.column for w in n.words)

    # ------------------------------------------------------------ parts

    def _filters(
        self, table: str, used: frozenset[int], other: str = ""
    ) -> Iterator[tuple[Link, ...]]:
        """Conditions whose words say nothing else; most words explained first."""
        usable = [
            each for each in self._linked.states
            if each.words - used
            and (self._reaches(table, each.table) or (other and self._reaches(other, each.table)))
        ][:8]  # fmt: skip
        found: list[tuple[Link, ...]] = [(one,) for one in usable]
        for n, one in enumerate(usable):
            for m, two in enumerate(usable[n + 1 :], n + 1):
                if not one.words & two.words:
                    found.append((one, two))
                    found += [
                        (one, two, three) for three in usable[m + 1 :]
                        if not three.words & (one.words | two.words)
                    ]  # fmt: skip
        yield ()
        yield from heapq.nlargest(
            _MOST_FILTERS, found,
            key=lambda some: len(_words_of(some) - used) + sum(each.score for each in some) / 2,
        )  # fmt: skip

    def _periods(self, table: str) -> Iterator[tuple[tuple[Period, ...], float]]:
        """The periods on likely event dates, and on dates that words name: these score below 0."""
        ranges = self._linked.ranges
        if not ranges:
            yield (), 1.0
            return
        places = self._dates_of(table)
        known = {at for at, _ in places}
        named = [each for each in self._linked.dates if self._reaches(table, each.table)][:2]
        places += [
            (at, -each.score) for each in named
            if each.words and (at := ColumnRef(table=each.table, column=each.column)) not in known
        ]  # fmt: skip
        for at, score in places:
            yield tuple(Period(at, each.start, each.end, each.words) for each in ranges[:2]), score

    def _dates_of(self, table: str) -> list[tuple[ColumnRef, float]]:
        """The dates by which the rows of a table may be meant, the likeliest first."""
        if table not in self._dates:
            meaning = self._model.table(table)
            choices = meaning.dates[:_MOST_DATES] if meaning else ()
            self._dates[table] = [
                (each.at, max(each.score, 0.01)) for each in choices
                if self._reaches(table, each.at.table)
            ]  # fmt: skip
        return self._dates[table]

    def _limit_of(self) -> tuple[int, int | None]:
        whole = [(at, int(n)) for at, n in self._linked.numbers if n == int(n)]
        return whole[0] if whole else (-1, None)

    def _operator(self, form: Form) -> tuple[str, frozenset[int]]:
        if form is not Form.MORE:
            return ">", _NONE
        sign, words = operator_of(self._texts, self._limit_at)
        return sign or ">", words

    def _descends(self) -> bool:
        cues = self._linked.cues
        return not (cues["bottom"] and not cues["top"] - cues["bottom"])

    def _quoted(self, link: Link) -> str:
        return f'"{link.table.rpartition(".")[2]}"."{link.column}"'

    def _shown(self, key: str) -> tuple[str, ...]:
        """The name of a row, or its key where it has no name."""
        meaning = self._model.table(key)
        return (meaning.name if meaning else ()) or self._key(key)

    def _key(self, key: str) -> tuple[str, ...]:
        table = self._catalog.table(key)
        if table is None:
            return ()
        return table.primary_key or tuple(column.name for column in table.columns[:1])

    def _path(self, table: str, other: str) -> tuple[Edge, ...] | None:
        if (table, other) not in self._paths:
            try:
                self._paths[table, other] = path_of(self._model, table, other)
            except UnreachableError:
                self._paths[table, other] = None
        return self._paths[table, other]

    def _reaches(self, table: str, other: str) -> bool:
        return self._path(table, other) is not None


_LIMITED = (Form.TOP, Form.BOTTOM, Form.TOP_IN_GROUP, Form.MORE)


def _words_of(links: Iterable[Link]) -> frozenset[int]:
    return frozenset(n for each in links for n in each.words)


def _rough(target: Link, groups: Sequence[Link], filters: Sequence[Link]) -> float:
    parts = (*groups, *filters)
    fits = target.score + 0.4 * target.prior + sum(each.score - _PART for each in parts)
    return len(_words_of((target, *parts))) + fits


def _sql(target: Link) -> str:
    if target.quantity is not None:
        return target.quantity.sql
    return target.condition or "COUNT(*)"


def ratio_of(one: str, other: str, dialect: str) -> str:
    """One number divided by another one."""
    none = exp.Literal.number(0)
    whole = exp.Nullif(this=read_sql(other, dialect), expression=none)
    part = exp.Mul(this=exp.Literal.number("1.0"), expression=read_sql(one, dialect))
    return exp.Div(this=part, expression=whole).sql(dialect=dialect)


def _conditions(links: Iterable[Link]) -> tuple[Filter, ...]:
    """Conditions; two values of one column are alternatives."""
    found: dict[tuple[str, str, bool], list[str]] = {}
    for each in links:
        alone = each.kind not in ("stored", "is")
        key = (each.table, each.condition if alone else each.column, alone)
        found.setdefault(key, []).append(each.condition)
    return tuple(Filter(table, " OR ".join(sql)) for (table, _, _), sql in found.items())


def _direction(form: Form, *, descending: bool) -> tuple[str, ...]:
    match form:
        case Form.EXTREME:
            return ("top",) if descending else ("bottom",)
        case Form.ABOVE_AVERAGE:
            return ("over",) if descending else ("under",)
        case _:
            return ()


def _expected(
    kind: Aggregate, form: Form, dimensions: Sequence[Dimension], *, counted: bool
) -> tuple[str, ...]:
    """The concepts of an aggregate, of grouping and of counting."""
    found: tuple[str, ...] = ()
    if form not in (Form.MORE, Form.PER_THING) or kind is not Aggregate.COUNT:
        found = (OF_AGGREGATE[kind],)
    if dimensions and form in (Form.VALUE, Form.SHARE):
        found = (*found, "each")
    return (*found, "count") if counted else found
