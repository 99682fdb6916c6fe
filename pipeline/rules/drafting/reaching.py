"""Goals: which number is set against them, and of which days."""

from pipeline.intent import Clause, Condition, Measure, Reached, Stated
from pipeline.rules.clauses.worths import amounts_of, is_money
from pipeline.rules.drafting.fractions import Fractions
from pipeline.rules.schema.items import Item
from pipeline.rules.schema.lexicon import Candidate
from pipeline.rules.schema.parts import Aim, Count, Test
from pipeline.rules.tagging.aims import days_of, is_by_period, is_goal, subject_of
from pipeline.rules.text.words import lemma_of


class Reaching(Fractions):
    """Adds what rows must have reached."""

    def aims(self) -> None:
        """`stores that missed their target`: what belongs to each row adds up to less."""
        for aim in self.sketch.aims:
            made = self._aim(aim)
            if made is None:
                self.conditions.failed.append(aim.goal.text)
            else:
                self.filters.append(made)

    def _aim(self, aim: Aim) -> Reached | None:
        goal = self._goal(aim.goal)
        before = len(self.filters)
        measure = self._reached(aim, goal) if goal else None
        of_metric, self.filters = self.filters[before:], self.filters[:before]
        if goal is None or measure is None:
            return None
        spans = [*aim.spans, *(test for test in self.sketch.tests if test.span is not None)]
        self.sketch.tests = [test for test in self.sketch.tests if test.span is None]
        if not _fits(goal, spans):
            return None
        owner = goal.rpartition(".")[0]
        if is_by_period(self.known.table(owner)) and (not spans or owner == self.subject):
            return None  # what was reached in one period is never set against the goals of others
        date = self.conditions.time_column or self.conditions.date_upwards(measure.table)
        where = self._dated(spans, date)
        among = self._dated(spans, self.linker.time_column(owner)) if owner != self.subject else ()
        if where is None or among is None:
            return None
        self.risks += [] if spans else ["a goal without a time"]
        if not self.known.joins.has_many(self.subject, measure.table):
            return None
        stated = tuple(clause for clause in of_metric if isinstance(clause, Stated))
        return Reached(
            total=measure, operator=aim.operator, goal=goal, where=(*where, *stated), among=among
        )

    def _dated(self, spans: list[Test], date: str | None) -> tuple[Condition, ...] | None:
        if spans and date is None:
            return None
        self.conditions.time_column = str(date or "")
        made: list[Clause | None] = [self.conditions.clause(test) for test in spans]
        found = tuple(clause for clause in made if isinstance(clause, Condition))
        return found if len(found) == len(made) else None

    def _goal(self, item: Item) -> str | None:
        """The column of the goal: of the rows themselves, or of a table of their goals."""
        if item.letter == "C":
            ref = self._column(item, self.subject)
            known = ref is not None and is_goal(self.known.column(ref))
        else:
            table = self.linker.table(item)
            found = [ref for ref in self.linker.amounts(table or "") if table] if table else []
            ref = found[0] if len(found) == 1 else None
            known = ref is not None
        if not known or ref is None:
            return None
        owner = ref.rpartition(".")[0]
        belongs = owner == self.subject or self.known.joins.has_many(self.subject, owner)
        return ref if belongs else None

    def _reached(self, aim: Aim, goal: str) -> Measure | None:
        if aim.measure is not None:
            return self.made(aim.measure)
        words = subject_of(goal.rpartition(".")[2])
        metrics = tuple(
            m for m in self.known.metrics
            if (words and tuple(lemma_of(w) for w in m.name.lower().split()) == words)
        ) or tuple(m for m in self.known.metrics if not words and is_money(m))  # fmt: skip
        if metrics:
            return self.made(Count(function="metric", metrics=metrics))
        column = self._amount(words, aim.goal)
        return self.made(Count(function="sum", column=column)) if column is not None else None

    def _amount(self, words: tuple[str, ...], goal: Item) -> Item | None:
        """The amounts of the nearest rows that belong to what the goal is of."""
        found: list[tuple[float, Candidate]] = []
        for table in self.known.catalog.tables:
            if table.key in self.known.allowed and self.known.joins.has_many(
                self.subject, table.key
            ):
                far = self.known.joins.distance(self.subject, table.key)
                found += [(far, candidate) for candidate in amounts_of(table, words)]
        nearest = min((far for far, _ in found), default=0.0)
        kept = [candidate for far, candidate in found if far == nearest]
        text = " ".join(words) or "amount"
        return Item("C", goal.first, goal.last, text, "number", candidates=kept) if kept else None


def _fits(goal: str, spans: list[Test]) -> bool:
    """Whether what is asked about is as long as the time that the goal is for."""
    wanted = days_of(goal.rpartition(".")[2])
    ends = [(test.span.start, test.span.end) for test in spans if test.span is not None]
    if wanted is None:
        return len(ends) <= 1
    return len(ends) == 1 and all(
        start is not None and end is not None and (end - start).days in wanted
        for start, end in ends
    )
