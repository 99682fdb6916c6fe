"""By what an order goes: the column or number that was named, else what its adjective fits."""

from pipeline.intent import Condition, Dimension, Measure, Sorting
from pipeline.rules.drafting.extremes import Extremes
from pipeline.rules.schema.month_columns import written_months
from pipeline.rules.schema.names import expanded
from pipeline.rules.schema.parts import Count, Extreme, Ordering
from pipeline.rules.text.words import lemma_of, name_words
from pipeline.rules.vocabulary import ADJECTIVES

_OF_DATES = {"old": -1, "young": 1, "new": 1, "early": -1}
_OFTEN = frozenset(("common", "frequent"))
# What is put in order goes by when it took place.
IN_TIME = "chronological"
_LESS = frozenset(("young", "early", "small", "cheap", "short", "light"))


class Ordered(Extremes):
    """Finds what orders go by."""

    def ordered_by(self, order: Ordering) -> Sorting | None:
        """The column or the number of an order; None where nothing fits it."""
        if order.adjective == IN_TIME and order.column is None and order.measure is None:
            return self._in_order_of_time()
        return self._ordered_by(order)

    def _ordered_by(self, order: Ordering) -> Sorting | None:
        falling = order.descending and order.adjective not in _LESS
        if order.measure is not None:
            place = self._measure(order.measure)
            return None if place is None else Sorting(by=place, descending=falling)
        if order.column is not None:
            grouped = [c for c in order.column.candidates if c.ref in self.outputs]
            if self.dimensions and grouped:
                order.column.candidates = grouped
            ref = self._column(order.column, self._home(order.column))
            added = self._added_for_each(order, ref) if ref else None
            if added is not None:
                place = self._measure(added)
                return None if place is None else Sorting(by=place, descending=falling)
            return self._sorted(order, ref) if ref else None
        if not self.outputs and self.sketch.limit is None:
            self.nothing_shown()
        numbers = [o for o in self.outputs if isinstance(o, int)]
        if order.adjective in _OFTEN:
            return self._by_how_often(order, numbers)
        if order.adjective and not (numbers and order.adjective not in _OF_DATES):
            return self._of_adjective(order, numbers)
        shown = numbers or self.outputs
        return Sorting(by=shown[0], descending=falling) if shown else None

    def _added_for_each(self, order: Ordering, ref: str) -> Count | None:
        """`top 3 customers by freight`, where each has many orders: a number of each, not a list.

        A list of the orders would name one customer again and again.
        """
        plain = not (self.dimensions or self.measures or self.sketch.groups)
        if order.column is None or order.column.payload != "number":
            return None
        if not (order.shown and plain and self.has_many(ref)):
            return None
        return Count(function=self.function_for_each(order.column), column=order.column)

    def _in_order_of_time(self) -> Sorting | None:
        """`in chronological order`: by the periods that are shown, else by the date of the rows."""
        periods = [d.column for d in self.dimensions if d.grain or self.is_period(d.column)]
        if periods or self.dimensions or self.measures:
            found = periods[:1]
        else:
            self.nothing_shown()
            date = self.linker.time_column(self.subject) or self.linker.year_column(self.subject)
            found = [date] if date else []
        if not found:
            self.conditions.failed.append("order of time")
        return Sorting(by=found[0]) if found else None

    def is_period(self, ref: str) -> bool:
        """Whether a column keeps dates, years, or months."""
        column = self.known.column(ref)
        if column.kind.is_dated or "year" in name_words(column.name):
            return True
        return "month" in expanded(name_words(column.name)) and written_months(column) is not None

    def _by_how_often(self, order: Ordering, numbers: list[int]) -> Sorting | None:
        """`the reasons, most frequent first`: by how many rows have each, where none is counted."""
        shown = [ref for ref in self.outputs if isinstance(ref, str)]
        rows = {ref.rpartition(".")[0] for ref in shown}
        if numbers:
            counts = [at for at in numbers if self.measures[at].function == "count"]
            return Sorting(by=(counts or numbers)[0], descending=order.descending)
        if len(rows) != 1 or self.dimensions or self.measures:
            self.conditions.failed.append("most frequent first")
            return None
        missing = [ref for ref in shown if self.known.column(ref).null_share]
        self.filters += [Condition(column=ref, operator="is not null") for ref in missing]
        self.dimensions += [Dimension(column=ref) for ref in shown]
        self.measures.append(Measure(function="count", table=rows.pop()))
        self.risks.append("with how often, or only the names")
        return Sorting(by=0, descending=order.descending)

    def _of_adjective(self, order: Ordering, numbers: list[int]) -> Sorting | None:
        """`oldest first`: by what is shown that has an age, else by what the rows have."""
        shown = [ref for ref in self.outputs if isinstance(ref, str)]
        fits = [ref for ref in shown if self._sign(order.adjective, ref)]
        if len(fits) == 1:
            return self._sorted(order, fits[0])
        if numbers and self.dimensions:
            by = Sorting(by=numbers[0], descending=order.adjective not in _LESS)
            self.risks.append("by the number, or by an age")
            return by
        amounts = [ref for ref in shown if ref in self.linker.amounts(ref.rpartition(".")[0])]
        if len(amounts) == 1 and order.adjective not in _OF_DATES:
            return self._sorted(order, amounts[0])
        extreme = Extreme(descending=True, adjective=order.adjective)
        ref, sign = self.extreme_column(extreme)
        if ref is None:
            self.conditions.failed.append(f"{order.adjective} first")
            return None
        return Sorting(by=ref, descending=sign > 0)

    def _sorted(self, order: Ordering, ref: str) -> Sorting:
        if order.adjective in ("", IN_TIME):
            return Sorting(by=ref, descending=order.descending)
        sign = self._sign(order.adjective, ref) or (-1 if order.adjective in _LESS else 1)
        return Sorting(by=ref, descending=sign > 0)

    def _sign(self, adjective: str, ref: str) -> int:
        """Whether more of a column is more of an adjective (1), or less (-1), or neither (0)."""
        column = self.known.column(ref)
        names = {*name_words(column.name), *expanded(name_words(column.name))}
        told = [sign for word, sign in ADJECTIVES.get(adjective, ()) if lemma_of(word) in names]
        if told:
            return told[0]
        return _OF_DATES.get(adjective, 0) if column.kind.is_dated else 0
