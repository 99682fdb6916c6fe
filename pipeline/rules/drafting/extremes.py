"""By which column a superlative goes: its own, an adjective's, a date, the only number."""

import re

from pipeline.intent import Compared, Condition, Dimension, Measure
from pipeline.rules.drafting.latest import date_done, date_kept
from pipeline.rules.drafting.reaching import Reaching
from pipeline.rules.linking.earnings import is_beside
from pipeline.rules.linking.link import Doubt
from pipeline.rules.schema.holding import is_rank, looks_numeric
from pipeline.rules.schema.names import display_columns, expanded
from pipeline.rules.schema.parts import Extreme
from pipeline.rules.text.words import is_plural, name_words
from pipeline.rules.vocabulary.nouns import REFERENCES

# `new` stands for `latest` as well; what is old or young is so by its age.
_SERVING = "serving"
_LEAVING = frozenset(
    ("left", "leave", "leaving", "term", "termination", "terminated", "end", "ended", "exit",
     "resigned", "departed")
)  # fmt: skip
_MARKS = frozenset(("star", "stars", "rating", "score", "rank", "grade", "level", "floor", "age"))
# `owners who live in the most common city`, `... in the city with the most owners`.
_WHOSE = re.compile(r"[TC][rhp]+(?:sC|Chsk?T)")
_WHEN = frozenset(("new", "late", "recent", "early"))
_OLD = "old"
# What values a number by itself: rank 1 is the best, however it is kept.
_VALUED = frozenset(("good", "best", "bad", "worst"))


