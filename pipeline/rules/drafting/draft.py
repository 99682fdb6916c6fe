"""What an intent is being built from: linked tables, and the parts found so far."""

from collections.abc import Mapping
from dataclasses import dataclass

from pipeline.intent import (
    Clause,
    Dimension,
    Having,
    Measure,
    Period,
    Sorting,
)
from pipeline.rules.drafting.conditions import Conditions
from pipeline.rules.drafting.selling import sellable
from pipeline.rules.drafting.sketch import Sketch
from pipeline.rules.linking.link import Doubt, Linker
from pipeline.rules.schema.items import Item
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.names import expanded
from pipeline.rules.schema.parts import SOLD
from pipeline.rules.text.words import lemma_of, name_words

_NEAR = 1.5


@dataclass(frozen=True, slots=True)
class Said:
    """Words that are no items: verbs; where those, `are`, `who`, `to`, `all` and `only` stand."""

    verbs: tuple[str, ...] = ()
    linking: tuple[int, ...] = ()
    joints: tuple[int, ...] = ()
    whole: tuple[int, ...] = ()
    only: tuple[int, ...] = ()
    doing: tuple[int, ...] = ()


NOTHING_SAID = Said()


class Draft:
    """The state of one reading and how its words are linked."""

    moves: int | None

    def __init__(
        self,
        sketch: Sketch,
        items: list[Item],
        known: Known,
        choices: Mapping[str, str],
        home: str = "",
        said: Said = NOTHING_SAID,
    ) -> None:
        self.sketch, self.known, self.items = sketch, known, items
        self.linker = Linker(known, choices)
        self.linker.mention(items)
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
        self.offset = 0
        self.within: tuple[str, ...] = ()
        self.over, self.moves = "", None
        self.once = False
        self.compared: list[Period] = []
        self.refs: dict[int, str | None] = {}
        self.about = home
        for anchor in (
            self._anchor_by_sales,
            self._anchor_by_metric,
            self._anchor_by_columns,
            self._anchor_by_values,
        ):
            if not self.tables:
                anchor(items)
        self.conditions = Conditions(known, self.linker, self.tables, verbs=said.verbs)
        hits = [{hit.table for hit in item.payload} for item in items if item.letter == "V"]
        self.conditions.valued = [min(tables) for tables in hits if len(tables) == 1]
        self.said = said
        self.placed: list[tuple[int, Clause]] = []

    def _tables(self, items: list[Item]) -> list[tuple[int, str]]:
        found = []
        for item in items:
            table = self.linker.table(item) if item.letter == "T" else None
            if table:
                found.append((item.first, table))
        return found

    def _anchor_by_sales(self, items: list[Item]) -> None:
        """`best sellers`: what is sold, where there is one table of it."""
        tables = sellable(self.known)
        if len(tables) == 1 and any(extreme.adjective == SOLD for extreme in self.sketch.extremes):
            self.tables = [(items[0].first, tables[0])]
            self.linker.anchors = [tables[0]]

    def _anchor_by_metric(self, items: list[Item]) -> None:
        """With no table named, a metric's own table is meant."""
        for item in items:
            if item.letter == "M":
                words = "/".join(metric.name for metric in item.payload)
                picked = self.linker.choices.get(f"metric:{words}")
                chosen = next((m for m in item.payload if m.name == picked), item.payload[0])
                self.tables = [(item.first, chosen.table)]
                self.linker.anchors = [chosen.table]
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
            ranked = sorted(_owners(columns, values), key=lambda t: (-fit(t), t))
            best = fit(ranked[0])
            tied = [t for t in ranked if fit(t) > best - 0.05]
            measured = {c.table for i in columns if i.payload == "number" for c in i.candidates}
            tied = [t for t in tied if t in measured] or tied
            tied = [t for t in tied if self._keeps_key(t, columns)] or tied
            owners = [c.table for item in columns for c in item.candidates[:1]]
            picked = self.linker.choices.get("table:")
            chosen = next((t for t in (picked, *owners) if t in tied), tied[0])
            apart = [t for t in tied if self.known.joins.distance(chosen, t) > _NEAR]
            if apart and picked not in tied:
                self.linker.doubts.append(Doubt("tables", "", tuple(tied)))
            self.tables = [(0, chosen)]
            self.linker.anchors = [chosen]

    def _keeps_key(self, table: str, columns: list[Item]) -> bool:
        """`student ids`: of the students, not of what belongs to them."""
        best = [c for i in columns for c in i.candidates if c.score >= i.candidates[0].score]
        return any(c.table == table and c.column and self.known.is_key(c.ref) for c in best)

    def _anchor_by_values(self, items: list[Item]) -> None:
        """`how many females are there`: with no rows named, those that hold such a value."""
        owners = {hit.table for item in items if item.letter == "V" for hit in item.payload}
        if len(owners) == 1:
            self.tables = [(0, min(owners))]
            self.linker.anchors = [min(owners)]

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
        return self._owner_shown() or (self.tables[0][1] if self.tables else "")

    def _owner_shown(self) -> str:
        """`the id and name of shops without ...`: the table that what is shown is named with."""
        for shown in self.sketch.shown:
            _, of, owner = shown.item.text.lower().partition(" of ")
            words = {lemma_of(word) for word in owner.split()}
            found = [c for c in shown.item.candidates if c.column and of]
            best = [c.table for c in found if c.score >= found[0].score]
            named = [t for t in best if set(self._words_of(t)) <= words]
            if len(set(named)) == 1:
                return named[0]
        return ""

    def _words_of(self, table: str) -> list[str]:
        return [lemma_of(word) for word in expanded(name_words(self.known.table(table).name))]

    def _home(self, item: Item, owner: Item | None = None) -> str | None:
        if owner is not None:
            return self.linker.table(owner)
        before = [table for first, table in self.tables if first < item.first]
        after = [table for first, table in self.tables if first > item.first]
        return before[-1] if before else next(iter(after), None)

    def _column(self, item: Item, home: str | None, *, added: bool = False) -> str | None:
        if id(item) not in self.refs:
            self.refs[id(item)] = self.linker.column(item, home, added=added)
            if self.refs[id(item)] is None:
                self.conditions.failed.append(item.text)
        return self.refs[id(item)]


def _owners(columns: list[Item], values: list[Item]) -> set[str]:
    """The tables that the words of a question may be about."""
    owners = {c.table for item in columns for c in item.candidates}
    return owners | {hit.table for item in values for hit in item.payload}
