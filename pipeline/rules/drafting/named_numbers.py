"""Numbers with a name: which of them is meant, and what it brings with it."""

from knowledge.catalog import Kind
from knowledge.glossary import Metric
from pipeline.intent import Measure, Stated
from pipeline.rules.clauses.superlatives import LESS
from pipeline.rules.drafting.naming import Naming
from pipeline.rules.drafting.selling import units_metric, units_sold
from pipeline.rules.linking.earnings import SUGGESTED
from pipeline.rules.linking.link import Doubt
from pipeline.rules.schema.holding import looks_numeric
from pipeline.rules.schema.metrics import tables_in
from pipeline.rules.schema.parts import OF_A_GROUP, SEVERAL, SOLD, VAGUE, Count, Extreme
from pipeline.rules.text.words import is_plural


class Named(Naming):
    """Finds the glossary's numbers, and those that superlatives go by."""

    def _metric(self, metrics: tuple[Metric, ...]) -> Measure:
        """The glossary's number; where two go by the same word, a person chooses."""
        words = "/".join(metric.name for metric in metrics)
        picked = self.linker.choices.get(f"metric:{words}")
        chosen = next((m for m in metrics if m.name == picked), metrics[0])
        unsure = len(metrics) > 1 or chosen.source == SUGGESTED
        asked = any(doubt.words == words for doubt in self.linker.doubts)
        if unsure and chosen.name != picked and not asked:
            self.linker.doubts.append(Doubt("metric", words, tuple(m.name for m in metrics)))
        self.conditions.time_column = self.conditions.time_column or _full(chosen)
        for sql in chosen.filters:
            tables = tuple(tables_in(sql, self.known.catalog, chosen.table))
            stated = Stated(sql=sql, tables=tables or (chosen.table,), words=chosen.name)
            if stated not in self.filters:
                self.filters.append(stated)
        plain = Measure(
            function="metric", table=chosen.table, name=chosen.name, expression=chosen.expression
        )
        return self.known.divided.get(chosen.name, plain)

    def settle_metrics(self) -> None:
        """A metric brings its date column and its conditions, wherever the question names it."""
        sketch = self.sketch
        for extreme in sketch.extremes:
            if extreme.adjective == SOLD:
                extreme.measure = extreme.measure or units_metric(self.known)
                self._several(extreme)
                self._when_sold(extreme)
            elif extreme.measure is None and extreme.column is None:
                self._settle_number(extreme)
            elif extreme.measure is None and not extreme.adjective and self._is_name(extreme):
                extreme.measure, extreme.adjective = self._any_metric(), OF_A_GROUP
        ranked = [x.measure for x in sketch.extremes] + [x.measure for x in sketch.orders]
        bounded = [enough.measure for enough in sketch.enough]
        for count in (*sketch.counts, *ranked, *bounded):
            if count is not None and count.metrics:
                self._metric(count.metrics)

    def _is_name(self, extreme: Extreme) -> bool:
        """`the biggest category`: names have no size, so it is some number of each."""
        item = extreme.column
        column = self.known.column(item.candidates[0].ref) if item else None
        return column is not None and column.kind is Kind.TEXT and not looks_numeric(column)

    def _settle_number(self, extreme: Extreme) -> None:
        """`who spent the most`, `our best customers`: by which number, a person says."""
        owners = [item.candidates[0].table for item in self.items if item.letter == "T"]
        kept = self.linker.of_adjective(extreme.adjective, owners) is not None
        if extreme.adjective != "count" and (extreme.adjective not in VAGUE or kept):
            return
        extreme.measure = self._any_metric()
        if extreme.measure is None:
            return
        if extreme.adjective in LESS:
            extreme.descending = not extreme.descending
        if extreme.adjective in VAGUE:
            self._several(extreme)

    def _when_sold(self, extreme: Extreme) -> None:
        """`sold the most last month`: of the day of the sale."""
        made, _ = units_sold(self.known, self.subject, extreme)
        bounded = any(test.span or test.year for test in self.sketch.tests)
        if made is not None and bounded and not self.conditions.time_column:
            self.conditions.time_column = self.conditions.date_upwards(made.table) or ""

    def _several(self, extreme: Extreme) -> None:
        if extreme.limit == 1 and self._named_as_several():
            extreme.limit = SEVERAL

    def _named_as_several(self) -> bool:
        """`our best customers` are some, not one."""
        named = [item.text.lower().split()[-1] for item in self.items if item.letter == "T"]
        sellers = [i.text.lower() for i in self.items if i.letter == "s" and "seller" in i.text]
        sold = [x.column.text.lower() for x in self.sketch.extremes if x.column is not None]
        named = sold or named or sellers
        return len(named) == 1 and is_plural(named[0])

    def _any_metric(self) -> Count | None:
        """Some number of the glossary."""
        metrics = self.known.metrics
        offered = sorted(metrics, key=lambda metric: not metric.unit)
        return Count(function="metric", metrics=tuple(offered)) if offered else None


def _full(metric: Metric) -> str:
    """The metric's date column as `table.column`."""
    if not metric.time_column or "." in metric.time_column:
        return metric.time_column
    return f"{metric.table}.{metric.time_column}"
