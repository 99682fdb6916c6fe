"""Which rows count: conditions, relations, compared periods."""

import re
from dataclasses import replace

from knowledge.catalog import Kind
from pipeline.intent import AnyOf, Clause, Compared, Condition, Dimension, Period, Related, Stated
from pipeline.rules.drafting.groups import Groups
from pipeline.rules.drafting.only import no_others, says_only
from pipeline.rules.drafting.whole import are_all_kinds, asks_for_values, is_of_kinds
from pipeline.rules.linking.clause_reading import columns_of, tables_of
from pipeline.rules.linking.other_rows import of_whole_name
from pipeline.rules.schema.holding import switch_values
from pipeline.rules.schema.names import display_columns
from pipeline.rules.schema.operators import DENIED, MONTHS, PLAIN_VALUES
from pipeline.rules.schema.parts import Relation, Test
from pipeline.rules.tagging.denied import says_but_for
from pipeline.times.values import TimeSpan

# `speak a language other than English` says nothing of whether English is spoken too.
_OTHER_THAN = "other than"
_NOT = re.compile(r"(?:not|no longer|never)\b")
_EVER = re.compile(r"\bnever\b")
_NEVER = re.compile(r"\b(?:never|(?:have|has|did|do|does) not)\b")


class Filters(Groups):
    """Adds conditions."""

    def tests(self) -> None:
        self.conditions.measured = tuple(m.table for m in self.measures if m.table)
        for test in self.sketch.tests:
            if test.span is not None and test.span.comparison is not None:
                self._compare(test, test.span)
                continue
            if test.both and test.operator not in PLAIN_VALUES:
                self._both(test)  # `not in Chile and Peru` is in neither: one condition
                continue
            clause = self.conditions.clause(test)
            whole = of_whole_name(self.filters[-1], clause, self.known) if self.filters else None
            if whole is not None:
                self.filters[-1] = whole
            elif clause is not None:
                self.filters.append(self._denied(clause))
                self.placed.append((test.first, self.filters[-1]))
                self._only(test, clause)
        self._only_those()
        self._of_one_year()

    def _of_one_year(self) -> None:
        """`between January and June in 2019 to 2021`: months of this year are of no other."""
        kept = [clause for clause in self.filters if isinstance(clause, Condition)]
        for clause in kept:
            others = (one for one in kept if one is not clause)
            if clause.operator == MONTHS and clause.column in {one.column for one in others}:
                self.conditions.failed.append(clause.words)

    def _only(self, test: Test, clause: Clause) -> None:
        """`only online`: no row of another kind."""
        counted = [m.table for m in self.measures if m.function == "count" and not m.column]
        owner = counted[0] if len(counted) == len(self.measures) == 1 else self.subject
        said = says_only(test, self.items, self.said.only, owner)
        if not said or not isinstance(clause, Condition):
            return
        others = no_others(clause, owner, self.known)
        if others is None:
            return
        self.filters.append(others)
        if clause.operator not in ("=", "in") or self.known.column(clause.column).null_share:
            self.risks.append("rows of an unknown kind may be others")
        if len(self.sketch.tests) > 1:
            self.risks.append("of which rows only such are meant")

    def _only_those(self) -> None:
        """`in red but none in white`: no row with the same value may be white."""
        said = {
            c.column for c in self.filters
            if isinstance(c, Condition) and c.operator in ("=", "in", "like")
        }  # fmt: skip
        for place, clause in enumerate(self.filters):
            if not isinstance(clause, Condition) or clause.column not in said:
                continue
            positive = PLAIN_VALUES.get(clause.operator)
            if positive is None:
                continue
            table = clause.column.rpartition(".")[0]
            denied = replace(clause, operator=positive)
            if self._shows_one_category():
                shown = str(self.outputs[0])
                self.filters[place] = Related(table=table, where=(denied,), negated=True, of=shown)

    def _compare(self, test: Test, span: TimeSpan) -> None:
        """One of two periods that are set against each other."""
        clause = self.conditions.clause(test)
        if isinstance(clause, Condition):
            self.compared.append(Period(label=span.words, conditions=(clause,)))
            # `finished in 2023 versus 2022`: both by the date of the first.
            dated = self.known.column(clause.column).kind.is_dated
            told = self.conditions.time_column or (clause.column if dated else "")
            self.conditions.time_column = told

    def in_either(self) -> None:
        """`orders in 2023 and 2024`: a row has one date, so it is in one of them."""
        clauses = [clause for period in self.compared for clause in period.conditions]
        columns = {clause.column for clause in clauses}
        own = {column.rpartition(".")[0] for column in columns} == {self.subject}
        if len(self.compared) > 1 and len(columns) == 1 and own:
            self.filters.append(AnyOf(conditions=tuple(clauses)))
            self.compared = []
        else:
            self.conditions.failed.append(self.compared[0].label)

    def _repeats_category(self) -> bool:
        """A value asked for by itself is shown once, though another table would repeat it."""
        if not self._shows_category():
            return False
        table = str(self.outputs[0]).rpartition(".")[0]
        others = {r.rpartition(".")[0] for clause in self.filters for r in columns_of(clause)} - {
            table
        }
        return bool(others) or any(isinstance(clause, Related) for clause in self.filters)

    def _lists_values(self) -> bool:
        """`list all regions`: it is the values that are asked for, not one for each row."""
        shown = self.sketch.shown
        alone = len(shown) == 1 and shown[0].owner is None and not self.measures and not self.order
        if not alone or len(self.outputs) != 1 or not isinstance(self.outputs[0], str):
            return False
        return asks_for_values(self.items) and is_of_kinds(self.outputs[0], self.known)

    def _denied(self, clause: Clause) -> Clause:
        """`not playing cartoons by X` denies that there is any such row."""
        if not isinstance(clause, Condition):
            return clause
        clause = self._switched_off(clause)
        plain = PLAIN_VALUES.get(clause.operator, "")
        if not plain and says_but_for(clause.words):
            plain = DENIED.get(clause.operator, "")  # `excluding those with a total over 30`
        if not plain:
            return clause
        table = clause.column.rpartition(".")[0]
        if _NEVER.search(clause.words.lower()) and self._shows_one_category():
            # `which brands have never sold in Rome`: no row with the same value may say so.
            positive = replace(clause, operator=plain)
            return Related(table=table, where=(positive,), negated=True, of=str(self.outputs[0]))
        path = self.known.joins.path(self.subject, table) or ()
        other = _OTHER_THAN in clause.words.lower()
        self._never_of_one(table, clause.words)
        if other or not any(edge.multiplies for edge in path):
            return clause
        denied = replace(clause, operator=plain)
        related = Related(table=table, where=(denied,), negated=True)
        return self._by_value(related)

    def _switched_off(self, clause: Condition) -> Condition:
        """`cars no longer in stock`, counted many times: in no count, or not in one."""
        values = switch_values(self.known.column(clause.column))
        table = clause.column.rpartition(".")[0]
        path = self.known.joins.path(self.subject, table) or ()
        said = _NOT.match(clause.words.lower())
        if not said or values is None or clause.values != values[1:]:
            return clause
        spoken_of = table in {one for _, one in self.tables}
        if spoken_of or not any(edge.multiplies for edge in path):
            return clause
        self.risks.append("none of its rows, or some that are not so")
        return replace(clause, operator="!=", values=values[:1])

    def _both(self, test: Test) -> None:
        for part in test.any_of:
            clause = self.conditions.clause(part)
            if clause is not None:
                self.both.append((clause,))
        if test.any_of:
            return
        if self._single_valued(test):
            return
        for place in range(max(len(test.hits), len(test.values))):
            part = replace(
                test,
                both=False,
                operator="=",
                hits=test.hits[place : place + 1],
                values=test.values[place : place + 1],
            )
            clause = self.conditions.clause(part)
            if clause is not None:
                self.both.append((clause,))

    def _single_valued(self, test: Test) -> bool:
        """`in Asia and Europe`: a row has one continent, so either will do."""
        clause = self.conditions.clause(replace(test, both=False, operator="in"))
        if not isinstance(clause, Condition):
            return clause is None
        path = self.known.joins.path(self.subject, clause.column.rpartition(".")[0]) or ()
        if any(edge.multiplies for edge in path) or self._shows_shared(clause):
            return False
        if self.measures and are_all_kinds(clause, self.known):
            # `the number of male and female members for each rank`: of each kind, as well.
            self.dimensions.append(Dimension(column=clause.column))
            numbers = [n for n, each in enumerate(self.outputs) if isinstance(each, int)]
            self.outputs.insert(min(numbers, default=0), clause.column)
        else:
            self.filters.append(clause)
        return True

    def _shows_shared(self, clause: Condition) -> bool:
        """Whether all that is shown is what several rows of the condition's table may share."""
        owner = clause.column.rpartition(".")[0]
        table = self.known.table(owner)
        own = {f"{owner}.{name}" for name in (*display_columns(table), *table.primary_key)}
        shown = [output for output in self.outputs if isinstance(output, str)]
        here = [ref for ref in shown if ref.rpartition(".")[0] == owner]
        return bool(shown) and here == shown and not own & set(shown) and not self.measures

    def relations(self) -> None:
        for relation in self.sketch.relations:
            made = self._relation(relation)
            if made:
                self.filters.append(made)

    def _relation(self, relation: Relation) -> Related | None:
        table = self.linker.table(relation.table)
        if table is not None and relation.negated:
            self._of_owners(table)
            self._never_of_one(table, " ".join(i.text for i in self.items if i.letter == "n"))
        # `customers without orders in 2026` are not those who became customers then.
        where = [self.conditions.clause(t, self._place_of(t, table)) for t in relation.where]
        told = [w for w in where if isinstance(w, Condition | Compared | Stated)]
        # What is said of the rows themselves, `... and in Spain`, is not denied with the others.
        own = [w for w in told if self._is_own(w, table)]
        plain = tuple(w for w in told if w not in own)
        # What is counted or listed cannot be without itself: no row would ever be.
        senseless = table == self.subject and relation.negated and not plain
        beyond = any(set(tables_of(w)) - {table} for w in plain)
        senseless = senseless or (table == self.subject and beyond)
        if table is None or len(told) != len(where) or senseless:
            self.conditions.failed.append(relation.table.text)
            return None
        self.filters += own
        if table == self.subject:
            self.risks.append("the same table on both sides of a negation")
        also = [self.linker.table(item) for item in relation.also]
        of = tuple(one for one in also if one and one not in (table, self.subject))
        return self._by_value(Related(table=table, also=of, where=plain, negated=relation.negated))

    def _never_of_one(self, table: str, words: str) -> None:
        """`never been to the Glass House`: a row may have one that is kept for another reason."""
        path = self.known.joins.path(self.subject, table)
        if _EVER.search(words.lower()) and path and not any(edge.multiplies for edge in path):
            self.risks.append("never, said of what a row has one of")

    def _of_owners(self, table: str) -> None:
        """`event ids without any guest Ann`: of the events, not of each row that ties one to them.

        A row between two others always has the one: only what it belongs to may have none.
        """
        shown = str(self.outputs[0]) if len(self.outputs) == 1 else ""
        owner, _, name = shown.rpartition(".")
        if owner != self.subject or owner in {one for _, one in self.tables}:
            return
        for edge in self.known.joins.edges(owner):
            (left, right), *more = edge.pairs
            single = not more and left == name and self.known.is_key(f"{edge.right}.{right}")
            if single and self.known.joins.has_many(edge.right, table):
                self.about, self.outputs = edge.right, [f"{edge.right}.{right}"]
                return

    def _place_of(self, test: Test, table: str | None) -> str | None:
        """The table that a condition of a relation is looked for in, if that is settled."""
        if test.column is None and not test.hits:
            return table
        named = test.column.candidates if test.column is not None else []
        return table if any(candidate.table == table for candidate in named) else None

    def _is_own(self, clause: Clause, table: str | None) -> bool:
        """Whether a condition is on the rows that the question is about."""
        return tables_of(clause) == [self.subject] != [table]

    def _by_value(self, related: Related) -> Related:
        """`countries not playing any cartoon`: no row with the same value may have one."""
        if not related.negated or not self._shows_category():
            return related
        return replace(related, of=str(self.outputs[0]))

    def _shows_category(self) -> bool:
        """Whether what is shown is one column that names no row, asked for by itself."""
        shown = self.sketch.shown
        alone = len(shown) == 1 and shown[0].owner is None
        return alone and self._shows_one_category()

    def _shows_one_category(self) -> bool:
        """Whether all that is shown is one column that names no row."""
        if self.measures or len(self.outputs) != 1 or not isinstance(self.outputs[0], str):
            return False
        table, _, name = str(self.outputs[0]).rpartition(".")
        known = self.known.table(table)
        column = known.column(name)
        worded = column is not None and column.kind is Kind.TEXT
        return worded and name not in display_columns(known) and name not in known.primary_key
