"""What is shown: columns, numbers, and the names of rows where nothing else was asked."""

from dataclasses import replace

from knowledge.catalog import Kind
from pipeline.intent import Condition, Measure
from pipeline.rules.drafting.named_numbers import Named
from pipeline.rules.drafting.sketch import Shown
from pipeline.rules.drafting.summable import is_rate, is_summable
from pipeline.rules.drafting.whole import tells_all_rows
from pipeline.rules.linking.link import Doubt
from pipeline.rules.schema.holding import looks_numeric, tally_of
from pipeline.rules.schema.items import Item
from pipeline.rules.schema.names import display_columns, shown_columns
from pipeline.rules.schema.parts import Count
from pipeline.rules.text.words import is_plural, lemma_of, lemmas_of, name_words
from pipeline.rules.vocabulary.joints import OWNERS
from pipeline.rules.vocabulary.nouns import CATEGORIES, KINDS, LABELS, TITLES

# What these are of, no column says unless the table that is named keeps one.
_OF_NUMBERS = frozenset(("sum", "avg", "median"))
# Columns that end so tell which of them there are: an `album title`, a `pet type`.
_SORTS = CATEGORIES | LABELS | TITLES
_WHAT = "what"
_MOST_SHOWN, _WEAK, _NAME = 8, 0.7, ("name",)


