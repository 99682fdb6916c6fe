"""Numbers of the rows that a superlative picks: `the oldest rink and its number of visitors`."""

from pipeline.intent import Compared, Condition, Dimension, Measure, Sorting
from pipeline.rules.drafting.sorting import Ordered
from pipeline.rules.linking.ends_of_rows import ends_of_rows
from pipeline.rules.schema.items import Item
from pipeline.rules.schema.lexicon import Candidate
from pipeline.rules.schema.parts import Extreme
from pipeline.rules.text.words import name_words
from pipeline.rules.vocabulary.lengths import LONG_OR_SHORT

Ends = tuple[list[Candidate], list[Candidate]]


class Picking(Ordered):
    """Keeps the groups that a superlative is of."""

    def length_of_rows(self, extreme: Extreme) -> Measure | None:
        """`lasted the longest`, where rows keep no length: from when they began to their end."""
        if extreme.adjective not in LONG_OR_SHORT or extreme.column is not None or not self.subject:
            return None
        home = self.owner_of(extreme) or self.subject
        if self.linker.of_adjective(extreme.adjective, [home, self.subject]) is not None:
            return None
        ends = ends_of_rows(home, self.known) or self._ends_beside(home)
        if ends is None or len(ends[0]) != 1 or len(ends[1]) != 1:
            return None
        since, until = ends[0][0], ends[1][0]
        if self.known.column(until.ref).null_share:
            self.filters.append(Condition(column=until.ref, operator="is not null"))
            self.risks.append("those that are over, or those that still last as well")
        function = "max" if extreme.adjective == "long" else "min"
        return Measure(function=function, table=until.table, column=until.ref, since=since.ref)

    def _ends_beside(self, home: str) -> Ends | None:
        """`the coach assigned for the longest period`: how long the assignments went on."""
        beside = [edge.right for edge in self.known.joins.edges(home) if edge.multiplies]
        named = [table for _, table in self.tables if table in beside]
        found = {table: ends_of_rows(table, self.known) for table in named or beside}
        told = [ends for ends in found.values() if ends is not None]
        self.risks += [] if named else ["how long what of theirs went on"]
        return told[0] if len(told) == 1 else None

    def picks(self, extreme: Extreme, column: str, *, falling: bool) -> bool:
        """Whether the numbers that are asked for are of the row that a superlative picks."""
        if self._picks_by_rows(extreme, column, falling=falling):
            return True
        if not self._is_of_groups(extreme, column):
            return False
        self.only_extreme(extreme, column, falling=falling)
        return True

    def only_extreme(self, extreme: Extreme, column: str, *, falling: bool) -> None:
        """Keep the rows that reach the highest value, or the lowest."""
        if (self.sketch.limit or extreme.limit) > 1:
            # `the total of the 3 largest` adds up some rows; no reading here says so.
            self.conditions.failed.append(extreme.column.text if extreme.column else "top")
            return
        function = "max" if falling else "min"
        where = self._said_of(column.rpartition(".")[0])
        tie = Compared(column=column, operator="=", function=function, of=column, where=where)
        self.filters.append(tie)

    def _said_of(self, owner: str) -> tuple[Condition, ...]:
        """`the highest hill in Kenya`: what is said of the rows that the superlative is of."""
        rows = self.measures[0].table if self.measures else self.subject
        far = self.known.joins.distance
        plain = [c for c in self.filters if isinstance(c, Condition)]
        tables = [(c, c.column.rpartition(".")[0]) for c in plain]
        return tuple(c for c, table in tables if far(owner, table) < far(rows, table))

    def _is_of_groups(self, extreme: Extreme, column: str) -> bool:
        """Whether each group is one of the rows that a superlative picks from."""
        owner = column.rpartition(".")[0]
        grouped = {dimension.column for dimension in self.dimensions}
        keys = {f"{owner}.{name}" for name in self.known.table(owner).primary_key}
        plain = bool(self.measures) and extreme.limit == 1 and self.sketch.limit is None
        noun = self._noun_of(extreme)
        # `highest fee of each shop` is a number of each; `the shop with the highest fee` is one.
        by_nature = extreme.column is None and bool(extreme.adjective)
        picked = by_nature or (noun is not None and self.linker.table(noun) == owner)
        return plain and picked and bool(keys) and keys <= grouped and column not in grouped

    def _picks_by_rows(self, extreme: Extreme, column: str, *, falling: bool) -> bool:
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


def tells_deed(column: Item) -> bool:
    """Whether a column is called by what was done to the rows: `scored`, of a score."""
    said = column.text.lower().split()[-1]
    named = {word for c in column.candidates[:1] for word in name_words(c.column)}
    return said.endswith("ed") and (column.payload == "date" or said not in named)
