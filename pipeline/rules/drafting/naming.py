"""What `the name` of rows is: one column, two, or what describes them."""

from pipeline.rules.drafting.draft import Draft
from pipeline.rules.drafting.sketch import Shown
from pipeline.rules.schema.items import Item
from pipeline.rules.schema.lexicon import Candidate
from pipeline.rules.schema.names import display_columns, expanded, name_parts
from pipeline.rules.schema.parts import FULL
from pipeline.rules.text.words import name_words

_NAMES = frozenset(("name", "names"))
_DETAILS = (("details",), ("detail",), ("description",))
_SURE = 0.9
_FEW = 2


class Naming(Draft):
    """Finds the columns that name rows."""

    def grouped_home(self, item: Item) -> str:
        """`How many loans has each member? Return their id`: of the member, not of a loan."""
        rows = [group.item for group in self.sketch.groups if group.item is not None]
        table = self.linker.table(rows[0]) if len(rows) == 1 and rows[0].letter == "T" else ""
        best = max((c.score for c in item.candidates if c.column), default=0.0)
        called = any(c.table == table and c.column and c.score >= best for c in item.candidates)
        return table or "" if called else ""

    def full_name(self, item: Item, home: str | None) -> list[str]:
        """`the name of each doctor`, where it is kept in two columns."""
        if home is None or item.text.lower() not in _NAMES:
            return []
        table = self.known.table(home)
        if item.payload == FULL and name_parts(table):
            names = [f"{home}.{name}" for name in name_parts(table)]
            self.refs[id(item)] = names[0]
            return names
        names = [f"{home}.{name}" for name in display_columns(table)]
        if len(names) == 1 or any(c.score >= _SURE and c.table == home for c in item.candidates):
            return []
        if names:
            self.refs[id(item)] = names[0]
        return names

    def described(self, shown: Shown, home: str | None) -> list[str]:
        """`the names of customers` who have details, and no name: never the name of a status."""
        item, found = shown.item, [c for c in shown.item.candidates if c.column]
        if (
            home is None
            or item.text.lower() not in _NAMES
            or f"column:{item.text.lower()}" in self.linker.choices
        ):
            return []
        table = self.known.table(home)
        near = any(self._is_of(home, c.table, owned=shown.owner is not None) for c in found)
        told = [c.name for c in table.columns if expanded(name_words(c.name))[-1:] in _DETAILS]
        if near or display_columns(table) or len(told) != 1:
            return []
        self.risks.append("nothing is called a name")
        self.refs[id(item)] = f"{home}.{told[0]}"
        return [f"{home}.{told[0]}"]

    def named_rows(self, item: Item) -> str:
        """The table whose rows a word stands for that names them: `plan`, beside a plan's id.

        Its keys are no candidates any more: of a plan people read the name.
        """
        word = item.text.lower()
        rows = next((c for c in item.candidates if not c.column), None)
        if rows is None or not item.candidates[0].column or f"column:{word}" in self.linker.choices:
            return ""
        names = display_columns(self.known.table(rows.table))
        best = item.candidates[0]
        if best.table != rows.table or names != (best.column,) or self._is_kind(best):
            return ""
        item.candidates = [c for c in item.candidates if not self._leads_to(rows.table, c)]
        return rows.table

    def _is_kind(self, name: Candidate) -> bool:
        """Whether many rows go by one name: `allergy type` in a table of allergies."""
        rows, distinct = self.known.table(name.table).rows, self.known.column(name.ref).distinct
        return bool(rows) and distinct is not None and _FEW * distinct <= (rows or 0)

    def _leads_to(self, table: str, key: Candidate) -> bool:
        """Whether a column is the key of a table's rows, or refers to it."""
        own = key.table == table and self.known.is_key(key.ref) if key.column else False
        edges = self.known.joins.between(key.table, table) if key.table != table else ()
        return own or any((key.column,) == tuple(left for left, _ in e.pairs) for e in edges)

    def _is_of(self, home: str, table: str, *, owned: bool) -> bool:
        """Whether what a table calls a name may be that of the rows at home."""
        keys = self.known.table(home).primary_key
        edges = [e for e in self.known.joins.between(home, table) if not e.multiplies]
        same = any({left for left, _ in edge.pairs} == set(keys) for edge in edges)
        return table == home or same or (bool(edges) and not owned)