class Outputs(Named):
    """Adds what is shown."""

    def show_all(self) -> None:
        if self.sketch.rows or self._owns_what_is_shown():
            self.nothing_shown()
        for output in self._summed(self.sketch.outputs):
            if isinstance(output, Count):
                place = self._measure(output)
                if place is not None:
                    self.outputs.append(place)
                    self._note_moving(output, place)
            elif self.measures and tells_all_rows(output.item, self.items, self.said.whole):
                output.item.verb = True
            else:
                self.show(output)
        if self.sketch.everything and not self.outputs:
            table = self.known.table(self.subject)
            self.outputs = [f"{table.key}.{column.name}" for column in table.columns]

    def _owns_what_is_shown(self) -> bool:
        """`top 5 users by total amount, with their country`: of whom it is, is shown as well."""
        rows, shown = self.sketch.subject, self.sketch.shown
        ranked = self.sketch.limit or self.sketch.extremes or self.sketch.orders
        if rows is None or rows.letter != "T" or not shown or not ranked or self.sketch.groups:
            return False
        joints = [item for item in self.items if item.letter in "&h" and _is_owner(item.text)]
        joint = next((item for item in joints if rows.last <= item.first), None)
        numbers = any(item.letter in "ka" and item.first < rows.first for item in self.items)
        return (
            joint is not None and not numbers and all(joint.first < one.item.first for one in shown)
        )

    def _summed(self, outputs: list[Shown | Count]) -> list[Shown | Count]:
        """`net amount by channel`, `amount last month`: the sum, where no table is named."""
        first = outputs[0] if outputs else None
        groups = {group.item.first for group in self.sketch.groups if group.item is not None}
        of_rows = any(i.letter == "T" and i.first not in groups for i in self.items)
        bounded = self.sketch.groups or any(test.span for test in self.sketch.tests)
        if not isinstance(first, Shown) or len(outputs) > 1 or of_rows:
            return outputs
        if not bounded and not self._asks_for_one(first.item):
            return outputs
        if first.item.payload != "number" or not first.item.candidates:
            return outputs
        if is_summable(first.item):
            return [Count(function="sum", column=first.item)]
        alone = self.items[0] is first.item and any(item.letter == "y" for item in self.items)
        alone = alone or not bounded
        if not alone or self.sketch.orders or self.sketch.extremes:
            return outputs
        return [Count(function=self.function_for_each(first.item), column=first.item)]

    def _asks_for_one(self, item: Item) -> bool:
        """`what is our mrr`: one number of all rows, where each of them has one."""
        letters = "".join(one.letter for one in self.items).strip(".")
        said = letters == "wC" and self.items[0].text.lower() == _WHAT
        rows = self.known.table(item.candidates[0].table).rows if item.candidates else None
        return said and not is_plural(item.text.lower().split()[-1]) and rows != 1

    def function_for_each(self, item: Item) -> str:
        """How many numbers become one: added up where they are amounts, else a person says."""
        if is_summable(item):
            return "sum"
        likely = ("avg", "sum") if is_rate(item) else ("sum", "avg")
        words = item.text.lower()
        picked = self.linker.choices.get(f"aggregate:{words}")
        if picked not in likely:
            self.linker.doubts.append(Doubt("aggregate", words, likely))
        return picked or likely[0]

    def _note_moving(self, count: Count, place: int) -> None:
        """Which of several numbers is shown with its change."""
        named = count.column or count.table
        if named is not None and named.first == self.sketch.marks.moved:
            self.moves = place

    def show(self, shown: Shown) -> None:
        if shown.item.letter == "J":
            self._show_degree(shown.item)
            return
        if shown.item.letter == "T":
            table = self.known.table(self.linker.table(shown.item) or self.subject)
            names = shown_columns(table)
            self.risks += [] if display_columns(table) else ["nothing names what is listed"]
            self.outputs += [f"{table.key}.{name}" for name in names]
            return
        home = (
            self._home(shown.item, shown.owner) if shown.owner else self._implied_home(shown.item)
        )
        self.named_rows(shown.item)
        full = self.full_name(shown.item, home) or self.described(shown, home)
        ref = None if full else self._column(shown.item, home)
        self.outputs += full or ([ref] if ref else [])

    def _show_degree(self, item: Item) -> None:
        """`how old is Ada`: her age, unless another number is asked for."""
        homes = list(dict.fromkeys([self.subject, *(table for _, table in self.tables)]))
        found = self.linker.of_adjective(item.payload, [home for home in homes if home])
        if self.sketch.counts:
            return
        if found:
            self.outputs.append(found[0])
        else:
            self.conditions.failed.append(item.text)

    def _implied_home(self, item: Item) -> str | None:
        """A column with no owner beside it belongs to the subject, or to what it is grouped by."""
        return self.grouped_home(item) or self.subject or self._home(item)

    def _measure(self, count: Count) -> int | None:
        made = self.made(count)
        if made is None:
            return None
        alike = [m for m in self.measures if replace(m, distinct=made.distinct) == made]
        if alike and not made.column:
            return self.measures.index(alike[0])
        if made not in self.measures:
            self.measures.append(made)
        return self.measures.index(made)

    def made(self, count: Count) -> Measure | None:
        if count.metrics:
            return self._metric(count.metrics)
        if count.unsure:
            self.risks.append("a number for each, or one for all")
        if count.parts:
            return self._of_parts(count)
        made = self._counted_or_added(count)
        if made is None or not count.where:
            return made
        where = [self.conditions.clause(test, made.table) for test in count.where]
        found = tuple(clause for clause in where if isinstance(clause, Condition))
        if len(found) < len(where):
            self.conditions.failed += [test.words for test in count.where]
            return None
        return replace(made, where=found)

    def _of_parts(self, count: Count) -> Measure | None:
        """`units per order`: a number of two others."""
        found = [self.made(part) for part in count.parts]
        parts = tuple(part for part in found if part is not None)
        if len(parts) != len(found):
            return None
        rows = self.linker.table(count.table) if count.table is not None else ""
        return Measure(function=count.function, table=parts[0].table, parts=parts, other=rows or "")

    def _counted_or_added(self, count: Count) -> Measure | None:
        if count.column is not None:
            home = (
                self.linker.table(count.table) if count.table else self._home_of_count(count.column)
            )
            ref = self._column(count.column, home, added=count.function == "sum")
            since = self._column(count.since, home) if count.since is not None else ""
            if ref is None or since is None:
                return None
            lost = count.function in _OF_NUMBERS and not since and not self._is_number(ref)
            if lost or (count.function == "count" and _only_begins_so(count.column, ref)):
                self.conditions.failed.append(count.column.text)
                return None
            # A name is no amount, whatever it is stored as: how many of them there are.
            named = count.function == "sum" and name_words(ref.rpartition(".")[2])[-1:] == _NAME
            return Measure(
                since=since,
                unit=count.unit,
                function="count" if named else count.function,
                table=ref.rpartition(".")[0],
                column=ref,
                distinct=count.distinct or named,
            )
        count = self._ranked_already() or count if count.table is None else count
        table = self.linker.table(count.table) if count.table else self._counted_by_default()
        if not table:
            return None
        tally = "" if count.distinct else tally_of(self.known.table(table))
        if tally:
            return Measure(function="sum", table=table, column=f"{table}.{tally}")
        return Measure(function="count", table=table, distinct=count.distinct)

    def _is_number(self, ref: str) -> bool:
        """Dates and names have no average and no total."""
        column = self.known.column(ref)
        return column.kind is Kind.BOOLEAN or looks_numeric(column)

    def _ranked_already(self) -> Count | None:
        """`..., and how many?`: the number that decides who comes first."""
        found = (extreme.measure for extreme in self.sketch.extremes)
        return next(
            (count for count in found if count is not None and count.table is not None), None
        )

    def _counted_by_default(self) -> str:
        """`how many does it have`: rows that are related, else its own."""
        others = [table for _, table in self.tables if table != self.subject]
        return others[0] if others else self.subject

    def _home_of_count(self, item: Item) -> str | None:
        after = [table for first, table in self.tables if first > item.first]
        before = [table for first, table in self.tables if first < item.first]
        return next(iter((*after, *before[-1:])), None)

    def nothing_shown(self) -> None:
        sorted_by = [order.column for order in self.sketch.orders if order.column is not None]
        asked = [*sorted_by, *self._searched_first()]
        if not self.outputs and asked and not any(i.letter == "T" for i in self.items):
            self.show(Shown(asked[0], None))  # `the ordered list of prices`
        if self.outputs:
            return
        table = self.known.table(self.subject)
        names = display_columns(table)
        if not names:
            self.risks += [] if len(table.primary_key) == 1 else ["nothing names these rows"]
            names = (*shown_columns(table), *self._searched(table.key))
            # Rows that nothing tells apart are all that they hold.
            names = names or tuple(column.name for column in table.columns[:_MOST_SHOWN])
        self.outputs = [f"{table.key}.{name}" for name in names]

    def _searched_first(self) -> list[Item]:
        """`all languages that contain “ish”`: what the question begins with, searched itself."""
        named = [item.first for item in self.items if item.letter in "CMV"]
        columns = [test.column for test in self.sketch.tests if test.operator == "like"]
        return [column for column in columns if column and column.first == min(named, default=-1)]

    def _searched(self, key: str) -> list[str]:
        """The texts that rows without a name were searched by: an id alone tells nobody much."""
        found = [
            c.column for c in self.filters if isinstance(c, Condition) and c.operator == "like"
        ]
        return [ref.rpartition(".")[2] for ref in found if ref.rpartition(".")[0] == key]

    def settle_subject(self) -> None:
        """`What are the countries that have cartoons`: it is about what is shown first."""
        shown = self.sketch.outputs[:1]
        related = {id(relation.table) for relation in self.sketch.relations}
        named = [item for item in self.items if item.letter == "T"]
        # `which rooms have no items`, where rooms are a column: the items only belong to them.
        apart = bool(named) and all(id(item) in related for item in named)
        owned = self.sketch.subject is not None or self._owner_shown()
        late = self.sketch.late or (apart and not owned)
        if late and shown and isinstance(shown[0], Shown) and shown[0].owner is None:
            ref = self._column(shown[0].item, None)
            self.about = ref.rpartition(".")[0] if ref else ""


def _only_begins_so(item: Item, ref: str) -> bool:
    """`how many tests` are not the different `test_result`s: tests are rows that have one."""
    names = lemmas_of(ref.rpartition(".")[2])
    *before, said = (lemma_of(word) for word in item.text.lower().split())
    return (
        not KINDS & set(before)
        and item.candidates[0].score < _WEAK
        and said in names[:-1]
        and names[-1] not in _SORTS
    )


def _is_owner(joint: str) -> bool:
    """Whether words that join say whose the next ones are: `along with their`."""
    words = joint.lower().strip(", ").split()
    return bool(words) and words[-1] in OWNERS
