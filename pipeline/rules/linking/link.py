"""Linking: which column or table each word of a sketch means, and where that is not clear."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from knowledge.catalog import Column
from pipeline.rules.linking.ends_of_rows import says_end
from pipeline.rules.schema.holding import looks_numeric, switch_values
from pipeline.rules.schema.items import Item
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.lexicon import Candidate
from pipeline.rules.schema.names import expanded
from pipeline.rules.text.words import lemma_of, lemmas_of, name_words
from pipeline.rules.vocabulary import ADJECTIVES
from pipeline.rules.vocabulary.nouns import LABELS

_AWAY, _OWNED_AWAY, _HOME = 0.15, 0.2, 0.1
_TIE = 0.055
_NEARLY = 0.3
_FULL = 0.97
_SHORTEST = 3
_NAMING_TAILS = LABELS | {"name"}
# Written in digits, and never added up.
_DIGITS = LABELS | {"year", "zip", "phone", "latitude", "longitude"}


_EMPTY = re.compile(r"(\w+)\W?\s+IS\s+NULL", re.IGNORECASE)
_CHANGED = frozenset(
    ("updated", "update", "modified", "modify", "inserted", "insert", "deleted", "loaded", "load",
     "synced", "sync", "etl")
)  # fmt: skip
_CREATED = frozenset(("created", "crtd", "cre"))
_BIRTH = frozenset(("birth", "birthday", "birthdate", "born", "dob"))
_EVENT = frozenset(("date", "day", "on"))


def _not_bookkeeping(names: Sequence[str]) -> list[str]:
    """The date columns that say when something happened, not when a row was written."""
    words = {n: {*expanded(name_words(n)), *name_words(n)} for n in names}
    events = [n for n in names if not words[n] & (_CHANGED | _CREATED)]
    # Beside the day on which it is due, or over, the day on which it was entered says when it was.
    dated = any(words[n] & _EVENT for n in events if not says_end(n))
    return [n for n in names if n in events or (words[n] & _CREATED and not dated)]


def _is_label(column: Column) -> bool:
    words = set(expanded(name_words(column.name)))
    glued = column.name.lower().endswith("id")
    return glued or bool(words & _DIGITS)


def _is_birth(name: str) -> bool:
    return bool(_BIRTH & set(name_words(name)))


def _its_own(table: str, dates: Sequence[str]) -> list[str]:
    """`order_date` of orders, `visited_at` of visits: the day of the rows themselves, if one."""
    rows = set(lemmas_of(table.rpartition(".")[2])[-1:])
    own = [
        name for name in dates
        if any(noun == word or _shortens(word, noun) for word in lemmas_of(name) for noun in rows)
        or any(word.startswith(noun) for word in name_words(name) for noun in rows)
    ]  # fmt: skip
    return own if len(own) == 1 else []


def _shortens(word: str, noun: str) -> bool:
    """`enr_ts` of enrollments."""
    return len(word) >= _SHORTEST and noun.startswith(word)


def _kept_empty(filters: Sequence[str]) -> frozenset[str]:
    """The columns that are empty in all rows that count: no row has such a date."""
    return frozenset(name.lower() for text in filters for name in _EMPTY.findall(text))


@dataclass(frozen=True, slots=True)
class Doubt:
    """Words that may mean several columns, tables or values; `options` are refs, best first."""

    kind: str
    words: str
    options: tuple[str, ...]


@dataclass(slots=True)
class Linker:
    """Chooses for every item the candidate that fits the tables which the question names."""

    known: Known
    choices: Mapping[str, str]
    anchors: list[str] = field(default_factory=list)
    doubts: list[Doubt] = field(default_factory=list)
    scores: list[float] = field(default_factory=list)
    mentioned: list[tuple[int, str, str]] = field(default_factory=list)

    def mention(self, items: Sequence[Item]) -> None:
        """Remember the columns that are named in full: `the city` behind `destination cities`."""
        for item in items:
            found = [c for c in item.candidates if c.column]
            sure = item.letter == "C" and found and found[0].score >= _FULL
            if sure and " " in item.text and (len(found) == 1 or found[1].score < found[0].score):
                words = [lemma_of(word) for word in item.text.lower().split()]
                # `each type` behind `card type codes` is the type that they stand for.
                noun = words[-2:-1] if words[-1] in _NAMING_TAILS else []
                self.mentioned += [(item.first, last, found[0].ref) for last in (words[-1], *noun)]

    def _meant_before(self, item: Item, found: Sequence[Candidate]) -> Candidate | None:
        """The column that a shorter name means again, unless the tables named have it too."""
        last = lemma_of(item.text.lower())
        refs = {ref for first, word, ref in self.mentioned if first < item.first and word == last}
        meant = next((c for c in found if c.ref in refs), None)
        if meant is None or (found[0].score >= _FULL and found[0].table in self.anchors):
            return None
        return meant

    def table(self, item: Item) -> str | None:
        """The table that an item means."""
        found = [c for c in item.candidates if not c.column]
        if not found:
            return None
        picked = self._picked(f"table:{item.text.lower()}", found)
        if picked:
            return picked.table
        self.scores.append(found[0].score)
        tied = [c for c in found if c.score >= found[0].score - _TIE]
        if len(tied) > 1:
            self.doubts.append(Doubt("tables", item.text, tuple(c.table for c in tied)))
        return found[0].table

    def _picked(self, key: str, found: list[Candidate]) -> Candidate | None:
        wanted = self.choices.get(key)
        return next((c for c in found if c.ref == wanted), None)

    def column(self, item: Item, home: str | None, *, added: bool = False) -> str | None:
        """The `table.column` that an item means, seen from its home table; `added` for a total."""
        found = [c for c in item.candidates if c.column]
        ranked = sorted(((self._fit(c, home), c) for c in found), key=lambda p: (-p[0], p[1].ref))
        if not ranked:
            return None
        picked = self._picked(f"column:{item.text.lower()}", found)
        picked = picked or self._meant_before(item, found)
        if picked:
            return picked.ref
        ranked = [(fit, self._own(c, home)) for fit, c in ranked]
        best, chosen = ranked[0]
        if best < 0:
            return None
        self.scores.append(chosen.score)
        return self._of_tied(item, ranked, added=added)

    def _of_tied(
        self, item: Item, ranked: Sequence[tuple[float, Candidate]], *, added: bool
    ) -> str:
        """The column among those that fit about as well; what leaves room is asked."""
        best, chosen = ranked[0]
        tied = tuple(dict.fromkeys(c.ref for fit, c in ranked if fit >= best - _TIE))
        called = self._called(item, ranked) if len(tied) == 1 else ()
        if called:
            self.doubts.append(Doubt("columns", item.text, (*called, chosen.ref)))
            return called[0]
        total = [ref for ref in tied if "total" in name_words(ref.rpartition(".")[2])]
        if added and len(total) == 1:
            return total[0]
        named = [ref for ref in tied if ref.rpartition(".")[0] in self.anchors]
        if len(named) == 1 and len(tied) > 1:
            return named[0]
        if len(tied) > 1 and not self._same(tied):
            self.doubts.append(Doubt("columns", item.text, tied))
        return chosen.ref

    def _called(self, item: Item, ranked: Sequence[tuple[float, Candidate]]) -> tuple[str, ...]:
        """`amount`, where several are called so: none of them is settled by a synonym of it."""
        word = lemma_of(item.text.lower())
        best, chosen = ranked[0]
        if word in lemmas_of(chosen.column):
            return ()
        near = [c for fit, c in ranked if fit >= best - _NEARLY and c.table == chosen.table]
        called = [c.ref for c in near if word in map(lemma_of, name_words(c.column))]
        return tuple(dict.fromkeys(called)) if len(set(called)) > 1 else ()

    def _own(self, candidate: Candidate, home: str | None) -> Candidate:
        """A column that refers to the home table's key is that key."""
        if home is None or candidate.table == home:
            return candidate
        for edge in self.known.joins.between(candidate.table, home):
            for left, right in edge.pairs:
                if left == candidate.column and not edge.multiplies:
                    return Candidate(home, right, candidate.score)
        return candidate

    def _same(self, refs: tuple[str, ...]) -> bool:
        """Whether columns are the two ends of one join, so that either will do."""
        first, second = (ref.rpartition(".") for ref in refs[:2])
        pairs = {p for edge in self.known.joins.between(first[0], second[0]) for p in edge.pairs}
        return len(refs[2:]) == 0 and (first[2], second[2]) in pairs

    def _fit(self, candidate: Candidate, home: str | None) -> float:
        if home is not None:
            away = self.known.joins.distance(home, candidate.table)
            return candidate.score + _HOME - (_OWNED_AWAY * away if away != float("inf") else 3.0)
        if not self.anchors:
            return candidate.score
        away = min(self.known.joins.distance(a, candidate.table) for a in self.anchors)
        return candidate.score - (_AWAY * away if away != float("inf") else 3.0)

    def amounts(self, home: str) -> list[str]:
        """The numbers that rows of a table have, keys and years aside."""
        table = self.known.table(home)
        keys = {name for key in table.foreign_keys for name in key.columns}
        keys |= {pair[0] for edge in self.known.joins.edges(home) for pair in edge.pairs}
        found = [c for c in table.columns if looks_numeric(c) and not c.primary_key]
        found = [c for c in found if c.name not in keys and not _is_label(c)]
        found = [c for c in found if switch_values(c) is None]
        return [f"{home}.{column.name}" for column in found]

    def of_adjective(self, adjective: str, homes: list[str]) -> tuple[str, int] | None:
        """The column that an adjective speaks of, and +1 where more is more of the adjective."""
        for home in homes:
            found = self._adjective_in(adjective, home)
            if found:
                return found
        return None

    def sign_of(self, adjective: str, ref: str) -> int:
        """Whether more of a column is more (1) or less (-1) of an adjective said of it."""
        told = ADJECTIVES.get(adjective, ())
        names = {*expanded(name_words(self.known.column(ref).name))}
        named = [sign for word, sign in told if {word, lemma_of(word)} & names]
        return named[0] if named else min((sign for _, sign in told[:1]), default=1)

    def _adjective_in(self, adjective: str, home: str) -> tuple[str, int] | None:
        for word, sign in ADJECTIVES.get(adjective, ()):
            for column in self.known.table(home).columns:
                names = expanded(name_words(column.name))
                if {word, lemma_of(word)} & set(names) and self._ordered(column):
                    return f"{home}.{column.name}", sign
        return None

    def _ordered(self, column: Column) -> bool:
        dated = {"date", "birth", "birthday", "year", "time"} & set(name_words(column.name))
        return looks_numeric(column) or column.kind.is_dated or bool(dated)

    def time_column(self, home: str) -> str | None:
        """The date column that a time expression filters on."""
        note = self.known.glossary.note(home)
        if note and note.time_column:
            owner, _, name = note.time_column.rpartition(".")
            table = self.known.catalog.table(owner or home)
            # Another date than the one that people agreed on would be another answer.
            return f"{table.key}.{name}" if table and table.column(name) else None
        # Nobody was there, or bought anything, on the day of their birth.
        found = [name for ref in self.dates(home) if not _is_birth(name := ref.rpartition(".")[2])]
        wanted = self.choices.get(f"time:{home.lower()}")
        if wanted:
            return wanted
        found = _its_own(home, found) or found
        if len(found) > 1:
            self.doubts.append(Doubt("time", home, tuple(f"{home}.{name}" for name in found)))
        return f"{home}.{found[0]}" if found else None

    def dates(self, home: str) -> list[str]:
        """The date columns of a table, without those that only tell when rows were written."""
        note = self.known.glossary.note(home)
        never = _kept_empty(note.filters if note else ())
        columns = self.known.table(home).columns
        found = [c.name for c in columns if c.kind.is_dated and c.name.lower() not in never]
        return [f"{home}.{name}" for name in _not_bookkeeping(found) or found]

    def year_column(self, home: str) -> str | None:
        """The column that holds plain years."""
        columns = self.known.table(home).columns
        words = {c.name: expanded(name_words(c.name)) for c in columns if not c.kind.is_dated}
        found = [name for name, named in words.items() if "year" in named]
        return f"{home}.{found[0]}" if len(found) == 1 else None
