"""Values right behind the column that they are of: `status Deliverd`."""

from knowledge.values import ValueHit
from pipeline.rules.schema.items import Item
from pipeline.rules.tagging.dated_words import DatedWords
from pipeline.rules.tagging.stretches import SURE_NAME
from pipeline.rules.text.spelling import slips
from pipeline.rules.vocabulary import FILLERS, KEYWORDS, PREPOSITIONS

_NO, _ARE = "no", frozenset(("", "is", "are", "was", "were"))
_MISSPELT, _LONG_ENOUGH, _SLIPS = 0.8, 5, 2


class ColumnValues(DatedWords):
    """Takes a word behind a column of few values for one of these."""

    def _of_column(self, at: int) -> int | None:
        """`status Deliverd`: behind a column of few values a word is one of them, misspelt.

        A name that is none of them stays unexplained, whatever verb it looks like.
        """
        before, word = self.items[-1] if self.items else None, self.words[at]
        if before is not None and before.letter == "C" and self._says_no(at, before):
            return at + 1
        plain = word.lower in FILLERS or word.lower in PREPOSITIONS or word.lower in KEYWORDS
        if before is None or before.letter != "C":
            return None
        if plain:
            return self._is_stored_so(at, before)
        return self._is_nearly_stored(at, before)

    def _is_nearly_stored(self, at: int, before: Item) -> int | None:
        word = self.words[at]
        if before.last != at:
            return None
        if at in self.values or len(word.lower) < _LONG_ENOUGH or not word.lower.isalpha():
            return None
        kept = [c for c in before.candidates[:2] if c.column and self.known.column(c.ref).complete]
        hits = [
            ValueHit(table=c.table, column=c.column, value=value, score=_MISSPELT)
            for c in kept
            for value in self.known.shown_values(c.table, self.known.column(c.ref))
            if slips(word.lower, value.lower(), _SLIPS) <= _SLIPS
            and value[:1].lower() == word.lower[:1]
        ]
        schema, name = self._schema(at), word.text[:1].isupper()
        if schema and not (hits and name and schema.candidates[0].score < SURE_NAME):
            return None
        if not kept or not (hits or name):
            return None
        self._add("V" if hits else "x", at, at + 1, hits or None)
        return at + 1

    def _is_stored_so(self, at: int, before: Item) -> int | None:
        """`the status done`, where some are: what says nothing elsewhere is a value here."""
        word = self.words[at].lower
        between = " ".join(each.lower for each in self.words[before.last : at])
        if word in PREPOSITIONS or word in KEYWORDS or between not in _ARE:
            return None
        hits = [
            ValueHit(table=c.table, column=c.column, value=value, score=1.0)
            for c in before.candidates
            if c.column and c.score >= before.candidates[0].score
            for value in self.known.shown_values(c.table, self.known.column(c.ref))
            if value.lower() == word
        ]
        if hits:
            self._add("V", at, at + 1, hits)
        return at + 1 if hits else None

    def _says_no(self, at: int, before: Item) -> bool:
        """`whose decision is no`, where decisions are stored so: a value, nothing is denied."""
        between = " ".join(word.lower for word in self.words[before.last : at])
        behind = self.words[at + 1].lower if at + 1 < len(self.words) else ""
        if self.words[at].lower != _NO or between not in _ARE or behind[:1].isalpha():
            return False
        hits = [
            ValueHit(table=c.table, column=c.column, value=value, score=1.0)
            for c in before.candidates[:2]
            if c.column
            for value in self.known.shown_values(c.table, self.known.column(c.ref))
            if value.lower() == _NO
        ]
        if hits:
            self._add("V", at, at + 1, hits)
        return bool(hits)

    def _is_of_column_before(self, at: int) -> bool:
        """`the payment status refunded`: right behind a column, one of its few values."""
        before = self.items[-1] if self.items else None
        if before is None or before.letter != "C" or before.last != at:
            return False
        best = before.candidates[0].score
        tied = [c for c in before.candidates if c.column and c.score == best]
        kept = {c.ref for c in tied if self.known.column(c.ref).complete}
        return any(f"{hit.table}.{hit.column}" in kept for hit in self.values[at][1])
