"""Cells that hold nothing, in plain words: `no reason was noted`, `never got a reply`."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from pipeline.rules.schema.known import Known
from pipeline.rules.text.words import Word, lemma_of, stem_of

_HELD = frozenset(
    ("known", "recorded", "stored", "noted", "given", "listed", "specified", "registered",
     "documented", "assigned", "entered", "set", "provided", "available", "logged", "captured")
)  # fmt: skip
EMPTY = frozenset(("missing", "unknown", "blank", "empty", "unspecified", "undefined", "absent"))
_NONE = frozenset(("no", "without", "lacking"))
_HAVING = frozenset(("with", "have", "has", "having", "had"))
_ARTICLES = frozenset(("a", "an", "any", "the", "their", "its"))
_BE = frozenset(("is", "are", "was", "were", "be", "been", "has", "have", "had", "yet"))
_NOBODY, _NO_ONE = frozenset(("nobody", "noone")), ["no", "one"]
_ONE = frozenset(("a", "an", "any", "some"))
# What may stand behind a name that is not compared with anything.
_BEHIND = frozenset(
    ("", ".", "?", "!", ",", ";", ":", ")", "and", "per", "by", "sorted", "ordered")
)
_LEFT = frozenset(("left", "leave"))
_GAVE = _LEFT | {"gave", "give", "given", "provided", "provide", "entered", "enter"}
_GOT = _GAVE | {"recorded", "got", "get", "gotten", "received", "receive", "had"}
_TO_US = frozenset(("us", "me", "you", "them"))
_DENIED = frozenset(("not", "never"))
_ON_FILE = frozenset((("on", "file"), ("on", "record"), ("filled", "in")))
_TO = frozenset(("to", "for", "in", "on", "by", "with"))
_RELATIVE = frozenset(("whose", "where"))
_LEAD, _LONGEST = 2, 4
_EXACT = 0.95


def with_empty_cells(words: Sequence[Word], known: Known) -> tuple[Word, ...]:
    """The words, with what tells of empty cells said as `without` and `empty`."""
    words = _on_file(words)
    lower = {word.lower for word in words}
    if not lower & (_HELD | EMPTY | _GOT | _NOBODY | _HAVING | {"one"}):
        return tuple(words)
    return tuple(_Rewording(list(words), known).run())


def _on_file(words: Sequence[Word]) -> list[Word]:
    """`with no phone on file` as `with no phone recorded`."""
    found: list[Word] = []
    for word in words:
        if (found[-1].lower if found else "", word.lower) in _ON_FILE:
            found[-1] = _said(word, "recorded")
        else:
            found.append(word)
    return found


@dataclass(slots=True)
class _Rewording:
    words: list[Word]
    known: Known

    def run(self) -> list[Word]:
        for reword in (self._got, self._held, self._missing, self._holding, self._by_nobody):
            at = 0
            while at < len(self.words):
                reword(at)
                at += 1
        return self.words

    def _got(self, at: int) -> None:
        """`tickets that never got a reply` as `tickets without a reply`."""
        word = self.words[at].lower
        if word not in _GOT or at < 1:
            return
        start = self._back(at, _BE | _DENIED | {"did", "do", "does"})
        denied = {each.lower for each in self.words[start:at]} & _DENIED
        until = at + 1 + (word in _GAVE and self._lower(at + 1) in _TO_US)
        name = until + (self._lower(until) in _ARTICLES)
        if denied and self._named_from(name):
            # Who has not left the firm is still there; who left no number has an empty one.
            lasting = word in _LEFT and self._lower(until) not in _ARTICLES - {"the"}
            if lasting or (word in _HELD | _GAVE and not self._column_at(name)):
                return
            relative = self._lower(start - 1) in ("that", "who", "which")
            self.words[start - bool(relative) : until] = [_said(self.words[at], "without")]

    def _held(self, at: int) -> None:
        """`no reason was noted`, `without a recorded weight`, `whose weight is (not) recorded`."""
        if self.words[at].lower not in _HELD or self._is_stored(at):
            return
        articles = self._back(at, _ARTICLES)
        if self._lower(articles - 1) in _NONE and self._named_from(at + 1):
            del self.words[at]
            return
        start = self._back(at, _BE | _DENIED)
        name = self._name_before(start)
        if name:
            self._hold(at, start, name)

    def _hold(self, at: int, start: int, name: int) -> None:
        """Say of a name whether something is kept: its verb is from `start` to the word."""
        denied = any(word.lower in _DENIED for word in self.words[start:at])
        lead = {word.lower for word in self.words[max(0, name - _LEAD) : name]}
        if self._lower(name - 1) in _NONE and not denied:
            del self.words[start : at + 1]
        elif denied and not self._is_tied(at, name, start):
            self.words[start : at + 1] = [_said(self.words[at], "empty")]
        elif start < at and lead & _RELATIVE:
            told = (_said(self.words[start], "not"), _said(self.words[at], "empty"))
            self.words[start : at + 1] = told

    def _is_tied(self, at: int, name: int, until: int) -> bool:
        """`courses not assigned (to any maker)`: of rows it tells that no others belong to them."""
        found = self.known.lexicon.find(self.words[name:until])
        if found and not found[0].column:
            return True
        behind = at + 2 + (self._lower(at + 2) in _ARTICLES)
        return self._lower(at + 1) in _TO and self._is_table(behind)

    def _back(self, at: int, words: Collection[str]) -> int:
        """Where a run of such words begins that ends before a place."""
        while at and self.words[at - 1].lower in words:
            at -= 1
        return at

    def _lower(self, at: int) -> str:
        return self.words[at].lower if 0 <= at < len(self.words) else ""

    def _missing(self, at: int) -> None:
        """`with a missing weight`, `customers missing an email`."""
        if self.words[at].lower not in EMPTY or self._is_stored(at):
            return
        behind = self._lower(at + 1)
        name = at + 1 + (behind in _ARTICLES)
        if not self._column_at(name):
            return
        start = self._back(at, _ARTICLES)
        having = self._lower(start - 1) in _HAVING
        rows = self._is_table(start - 1)
        if having or rows:
            self.words[start - bool(having) : name] = [_said(self.words[at], "without")]

    def _holding(self, at: int) -> None:
        """`reps with a quota`: where it may be empty, those who have one."""
        articles = at + 1 < len(self.words) and self._lower(at + 1) in _ONE
        if not articles or self._lower(at) not in _HAVING or not self._is_table(at - 1, who=True):
            return
        name = at + 2
        for until in range(min(len(self.words), name + _LONGEST), name, -1):
            found = self.known.lexicon.find(self.words[name:until])
            if not found:
                continue
            column = self.known.column(found[0].ref) if found[0].column else None
            if column is None or not column.null_share or self._lower(until) not in _BEHIND:
                return
            told = (_said(self.words[at], "not"), _said(self.words[at + 1], "empty"))
            self.words[at:until] = [*self.words[name:until], *told]
            return

    def _by_nobody(self, at: int) -> None:
        """`claims that are handled by nobody` as `claims that nobody handled`."""
        nobody = self._lower(at) in _NOBODY or [self._lower(at), self._lower(at + 1)] == _NO_ONE
        if not nobody or self._lower(at - 1) != "by" or at < _LEAD:
            return
        until = at + (1 if self._lower(at) in _NOBODY else 2)
        start = self._back(at - 2, _BE)
        self.words[start:until] = [_said(self.words[at], "nobody"), self.words[at - 2]]

    def _named_from(self, at: int) -> bool:
        return any(
            self.known.lexicon.find(self.words[at:until])
            for until in range(min(len(self.words), at + _LONGEST), at, -1)
        )

    def _name_before(self, until: int) -> int:
        """Where the name of a column or of rows begins that ends there; 0 where there is none."""
        for at in range(max(1, until - _LONGEST), until):
            if self.words[at].lower in _ARTICLES | _NONE | _HAVING:
                continue
            if self.known.lexicon.find(self.words[at:until]):
                return at
        return 0

    def _column_at(self, at: int) -> bool:
        for until in range(min(len(self.words), at + _LONGEST), at, -1):
            found = self.known.lexicon.find(self.words[at:until])
            if found:
                return bool(found[0].column)
        return False

    def _is_table(self, at: int, *, who: bool = False) -> bool:
        """Whether rows are named there; `who`: also right before a `who` or `that`."""
        at -= who and self._lower(at) in ("who", "that", "which")
        found = self.known.lexicon.find(self.words[at : at + 1]) if at >= 0 else []
        return bool(found) and not found[0].column

    def _is_stored(self, at: int) -> bool:
        """Whether some rows hold the word itself."""
        return any(hit.score >= _EXACT for hit in self.known.values.find(self.words[at].lower))


def _said(word: Word, other: str) -> Word:
    return replace(word, text=other, lower=other, lemma=lemma_of(other), stem=stem_of(other))
