"""From the tests of a sketch to conditions on columns."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from typing_extensions import override

from knowledge.catalog import Column, Kind
from knowledge.values import ValueHit
from pipeline.intent import AnyOf, Clause, Compared, Condition, Related, Stated, Value
from pipeline.rules.drafting.against import FLIPPED, Against
from pipeline.rules.drafting.percents import in_shares
from pipeline.rules.linking.journeys import in_part, one_end
from pipeline.rules.linking.link import Doubt
from pipeline.rules.linking.other_rows import above, key_shared, of_other_row
from pipeline.rules.schema.holding import belongs_to_none_by_0, counts_from_zero
from pipeline.rules.schema.items import Item
from pipeline.rules.schema.metrics import tables_in
from pipeline.rules.schema.names import display_columns
from pipeline.rules.schema.operators import CLOCK
from pipeline.rules.schema.parts import Test
from pipeline.rules.schema.people import keeps_people
from pipeline.rules.schema.periods import year_of_dates
from pipeline.rules.tagging.said_kinds import says_its_kind
from pipeline.rules.text.words import name_words
from pipeline.rules.vocabulary.nouns import REACHED

_EXACT, _NEVER = 0.95, "never"
_PLACED = (["from"], ["in"], ["within"], ["near"])
_NEAR_VALUES = 3


@dataclass(slots=True)
class Conditions(Against):
    """Turns tests into clauses; what it cannot link goes to `failed`."""

    def clause(self, test: Test, home: str | None = None) -> Clause | None:
        """The clause of a test, or None where it cannot be linked."""
        home = home or self.home(test) or self.fallback
        if test.led:
            led = [self._stored(one, home) for one in test.led]
            made: Clause | None = above(led, test.up, self.known)
        else:
            made = self._clause(test, home)
        if made is None:
            self.failed.append(test.words)
        return made

    @override
    def _clause(self, test: Test, home: str | None) -> Clause | None:
        if test.any_of:
            parts = [self._clause(part, home) for part in test.any_of]
            kept = tuple(part for part in parts if isinstance(part, Condition | Compared))
            return AnyOf(conditions=kept) if len(kept) == len(parts) else None  # never fewer
        if test.sql:
            tables = tuple(tables_in(test.sql, self.known.catalog))
            return Stated(sql=test.sql, tables=tables, words=test.words)
        clocked = test.operator.startswith(CLOCK)
        if clocked or test.span is not None or test.operator == "weekday":
            return self.clocked(test, home) if clocked else self.timely(test, home)
        if test.hits or test.same is not None:
            shared = test.same
            return self._shared(test, shared, home) if shared else self._stored(test, home)
        if test.function:
            return self._compared(test, home)
        return self._plain(test, home)

    def _stored(self, test: Test, home: str | None) -> Clause | None:
        test, wanted = one_end(test, self.linker) if test.journey else test, None
        if test.column is not None:
            wanted = {c.ref for c in test.column.candidates if c.column}
        elif test.adjective == "named":
            wanted = self._names(home)
        chosen = [
            self._hit(self._as_chosen(hits, test, place), home, wanted)
            for place, hits in enumerate(test.hits)
        ]
        if any(hit is None for hit in chosen) and wanted:
            chosen = [self._unknown(text, test, home, wanted) for text in test.values]
        elif not any(test.hits):
            chosen = [self._guessed(str(text), home, test.words) for text in test.values]
        picked = [hit for hit in chosen if hit is not None]
        if len(picked) != len(test.hits) or len({(h.table, h.column) for h in picked}) != 1:
            return None
        for hit, text, hits in zip(picked, test.values, test.hits, strict=False):
            if hit.score < _EXACT:
                self._doubt_value(str(text), hit, hits)
        column = f"{picked[0].table}.{picked[0].column}"
        values = tuple(dict.fromkeys(hit.value for hit in picked))
        operator = (
            test.operator
            if len(values) > 1
            else {"in": "=", "not in": "!="}.get(test.operator, test.operator)
        )
        plain = Condition(column=column, operator=operator, values=values, words=test.words)
        named = {table for _, table in self.tables}
        names = self._names(home) or ()
        return of_other_row(plain, home, names, named, self.linker, self.verbs)

    def _doubt_value(self, text: str, hit: ValueHit, hits: Sequence[ValueHit]) -> None:
        if self.linker.choices.get(f"value:{text.lower()}") != hit.value:
            same = [h.value for h in hits if (h.table, h.column) == (hit.table, hit.column)]
            near = tuple(dict.fromkeys((hit.value, *same)))
            self.linker.doubts.append(Doubt("value", text, near[:_NEAR_VALUES]))

    def _as_chosen(self, hits: Sequence[ValueHit], test: Test, place: int) -> Sequence[ValueHit]:
        """The value that a person picked where theirs is not stored."""
        hits = in_part(hits, test.words, self.verbs, self.known) if test.column is None else hits
        text = str(test.values[place]).lower() if place < len(test.values) else ""
        picked = self.linker.choices.get(f"value:{text}")
        return [hit for hit in hits if hit.value == picked] or hits

    @override
    def _names(self, home: str | None) -> set[str] | None:
        if home is None:
            return None
        names = display_columns(self.known.table(home))
        return {f"{home}.{name}" for name in names} or None

    def _hit(
        self, hits: Sequence[ValueHit], home: str | None, wanted: set[str] | None
    ) -> ValueHit | None:
        fits = [h for h in hits if wanted is None or f"{h.table}.{h.column}" in wanted]
        if not fits:
            return None
        ranked = sorted(
            fits, key=lambda h: (-round(h.score, 3), self._away(home, h), h.table, h.column)
        )
        best = ranked[0]
        near = self._away(home, best)
        tied = [h for h in ranked if h.score == best.score and self._away(home, h) == near]
        tied += [h for h in hits if h not in tied and says_its_kind(h, best)]
        picked = self.linker.choices.get(f"where:{best.value.lower()}")
        chosen = next((h for h in tied if f"{h.table}.{h.column}" == picked), None)
        if chosen:
            return chosen
        names = [h for h in tied if h.column in display_columns(self.known.table(h.table))]
        if len({(h.table, h.column) for h in names}) == 1:
            return names[0]
        refs = tuple(dict.fromkeys(f"{h.table}.{h.column}" for h in tied))
        if len(refs) > 1 and not self._one_thing(refs):
            self.linker.doubts.append(Doubt("where", best.value, refs))
        return best

    def _one_thing(self, refs: Sequence[str]) -> bool:
        """Whether columns of one name are the two sides of a key, so that either will do."""
        if len({ref.rpartition(".")[2] for ref in refs}) > 1:
            return False
        return all(self.known.ties(ref) for ref in refs)

    def _away(self, home: str | None, hit: ValueHit) -> float:
        if home is None:
            anchors = self.linker.anchors
            return min((self.known.joins.distance(a, hit.table) for a in anchors), default=0.0)
        return self.known.joins.distance(home, hit.table)

    def _guessed(self, text: str, home: str | None, words: str) -> ValueHit | None:
        """A name that no known column holds: a person says which of the others it is from."""
        tables = dict.fromkeys((*([home] if home else []), *self.linker.anchors))
        options = [ref for table in tables for ref in self._open_columns(table)]
        if words.lower().split()[:1] in _PLACED:
            # `customers from Narnia`: what a person is called or reached by is no place.
            options = [ref for ref in options if not self._is_of_person(ref)]
        picked = self.linker.choices.get(f"where:{text.lower()}")
        if picked not in options:
            if not options:
                return None
            self.linker.doubts.append(Doubt("where", text, tuple(options[:6])))
            picked = options[0]
        table, _, name = str(picked).rpartition(".")
        return ValueHit(table=table, column=name, value=text, score=1.0)

    def _is_of_person(self, ref: str) -> bool:
        owner, _, name = ref.rpartition(".")
        table = self.known.table(owner)
        named = name in display_columns(table) and keeps_people(table)
        return named or bool(REACHED & set(name_words(name)))

    def _open_columns(self, key: str) -> list[str]:
        """Text columns with more values than the catalog keeps, those that name rows first."""
        table = self.known.table(key)
        names = display_columns(table)
        found = [c.name for c in table.columns if c.kind is Kind.TEXT and not c.complete]
        return [f"{key}.{name}" for name in sorted(found, key=lambda name: name not in names)]

    def _unknown(
        self, text: Value, test: Test, home: str | None, wanted: set[str]
    ) -> ValueHit | None:
        """A text that the named column may hold though the value index does not know it."""
        named = sorted(wanted)[0] if len(wanted) == 1 else None
        ref = self.linker.column(test.column, home) if test.column else named
        if ref is None:
            return None
        table, _, name = ref.rpartition(".")
        column = self.known.column(ref)
        if column.kind.is_number or column.complete:
            return None
        return ValueHit(table=table, column=name, value=str(text), score=1.0)

    def _plain(self, test: Test, home: str | None) -> Clause | None:
        if test.year and test.column is None:
            return self.of_year(test, home)
        if test.column is None and not test.adjective and self.last is not None:
            test.column = self.last
        self.last = test.column or self.last
        operator, column = self._tested(test, home)
        if column is None:
            return None
        owner = column.rpartition(".")[0]
        named = self.known.column(column)
        undone = named.kind.is_dated and bool(named.null_share)
        many = bool(home) and self.known.joins.has_many(str(home), owner)
        if operator == "is null" and many and not undone:
            # `enzymes without any interactions`: rows of their own, not one that is empty.
            return Related(table=owner, negated=True)
        if operator == "is null" and many and _NEVER in test.words.lower().split():
            # `drivers that never delivered`: none of theirs was, and not one of them was not.
            done = Condition(column=column, operator="is not null", words=test.words)
            return Related(table=owner, where=(done,), negated=True)
        tied = operator == "is null" and self.known.ties(column) and not named.null_share
        if tied and not belongs_to_none_by_0(named, self._keys_at(column)):
            return None  # no row is without its key
        return self._typed(column, operator, test)

    def _keys_at(self, ref: str) -> list[Column]:
        """The keys that a column leads to."""
        owner, _, name = ref.rpartition(".")
        edges = [e for e in self.known.joins.edges(owner) if e.pairs[0][0] == name]
        return [self.known.column(f"{edge.right}.{edge.pairs[0][1]}") for edge in edges]

    def _tested(self, test: Test, home: str | None) -> tuple[str, str | None]:
        """The operator, and the column that it is about."""
        operator = test.operator
        if test.column is not None:
            return operator, self.linker.column(test.column, home)
        if test.adjective == "named":
            return operator, min(self._names(home) or (), default=None)
        if test.adjective:
            found = self.linker.of_adjective(test.adjective, self.homes(test))
            turned = FLIPPED.get(operator, operator)
            return (operator if found[1] > 0 else turned, found[0]) if found else (operator, None)
        amount = home is not None and operator in FLIPPED
        return operator, self._only_amount(str(home), test) if amount else None

    def _typed(self, column: str, operator: str, test: Test) -> Clause | None:
        kind = self.known.column(column).kind
        numeric = kind.is_number
        if test.counted and counts_from_zero(self.known.column(column)):
            # `stays with children`, `without children`: a column says how many.
            sign = ">" if operator == "is not null" else "="
            return Condition(column=column, operator=sign, values=(0,), words=test.words)
        if operator == "is null" and numeric and not self.known.column(column).null_share:
            return Condition(column=column, operator="=", values=(0,), words=test.words)
        if kind.is_dated and operator != "like" and test.values:
            return year_of_dates(column, operator, test)
        values = in_shares(test.values, self.known.column(column), test.words)
        return Condition(column=column, operator=operator, values=values, words=test.words)

    def _shared(self, test: Test, what: Item, home: str | None) -> Clause | None:
        """`the same city as Ada`: rows with the value that the row of that name has."""
        owner = self.linker.table(test.of) if test.of is not None else home
        those = [self._clause(self._as_named(one, owner), owner) for one in test.those]
        plain = tuple(one for one in those if isinstance(one, Condition))
        column = key_shared(what, home, self.linker)
        if home is None or column is None or len(plain) != len(those):
            return None
        asked = {home, *(table for _, table in self.tables[:1])}
        named = plain[0].column if plain[0].column.rpartition(".")[0] in asked else ""
        picked = "without" if test.others else self.linker.choices.get("itself:self")
        if named and picked is None:
            self.linker.doubts.append(Doubt("itself", "self", ("without", "with")))
        others = "" if picked == "with" else named
        return Compared(
            column=column, operator="in", function="value", of=column, where=plain, but=others
        )

    def _as_named(self, test: Test, home: str | None) -> Test:
        """The name of a row, where a name is stored so."""
        names = self._names(home) or set()
        named = any(f"{hit.table}.{hit.column}" in names for hits in test.hits for hit in hits)
        return replace(test, adjective="named") if named and test.column is None else test
