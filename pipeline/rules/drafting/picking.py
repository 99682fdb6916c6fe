"""Numbers of the rows that a superlative picks: `the oldest rink and its number of visitors`."""

from pipeline.intent import Dimension, Measure, Sorting
from pipeline.rules.drafting.sorting import Ordered
from pipeline.rules.schema.items import Item
from pipeline.rules.schema.parts import Extreme


class Picking(Ordered):
    """Keeps the groups that a superlative is of."""

    def is_of_groups(self, extreme: Extreme, column: str) -> bool:
        """Whether each group is one of the rows that a superlative picks from."""
        owner = column.rpartition(".")[0]
        grouped = {dimension.column for dimension in self.dimensions}
        keys = {f"{owner}.{name}" for name in self.known.table(owner).primary_key}
        plain = bool(self.measures) and extreme.limit == 1 and self.sketch.limit is None
        noun = self._noun_of(extreme)
        # `highest fee of each shop` is a number of each; `the shop with the highest fee` is one.
        picked = extreme.column is None or (noun is not None and self.linker.table(noun) == owner)
        return plain and picked and bool(keys) and keys <= grouped and column not in grouped

    def picks_by_rows(self, extreme: Extreme, column: str, *, falling: bool) -> bool:
        """`how many visits had the shop with the latest visit`: all of that shop's, not only it."""
        owner = column.rpartition(".")[0]
        noun = self._noun_of(extreme)
        group = self.linker.table(noun) if noun is not None else None
        if not self.measures or self.sketch.groups or group is None or extreme.dated:
            return False
        if not self.known.joins.has_many(group, owner):
            return False
        if {measure.table for measure in self.measures} != {owner}:
            self.risks.append("numbers of other rows than the best is picked from")
        self.risks += ["the best of all, or of those rows"] if self.sketch.tests else []
        keys = [f"{group}.{name}" for name in self.known.table(group).primary_key]
        self.dimensions = list(
            dict.fromkeys((*(Dimension(column=key) for key in keys), *self.dimensions))
        )
        best = Measure(function="max" if falling else "min", table=owner, column=column)
        if best not in self.measures:
            self.measures.append(best)
        self.order.append(Sorting(by=self.measures.index(best), descending=falling))
        self.limit = extreme.limit
        return bool(keys)

    def _noun_of(self, extreme: Extreme) -> Item | None:
        """The rows that have what the superlative is of: `the shop with the latest visit`."""
        said = extreme.column or extreme.of
        before = [item for item in self.items if said is not None and item.last <= said.first]
        letters = "".join(item.letter for item in before)
        degree = letters.rfind("s")
        owned = letters[:degree].rstrip("rhp")
        led = letters[len(owned) : degree]
        return before[len(owned) - 1] if degree > 0 and "h" in led and owned[-1:] == "T" else None
