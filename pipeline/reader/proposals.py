"""What the reader proposes for a question: candidates in the product's form, that may be answers.

A proposal went through what a reading of the grammar goes through: it reads only what the person
may see, and `pipeline.hazards` looked at it. Of its intent its SQL, contract and wording are made.
"""

import datetime as dt
import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeAlias
from weakref import WeakKeyDictionary

from knowledge.catalog import Catalog, Column, Table
from knowledge.semantics import corrected, draft
from knowledge.sql_text import write_sql
from pipeline import intent as product
from pipeline.dates import Calendar, read_times
from pipeline.hazards import UNUSED, guarded
from pipeline.messages.courtesies import without_courtesies
from pipeline.reader.agreement import canonical_sql
from pipeline.reader.business import (
    Asked,
    BusinessReader,
    RankedBusiness,
    Spoken,
)
from pipeline.reader.business import converted as from_business
from pipeline.reader.conversion import converted
from pipeline.reader.intent import DateRange, Intent, nested_intents
from pipeline.reader.ranking import Ranked
from pipeline.reader.reader import MOST_OFFERED, Reader
from pipeline.reader.schema_view import view_of
from pipeline.reader.shipped import Learned, shipped
from pipeline.reading_by_rules import Alternative
from pipeline.rules.building.build import UNWRITABLE, Builder
from pipeline.rules.building.grouped import is_grouped
from pipeline.rules.deciding import says_otherwise
from pipeline.rules.outcomes import Ask, Cannot, Outcome, Planned
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.metrics import reads_only_known, tables_in
from pipeline.rules.schema.standing import settled
from pipeline.rules.telling.assumptions import waived
from pipeline.rules.telling.contracting import contract_of
from pipeline.rules.telling.wording import reading_of
from pipeline.times.values import TimeSpan

PICKED = "learned:"
NOT_WRITTEN = "I cannot write a query for that reading."
_DIGITS = 12
_MOST_PUBLIC = 8
_MOST_OPEN = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """A candidate as the product writes it. `ranked` is what its reader thinks of it.

    `is_open` says that something of it is asked once it is picked.
    """

    alternative: Alternative
    planned: Planned
    ranked: Ranked | RankedBusiness
    is_open: bool = False

    @property
    def probability(self) -> float:
        """How probable its reader finds it among its own candidates."""
        return self.ranked.probability


@dataclass(frozen=True, slots=True, kw_only=True)
class Readers:
    """The two learned readers of one database, as one role may know it."""

    public: Reader
    business: BusinessReader


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposals:
    """What each of the learned readers proposes, best first."""

    public: tuple[Proposal, ...] = ()
    business: tuple[Proposal, ...] = ()


_READERS: WeakKeyDictionary[Known, Readers] = WeakKeyDictionary()


def readers_of(known: Known) -> Readers:
    """The readers of what one role may know, made once, with the weights of the product."""
    found = _READERS.get(known)
    if found is None:
        found = _READERS[known] = readers_with(known, shipped())
    return found


def readers_with(known: Known, learned: Learned) -> Readers:
    """The readers of what one role may know.

    Candidates are not embedded: that gained nothing beside the grammar, and takes a third of
    the time. What the glossary says stands above what the semantic model was drafted to.
    """
    shown = _shown(known)
    allowed = tuple(table for table in shown.tables if table.key in known.allowed)
    seen = replace(shown, tables=allowed)
    model = corrected(draft(seen), known.glossary, seen)
    return Readers(
        public=Reader(view_of(shown, known.values, known.allowed), learned.public, None),
        business=BusinessReader(model, seen, known.values, learned.business),
    )


@dataclass(frozen=True)
class Sought:
    """A question as the readers read it: its text, its day, its periods, what was chosen."""

    question: str
    today: dt.date
    times: Sequence[TimeSpan]
    choices: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def asked(self) -> Asked:
        """The question without courtesies; its periods keep their words."""
        text = without_courtesies(self.question)
        before = max(self.question.find(text), 0)
        times = tuple(
            replace(each, at=each.at - before, until=each.until - before) for each in self.times
        )
        grains = read_times(text, self.today, Calendar()).grains
        return Asked(text=text, today=self.today, times=times, grains=grains)


def proposals_of(sought: Sought, known: Known, readers: Readers) -> Proposals:
    """The candidates that can be written for this person, best first, each once."""
    return Proposals(
        public=_written_ones(_of_public(sought, readers.public), sought, known, _MOST_PUBLIC),
        business=_written_ones(_of_business(sought, readers.business), sought, known, MOST_OFFERED),
    )


_Meant: TypeAlias = tuple[product.Intent, Ranked | RankedBusiness]


def _of_public(sought: Sought, reader: Reader) -> Iterator[_Meant]:
    for each in reader.ranked(sought.asked.text, times=sought.asked.times):
        meant = converted(each.candidate.intent, reader.view)
        # Days that a person confirmed are in every reading.
        if meant is not None and _periods(each.candidate.intent) >= len(_spans(sought.times)):
            yield meant, each


def _of_business(sought: Sought, reader: BusinessReader) -> Iterator[_Meant]:
    spoken = Spoken(reader.model, reader.catalog, sought.today)
    for each in reader.ranked(sought.asked):
        held = {(period.start, period.end) for period in each.intent.periods}
        meant = from_business(each.intent, spoken) if held >= _spans(sought.times) else None
        if meant is not None:
            yield meant, each


