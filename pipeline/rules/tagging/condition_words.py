"""Words that are conditions on the rows they stand beside: their state, a flag turned round."""

from dataclasses import replace

from knowledge.values import ValueHit
from pipeline.rules.schema.holding import switch_values
from pipeline.rules.schema.items import Item
from pipeline.rules.schema.lexicon import Candidate
from pipeline.rules.schema.parts import Test
from pipeline.rules.schema.state_columns import STATE
from pipeline.rules.tagging.stored_words import EXACT
from pipeline.rules.tagging.stretches import Stretches
from pipeline.rules.text.words import Word, lemma_of, name_words, stem_of
from pipeline.rules.vocabulary import KEYWORDS

_SURE = 0.85
_PREFIXES = ("un", "in", "im", "ir", "dis", "non", "de")
_SHORTEST = 4
# How many more words may stand between a state and the rows that it is of.
_BETWEEN = 3
# Behind these a word tells how the rows are that were named before.
_STATES = frozenset(("still", "currently", "now", "not", "already"))
_RELATIVE = frozenset(("that", "which", "who"))
_ENDS = frozenset((".", "?", "!", ":", ",", ";", "and", "or"))
# Pairs that no prefix makes; each is the other one's opposite.
_PAIRS = (
    ("failed", "successful"), ("outdoor", "indoor"), ("offline", "online"),
    ("optional", "mandatory"), ("optional", "required"), ("voluntary", "mandatory"),
    ("private", "public"), ("closed", "open"), ("domestic", "international"),
    ("unsuccessful", "success"), ("failed", "success"), ("fail", "successful"),
    ("disabled", "enabled"), ("false", "true"), ("guilty", "innocent"),
    ("temporary", "permanent"), ("manual", "automatic"), ("free", "paid"),
)  # fmt: skip


