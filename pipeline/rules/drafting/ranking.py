"""In which order, and how many: superlatives, orders, limits."""

from collections.abc import Sequence
from dataclasses import replace

from pipeline.intent import Compared, Condition, Dimension, Measure, Sorting
from pipeline.rules.drafting.numbers_of_each import NumbersOfEach
from pipeline.rules.drafting.picking import tells_deed
from pipeline.rules.drafting.selling import units_sold
from pipeline.rules.drafting.whole import lists_all_of
from pipeline.rules.schema.chains import chain_up
from pipeline.rules.schema.items import Item
from pipeline.rules.schema.month_columns import months_of
from pipeline.rules.schema.parts import OF_A_GROUP, SOLD, Count, Extreme

_HEAD = 6


class Ranking(NumbersOfEach):
    """Adds order and limit."""

    def best_of_each(self) -> None:
        """`the heaviest pet of each species`: the rows that reach the highest value of theirs."""
        sketch = self.sketch
        grouped = sketch.groups[0].item if len(sketch.groups) == 1 else None
        extreme = sketch.extremes[0] if len(sketch.extremes) == 1 else None
        if grouped is None or extreme is None or extreme.measure is not None or extreme.dated:
            return
        if extreme.limit != 1 or grouped.letter != "C" or sketch.counts or sketch.subject is None:
            return
        column, sign = self.extreme_column(extreme)
        group = self._column(grouped, self.subject)
        owners = {ref.rpartition(".")[0] for ref in (column, group) if ref}
        if column is None or group is None or owners != {self.subject}:
            return
        function = "max" if extreme.descending == (sign > 0) else "min"
        self.nothing_shown()
        self.outputs = list(dict.fromkeys([group, *self.outputs]))
        tie = Compared(column=column, operator="=", function=function, of=column, within=group)
        self.filters.append(tie)
        sketch.groups, sketch.extremes = [], []
        if sketch.tests or sketch.relations:
            self.risks.append("the best of some rows of each")

    def extremes(self) -> None:
        for extreme in map(self.of_one_row, self.sketch.extremes):
            rated = self.average_rating(extreme) or self.units_ranked_by(extreme)
            length = self.length_of_rows(extreme)
            if extreme.measure is not None:
                self._extreme_measure(extreme, extreme.measure)
            elif length is not None:
                longest = replace(extreme, descending=length.function == "max")
                self._ranked_by(length, longest)
            elif rated is not None:
                self._ranked_by(rated, extreme)
            elif extreme.adjective == SOLD:
                self.conditions.failed.append("selling")  # nothing here says what sold
            else:
                self._extreme(extreme)

    def _extreme(self, extreme: Extreme) -> None:
        column, sign = self.extreme_column(extreme)
        if column is None:
            self.conditions.failed.append(
                extreme.column.text if extreme.column else extreme.adjective
            )
            return
        falling = extreme.descending if sign > 0 else not extreme.descending
        if self.sketch.marks.place:
            self._in_place(extreme, column, falling=falling)
        elif not self.picks(extreme, column, falling=falling):
            self._ordered_or_told(extreme, column, falling=falling)

    def _ordered_or_told(self, extreme: Extreme, column: str, *, falling: bool) -> None:
        """The rows in that order, or the extreme itself as a number."""
        if extreme.dated or self._is_number_asked_for(extreme):
            self._as_measure(column, falling=falling)
        elif self.measures and not self.dimensions:
            self.only_extreme(extreme, column, falling=falling)
        elif self._head_extreme(extreme):
            self._as_measure(column, falling=falling)
        elif self._says_whose(extreme, column) or (
            extreme.limit == 1 and self._of_all_rows(extreme, column)
        ):
            self.only_extreme(extreme, column, falling=falling)
        else:
            if self._leads(extreme) or self._lists_values_of(extreme):
                self.outputs.insert(0, column)
            self.order.append(Sorting(by=column, descending=falling))
            self.limit = extreme.limit

    def _says_whose(self, extreme: Extreme, column: str) -> bool:
        """`the longest trail in the largest park`: of that park, before any trail is ranked."""
        owner = column.rpartition(".")[0]
        both = self.sketch.extremes
        if any(each.limit > 1 or each.measure is not None for each in both):
            return False
        others = [self.may_rank(self.subject, each) for each in both if each is not extreme]
        return others == [True] and owner != self.subject and self.may_rank(owner, extreme)

    def _of_all_rows(self, extreme: Extreme, column: str) -> bool:
        shown = {str(output).rpartition(".")[0] for output in self.outputs} or {self.subject}
        owner = column.rpartition(".")[0]
        told = self.sketch.tests if owner != self.owner_of(extreme) else []
        if told or self.sketch.relations:
            return False
        return lists_all_of(owner, shown, self.items, self.linker)

    def _leads(self, extreme: Extreme) -> bool:
        """`the smallest number and its code`: the extreme itself is asked for first."""
        item, shown = extreme.column, self.sketch.shown
        if item is None or not shown or extreme.adjective or self.sketch.subject is not None:
            return False
        return item.last < shown[0].item.first and item.first < _HEAD

    def _lists_values_of(self, extreme: Extreme) -> bool:
        """`the 3 highest fees of boats`: the fees themselves, and as many as were asked for."""
        several = extreme.column is not None and (self.sketch.limit or extreme.limit) > 1
        if extreme.column is None or not several or self.outputs or self.measures:
            return False
        subject = self.sketch.subject
        return subject is None or extreme.column.first < subject.first

    def _in_place(self, extreme: Extreme, column: str, *, falling: bool) -> None:
        """`the second highest salary`: the first rows are left out."""
        self.risks += ["a place among groups"] if self.dimensions else []
        if not self.outputs and (self.sketch.subject is None or self._head_extreme(extreme)):
            self.outputs.append(column)
            self.once = True
        self.order.append(Sorting(by=column, descending=falling))
        self.limit, self.offset = 1, self.sketch.marks.place - 1

    def _is_number_asked_for(self, extreme: Extreme) -> bool:
        """`and what is the largest GNP`, `for each city, the oldest age`: a value, not an order."""
        if self.dimensions:
            return bool(self.measures) and extreme.column is not None and extreme.limit == 1
        if not self.outputs and not self.sketch.subject:
            return not self._lists_values_of(extreme)
        asked = extreme.asked and extreme.column is not None and not tells_deed(extreme.column)
        return asked and extreme.limit == 1 and bool(self.measures or not self.outputs)

    def _head_extreme(self, extreme: Extreme) -> bool:
        """`What is the highest age of singers?`: nothing is shown but the extreme itself."""
        if (
            extreme.column is None
            or self.outputs
            or extreme.limit != 1
            or self.sketch.subject is None
        ):
            return False
        # `the most recently hired agent` is an agent, `the best scored test` a test.
        if tells_deed(extreme.column):
            return False
        return extreme.column.first < self.sketch.subject.first

    def _as_measure(self, column: str, *, falling: bool) -> None:
        made = Measure(
            function="max" if falling else "min", table=column.rpartition(".")[0], column=column
        )
        self.measures.append(made)
        self.outputs.append(len(self.measures) - 1)

    def units_ranked_by(self, extreme: Extreme) -> Measure | None:
        """`best-selling`: by the quantity that was sold."""
        made, unsure = units_sold(self.known, self.subject, extreme)
        if made is not None and extreme.column is not None:
            self._most_common(extreme.column)
        self.risks += ["how many of what were sold"] if unsure else []
        return made

    def _extreme_measure(self, extreme: Extreme, count: Count) -> None:
        often = extreme.adjective == "common"
        common = extreme.column if often else None
        listed = self.count_listed() if often and common is None else None
        if listed is not None:
            self._ranked_by(listed, extreme)
            return
        # `visited most often`: of which rows, only a person can say.
        self.risks += ["how often of what"] if often and common is None else []
        if extreme.column is not None and extreme.adjective == OF_A_GROUP:
            self._most_common(extreme.column)
        made = self._most_common(common) if common is not None else self.made(count)
        if extreme.limit == 1 and self.outputs and self.asks_of_each():
            self.risks.append("the one with the most, or all of them")
        if made is not None:
            self._ranked_by(made, extreme)

    def _ranked_by(self, made: Measure, extreme: Extreme) -> None:
        self._grouped_for(made)
        self._name_led()
        if made not in self.measures:
            self.measures.append(made)
        place = self.measures.index(made)
        self.order.append(Sorting(by=place, descending=extreme.descending))
        self.limit, self.offset = extreme.limit, max(self.sketch.marks.place - 1, 0)
        if (made.expression or self._counts_far(made, extreme)) and place not in self.outputs:
            self.outputs.append(place)

    def _counts_far(self, made: Measure, extreme: Extreme) -> bool:
        """`top 3 shops with most returns`, over lines and orders: what was counted is shown."""
        limit = self.sketch.limit or extreme.limit
        plain = made.function == "count" and not made.column and limit > 1
        return plain and bool(chain_up(made.table, self.subject, self.known.joins))

    def _most_common(self, item: Item) -> Measure | None:
        """The rows of each value of a column."""
        ref = self._column(item, self._home(item))
        if ref is None:
            return None
        if ref not in self.outputs:
            self.outputs.insert(0, ref)
        self.dimensions.append(Dimension(column=ref))
        if self.known.column(ref).null_share:
            # `the most used promo code`: most rows may have none.
            self.filters.append(Condition(column=ref, operator="is not null"))
        return Measure(function="count", table=ref.rpartition(".")[0])

    def orders(self) -> None:
        for order in self.sketch.orders:
            by = self.ordered_by(order)
            if by is None:
                continue
            self.order.append(by)
            if order.shown and self._ranks_rows(by.by):
                self._group_rows(self.subject, [])
            # `rank the shops by number of orders`: of each, and nothing else is shown.
            bare = isinstance(by.by, int) and not (self.outputs or self.dimensions or self.limit)
            if (order.shown or bare) and by.by not in self.outputs:
                self._show_ranking(by.by)

    def _ranks_rows(self, by: str | int) -> bool:
        """`the top 5 routes by shipment count, with the number of shipments`: of each route."""
        only_numbers = bool(self.outputs) and all(isinstance(o, int) for o in self.outputs)
        counted = isinstance(by, int) and self.measures[by].table
        return only_numbers and not self.dimensions and counted not in (False, self.subject)

    def _show_ranking(self, by: str | int) -> None:
        if not self.outputs:
            self.nothing_shown()
        if isinstance(by, int) and not self.dimensions:
            columns = [o for o in self.outputs if isinstance(o, str)]
            self._implicit_for(columns, self.measures[by])
        self.outputs.append(by)

    def top(self) -> None:
        said = self.sketch.marks.places or self.sketch.limit
        if said is None:
            return
        self.limit = said
        if self.order:
            return
        numbers = [o for o in self.outputs if isinstance(o, int)]
        if numbers:
            self.order.append(Sorting(by=numbers[-1], descending=not self.sketch.bottom))
        else:
            self.risks.append("a limit without an order")

    def present(self) -> None:
        """The largest group first, and periods in their order, where nothing else was said."""
        if self.compared and not self.measures:
            self.in_either()
        if len(self.compared) == 1:
            self.conditions.failed.append(self.compared[0].label)
        divided = {measure.function for measure in self.measures} & {"ratio", "quotient"}
        if self.sketch.ratio and not divided:
            self.conditions.failed.append("ratio")
        parted = any(measure.where or measure.part for measure in self.measures)
        told = any(isinstance(output, int) for output in self.outputs)
        if self.sketch.share and not parted and not (self.dimensions and told):
            self.conditions.failed.append("share")
        self._refuse_lone_rank()
        if self.order or not self.dimensions or not self.measures or self.both:
            return
        timely = [d.column for d in self.dimensions if d.grain or self.is_period(d.column)]
        shown = [o for o in self.outputs if isinstance(o, int)]
        if timely:
            self.order += [Sorting(by=ref) for ref in self._in_time(timely)]
        elif shown:
            ranked = self.measures[shown[0]].function == "rank"
            self.order.append(Sorting(by=shown[0], descending=not ranked))

    def _refuse_lone_rank(self) -> None:
        """One number has no place, and in a series it may be that within each period."""
        found = [measure for measure in self.measures if measure.function == "rank"]
        if not found:
            return
        grouped = {dimension.column for dimension in self.dimensions}
        rows = {measure.other for measure in found if measure.other != measure.table} - {""}
        keys = {f"{row}.{key}" for row in rows for key in self.known.table(row).primary_key}
        if not self.dimensions or self.compared:
            self.conditions.failed.append("rank")
        elif any(dimension.grain for dimension in self.dimensions) or not keys <= grouped:
            self.risks.append("a rank of what, among all or within each period")

    def _in_time(self, timely: Sequence[str]) -> Sequence[str]:
        """Periods in their order: of a year and a month that are kept apart, the year first."""
        owner = timely[0].rpartition(".")[0]
        months = months_of(self.known.table(owner))
        if months is None:
            return timely[:1]
        both = (f"{owner}.{months.year}", f"{owner}.{months.month}")
        return [ref for ref in both if ref in timely] or timely[:1]