def _written_ones(
    meant: Iterable[_Meant], sought: Sought, known: Known, most: int
) -> tuple[Proposal, ...]:
    found: dict[str, Proposal] = {}
    for intent, ranked in meant:
        made = _proposal(Alternative(id="", intent=intent), ranked, sought, known)
        if made is not None:
            found.setdefault(made.alternative.id, made)
        if len(found) == most:
            break
    return tuple(found.values())


def _spans(times: Sequence[TimeSpan]) -> set[tuple[object, object]]:
    return {(span.start, span.end) for span in times}


def _periods(intent: Intent) -> int:
    """How many periods an intent holds its rows to."""
    own = sum(isinstance(each.value, DateRange) for each in (*intent.where, *intent.having))
    return own + sum(map(_periods, nested_intents(intent)))


def _proposal(
    alternative: Alternative, ranked: Ranked | RankedBusiness, sought: Sought, known: Known
) -> Proposal | None:
    outcome, answered = planned_by_default(alternative, sought, known)
    if not isinstance(outcome, Planned):
        return None
    text = canonical_sql(outcome.sql, known.catalog.dialect)
    digest = hashlib.sha256(text.encode()).hexdigest()[:_DIGITS]
    return Proposal(
        alternative=replace(alternative, id=f"{PICKED}{digest}", left_out=outcome.left_out),
        planned=outcome,
        ranked=ranked,
        is_open=any(not key.startswith(UNUSED) for key in answered.keys() - sought.choices.keys()),
    )


def planned_by_default(
    alternative: Alternative, sought: Sought, known: Known
) -> tuple[Outcome, Mapping[str, str]]:
    """What becomes of an alternative; what a hazard asks has its first answer, and is asked later.

    Also gives the choices with those answers.
    """
    question, times = sought.question, sought.times
    answered = dict(sought.choices)
    outcome = planned_of(alternative, question, known, answered, times)
    while isinstance(outcome, Ask) and outcome.id not in answered and len(answered) < _MOST_OPEN:
        answered[outcome.id] = outcome.default or outcome.options[0].id
        outcome = planned_of(alternative, question, known, answered, times)
    return outcome, answered


def planned_of(
    alternative: Alternative,
    question: str,
    known: Known,
    choices: Mapping[str, str],
    times: Sequence[TimeSpan],
) -> Outcome:
    """What becomes of an alternative: looked at as any reading of the question is."""
    return guarded(
        question, known, choices, lambda about: _written(alternative, about), times=times
    )


def _written(alternative: Alternative, about: Known) -> Outcome:
    """The statement; Cannot where it reads what is not known here, or would say something else."""
    computed = [measure for measure in alternative.intent.measures if measure.expression]
    catalog = about.catalog
    if not all(reads_only_known(each.expression, catalog, each.table) for each in computed):
        return Cannot(reason=NOT_WRITTEN)
    read = {key for each in computed for key in tables_in(each.expression, catalog, each.table)}
    if not read | set(_tables(alternative.intent)) <= set(about.allowed):
        return Cannot(reason=NOT_WRITTEN)
    try:
        intent, gone = settled(alternative.intent, about)
        builder = Builder(about, intent)
        tree = builder.tree()
    except (*UNWRITABLE, LookupError):
        return Cannot(reason=NOT_WRITTEN)
    # Where either of two keys may join the tables, only a person can say which one is meant.
    open_join = builder.unsettled or builder.parallel
    if open_join or not is_grouped(tree) or says_otherwise(intent, builder, about):
        return Cannot(reason=NOT_WRITTEN)
    dialect = about.catalog.dialect
    return Planned(
        intent=intent,
        sql=write_sql(tree, dialect),
        contract=contract_of(intent, builder, about),
        reading=reading_of(intent),
        assumptions=waived((*gone, *builder.overruled), dialect),
        left_out=alternative.left_out,
    )


def _tables(part: object) -> Iterator[str]:
    """The tables that an intent names, itself or by columns."""
    if isinstance(part, tuple):
        for each in part:
            yield from _tables(each)
    match part:
        case product.Condition(column=column):
            yield column.rpartition(".")[0]
        case product.Compared(column=column, of=of, where=where):
            yield from (ref.rpartition(".")[0] for ref in (column, of))
            yield from _tables(where)
        case product.Related(table=table, where=where, also=also):
            yield from (table, *also)
            yield from _tables(where)
        case product.AnyOf(conditions=conditions):
            yield from _tables(conditions)
        case product.Measure(table=table, column=column, since=since, where=where):
            yield from (table, *(ref.rpartition(".")[0] for ref in (column, since) if ref))
            yield from _tables(where)
        case product.Period(conditions=conditions):
            yield from _tables(conditions)
        case product.Intent():
            refs = [each for each in part.outputs if isinstance(each, str)]
            refs += [each.column for each in part.dimensions]
            refs += [each.by for each in part.order if isinstance(each.by, str)]
            yield from (part.subject, *(ref.rpartition(".")[0] for ref in refs))
            yield from _tables((*part.measures, *part.filters, *part.both, *part.compared))
        case _:
            return


def _shown(known: Known) -> Catalog:
    """The catalog without stored values that this person may not be shown."""
    tables = tuple(_without_values(table, known) for table in known.catalog.tables)
    return replace(known.catalog, tables=tables)


def _without_values(table: Table, known: Known) -> Table:
    columns = tuple(_without(column, known.is_hushed(table.key)) for column in table.columns)
    return replace(table, columns=columns)


def _without(column: Column, hushed: bool) -> Column:  # noqa: FBT001 - of the table, for each column
    if hushed:
        return replace(column, values=(), low=None, high=None, distinct=None, complete=False)
    return replace(column, values=(), complete=False) if column.pii else column