class ConditionWords(Stretches):
    """What a word says of the rows beside it."""

    def _conditional(self, at: int) -> int | None:
        """A state or a turned flag of the rows that are named beside the word."""
        word = self.words[at]
        if word.lemma == "be" and at + 1 < len(self.words):
            # `are active` is not the flag `is_active` of other rows.
            return self._own_state(at + 1, self.words[at + 1])
        if word.quoted or not word.text[:1].isalpha() or word.lower in KEYWORDS:
            return None
        return (
            self._own_flag(at, word)
            or self._own_state(at, word)
            or self._turned(at, word)
            or self._left_in(at, word)
        )

    def _own_flag(self, at: int, word: Word) -> int | None:
        """`groups that are not paused`, where groups have that flag and others that state."""
        rows = self._rows_of_clause(at)
        flags = [
            candidate for candidate in self.known.lexicon.find([word])
            if candidate.column and candidate.table in rows and candidate.score >= _SURE
            and switch_values(self.known.column(candidate.ref)) is not None
        ]  # fmt: skip
        if len(flags) != 1 or any(hit.table in rows for hit in self._stored(word)):
            return None
        self.items.append(Item("C", at, at + 1, word.text, candidates=flags))
        return at + 1

    def _rows_of_clause(self, at: int) -> frozenset[str]:
        """The tables of the rows right before `that are`, `which are not`."""
        place = at - 1
        while place > 0 and (self.words[place].lemma == "be" or self.words[place].lower == "not"):
            place -= 1
        told = 0 < place < at - 1 and self.words[place].lower in _RELATIVE
        rows = next(
            (item for item in self.items if item.letter == "T" and item.last == place), None
        )
        if not told or rows is None:
            return frozenset()
        return frozenset(c.table for c in rows.candidates if not c.column)

    def _left_in(self, at: int, word: Word) -> int | None:
        """`with sick leave approved`, `3 completed visits`: a state, not a verb that relates."""
        named = self.known.lexicon.find([word])[:1]
        sure = bool(named) and named[0].score >= _SURE
        if not word.lower.endswith("ed") or sure or not self.items:
            return None
        behind = self.words[at + 1 :][:1]
        ends = not behind or behind[0].lower in _ENDS
        before = self.items[-1]
        counted = before.letter == "#" and not ends and not self._schema(at + 1)
        if before.last != at or not (counted or (ends and before.letter in "VT")):
            return None
        hits = [
            hit for hit in self._stored(word)
            if STATE & set(name_words(hit.column))
            and (before.letter != "T" or hit.table in {c.table for c in before.candidates[:1]})
        ]  # fmt: skip
        if not hits:
            return None
        self._add("V", at, at + 1, hits)
        return at + 1

    def _own_state(self, at: int, word: Word) -> int | None:
        """`active leases`, where leases keep their state: not those of active owners."""
        if not any(c.column for c in self.known.lexicon.find([word])[:1]):
            return None
        schema = self._schema(at)
        if schema is None or schema.last > at + 1 or not schema.candidates[0].column:
            return None
        rows = self._rows_told(at)
        if not rows or any(c.table in rows for c in schema.candidates if c.column):
            return None
        hits = [hit for hit in self._stored(word) if hit.table in rows]
        if not hits:
            return None
        self._add("V", at, at + 1, hits)
        return at + 1

    def _turned(self, at: int, word: Word) -> int | None:
        """`inactive owners`, `transfers failed`: the flag of the opposite says no."""
        turned = self._flags(word)
        if not turned or self._names_something(at, word):
            return None
        flags = self._nearest_of(turned, self._rows_told(at))
        if len({flag.ref for flag in flags}) != 1:
            return None
        values = switch_values(self.known.column(flags[0].ref))
        named = Item("C", at, at + 1, word.text, candidates=flags)
        wanted = (values[1],) if values else ()
        test = Test(column=named, values=wanted, words=word.text, first=at)
        self._add("f", at, at + 1, test)
        return at + 1

    def _names_something(self, at: int, word: Word) -> bool:
        """Whether a column or a stored value is called by the word itself."""
        found = self.known.lexicon.find([word])
        sure = bool(found) and found[0].score >= _SURE
        return sure or at in self.values or bool(self._stored(word))

    def _stored(self, word: Word) -> list[ValueHit]:
        """Where one of few values is the word."""
        return [
            hit for hit in self.known.values.find(word.lower)
            if hit.score >= EXACT and hit.table in self.known.allowed and self._is_category(hit)
        ]  # fmt: skip

    def _flags(self, word: Word) -> list[Candidate]:
        """The yes-or-no columns that the word turns round."""
        return [
            candidate
            for plain in opposites(word.lower)
            for candidate in self.known.lexicon.find([_as_word(word, plain)])
            if candidate.column and candidate.score >= _SURE
            and _is_flag(candidate, plain)
            and switch_values(self.known.column(candidate.ref)) is not None
        ]  # fmt: skip

    def _nearest_of(self, flags: list[Candidate], rows: frozenset[str]) -> list[Candidate]:
        """The flags of the rows, else of those that they belong to."""
        above = {
            edge.right for table in rows for edge in self.known.joins.edges(table)
            if not edge.multiplies
        }  # fmt: skip
        own = [candidate for candidate in flags if candidate.table in rows]
        return own or [candidate for candidate in flags if candidate.table in above]

    def _rows_told(self, at: int) -> frozenset[str]:
        """The tables of the rows that a word tells of: behind it, else named before a state."""
        for place in range(at + 1, min(at + 2 + _BETWEEN, len(self.words))):
            schema = self._schema(place)
            if schema is not None and schema.letter == "T":
                return frozenset(c.table for c in schema.candidates if not c.column)
            if schema is None and place not in self.values:
                break
        return self._rows_before(at)

    def _rows_before(self, at: int) -> frozenset[str]:
        """`leases are active`, `leases still active`, `transfers failed`."""
        named = [item for item in self.items if item.letter == "T"]
        before = self.words[at - 1] if at else None
        if before is None or not named:
            return frozenset()
        state = before.lemma == "be" or before.lower in _STATES
        # `payments failed`, `payment attempts failed`.
        beside = named[-1].last == at - int(self.items[-1].letter == "x")
        # `campaigns whose owners are active`: what stands right before the verb.
        right_before = before.lemma == "be" and named[-1].last == at - 1
        rows = named[0] if state and not right_before else named[-1]
        told = state or beside
        return frozenset(c.table for c in rows.candidates if not c.column) if told else frozenset()


def opposites(word: str) -> list[str]:
    """The words that say the opposite: of `inactive`, of `failed`."""
    found = [
        word.removeprefix(prefix) for prefix in _PREFIXES
        if word.startswith(prefix) and len(word) >= len(prefix) + _SHORTEST
    ]  # fmt: skip
    found += [other for one, other in _PAIRS if one == word]
    found += [one for one, other in _PAIRS if other == word]
    return found


def _is_flag(candidate: Candidate, word: str) -> bool:
    """Whether the column says that word and no more: `is_active`, `successful_yn`."""
    names = [
        name for name in name_words(candidate.column) if name not in ("is", "has", "yn", "flag")
    ]
    return len(names) == 1 and stem_of(names[0]) == stem_of(word)


def _as_word(word: Word, plain: str) -> Word:
    return replace(word, text=plain, lower=plain, lemma=lemma_of(plain), stem=stem_of(plain))
