"""From a sketch to an intent: every word linked to the catalog."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from knowledge.catalog import Kind
from knowledge.glossary import Metric
from pipeline.intent import (
    Clause,
    Compared,
    Condition,
    Dimension,
    Having,
    Intent,
    Measure,
    Period,
    Related,
    Sorting,
    Stated,
)
from pipeline.rules.conditions import Conditions
from pipeline.rules.items import Item
from pipeline.rules.known import Known
from pipeline.rules.lexicon import display_columns
from pipeline.rules.metrics import tables_in
from pipeline.rules.linking import Doubt, Linker
from pipeline.rules.parts import Count, Extreme, Ordering, Relation, Test
from pipeline.rules.sketch import Shown, Sketch
from pipeline.rules.vocabulary import GRAINS
from pipeline.rules.words import name_words
from pipeline.times import TimeSpan


@dataclass(slots=True)
class Assembled:
    """An intent and what is doubtful about it."""

    intent: Intent | None
    doubts: list[Doubt] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    scores: list[float] = field(default_factory=list)
    risks: list[str] = field(default_factory=list)
    named: list[str] = field(default_factory=list)


class Assembly:
    """Builds one intent from one sketch."""

    def __init__(
        self,
        sketch: Sketch,
        items: list[Item],
        known: Known,
        choices: Mapping[str, str],
        home: str = "",
    ) -> None:
        self.sketch, self.known, self.items = sketch, known, items
        self.linker = Linker(known, choices)
        self.tables = self._tables(items)
        if home:
            self.tables.insert(0, (-1, home))
        self.linker.anchors = [table for _, table in self.tables]
        self.risks: list[str] = []
        self.outputs: list[str | int] = []
        self.measures: list[Measure] = []
        self.dimensions: list[Dimension] = []
        self.filters: list[Clause] = []
        self.both: list[tuple[Clause, ...]] = []
        self.having: list[Having] = []
        self.order: list[Sorting] = []
        self.limit: int | None = None
        self.compared: list[Period] = []
        self.refs: dict[int, str | None] = {}
        self.about = home
        if not self.tables:
            self._anchor_by_metric(items)
        if not self.tables:
            self._anchor_by_columns(items)
        self.conditions = Conditions(known, self.linker, self.tables)

    def _tables(self, items: list[Item]) -> list[tuple[int, str]]:
        found = []
        for item in items:
            table = self.linker.table(item) if item.letter == "T" else None
            if table:
                found.append((item.first, table))
        return found

    def _anchor_by_metric(self, items: list[Item]) -> None:
        """With no table named, a metric's own table is meant."""
        for item in items:
            if item.letter == "M":
                self.tables = [(item.first, item.payload[0].table)]
                self.linker.anchors = [item.payload[0].table]
                return

    def _anchor_by_columns(self, items: list[Item]) -> None:
        """With no table named, the one that holds most of the columns is meant."""
        columns = [item for item in items if item.letter == "C"]
        values = [item for item in items if item.letter == "V"]

        def fit(table: str) -> float:
            far = self.known.joins.distance
            total = 0.0
            for item in columns:
                total += max(c.score - 0.3 * min(far(table, c.table), 9) for c in item.candidates)
            for item in values:
                total += max(
                    (1.0 - 0.3 * min(far(table, h.table), 9) for h in item.payload), default=0
                )
            return total

        if columns:
            ranked = sorted(self.known.allowed, key=lambda t: (-fit(t), t))
            best = fit(ranked[0])
            tied = [t for t in ranked if fit(t) > best - 0.05]
            owners = [c.table for item in columns for c in item.candidates[:1]]
            picked = self.linker.choices.get("table:")
            chosen = next((t for t in (picked, *owners) if t in tied), ranked[0])
            apart = [t for t in tied if self.known.joins.distance(chosen, t) > 1.5]
            if apart and picked not in tied:
                self.linker.doubts.append(Doubt("tables", "", tuple(tied)))
            self.tables = [(0, chosen)]
            self.linker.anchors = [chosen]

    @property
    def subject(self) -> str:
        """The table the question is about."""
        if self.about:
            return self.about
        item = self.sketch.subject
        table = self.linker.table(item) if item is not None else None
        if table:
            return table
        counted = next((c.table for c in self.sketch.counts if c.table is not None), None)
        if counted is not None:
            return self.linker.table(counted) or ""
        return self.tables[0][1] if self.tables else ""

    def run(self) -> Assembled:
        if not self.tables:
            return Assembled(None, failed=[])
        self._settle_metrics()
        self._settle_subject()
        self._outputs()
        self._groups()
        self._tests()
        self._relations()
        self._enough()
        self._extremes()
        self._orders()
        self._top()
        self._nothing_shown()
        self._present()
        self._account(self.items)
        return self._done()

    def _account(self, items: list[Item]) -> None:
        """Every column that the question names must be somewhere in what was understood."""
        used = {o for o in self.outputs if isinstance(o, str)} | {d.column for d in self.dimensions}
        used |= {m.column for m in self.measures} | {
            s.by for s in self.order if isinstance(s.by, str)
        }
        for clause in (*self.filters, *(c for branch in self.both for c in branch)):
            used |= columns_of(clause)
        for item in self.sketch.stray:
            if (
                not any(c.ref in used for c in item.candidates)
                and item.text not in self.conditions.failed
            ):
                self.conditions.failed.append(item.text)
        for item in items:
            refs = {c.ref for c in item.candidates} | {self.refs.get(id(item))}
            lost = item.letter == "C" and not item.verb and not refs & used
            if lost and item.text not in self.conditions.failed:
                self.conditions.failed.append(item.text)

    def _present(self) -> None:
        """Groups come with the largest first, and periods in their order, where nothing else was said."""
        if len(self.compared) == 1 or (self.compared and not self.measures):
            self.conditions.failed.append(self.compared[0].label)
        if self.sketch.share and not (self.dimensions and self.measures):
            self.conditions.failed.append("share")
        if self.order or not self.dimensions or not self.measures or self.both:
            return
        timely = next(
            (d.column for d in self.dimensions if d.grain or self._is_period(d.column)), None
        )
        shown = [o for o in self.outputs if isinstance(o, int)]
        if timely is not None:
            self.order.append(Sorting(by=timely))
        elif shown:
            self.order.append(Sorting(by=shown[0], descending=True))

    def _is_period(self, ref: str) -> bool:
        column = self.known.column(ref)
        return column.kind in (Kind.DATE, Kind.TIMESTAMP) or "year" in name_words(column.name)

    def _done(self) -> Assembled:
        intent = Intent(
            subject=self.subject, outputs=tuple(dict.fromkeys(self.outputs)), measures=tuple(self.measures),
            dimensions=tuple(dict.fromkeys(self.dimensions)), filters=tuple(self.filters), both=tuple(self.both),
            having=tuple(self.having), order=tuple(self.order), limit=self.limit, compared=tuple(self.compared) if len(self.compared) == 2 else (),
            distinct=not self.measures and (self.sketch.distinct or self._repeats_category()), share=self.sketch.share,
        )  # fmt: skip
        return Assembled(
            intent if intent.outputs else None, self.linker.doubts, self.conditions.failed,
            self.linker.scores, self.risks, [table for _, table in self.tables],
        )  # fmt: skip

    def _settle_metrics(self) -> None:
        """A metric brings its date column and its conditions, wherever the question names it."""
        sketch = self.sketch
        ranked = [x.measure for x in (*sketch.extremes, *sketch.orders) if x.measure is not None]
        for count in (*sketch.counts, *ranked):
            if count.metrics:
                self._metric(count.metrics)

    def _settle_subject(self) -> None:
        """`What are the countries that have cartoons`: the column shown first is what it is about."""
        shown = self.sketch.outputs[:1]
        if self.sketch.late and shown and isinstance(shown[0], Shown) and shown[0].owner is None:
            ref = self._column(shown[0].item, None)
            self.about = ref.rpartition(".")[0] if ref else ""

    # what is shown

    def _home(self, item: Item, owner: Item | None = None) -> str | None:
        if owner is not None:
            return self.linker.table(owner)
        before = [table for first, table in self.tables if first < item.first]
        after = [table for first, table in self.tables if first > item.first]
        return (after or before or [None])[0] if not before else before[-1]

    def _column(self, item: Item, home: str | None) -> str | None:
        if id(item) not in self.refs:
            self.refs[id(item)] = self.linker.column(item, home)
            if self.refs[id(item)] is None:
                self.conditions.failed.append(item.text)
        return self.refs[id(item)]

    def _outputs(self) -> None:
        for output in self.sketch.outputs:
            if isinstance(output, Count):
                place = self._measure(output)
                if place is not None:
                    self.outputs.append(place)
            else:
                self._show(output)
        if self.sketch.everything and not self.outputs:
            table = self.known.table(self.subject)
            self.outputs = [f"{table.key}.{column.name}" for column in table.columns]

    def _show(self, shown: Shown) -> None:
        home = (
            self._home(shown.item, shown.owner) if shown.owner else self._implied_home(shown.item)
        )
        ref = self._column(shown.item, home)
        if ref:
            self.outputs.append(ref)

    def _implied_home(self, item: Item) -> str | None:
        """A column with no owner beside it belongs to the subject where the subject has one like it."""
        return self.subject or self._home(item)

    def _measure(self, count: Count) -> int | None:
        made = self._made(count)
        if made is None:
            return None
        if made not in self.measures:
            self.measures.append(made)
        return self.measures.index(made)

    def _made(self, count: Count) -> Measure | None:
        if count.metrics:
            return self._metric(count.metrics)
        if count.column is not None:
            home = (
                self.linker.table(count.table) if count.table else self._home_of_count(count.column)
            )
            ref = self._column(count.column, home)
            if ref is None:
                return None
            return Measure(
                function=count.function,
                table=ref.rpartition(".")[0],
                column=ref,
                distinct=count.distinct,
            )
        table = self.linker.table(count.table) if count.table else self._counted_by_default()
        return Measure(function="count", table=table, distinct=count.distinct) if table else None

    def _metric(self, metrics: tuple[Metric, ...]) -> Measure:
        """The glossary's number; where two go by the same word, a person chooses."""
        words = "/".join(metric.name for metric in metrics)
        picked = self.linker.choices.get(f"metric:{words}")
        chosen = next((m for m in metrics if m.name == picked), metrics[0])
        if (
            len(metrics) > 1
            and chosen.name != picked
            and not any(d.words == words for d in self.linker.doubts)
        ):
            self.linker.doubts.append(Doubt("metric", words, tuple(m.name for m in metrics)))
        self.conditions.time_column = self.conditions.time_column or _full(chosen)
        for sql in chosen.filters:
            tables = tuple(tables_in(sql, self.known.catalog, chosen.table))
            stated = Stated(sql=sql, tables=tables or (chosen.table,), words=chosen.name)
            if stated not in self.filters:
                self.filters.append(stated)
        return Measure(
            function="metric", table=chosen.table, name=chosen.name, expression=chosen.expression
        )

    def _counted_by_default(self) -> str:
        """`how many does it have`, `visited most often`: the number asked for already, or what is related."""
        for extreme in self.sketch.extremes:
            if extreme.measure is not None and extreme.measure.table is not None:
                return self.linker.table(extreme.measure.table) or ""
        others = [table for _, table in self.tables if table != self.subject]
        return others[0] if others else self.subject

    def _home_of_count(self, item: Item) -> str | None:
        after = [table for first, table in self.tables if first > item.first]
        before = [table for first, table in self.tables if first < item.first]
        return (after or before[-1:] or [None])[0]

    # groups

    @property
    def _grouped(self) -> bool:
        sketch = self.sketch
        by_measure = any(e.measure for e in sketch.extremes) or any(
            o.measure for o in sketch.orders
        )
        return bool(self.measures or by_measure or sketch.enough)

    def _groups(self) -> None:
        self._counted_rows()
        columns = [o for o in self.outputs if isinstance(o, str)]
        if not self._grouped:
            for group in self.sketch.groups:
                if group.item is not None and group.item.letter == "C":
                    self._show(Shown(group.item, None))
            return
        for group in self.sketch.groups:
            self._group(group.item, group.grain, columns)
        if not self.sketch.groups and columns:
            self._implicit(columns)
        elif not self.sketch.groups and self.sketch.asked is not None and self.measures:
            table = self.linker.table(self.sketch.asked)
            if table and table != self.measures[0].table:
                self._group_rows(table, [])

    def _counted_rows(self) -> None:
        """`orders by status` asks for a number, though none is named."""
        by_value = [
            g
            for g in self.sketch.groups
            if g.grain or (g.item is not None and g.item.letter == "C")
        ]
        if self.outputs or self._grouped or not by_value or self.sketch.subject is None:
            return
        self.measures.append(Measure(function="count", table=self.subject))
        self.outputs.append(0)

    def _group(self, item: Item | None, grain: str, columns: list[str]) -> None:
        if item is None:
            column = self.conditions.time_column or self.linker.time_column(self._counted(), grain)
            if column:
                self.dimensions.append(Dimension(column=column, grain=grain))
                self.outputs.insert(0, column)
            else:
                self.conditions.failed.append(grain)
        elif item.letter == "C":
            self._group_column(item, columns)
        else:
            self._group_rows(self.linker.table(item) or "", columns)

    def _group_column(self, item: Item, columns: list[str]) -> None:
        counted = self._counted()
        grain = GRAINS.get(item.text.lower().removesuffix("s"), "")
        if grain and not any(c.table == counted for c in item.candidates):
            if self.conditions.time_column or self.linker.time_column(counted, grain):
                self._group(None, grain, columns)
                self.refs[id(item)] = self.dimensions[-1].column
                return
        ref = self._column(item, counted or self._home(item))
        if ref is None:
            return
        same = [c for c in columns if c.rpartition(".")[2] == ref.rpartition(".")[2]]
        ref = same[0] if same else ref
        self.dimensions.append(Dimension(column=ref))
        self.dimensions += [Dimension(column=c) for c in columns if c != ref]
        if ref not in self.outputs:
            self.outputs.insert(0, ref)

    def _counted(self) -> str:
        if self.measures:
            return self.measures[0].table
        return self.subject

    def _group_rows(self, table: str, columns: list[str]) -> None:
        owned = [c for c in columns if c.rpartition(".")[0] == table]
        self._by_rows_of(table, columns)
        if not owned and not columns:
            names = display_columns(self.known.table(table)) or self.known.table(table).primary_key
            refs = [f"{table}.{name}" for name in names]
            self.outputs[0:0] = refs
            self.dimensions += [
                Dimension(column=ref)
                for ref in refs
                if Dimension(column=ref) not in self.dimensions
            ]

    def _by_rows_of(self, table: str, columns: list[str]) -> None:
        key = self.known.table(table).primary_key or display_columns(self.known.table(table))
        refs = [f"{table}.{name}" for name in key] or columns
        self.dimensions += [Dimension(column=ref) for ref in refs]
        self.dimensions += [Dimension(column=ref) for ref in columns if ref not in refs]

    def _implicit(self, columns: list[str]) -> None:
        """Columns beside a number: one row for each value, or for each row of the table they name."""
        owner = columns[0].rpartition(".")[0]
        counted = {m.table for m in self.measures if m.table} or {
            self._made(e.measure).table
            for e in self.sketch.extremes
            if e.measure and self._made(e.measure)
        }
        self._grouped_by(columns, counted)

    def _grouped_by(self, columns: list[str], counted: set[str]) -> None:
        owner = columns[0].rpartition(".")[0]
        key = self.known.table(owner).primary_key
        names = set(display_columns(self.known.table(owner))) | (
            set(key) if len(key) == 1 else set()
        )
        names_row = any(c.rpartition(".")[2] in names for c in columns)
        if owner in counted or not names_row and not self._tells_rows(columns):
            self.dimensions += [Dimension(column=ref) for ref in columns]
        else:
            self._by_rows_of(owner, columns)

    def _tells_rows(self, columns: list[str]) -> bool:
        subject = self.sketch.subject
        table = self.linker.table(subject) if subject is not None else None
        return table == columns[0].rpartition(".")[0]

    # conditions

    def _tests(self) -> None:
        for test in self.sketch.tests:
            if test.span is not None and test.span.comparison is not None:
                self._compare(test, test.span)
                continue
            if test.both:
                self._both(test)
                continue
            clause = self.conditions.clause(test)
            if clause is not None:
                self.filters.append(self._denied(clause))

    def _compare(self, test: Test, span: TimeSpan) -> None:
        """One of two periods that are set against each other."""
        clause = self.conditions.clause(test)
        if isinstance(clause, Condition):
            self.compared.append(Period(label=span.words, conditions=(clause,)))

    def _repeats_category(self) -> bool:
        """A value asked for by itself is shown once, where a condition on another table repeats it."""
        if not self._shows_category():
            return False
        table = str(self.outputs[0]).rpartition(".")[0]
        others = {r.rpartition(".")[0] for clause in self.filters for r in columns_of(clause)} - {
            table
        }
        return bool(others) or any(isinstance(clause, Related) for clause in self.filters)

    def _denied(self, clause: Clause) -> Clause:
        """`not playing cartoons by X` denies that there is such a row, not that there is another."""
        if not isinstance(clause, Condition) or clause.operator not in ("!=", "not in", "not like"):
            return clause
        table = clause.column.rpartition(".")[0]
        path = self.known.joins.path(self.subject, table) or ()
        if not any(edge.multiplies for edge in path):
            return clause
        positive = {"!=": "=", "not in": "in", "not like": "like"}[clause.operator]
        related = Related(table=table, where=(replace(clause, operator=positive),), negated=True)
        return self._by_value(related)

    def _both(self, test: Test) -> None:
        for part in test.any_of:
            clause = self.conditions.clause(part)
            if clause is not None:
                self.both.append((clause,))
        if test.any_of:
            return
        if self._single_valued(test):
            return
        for place in range(max(len(test.hits), len(test.values))):
            part = replace(
                test,
                both=False,
                operator="=",
                hits=test.hits[place : place + 1],
                values=test.values[place : place + 1],
            )
            clause = self.conditions.clause(part)
            if clause is not None:
                self.both.append((clause,))

    def _single_valued(self, test: Test) -> bool:
        """`in Asia and Europe`: a row has one continent, so either will do."""
        clause = self.conditions.clause(replace(test, both=False, operator="in"))
        if not isinstance(clause, Condition):
            return clause is None
        path = self.known.joins.path(self.subject, clause.column.rpartition(".")[0]) or ()
        if any(edge.multiplies for edge in path):
            return False
        self.filters.append(clause)
        return True

    def _relations(self) -> None:
        for relation in self.sketch.relations:
            made = self._relation(relation)
            if made:
                self.filters.append(made)

    def _relation(self, relation: Relation) -> Related | None:
        table = self.linker.table(relation.table)
        where = [self.conditions.clause(test) for test in relation.where]
        plain = tuple(w for w in where if isinstance(w, Condition))
        if table is None or len(plain) != len(where):
            self.conditions.failed.append(relation.table.text)
            return None
        if table == self.subject:
            self.risks.append("the same table on both sides of a negation")
        return self._by_value(Related(table=table, where=plain, negated=relation.negated))

    def _by_value(self, related: Related) -> Related:
        """`countries not playing any cartoon`: no row with the same value may have one."""
        if not related.negated or not self._shows_category():
            return related
        return replace(related, of=str(self.outputs[0]))

    def _shows_category(self) -> bool:
        """Whether what is shown is one column that names no row, asked for by itself."""
        shown = self.sketch.shown
        if len(shown) != 1 or self.measures or shown[0].owner is not None or len(self.outputs) != 1:
            return False
        table, _, name = str(self.outputs[0]).rpartition(".")
        known = self.known.table(table)
        return name not in display_columns(known) and name not in known.primary_key

    def _enough(self) -> None:
        for enough in self.sketch.enough:
            made = self._made(enough.measure)
            if made is None:
                continue
            if not self.dimensions:
                columns = [o for o in self.outputs if isinstance(o, str)]
                if columns:
                    self._implicit_for(columns, made)
                else:
                    self._group_rows(self.subject, [])
            self.measures.append(made)
            self.having.append(
                Having(
                    measure=len(self.measures) - 1, operator=enough.operator, values=enough.values
                )
            )

    def _implicit_for(self, columns: list[str], measure: Measure) -> None:
        self._grouped_by(columns, {measure.table})

    # order and limit

    def _extremes(self) -> None:
        for extreme in self.sketch.extremes:
            self._extreme(extreme)

    def _extreme(self, extreme: Extreme) -> None:
        if extreme.measure is not None:
            self._extreme_measure(extreme)
            return
        column, sign = self._extreme_column(extreme)
        if column is None:
            self.conditions.failed.append(
                extreme.column.text if extreme.column else extreme.adjective
            )
            return
        falling = extreme.descending if sign > 0 else not extreme.descending
        if (
            extreme.asked
            and not self.dimensions
            and (self.measures or not self.outputs)
            and extreme.limit == 1
        ):
            self._as_measure(column, falling=falling)
        elif not self.outputs and not self.sketch.subject and not self.dimensions:
            self._as_measure(column, falling=falling)
        elif self.measures and not self.dimensions:
            function = "max" if falling else "min"
            self.filters.append(Compared(column=column, operator="=", function=function, of=column))
        elif self._head_extreme(extreme):
            self._as_measure(column, falling=falling)
        else:
            self.order.append(Sorting(by=column, descending=falling))
            self.limit = extreme.limit

    def _head_extreme(self, extreme: Extreme) -> bool:
        """`What is the highest age of singers?`: nothing is shown but the extreme itself."""
        if (
            extreme.column is None
            or self.outputs
            or extreme.limit != 1
            or self.sketch.subject is None
        ):
            return False
        return extreme.column.first < self.sketch.subject.first

    def _as_measure(self, column: str, *, falling: bool) -> None:
        made = Measure(
            function="max" if falling else "min", table=column.rpartition(".")[0], column=column
        )
        self.measures.append(made)
        self.outputs.append(len(self.measures) - 1)

    def _extreme_column(self, extreme: Extreme) -> tuple[str | None, int]:
        if extreme.column is not None and extreme.adjective in ("", "common"):
            return self._column(extreme.column, self._home(extreme.column)), 1
        if extreme.column is not None:
            ref = self._column(extreme.column, self._home(extreme.column))
            if ref and ref.rpartition(".")[0] == self.subject:
                return ref, 1
        homes = list(dict.fromkeys([self.subject, *(table for _, table in self.tables)]))
        found = self.linker.of_adjective(extreme.adjective, homes)
        if found is None:
            around = [edge.right for home in homes for edge in self.known.joins.edges(home)]
            found = self.linker.of_adjective(extreme.adjective, around)
        return found if found else (None, 1)

    def _extreme_measure(self, extreme: Extreme) -> None:
        assert extreme.measure is not None
        if extreme.adjective == "common" and extreme.column is not None:
            ref = self._column(extreme.column, self._home(extreme.column))
            if ref is None:
                return
            if ref not in self.outputs:
                self.outputs.insert(0, ref)
            self.dimensions.append(Dimension(column=ref))
            made: Measure | None = Measure(function="count", table=ref.rpartition(".")[0])
        else:
            made = self._made(extreme.measure)
        if made is None:
            return
        if not self.dimensions:
            columns = [o for o in self.outputs if isinstance(o, str)]
            if columns:
                self._implicit_for(columns, made)
            else:
                self._group_rows(self.subject, [])
        if made not in self.measures:
            self.measures.append(made)
        self.order.append(Sorting(by=self.measures.index(made), descending=extreme.descending))
        self.limit = extreme.limit

    def _orders(self) -> None:
        for order in self.sketch.orders:
            by = self._ordered_by(order)
            if by is None:
                continue
            self.order.append(by)
            if order.shown and by.by not in self.outputs:
                self._show_ranking(by.by)

    def _show_ranking(self, by: str | int) -> None:
        if not self.outputs:
            self._nothing_shown()
        if isinstance(by, int) and not self.dimensions:
            columns = [o for o in self.outputs if isinstance(o, str)]
            self._implicit_for(columns, self.measures[by])
        self.outputs.append(by)

    def _ordered_by(self, order: Ordering) -> Sorting | None:
        if order.measure is not None:
            made = self._made(order.measure)
            if made is None:
                return None
            if made not in self.measures:
                self.measures.append(made)
            return Sorting(by=self.measures.index(made), descending=order.descending)
        if order.column is not None:
            ref = self._column(order.column, self._home(order.column))
            return Sorting(by=ref, descending=order.descending) if ref else None
        shown = [o for o in self.outputs if isinstance(o, int)] or self.outputs
        return Sorting(by=shown[0], descending=order.descending) if shown else None

    def _top(self) -> None:
        if self.sketch.limit is None:
            return
        self.limit = self.sketch.limit
        if self.order:
            return
        numbers = [o for o in self.outputs if isinstance(o, int)]
        if numbers:
            self.order.append(Sorting(by=numbers[-1], descending=not self.sketch.bottom))
        else:
            self.risks.append("a limit without an order")

    def _nothing_shown(self) -> None:
        if self.outputs:
            return
        table = self.known.table(self.subject)
        names = display_columns(table)
        if not names:
            self.risks.append("nothing names these rows")
            names = table.primary_key
        self.outputs = [f"{table.key}.{name}" for name in names]


def _full(metric: Metric) -> str:
    """The metric's date column as `table.column`."""
    if not metric.time_column or "." in metric.time_column:
        return metric.time_column
    return f"{metric.table}.{metric.time_column}"


def columns_of(clause: Clause) -> set[str]:
    """All columns that a clause reads."""
    if isinstance(clause, Stated):
        return set()
    if isinstance(clause, Condition):
        return {clause.column}
    if isinstance(clause, Compared):
        return {clause.column, clause.of, *(c.column for c in clause.where)}
    conditions = clause.where if isinstance(clause, Related) else clause.conditions
    return {c.column for c in conditions}
