"""Words that tell how far rows have come, where the state is stored in other letters."""

from collections.abc import Collection, Iterator

from pipeline.rules.schema.holding import switch_values
from pipeline.rules.schema.items import Item
from pipeline.rules.schema.lexicon import Candidate
from pipeline.rules.schema.parts import Test
from pipeline.rules.tagging.condition_words import ConditionWords
from pipeline.rules.tagging.leavers import STILL, leaving_dates, staying
from pipeline.rules.tagging.single_words import BEGUN, is_done, is_verb
from pipeline.rules.tagging.states import states_of
from pipeline.rules.text.words import Word, lemmas_of, name_words, stem_of
from pipeline.rules.vocabulary import FILLERS, KEYWORDS

_ENDS = frozenset((".", "?", "!", ";", ":", ","))
_FAR = 5
_OPEN = frozenset(("open", "active", "operational"))
_CLOSED = frozenset(
    ("closed", "close", "closing", "decommissioned", "retired", "withdrawn", "discontinued")
)


class StateWords(ConditionWords):
    """Reads such a word as the stored state of the rows that it tells of."""

    def _stated(self, at: int) -> int | None:
        """`won deals`, `students who graduated`, `how many deals did each rep win`."""
        word = self.words[at]
        idle = word.lower in KEYWORDS or word.lower in FILLERS
        if word.quoted or idle or not self._may_be_state(word) or self._goes_further(at, word):
            return None
        for rows in self._rows_of_state(at, word):
            hits = states_of(word, rows, self.known)
            called = not self._describes_rows(at) and _calls_rows(word, rows)
            plain = any(hit.value.lower() == word.lower for hit in hits) and not is_done(word)
            if not plain and self._is_kept_otherwise(at, rows):
                break
            if hits and not called:
                self._of_all(at)
                self._add("V", at, at + 1, hits)
                return at + 1
        return self._open(at, word)

    def _may_be_state(self, word: Word) -> bool:
        """Whether any rows are in such a state: most words are told apart by that alone."""
        return word.lower in _OPEN or bool(states_of(word, self.known.allowed, self.known))

    def _of_all(self, at: int) -> None:
        """`whose orders were all cancelled`: not that one of them was."""
        before = [word.lemma for word in self.words[max(0, at - 2) : at]]
        if before == ["be", "all"]:
            self._add("x", at - 1, at)

    def _open(self, at: int, word: Word) -> int | None:
        """`claims that are still open`, where all that is kept is the day of their closing."""
        rows = self._rows_told(at) if word.lower in _OPEN else frozenset()
        dates = [
            Candidate(key, column.name, 1.0)
            for key in sorted(rows)
            for column in self.known.table(key).columns
            if column.kind.is_dated and column.null_share and _CLOSED & set(name_words(column.name))
        ]
        if len(dates) != 1:
            return None
        named = Item("C", at, at + 1, word.text, "date", candidates=dates)
        test = Test(operator="is null", column=named, words=word.text, first=at)
        self._add("f", at, at + 1, test)
        return at + 1

    def _stayed(self, at: int) -> int | None:
        """`who are still employed`: those who have no day on which they left."""
        said = staying(self.words, at)
        if said is None:
            return None
        rows = next((item for item in reversed(self.items) if item.letter == "T"), None)
        if rows is None:
            return None
        until, there = said
        dates = leaving_dates(_tables(rows), self.known)
        if len(dates) != 1:
            if self.words[at].lower not in STILL:
                return None
            self._add("x", at, at + 1)  # nothing says so: the word is not to be lost
            return until
        text = " ".join(word.text for word in self.words[at:until])
        named = Item("C", at, until, text, "date", candidates=dates)
        operator = "is null" if there else "is not null"
        test = Test(operator=operator, column=named, words=text, first=at)
        self._add("f", at, until, test)
        return until

    def _goes_further(self, at: int, word: Word) -> bool:
        """Whether a longer name or value begins here, or the word is a noun for rows."""
        schema, value = self._schema(at), self.values.get(at)
        rows = schema is not None and schema.letter == "T" and not is_done(word)
        # `delivered orders` are no `order_delivered_at`.
        until = at + 2 if self._describes_rows(at) else at + 1
        longer = schema is not None and schema.last > until
        return rows or longer or (value is not None and value[0] > at + 1)

    def _is_kept_otherwise(self, at: int, rows: frozenset[str]) -> bool:
        """Whether the rows have a flag called by the word, or a date that some do not have."""
        schema = self._schema(at)
        own = [c for c in (schema.candidates if schema else ()) if c.column and c.table in rows]
        columns = [self.known.column(c.ref) for c in own]
        dated = any(column.kind.is_dated and column.null_share for column in columns)
        return dated or any(switch_values(column) for column in columns)

    def _rows_of_state(self, at: int, word: Word) -> Iterator[frozenset[str]]:
        """The rows that a word may tell of, those first that stand nearest."""
        told, describes = self._rows_told(at), self._describes_rows(at)
        clause = self._rows_of_clause(at)
        if clause:
            yield clause
        begun = (is_done(word) or self._is_asked(at)) and word.stem in BEGUN
        if told and (describes or not begun):
            yield told
        behind = self._schema(at + 1) if at + 1 < len(self.words) else None
        if behind is not None and behind.letter == "C":
            yield frozenset(c.table for c in behind.candidates[:1])  # `the won amount`
        if describes or begun or not (is_verb(word) or is_done(word)):
            return
        yield from self._rows_done(at)

    def _describes_rows(self, at: int) -> bool:
        """Whether the name of rows stands right behind a word."""
        behind = self._schema(at + 1) if at + 1 < len(self.words) else None
        return behind is not None and behind.letter == "T"

    def _rows_done(self, at: int) -> Iterator[frozenset[str]]:
        """What a verb is done with: `who won the most deals`, `deals that each rep won`."""
        for place in range(at + 1, min(at + _FAR, len(self.words))):
            if self.words[place].lower in _ENDS or is_verb(self.words[place]):
                break
            schema = self._schema(place)
            if schema is not None and schema.letter == "T":
                yield _tables(schema)
                break
        for item in reversed(self.items):
            if item.letter == "." and item.text in ".?!":
                break
            if item.letter == "T":
                yield _tables(item)


def _tables(item: Item) -> frozenset[str]:
    return frozenset(c.table for c in item.candidates if not c.column)


def _calls_rows(word: Word, tables: Collection[str]) -> bool:
    """`where it is nominated`, of nominations: that there is such a row, in whatever state."""
    return any(word.stem == stem_of(name) for key in tables for name in lemmas_of(key))
