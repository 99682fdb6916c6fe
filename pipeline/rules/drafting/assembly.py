"""From a sketch to an intent: every word linked to the catalog, and none lost."""

from dataclasses import dataclass, field

from pipeline.intent import Intent, Measure, leaves
from pipeline.rules.drafting.nesting import Nesting
from pipeline.rules.linking.clause_reading import columns_of
from pipeline.rules.linking.link import Doubt
from pipeline.rules.schema.items import Item
from pipeline.rules.text.words import is_plural, lemma_of

_PERIODS = 2


@dataclass(slots=True)
class Assembled:
    """An intent and what is doubtful about it."""

    intent: Intent | None
    doubts: list[Doubt] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    scores: list[float] = field(default_factory=list)
    risks: list[str] = field(default_factory=list)
    named: list[str] = field(default_factory=list)
    unused: list[str] = field(default_factory=list)


_NEAR = 1.5


class Assembly(Nesting):
    """Builds one intent from one sketch."""

    def run(self) -> Assembled:
        if not self.tables:
            return Assembled(None, failed=[])
        self.highest_of_each()
        self.settle_metrics()
        self._settle_date()
        self.settle_subject()
        self.aims()
        self.show_all()
        self.common_values()
        self.best_of_each()
        self.best_in_groups()
        self.groups_of_levels()
        if self.fraction():
            self.groups()
        else:
            self.groups()
            self.tests()
            self.relations()
        self.enough()
        self.extremes()
        self.orders()
        self.top()
        self.nothing_shown()
        self.present()
        self._tied_by_others()
        self.nest()
        self._account(self.items)
        self._refuse_sorted_total()
        if self.sketch.marks.grown and len(self.compared) != _PERIODS:
            self.conditions.failed.append("growth")
        return self._done()

    def _tied_by_others(self) -> None:
        """`the number of users and of merchants for each country`: only those that had to do."""
        counted = {measure.table for measure in self.measures if measure.function == "count"}
        grouped = {dimension.column.rpartition(".")[0] for dimension in self.dimensions}
        far = self.known.joins.distance
        apart = [one for one in counted if all(far(one, group) > _NEAR for group in grouped)]
        if grouped and apart and len(counted) > 1:
            self.risks.append("numbers of rows that only others tie")

    def _settle_date(self) -> None:
        """`(by issue date)`: the date of all periods that the question names."""
        item = self.sketch.marks.dated
        if item is not None:
            self.conditions.time_column = self._column(item, self._home(item)) or ""

    def _refuse_doubles(self, items: list[Item]) -> None:
        """Two words that are names of two columns must not end as one."""
        seen: dict[str, tuple[str, set[str]]] = {}
        for item in items:
            ref = self.refs.get(id(item))
            if ref is None:
                continue
            meant, words = item.candidates[0].ref, {lemma_of(w) for w in item.text.lower().split()}
            first, before = seen.setdefault(ref, (meant, words))
            if first != meant and not (words <= before or before <= words):
                self.risks.append("two words were read as one column")

    def _refuse_sorted_total(self) -> None:
        """One number has no order: a column that it would be sorted by was meant otherwise."""
        alone = bool(self.measures) and not self.dimensions and not self.over
        if alone and all(isinstance(output, int) for output in self.outputs):
            columns = [o.column.text for o in self.sketch.orders if o.column is not None]
            self.conditions.failed += columns

    def _plain_measures(self) -> list[Measure]:
        return [leaf for measure in self.measures for leaf in leaves(measure)]

    def _account(self, items: list[Item]) -> None:
        """Every column that the question names must be somewhere in what was understood."""
        used = {o for o in self.outputs if isinstance(o, str)} | {d.column for d in self.dimensions}
        used |= {ref for m in self._plain_measures() for ref in (m.column, m.since)} | {
            s.by for s in self.order if isinstance(s.by, str)
        }
        parts = [clause for m in self._plain_measures() for clause in (*m.where, *m.base)]
        parts += [clause for period in self.compared for clause in period.conditions]
        for clause in (*self.filters, *parts, *(c for branch in self.both for c in branch)):
            used |= columns_of(clause)
        self._refuse_doubles(items)
        for item in self.sketch.stray:
            if (
                not any(c.ref in used for c in item.candidates)
                and item.text not in self.conditions.failed
            ):
                self.conditions.failed.append(item.text)
        for item in items:
            refs = {c.ref for c in item.candidates} | {self.refs.get(id(item))}
            lost = item.letter in "C@" and not item.verb and not refs & used
            if lost and item.text not in self.conditions.failed:
                self.conditions.failed.append(item.text)

    def _keeps_ties(self) -> bool:
        """Whether all rows are kept that tie: where it is said, or several are asked for.

        `Players with the lowest salary` may be many; one that is asked for is one.
        """
        if self.limit is None or not self.order:
            return False
        rows = self.sketch.subject
        several = rows is not None and is_plural(rows.text.lower().split()[-1])
        first = self.limit == 1 and self.sketch.limit is None and not (self.offset or self.within)
        listed = not (self.sketch.groups or self.sketch.share or self.sketch.ratio)
        listed = listed and (not (self.measures or self.dimensions) or self._ranks_several())
        return self.sketch.marks.ties or (several and first and listed)

    def _ranks_several(self) -> bool:
        """`the accounts with the most tickets`: rows that are ranked by how many they have."""
        keys = {f"{self.subject}.{name}" for name in self.known.table(self.subject).primary_key}
        grouped = {dimension.column for dimension in self.dimensions}
        named = [
            item.text.lower().split()[-1] for item in self.items
            if item.letter == "T" and item.candidates[0].table == self.subject
        ]  # fmt: skip
        return bool(keys) and keys <= grouped and all(map(is_plural, named))

    def _done(self) -> Assembled:
        intent = Intent(
            subject=self.subject,
            outputs=tuple(dict.fromkeys(self.outputs)),
            measures=tuple(self.measures),
            dimensions=tuple(dict.fromkeys(self.dimensions)),
            filters=tuple(self.filters),
            both=tuple(self.both),
            having=tuple(self.having),
            order=tuple(dict.fromkeys(self.order)),
            limit=self.limit,
            offset=self.offset,
            ties=self._keeps_ties(),
            over=self.over,
            within=self.within,
            running=self.sketch.marks.running,
            beside=self.sketch.marks.beside,
            change="percent" if self.sketch.marks.grown else self.sketch.marks.change,
            moves=self.moves,
            compared=tuple(self.compared) if len(self.compared) == _PERIODS else (),
            distinct=self.once
            or (
                not self.measures
                and (self.sketch.distinct or self._repeats_category() or self._lists_values())
            ),
            share=self.sketch.share and not any(m.where for m in self.measures),
        )
        return Assembled(
            intent if intent.outputs else None,
            self.linker.doubts,
            self.conditions.failed,
            self.linker.scores,
            self.risks,
            [table for _, table in self.tables],
        )