class Extremes(Reaching):
    """Finds what superlatives are of."""

    def extreme_column(self, extreme: Extreme) -> tuple[str | None, int]:
        """The column that a superlative goes by, and +1 where its highest value is the most."""
        ref, sign = self._extreme_column(extreme)
        if ref is None or not is_rank(self.known.column(ref)) or extreme.adjective in _WHEN:
            return ref, sign
        return self._ranked(extreme, ref, sign)

    def _ranked(self, extreme: Extreme, ref: str, sign: int) -> tuple[str | None, int]:
        """`the best rank` is the first; whether the highest is, a person says."""
        if not looks_numeric(self.known.column(ref)):
            return None, 1  # how ranks in words follow each other, no column tells
        if extreme.adjective in _VALUED:
            return ref, -sign
        words = ref.rpartition(".")[2]
        self.linker.doubts.append(Doubt("rank", words, ("first", "last")))
        return ref, sign if self.linker.choices.get(f"rank:{words.lower()}") == "last" else -sign

    def _extreme_column(self, extreme: Extreme) -> tuple[str | None, int]:
        if extreme.column is not None and extreme.adjective in ("", "common"):
            return self._column(extreme.column, self._home(extreme.column)), 1
        if extreme.column is not None:
            ref = self._column(extreme.column, self._home(extreme.column))
            if ref and ref.rpartition(".")[0] == self.subject:
                return ref, 1
        owner = self.owner_of(extreme)
        named = [*([owner] if owner else []), self.subject, *(table for _, table in self.tables)]
        homes = list(dict.fromkeys(named))
        found = date_done(extreme.adjective, homes, self.conditions)
        if found:
            return found
        found = self._kept_by(owner, extreme.adjective) or self.linker.of_adjective(
            extreme.adjective, homes
        )
        if found is None:
            linked = [edge for home in homes for edge in self.known.joins.edges(home)]
            owners = [edge.right for edge in linked if not edge.multiplies]
            found = self.linker.of_adjective(extreme.adjective, owners)
        sized = extreme.adjective in ("", "large", "big")
        if found and extreme.adjective == _SERVING:
            self._doubt_who_left(found[0].rpartition(".")[0])
        if found and extreme.adjective in _WHEN:
            own = self._own_date(extreme, found[0])
            return own or (self._date_of_several(found[0]), found[1])
        found = found or date_kept(extreme.adjective, homes, self.conditions)
        return (
            found or (self._only_amount(homes, extreme.adjective) if sized else None) or (None, 1)
        )

    def _doubt_who_left(self, table: str) -> None:
        """`the longest serving`: whether those who left since count as well, if nobody said."""
        ends = {
            f"{table}.{column.name}" for column in self.known.table(table).columns
            if column.kind.is_dated and column.null_share
            and _LEAVING & set(expanded(name_words(column.name)))
        }  # fmt: skip
        told = {c.column for c in self.filters if isinstance(c, Condition)}
        if ends and not ends & told:
            self.risks.append("those who left as well, or only those who stayed")

    def common_values(self) -> None:
        """Rows asked for by the most common value are told by a condition, and by no order."""
        left = [e for e in self.sketch.extremes if not self._rows_with_common(e)]
        self.sketch.extremes = left

    def _rows_with_common(self, extreme: Extreme) -> bool:
        """Rows that are asked for by the value that most of them have: all those that have it."""
        item = extreme.column if extreme.adjective == "common" else None
        found = _WHOSE.search("".join(one.letter for one in self.items))
        if item is None or found is None or self.measures or extreme.limit != 1:
            return False
        rows, *_ = self.items[found.start() : found.end()]
        named = rows.letter == "T" or " of " in rows.text
        mine = named and rows.candidates[0].table == self.subject
        if not mine or item not in self.items[found.start() :]:
            return False
        ref = self._column(item, self.subject)
        if ref is None or ref.rpartition(".")[0] != self.subject or ref in self.outputs[:1]:
            return False
        function = "common" if extreme.descending else "rare"
        held = (Condition(column=ref, operator="is not null"),)
        where = held if self.known.column(ref).null_share else ()
        self.filters.append(
            Compared(column=ref, operator="=", function=function, of=ref, where=where)
        )
        self.risks += ["the most common of all, or of those rows"] if self.sketch.tests else []
        return True

    def owner_of(self, extreme: Extreme) -> str:
        """`climbers of the highest mountain`: the rows that the superlative stands before."""
        return (self.linker.table(extreme.of) or "") if extreme.of is not None else ""

    def may_rank(self, table: str, extreme: Extreme) -> bool:
        """Whether a superlative stands before rows of that table, or goes by a column of it."""
        if extreme.of is not None or extreme.column is None:
            return self.owner_of(extreme) == table
        return any(candidate.table == table for candidate in extreme.column.candidates)

    def _own_date(self, extreme: Extreme, ref: str) -> tuple[str, int] | None:
        """`the latest complaint of each customer`: of the complaint, not since they are one."""
        mine = extreme.of is not None and self.owner_of(extreme) == self.subject
        if ref.rpartition(".")[0] == self.subject or not (self.sketch.groups or mine):
            return None
        return date_kept(extreme.adjective, [self.subject], self.conditions)

    def _kept_by(self, owner: str, adjective: str) -> tuple[str, int] | None:
        """`the shop with the latest complaint`: its date, whatever it is called, and no shop's."""
        if not owner or self.linker.of_adjective(adjective, [owner]) is not None:
            return None
        found = date_kept(adjective, [owner], self.conditions)
        if found is None and adjective == _OLD:
            found = date_kept("early", [owner], self.conditions)
            self.risks += ["how old they are by that date"] if found else []
        return found

    def _date_of_several(self, ref: str) -> str:
        """`the latest booking`, where bookings have two dates: a person says which."""
        table = ref.rpartition(".")[0]
        dates = self.linker.dates(table)
        if len(dates) <= 1 or ref not in dates:
            return ref
        return self.linker.time_column(table) or ref

    def average_rating(self, extreme: Extreme) -> Measure | None:
        """`the best rated hotel`, which many people rated: by their average, not by one of them."""
        if extreme.adjective != "rated" or not self.subject:
            return None
        near = [edge.right for edge in self.known.joins.edges(self.subject)]
        found = self.linker.of_adjective("rated", [self.subject, *near])
        if found is None or not self.has_many(found[0]):
            return None
        return Measure(function="avg", table=found[0].rpartition(".")[0], column=found[0])

    def count_listed(self) -> Measure | None:
        """`most often bought ... Return the number of purchases`: how often is that number."""
        counts = [m for m in self.measures if m.function == "count" and not m.column]
        return counts[0] if len(counts) == len(self.measures) == 1 else None

    def _name_led(self) -> None:
        """`which adviser has the most students`: the name of whom the key leads to."""
        shown = [output for output in self.outputs if isinstance(output, str)]
        groups = [dimension.column for dimension in self.dimensions if not dimension.grain]
        head = self.sketch.shown[0].item if len(self.sketch.shown) == 1 else None
        if head is None or shown != groups or shown != [self.refs.get(id(head))]:
            return
        table, _, key = shown[0].rpartition(".")
        edges = [e for e in self.known.joins.edges(table) if [key] == [p[0] for p in e.pairs]]
        led = [edge.right for edge in edges if not edge.multiplies]
        said = head.text.lower().split()[-1]
        if len(led) != 1 or led[0] == table or said.rstrip("s") in REFERENCES:
            return
        if len(self.known.joins.between(table, led[0])) != 1:
            return
        names = [f"{led[0]}.{name}" for name in display_columns(self.known.table(led[0]))]
        if names:
            place = self.outputs.index(shown[0])
            self.outputs[place : place + 1] = names
            self.dimensions += [Dimension(column=name) for name in names]

    def asks_of_each(self) -> bool:
        """`which teams have the most wins, and how many are there for each team`."""
        subject = self.sketch.subject
        rows = [group.item for group in self.sketch.groups if group.item is not None]
        table = self.linker.table(subject) if subject is not None else ""
        again = any(self.linker.table(item) == table for item in rows if item.letter == "T")
        several = subject is not None and is_plural(subject.text.lower().split()[-1])
        return again and several

    def has_many(self, ref: str) -> bool:
        """Whether one row of what is asked for has many rows with this column."""
        return self.known.joins.has_many(self.subject, ref.rpartition(".")[0])

    def _only_amount(self, homes: list[str], adjective: str) -> tuple[str, int] | None:
        """`the highest hill`: by its height, or by the only number that it has."""
        high = self.linker.of_adjective("high", homes[:1])
        amounts = [high[0]] if high else self.linker.amounts(homes[0]) if homes[0] else []
        if adjective:
            # Stars make nothing large.
            amounts = [a for a in amounts if not _MARKS & set(name_words(a.rpartition(".")[2]))]
        # Freight makes no order large, though it be its only number.
        if len(amounts) > 1 or any(map(is_beside, amounts)):
            picked = self.linker.choices.get("by:by")
            if picked not in amounts:
                self.linker.doubts.append(Doubt("by", "by", tuple(amounts)))
            return (picked if picked in amounts else amounts[0]), 1
        return (amounts[0], 1) if amounts else None
