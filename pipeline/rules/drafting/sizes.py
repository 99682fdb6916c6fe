"""Sizes of groups: `with more than 5 orders`, `at least 2 books`."""

from dataclasses import replace

from pipeline.intent import AnyOf, Clause, Condition, Having, Measure, Related, Value
from pipeline.rules.drafting.filters import Filters
from pipeline.rules.drafting.percents import in_shares
from pipeline.rules.schema.holding import looks_numeric
from pipeline.rules.schema.operators import DENIED
from pipeline.rules.schema.parts import Enough, Test


class Sizes(Filters):
    """Conditions on how many or how much, of each row or of each group."""

    def _counts_subject(self, measure: Measure) -> bool:
        """`how many authors have at least 2 books`: the condition is on each author counted."""
        if self.sketch.groups or not self.measures or measure.column or measure.function != "count":
            return False
        counted = self.measures[0]
        rows = counted.function == "count" and not counted.column and len(self.outputs) == 1
        return rows and counted.table != measure.table and isinstance(self.outputs[0], int)

    def _when_counted(self, made: Measure, enough: Enough) -> tuple[Condition, ...]:
        """`more than 3 orders in 2026`: a period right behind what is counted is of those rows.

        What adds up to so much did so in the period, wherever it stands: `in 2026, which shops
        sold for more than 5000`.
        """
        if made.table == self.subject or (made.function == "count" and enough.until < 0):
            return ()
        behind = range(enough.until, enough.until + 2) if made.function == "count" else None
        tests = {t.first: t for t in self.sketch.tests if t.column is None and not t.hits}
        for at, (first, clause) in enumerate(self.placed):
            test = tests.get(first) if behind is None or first in behind else None
            if test is None or not isinstance(clause, Condition):
                continue
            if not self.known.column(clause.column).kind.is_dated:
                continue
            again = self._in_its_time(made, test, clause)
            if isinstance(again, Condition):
                self.filters.remove(clause)
                self.placed[at] = (first, again)
                return (again,)
        return ()

    def _in_its_time(self, made: Measure, test: Test, clause: Condition) -> Clause | None:
        """The period as one of the rows that are counted or added up."""
        if made.function == "count":
            dated = self.linker.time_column(made.table)
            return self.conditions.clause(test, made.table) if dated else None
        owner = clause.column.rpartition(".")[0]
        date = self.conditions.date_upwards(made.table)
        if date is None or owner != self.subject or self.conditions.date_of_verb([owner]):
            return None  # `opened in 2026`
        return self.conditions.within(date, test)

    def _has_so_many(self, made: Measure, enough: Enough) -> None:
        """`accounts with more than 5 overdue invoices`: counted for each account."""
        where = tuple(clause for clause in made.where if isinstance(clause, Condition))
        counted = (enough.operator, enough.values[0])
        shown = replace(made, where=())
        if shown in self.measures:
            # `..., with their number`: of those that were just spoken of.
            self.filters += where
            place = self.measures.index(shown)
            size = Having(measure=place, operator=enough.operator, values=enough.values)
            self.having.append(size)
            return
        if made.table == self.subject:
            self.risks.append("rows that are counted by themselves")
        self.filters.append(Related(table=made.table, where=where, counted=counted))

    def _as_kept(self, values: tuple[Value, ...], made: Measure) -> tuple[Value, ...]:
        """`an average discount over 20%`, where discounts are kept as shares."""
        said = [item.text for item in self.items if item.letter == "#" and item.payload in values]
        if not made.column or made.function in ("count", "sum"):
            return values
        return in_shares(values, self.known.column(made.column), " ".join(said))

    def _has_not(self, made: Measure, enough: Enough) -> None:
        """`no more than 3 orders` of each: those without any are meant too."""
        operator = DENIED.get(enough.operator)
        if operator is None or made.function != "count" or made.column or made.where:
            self.conditions.failed.append("not")
            return
        counted = (operator, enough.values[0])
        self.filters.append(Related(table=made.table, counted=counted))

    def _is_own_number(self, made: Measure, enough: Enough) -> bool:
        """`stations with at least 5 platforms`, where a column says how many each one has."""
        if made.function != "count" or not made.column or enough.different:
            return False
        grouped = bool(self.sketch.groups) or enough.measure.per is not None or made.where
        owner = made.column.rpartition(".")[0]
        number = looks_numeric(self.known.column(made.column))
        return (
            not grouped and owner == self.subject and number and not self.known.is_key(made.column)
        )

    def _holds(self, made: Measure, enough: Enough) -> None:
        operator = DENIED.get(enough.operator) if enough.denied else enough.operator
        if operator is None or enough.either:
            self.conditions.failed.append("or" if enough.either else "not")
            return
        self.filters.append(Condition(column=made.column, operator=operator, values=enough.values))

    def _either(self, made: Measure, enough: Enough) -> None:
        """`how many owners have two or three dogs`: counted for each, one number is enough."""
        where = tuple(clause for clause in made.where if isinstance(clause, Condition))
        sizes = (Related(table=made.table, where=where, counted=one) for one in enough.either)
        self.filters.append(AnyOf(conditions=tuple(sizes)))

    def _of_group(self, made: Measure) -> Measure:
        """`dates on which more than one ...`: each date is one date, and many rows."""
        grouped = {dimension.column for dimension in self.dimensions}
        return replace(made, column="", distinct=False) if made.column in grouped else made

    def _is_of_each(self, made: Measure, enough: Enough) -> bool:
        """Whether it is a condition on each row by itself, which is added then."""
        if enough.either and (made.where or self._counts_subject(made)):
            self._either(made, enough)
        elif self._is_own_number(made, enough):
            self._holds(made, enough)
        elif enough.denied:
            self._has_not(made, enough)
        elif made.where:
            self._has_so_many(made, enough)
        else:
            return False
        return True

    def enough(self) -> None:
        for enough in self.sketch.enough:
            made = self.made(enough.measure)
            if made is None:
                continue
            if self._is_of_each(made, enough):
                continue
            when = self._when_counted(made, enough)
            if self._counts_subject(made):
                counted = (enough.operator, enough.values[0])
                self.filters.append(Related(table=made.table, where=when, counted=counted))
                continue
            self.filters += when
            self._grouped_for(made)
            made = self._of_group(made)
            if made not in self.measures or enough.measure not in self.sketch.counts:
                self.measures.append(made)
            place = len(self.measures) - 1 - self.measures[::-1].index(made)
            self.having.append(
                Having(
                    measure=place, operator=enough.operator,
                    values=self._as_kept(enough.values, made), overall=enough.overall,
                    either=enough.either,
                )
            )  # fmt: skip
            if enough.overall and self.filters:
                self.risks.append("the average of all rows, or of those that count")
