"""Readings of two levels: the best of each group, averages over groups, running totals, growth."""

from collections.abc import Sequence

from knowledge.catalog import Table
from pipeline.intent import Dimension, Sorting
from pipeline.rules.drafting.ranking import Ranking
from pipeline.rules.schema.items import Item
from pipeline.rules.schema.names import display_columns, shown_columns
from pipeline.rules.schema.parts import Count, Extreme, Grouping
from pipeline.rules.text.words import lemmas_of


class Nesting(Ranking):
    """Adds what is found in the result of a grouping."""

    def best_in_groups(self) -> None:
        """`for each city, which carrier has the most shipments`: ranked apart for each city."""
        extreme = self._ranking_of_each()
        if extreme is None:
            return
        shared = self._shared_by(self.sketch.groups[0])
        if not shared:
            return
        columns = [o for o in self.outputs if isinstance(o, str)] or self._names_of(self.subject)
        rated = self.average_rating(extreme) or self.units_ranked_by(extreme)
        if extreme.measure is not None or rated is not None:
            made = rated or (self.made(extreme.measure) if extreme.measure else None)
            if made is None:
                return
            self.measures.append(made)
            keys = [f"{self.subject}.{name}" for name in self.known.table(self.subject).primary_key]
            rows = [*keys, *columns] if not self.outputs else columns
            self.dimensions += [Dimension(column=ref) for ref in dict.fromkeys((*shared, *rows))]
            self.order.append(Sorting(by=0, descending=extreme.descending))
        elif not self._best_by_column(extreme, shared):
            return
        else:
            columns = [o for o in self.outputs if isinstance(o, str)] or columns
        # What rows are to be ranked by is shown where a list was asked for, not one name.
        number = [0] if self.sketch.orders and self.measures else []
        self.outputs = list(dict.fromkeys((*self._told(shared), *columns, *number)))
        self.limit, self.offset = extreme.limit, max(self.sketch.marks.place - 1, 0)
        self.within = tuple(shared)
        self.sketch.groups, self.sketch.extremes = [], []
        self.sketch.orders, self.sketch.limit = [], None

    def _best_by_column(self, extreme: Extreme, shared: list[str]) -> bool:
        """The order of rows by a column of theirs; False where nothing is left to be ranked."""
        ref, sign = self.extreme_column(extreme)
        if ref is None:
            return False
        down = extreme.descending == (sign > 0)
        if self.has_many(ref):
            self.risks.append("the best of many rows of each")
        if extreme.dated and self._latest_date(shared, ref, last=down):
            return False
        self.outputs += [ref] if extreme.dated else []
        self.order.append(Sorting(by=ref, descending=down))
        return True

    def _latest_date(self, shared: list[str], ref: str, *, last: bool) -> bool:
        """`the date of the last order of each client`, and nothing else of that order."""
        owner, rows = shared[0].rpartition(".")[0], ref.rpartition(".")[0]
        shown = [o for o in self.outputs if isinstance(o, str)]
        if owner == rows or any(o.rpartition(".")[0] == rows for o in shown):
            return False
        named = list(dict.fromkeys(shown or self._told(shared)))
        self.outputs = [*named]
        self.dimensions += [Dimension(column=c) for c in dict.fromkeys((*shared, *named))]
        self._as_measure(ref, falling=last)
        self.sketch.groups, self.sketch.extremes = [], []
        return True

    def _ranking_of_each(self) -> Extreme | None:
        """The superlative of a question that asks for the best of every group."""
        sketch = self.sketch
        extreme = self._only_ranking()
        if len(sketch.groups) != 1 or extreme is None or sketch.counts or sketch.enough:
            return None
        group = sketch.groups[0]
        if extreme.adjective == "common" or group.grain or group.item is None:
            return None
        if sketch.subject is None or not self.subject:
            return None
        grouped = self.linker.table(group.item) if group.item.letter == "T" else ""
        return None if grouped == self.subject else extreme

    def _only_ranking(self) -> Extreme | None:
        """The one superlative, or `top 3 ... by revenue`, which says the same in other words."""
        sketch = self.sketch
        if len(sketch.extremes) == 1 and sketch.limit is None:
            return sketch.extremes[0]
        order = sketch.orders[0] if len(sketch.orders) == 1 else None
        if order is None or sketch.extremes or sketch.limit is None:
            return None
        if order.measure is None and order.column is None:
            return None
        return Extreme(
            descending=order.descending, column=order.column, measure=order.measure,
            limit=sketch.limit,
        )  # fmt: skip

    def _shared_by(self, group: Grouping) -> list[str]:
        """The columns whose values tell the groups apart."""
        item = group.item
        if item is None:
            return []
        if item.letter == "C":
            ref = self._column(item, self.subject)
            owner, _, name = ref.rpartition(".") if ref else ("", "", "")
            named = owner and owner != self.subject and name in self._called(owner)
            # `for each client show its name`: of two clients of one name each has its own.
            keys = self.known.table(owner).primary_key if named else ()
            return [f"{owner}.{key}" for key in keys] or ([ref] if ref else [])
        key = self.linker.table(item) or ""
        table = self.known.table(key)
        return [f"{key}.{name}" for name in table.primary_key] or self._names_of(key)

    def _called(self, key: str) -> Sequence[str]:
        return display_columns(self.known.table(key))

    def _told(self, shared: list[str]) -> list[str]:
        """What a person knows the groups by: names instead of keys."""
        owner, _, name = shared[0].rpartition(".")
        keys = self.known.table(owner).primary_key
        return (self._names_of(owner) if name in keys else []) or shared

    def _names_of(self, key: str) -> list[str]:
        table = self.known.table(key)
        return [f"{key}.{name}" for name in shown_columns(table) or _held_by(table)]

    def groups_of_levels(self) -> None:
        """The groups that averages over groups, running totals and growth need."""
        sketch = self.sketch
        for count in sketch.counts:
            if count.per is not None and not sketch.groups:
                sketch.groups.append(Grouping(item=count.per))
        grain = sketch.marks.grain
        grained = any(group.grain or _is_period(group.item) for group in sketch.groups)
        if grain and not grained:
            sketch.groups.append(Grouping(grain=grain))

    def nest(self) -> None:
        """What is made of the groups in the end."""
        over = [count for count in self.sketch.counts if count.over]
        if over:
            self._within_groups(over[0])
            self._over(over[0].over)
        if self.sketch.marks.running or self.sketch.marks.change:
            self._moving()

    def _within_groups(self, count: Count) -> None:
        """`median order value by country`: of every order, apart for each country."""
        if any(group.inner for group in self.sketch.groups):
            grained = {dimension.column for dimension in self.dimensions if dimension.grain}
            shown = [o for o in self.outputs if isinstance(o, str) and o not in grained]
            self.within = tuple(dict.fromkeys(shown))
            return
        rows = self.linker.table(count.per) if count.per is not None else None
        keys = [f"{rows}.{name}" for name in self.known.table(rows).primary_key] if rows else []
        grouped = {dimension.column for dimension in self.dimensions}
        if not keys or set(keys) <= grouped:
            return
        self.within = tuple(
            dict.fromkeys(d.column for d in self.dimensions if d.column in self.outputs)
        )
        if set(self.within) != grouped:
            self.risks.append("groups that are not shown")
        self.dimensions += [Dimension(column=ref) for ref in keys]

    def _over(self, function: str) -> None:
        if (
            len(self.sketch.counts) > 1
            or not self.dimensions
            or self.sketch.extremes
            or self.having
        ):
            self.risks.append("an average over groups beside something else")
        self.over = function
        shown: list[str | int] = [output for output in self.outputs if isinstance(output, int)]
        self.outputs = [*self.within, *shown[:1]]
        self.order, self.limit = [], None

    def _moving(self) -> None:
        self.dimensions = list(dict.fromkeys(self.dimensions))
        timely = [d for d in self.dimensions if d.grain or self.is_period(d.column)]
        shown = [output for output in self.outputs if isinstance(output, int)]
        one = len(shown) == 1 if self.sketch.marks.moved is None else self.moves in shown
        if len(timely) != 1 or not one or self.over or self.limit is not None:
            self.conditions.failed.append(
                "running" if self.sketch.marks.running else self.sketch.marks.change
            )
            return
        others = [d.column for d in self.dimensions if d is not timely[0]]
        self.within = tuple(others)
        self.order = [*(Sorting(by=ref) for ref in others), Sorting(by=timely[0].column)]


def _is_period(item: Item | None) -> bool:
    return item is not None and item.letter == "G"


def _held_by(table: Table) -> Sequence[str]:
    """What rows without a name or key hold: the balance of a balance, else all but their owners."""
    owners = {name for key in table.foreign_keys for name in key.columns}
    held = [column.name for column in table.columns if column.name not in owners]
    rows = lemmas_of(table.name)[-1:]
    return [name for name in held if lemmas_of(name)[-1:] == rows][:1] or held
