"""Which part of the rows: percentages and ratios of conditions."""

from dataclasses import replace

from pipeline.intent import Clause, Compared, Condition, Measure, Related
from pipeline.rules.drafting.sizes import Sizes
from pipeline.rules.linking.clause_reading import columns_of, tables_of
from pipeline.rules.schema.parts import Count


class Fractions(Sizes):
    """Adds the share of rows that meet what is said behind the verb."""

    def fraction(self) -> bool:
        """`What percentage of orders in Spain were cancelled`: whether conditions are drafted."""
        sketch = self.sketch
        if sketch.share and len(sketch.counts) == 1 and self._of_number(sketch.counts[0]):
            return self._of_metric()
        if sketch.ratio and self._of_two_kinds():
            return True
        self._beside_counts()
        if not (sketch.share or sketch.ratio) or sketch.subject is None or not self._of_all():
            return False
        if self._spreads_over_groups():
            return False
        self.tests()
        self.relations()
        met, among = self._ratio() if sketch.ratio else (self._met(), [])
        if not met:
            return True
        if sketch.shown or self.both:
            self.risks.append("a share of something else")
        self.filters = [c for c in self.filters if c not in met and c not in among]
        self.filters += self._with_any(met)
        function = "ratio" if sketch.ratio else "percent"
        table = self.subject
        where, base = self._of_rows(met, table), self._of_rows(among, table)
        self.measures.append(Measure(function=function, table=table, where=where, base=base))
        self.outputs.append(len(self.measures) - 1)
        return True

    def _beside_counts(self) -> None:
        """`the number of orders and the percentage of paid ones`: two numbers, not one."""
        sketch = self.sketch
        told_of = any(test.span is None for test in sketch.tests)
        if not sketch.share or not sketch.counts or not told_of:
            return
        told = next((item.text.lower() for item in self.items if item.letter == "%"), "as")
        before = any(c.table is not None and c.table.first < sketch.divided for c in sketch.counts)
        if before and not told.startswith(("as ", "in ")):
            self.conditions.failed.append("share")
        self.risks.append("which whole the share is of")

    def _spreads_over_groups(self) -> bool:
        """`the share of active contracts by plan`: how the contracts spread over the plans.

        `the percentage of cancelled orders by channel` is rather that of each channel's orders.
        """
        sketch, start = self.sketch, self._start
        behind = any(test.first > start and test.span is None for test in sketch.tests)
        if not sketch.groups or sketch.ratio or behind or sketch.relations:
            return False
        if not sketch.tests:
            return False
        self.risks.append("which whole the share is of")
        return any("share" in item.text.lower() for item in self.items if item.letter == "%")

    def _of_number(self, count: Count) -> bool:
        """Whether the share is of a number: a metric, or what is added up."""
        return bool(count.metrics) or (count.function == "sum" and count.column is not None)

    def _of_two_kinds(self) -> bool:
        """`the ratio of orders to customers`: how many there are of each."""
        start = self.sketch.divided
        cut = next((n for n in self.said.joints if n > start), None)
        kinds = [(first, table) for first, table in self.tables if first > start]
        one = [table for first, table in kinds if cut is not None and first < cut]
        two = [table for first, table in kinds if cut is not None and first > cut]
        if not one or not two or one[0] == two[0] or self.sketch.tests or self.sketch.relations:
            return False
        if any(count.column is not None or count.metrics for count in self.sketch.counts):
            return False
        made = Measure(function="quotient", table=one[0], other=two[0])
        self.measures, self.outputs = [made], [0]
        return True

    def _of_metric(self) -> bool:
        """`What percentage of net revenue came from Germany`: the part over the whole."""
        if self.sketch.groups or len(self.measures) != 1:
            return False
        self.tests()
        met = [c for _, c in self.placed if isinstance(c, Condition) and not _is_period(c)]
        if len(met) == 1:
            self.filters = [c for c in self.filters if c not in met]
            self.measures[0] = replace(
                self.measures[0], where=tuple(met), part=not self.measures[0].name
            )
        return True

    def _of_all(self) -> bool:
        """`... to the total number of orders`: what is counted behind `to` is only the whole."""
        plain = all(c.table is not None and c.column is None for c in self.sketch.counts)
        if not self.sketch.counts:
            return True
        if not (self.sketch.ratio and plain) or self.sketch.groups:
            return False
        self.measures, self.outputs = [], []
        return True

    def _of_rows(self, clauses: list[Clause], table: str) -> tuple[Clause, ...]:
        """Conditions on many related rows, as having one such row."""
        found: list[Clause] = []
        for clause in clauses:
            if not isinstance(clause, Condition | Compared):
                found.append(clause)
                continue
            owner = next((read for read in tables_of(clause) if read != table), table)
            path = self.known.joins.path(table, owner) or () if owner != table else ()
            # A number beside the rows themselves would have to join what it is compared with.
            apart = bool(path) and isinstance(clause, Compared)
            apart = apart or any(edge.multiplies for edge in path)
            found.append(Related(table=owner, where=(clause,)) if apart else clause)
        return tuple(found)

    @property
    def _start(self) -> int:
        """Where the rows stand that the share is of."""
        return self.sketch.subject.first if self.sketch.subject else 0

    def _met(self) -> list[Clause]:
        """What is said behind `are`, `who`, `have`; without them the one thing that is said."""
        start = self._start
        timeless = [(n, c) for n, c in self.placed if not _is_period(c)]
        if start < self.sketch.divided:
            # `of the loans that came back, what percentage were late`: those are the whole.
            behind = [c for n, c in timeless if n > self.sketch.divided]
            if behind:
                return behind
        cut = next((n for n in self.said.linking if n > start), None)
        if cut is None:
            # `percentage of active staff work remotely`: the last verb says what they do.
            cut = next((n for n in reversed(self.said.doing) if n > start), None)
        related: list[Clause] = [c for c in self.filters if isinstance(c, Related)]
        if cut is not None:
            behind = [c for n, c in timeless if n >= cut]
            return [*behind, *related] or [c for _, c in timeless]
        if len(timeless) + len(related) > 1:
            self.risks.append("which of the conditions is the share of")
        return [*(c for _, c in timeless), *related]

    def _with_any(self, met: list[Clause]) -> list[Clause]:
        """`of answers with a score, which were rated 4`: those without one are not in the whole."""
        cut = next((n for n in self.said.linking if n > self._start), None)
        if cut is None:
            return []
        had = [
            item for before, item in zip(self.items, self.items[1:], strict=False)
            if before.letter == "h" and item.letter == "C" and item.last <= cut
        ]  # fmt: skip
        read = {column for clause in met for column in columns_of(clause)}
        refs = (next((c.ref for c in item.candidates if c.ref in read), "") for item in had)
        return [Condition(column=ref, operator="is not null") for ref in refs if ref]

    def _ratio(self) -> tuple[list[Clause], list[Clause]]:
        """`of X with A to X with B`; with nothing after `to` it is of all rows."""
        start = self.sketch.subject.first if self.sketch.subject else 0
        start = min(start, max(self.sketch.divided, 0))
        cut = next((n for n in self.said.joints if n > start), None)
        if cut is None:
            return self._met(), []
        met = [c for n, c in self.placed if n < cut and not _is_period(c)]
        columns = {column for clause in met for column in columns_of(clause)}
        behind = [c for n, c in self.placed if n >= cut]
        among = [c for c in behind if columns_of(c) & columns]
        if not among and not any(n > cut for n in self.said.whole):
            self.risks.append("what the ratio is to")
        if any(first > cut and table != self.subject for first, table in self.tables):
            self.risks.append("a ratio of two kinds of rows")
        return met, among


def _is_period(clause: Clause) -> bool:
    return isinstance(clause, Condition) and clause.operator == "within"
