"""What rows are grouped by."""

import re
from collections.abc import Sequence

from knowledge.catalog import Table
from pipeline.intent import Dimension, Measure
from pipeline.rules.drafting.outputs import Outputs
from pipeline.rules.drafting.sketch import Shown
from pipeline.rules.schema.items import Item
from pipeline.rules.schema.names import display_columns, expanded, shown_columns
from pipeline.rules.text.words import lemma_of, name_words
from pipeline.rules.vocabulary import GRAINS

_KEPT = {
    "weekday": ("weekday", "day"), "month_of_year": ("month",), "hour_of_day": ("hour",),
    "month": ("month",), "day": ("day",), "year": ("year",), "week": ("week",),
    "quarter": ("quarter",),
}  # fmt: skip


def kept_period(table: Table, grain: str) -> str | None:
    """The column of a table without dates that holds such periods as plain values."""
    for word in _KEPT.get(grain, ()):
        for column in table.columns:
            if expanded(name_words(column.name))[-1:] == (word,):
                return f"{table.key}.{column.name}"
    return None


class Groups(Outputs):
    """Adds groups."""

    @property
    def _grouped(self) -> bool:
        sketch = self.sketch
        by_measure = any(e.measure for e in sketch.extremes) or any(
            o.measure for o in sketch.orders
        )
        return bool(self.measures or by_measure or sketch.enough)

    def groups(self) -> None:
        self._counted_rows()
        columns = [o for o in self.outputs if isinstance(o, str)]
        if not self._grouped:
            self._shown_only()
            return
        for group in self.sketch.groups:
            self.group(group.item, group.grain, columns)
        self._doubt_levels()
        if not self.sketch.groups and columns:
            self._implicit(columns)
        elif not self.sketch.groups and self.sketch.asked is not None and self.measures:
            table = self.linker.table(self.sketch.asked)
            if table and table != self.measures[0].table:
                self._group_rows(table, [])

    def _doubt_levels(self) -> None:
        """`units per order by country`: of every order, or of an order of that country."""
        per = any(i.letter == "e" and i.text.lower() == "per" for i in self.items)
        items = [group.item for group in self.sketch.groups if group.item is not None]
        rows = [self.linker.table(item) for item in items if item.letter == "T"]
        refs = [dimension.column for dimension in self.dimensions if not dimension.grain]
        if per and any(self._tells_of(ref, row) for row in rows if row for ref in refs):
            self.conditions.failed.append("per")

    def _tells_of(self, ref: str, rows: str) -> bool:
        """Whether every such row has one value of a column that does not name it."""
        owner, _, name = ref.rpartition(".")
        table = self.known.table(rows)
        if owner == rows:
            return name not in (*table.primary_key, *display_columns(table))
        path = self.known.joins.path(rows, owner)
        return bool(path) and not any(edge.multiplies for edge in path or ())

    def _shown_only(self) -> None:
        """`the names of pets by type`: with nothing counted, the type is shown."""
        told = [g for g in self.sketch.groups if g.item is not None and g.item.letter == "T"]
        if told and self.sketch.extremes:
            self.risks.append("the best for each, or one of all")
        for group in self.sketch.groups:
            if group.item is not None and group.item.letter == "C":
                self.show(Shown(group.item, None))

    def _counted_rows(self) -> None:
        """`orders by status`, `orders per customer` ask for a number, though none is named."""
        rows = self._is_bare_per or self.sketch.share or self._is_bare_by
        by_rows = "TC" if rows else "C"
        by_value = [
            g
            for g in self.sketch.groups
            if g.grain or (g.item is not None and g.item.letter in by_rows)
        ]
        if self.outputs or self._grouped or not by_value or self.sketch.subject is None:
            return
        self.measures.append(Measure(function="count", table=self.subject))
        self.outputs.append(0)

    @property
    def _is_bare_per(self) -> bool:
        """`list the orders per customer` may want the orders themselves; no more words do not."""
        letters = "".join("P" if i.text.lower() == "per" else i.letter for i in self.items)
        return re.match(r"T?V*T?P", letters.lstrip("xp")) is not None

    @property
    def _is_bare_by(self) -> bool:
        """`active employees by department`, where each belongs to one of them."""
        groups = [group.item for group in self.sketch.groups]
        by = self.linker.table(groups[0]) if len(groups) == 1 and groups[0] is not None else None
        path = self.known.joins.path(self.subject, by) if by and by != self.subject else None
        said = any(item.letter == "y" for item in self.items)
        return said and bool(path) and not any(edge.multiplies for edge in path or ())

    def _group_date(self, item: Item, grain: str) -> None:
        """`by month of the order date`: the date is named."""
        ref = self._column(item, self._counted() or self._home(item))
        if ref is not None:
            # `hired in each month of 2026`: the year is of the same date.
            self.conditions.time_column = self.conditions.time_column or ref
            self.dimensions.append(Dimension(column=ref, grain=grain))
            self.outputs.insert(0, ref)
            if self.known.joins.has_many(self._counted(), ref.rpartition(".")[0]):
                self.risks.append("each row once, or every time that something was done with it")

    def _time_column(self) -> str | None:
        """The date that periods are of: the glossary's, the one of the verb, or the only one."""
        counted = self._counted()
        beside = [edge.right for edge in self.known.joins.edges(counted)]
        told = self.conditions.time_column or self.conditions.date_of_verb([counted, *beside])
        named = [table for _, table in self.tables if table in beside]
        events = [table for table in named if self.conditions.happens_to(table, counted)]
        dates = (self.linker.time_column(table) for table in (*events, counted, *named))
        own = told or next((date for date in dates if date), None)
        return own or self.conditions.date_upwards(counted)

    def group(self, item: Item | None, grain: str, columns: list[str]) -> None:
        if item is None:
            column = self._time_column()
            kept = None if column else kept_period(self.known.table(self._counted()), grain)
            if column or kept:
                self.dimensions.append(
                    Dimension(column=column or str(kept), grain=grain if column else "")
                )
                self.outputs.insert(0, column or str(kept))
            else:
                self.conditions.failed.append(grain)
        elif grain:
            self._group_date(item, grain)
        elif item.letter == "C":
            self._group_column(item, columns)
        else:
            table = self.linker.table(item) or ""
            said = self._column_said(item, table)
            if said and not columns:
                self.dimensions.append(Dimension(column=said))
                self.outputs.insert(0, said)
            else:
                self._group_rows(table, columns)

    def _column_said(self, item: Item, table: str) -> str:
        """`incident category` of incident types that have a category: the column is named."""
        word = lemma_of(item.text.lower().split()[-1])
        if not table or word in map(lemma_of, name_words(self.known.table(table).name)):
            return ""
        columns = self.known.table(table).columns
        found = [c.name for c in columns if tuple(map(lemma_of, name_words(c.name))) == (word,)]
        return f"{table}.{found[0]}" if len(found) == 1 else ""

    def _has_time(self, table: str) -> bool:
        return bool(self.conditions.time_column or self.linker.time_column(table))

    def _group_column(self, item: Item, columns: list[str]) -> None:
        counted = self._counted()
        grain = GRAINS.get(item.text.lower().removesuffix("s"), "")
        elsewhere = not any(c.table == counted for c in item.candidates)
        if grain and elsewhere and self._has_time(counted):
            self.group(None, grain, columns)
            self.refs[id(item)] = self.dimensions[-1].column
            return
        rows = self.named_rows(item)
        ref = self._column(item, counted or self._home(item))
        if ref is None:
            return
        if rows and rows != counted and not columns:
            self._group_rows(rows, columns)
            return
        same = [c for c in columns if c.rpartition(".")[2] == ref.rpartition(".")[2]]
        ref = same[0] if same else ref
        if self._names_each(item, ref):
            self._by_rows_of(ref.rpartition(".")[0], list(dict.fromkeys((ref, *columns))))
        else:
            self.dimensions.append(Dimension(column=ref))
            self.dimensions += [Dimension(column=c) for c in columns if c != ref]
        if ref not in self.outputs:
            self.outputs.insert(0, ref)

    def _names_each(self, item: Item, ref: str) -> bool:
        """`each member's full name`: of each of them, also where two have the same name."""
        table, _, name = ref.rpartition(".")
        before = [one for one in self.items if one.last <= item.first and one.letter != "."][-2:]
        said = [one.letter for one in before] == ["e", "T"] and before[0].text.lower().endswith(
            ("each", "every")
        )
        named = said and any(c.table == table and not c.column for c in before[1].candidates[:1])
        return (
            named and table != self._counted() and name in display_columns(self.known.table(table))
        )

    def _counted(self) -> str:
        if self.measures:
            return self.measures[0].table
        return self.subject

    def _group_rows(self, table: str, columns: list[str]) -> None:
        owned = [c for c in columns if c.rpartition(".")[0] == table]
        self._by_rows_of(table, columns)
        if not owned and not columns:
            names = shown_columns(self.known.table(table))
            refs = [f"{table}.{name}" for name in names]
            self.outputs[0:0] = refs
            self.dimensions += [
                Dimension(column=ref)
                for ref in refs
                if Dimension(column=ref) not in self.dimensions
            ]

    def _by_rows_of(self, table: str, columns: list[str]) -> None:
        names = display_columns(self.known.table(table))
        key = self.known.table(table).primary_key or names
        if self._is_repeated(table, names):
            # `businesses by neighbourhood`, where each row says of one business where it is.
            key = names
        refs = [f"{table}.{name}" for name in key] or columns
        self.dimensions += [Dimension(column=ref) for ref in refs]
        self.dimensions += [Dimension(column=ref) for ref in columns if ref not in refs]

    def _is_repeated(self, table: str, names: Sequence[str]) -> bool:
        """Whether rows of one name each belong to one row of what is counted."""
        rows, counted = self.known.table(table).rows, self._counted()
        if len(names) != 1 or not rows or table == counted:
            return False
        distinct = self.known.column(f"{table}.{names[0]}").distinct
        edges = self.known.joins.between(table, counted)
        parts = bool(edges) and not any(edge.multiplies for edge in edges)
        return parts and distinct is not None and distinct < rows

    def _implicit(self, columns: list[str]) -> None:
        """Columns beside a number: one row for each value, or for each row they name."""
        measures = [extreme.measure for extreme in self.sketch.extremes]
        measures += [order.measure for order in self.sketch.orders]
        measures += [enough.measure for enough in self.sketch.enough if enough.repeated]
        ranked = [self.made(measure) for measure in measures if measure]
        counted = {m.table for m in self.measures} or {m.table for m in ranked if m is not None}
        self._grouped_by(columns, counted)

    def _grouped_for(self, measure: Measure) -> None:
        """Where nobody said for what: for each of what is shown, else for each row."""
        if self.dimensions:
            return
        columns = [output for output in self.outputs if isinstance(output, str)]
        if columns:
            self._implicit_for(columns, measure)
        else:
            self._group_rows(self.subject, [])

    def _implicit_for(self, columns: list[str], measure: Measure) -> None:
        self._grouped_by(columns, {measure.table})

    def _grouped_by(self, columns: list[str], counted: set[str]) -> None:
        if not columns:
            return
        owner = columns[0].rpartition(".")[0]
        key = self.known.table(owner).primary_key
        names = set(display_columns(self.known.table(owner))) | (
            set(key) if len(key) == 1 else set()
        )
        names_row = any(c.rpartition(".")[2] in names for c in columns)
        if owner in counted or (not names_row and not self._tells_rows(columns)):
            self.dimensions += [Dimension(column=ref) for ref in columns]
        else:
            self._by_rows_of(owner, columns)

    def _tells_rows(self, columns: list[str]) -> bool:
        subject = self.sketch.subject
        table = self.linker.table(subject) if subject is not None else None
        firsts = {item.first for item in self.items if item.letter == "C"}
        if subject is not None and subject.last in firsts:
            return False
        return table == columns[0].rpartition(".")[0]
