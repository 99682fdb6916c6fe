"""The highest number of every group, where neither the rows nor one group is asked for."""

from dataclasses import replace

from pipeline.rules.drafting.picking import Picking
from pipeline.rules.schema.parts import Count, Extreme
from pipeline.rules.text.words import is_past

_OF_ROWS = frozenset(("of", "among", "for", "across"))


class NumbersOfEach(Picking):
    """Tells a superlative that asks for a number from one that asks for rows."""

    def highest_of_each(self) -> None:
        """`highest fee per city`: a number of every group, not the group with the highest one."""
        sketch = self.sketch
        extreme = sketch.extremes[0] if len(sketch.extremes) == 1 else None
        alone = len(sketch.groups) == 1 and not sketch.outputs
        if extreme is None or not alone or extreme.limit != 1 or sketch.limit is not None:
            return
        if sketch.subject is not None:
            if not self._is_number_of_rows(extreme):
                return
            sketch.subject = None
            if extreme.measure is not None:
                self.risks.append("the highest of the rows, or of what they add up to")
                extreme = replace(extreme, column=extreme.measure.column, measure=None)
        if extreme.measure is not None:
            self.risks.append("the highest for each, or the one with the highest")
        elif extreme.column is not None and not extreme.adjective:
            function = "max" if extreme.descending else "min"
            sketch.outputs.append(Count(function=function, column=extreme.column))
            sketch.extremes = []

    def _is_number_of_rows(self, extreme: Extreme) -> bool:
        """`the highest fee of the shops in each city`: of the rows, which are not asked for."""
        made, rows = extreme.measure, self.sketch.subject
        added = made is not None and made.function == "sum" and not extreme.adjective
        item = made.column if made is not None and added else extreme.column
        if item is None or rows is None or extreme.adjective or (made is not None and not added):
            return False
        if rows.first == item.last and is_past(rows.text.lower()):
            return not self.sketch.shown  # `the highest fee paid by each user`
        between = [one for one in self.items if item.last <= one.last and one.first < rows.first]
        joined = any(one.text.lower().split()[-1] in _OF_ROWS for one in between[:2] if one.text)
        return joined and all(one.letter in "aCpuVF" for one in between) and not self.sketch.shown

    def of_one_row(self, extreme: Extreme) -> Extreme:
        """`the highest total amount of invoices`: nothing is added up in a single invoice."""
        made = extreme.measure
        if made is None or made.function != "sum" or made.column is None or extreme.adjective:
            return extreme
        plain = not (self.dimensions or self.measures or self.sketch.groups)
        ref = self._column(made.column, self.subject) if plain else None
        own = ref is not None and ref.rpartition(".")[0] == self.subject
        return replace(extreme, column=made.column, measure=None) if own else extreme
