"""What rows did, by a date of their own: `who retired` are those with a date of retirement.

A verb that ends its clause becomes a condition on the date that is called after it. Without one it
is a word that nothing explains, unless `deeds_recorded` finds other rows that tell of it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from knowledge.catalog import Column, Kind
from pipeline.rules.linking.dates_of_deeds import ANY_EVENT, dates_of, forms_of, is_called_after
from pipeline.rules.schema.items import Item
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.lexicon import Candidate
from pipeline.rules.schema.names import related_words
from pipeline.rules.schema.parts import Test
from pipeline.rules.tagging.single_words import BEGUN, is_verb
from pipeline.rules.text.words import Word, is_past, name_words, stem_of
from pipeline.rules.vocabulary import GRAINS

_RELATIVE = frozenset(("who", "that", "which", "whom"))
_HAVE = frozenset(("have", "has", "had", "'ve"))
_BE = frozenset(("been", "was", "were", "is", "are", "be", "being", "got", "get"))
_DENIED = frozenset(("not", "never", "n't", "haven't", "hasn't", "hadn't"))
_BESIDE = frozenset(
    ("already", "ever", "now", "recently", "since", "yet", "just", "so", "far", "actually",
     "also", "all", "officially", "finally", "there")
)  # fmt: skip
_BEFORE = _RELATIVE | _HAVE | _BE | _DENIED | _BESIDE
_BEHIND = frozenset(("already", "yet", "so", "far", "now", "ever", "recently"))
_ANYBODY = frozenset(("everyone", "everybody", "anyone", "anybody", "people", "those", "all"))
_EACH = frozenset(("per", "for"))
_ENDS = frozenset((".", "?", "!", ",", ";", "and", "or", "but")) | _EACH
# What may happen to anything: it tells no rows from others.
_ANYTHING = ANY_EVENT | frozenset(
    stem_of(word)
    for word in (
        "find", "store", "know", "use", "involve", "name", "call", "mention", "keep", "appear",
    )
)  # fmt: skip
# How far rows have come: of those that are named so, not all need have come that far.
_PROGRESS = frozenset(
    stem_of(word)
    for word in (
        "finish", "complete", "cancel", "approve", "resolve", "settle", "confirm", "reject",
        "refund", "deliver", "pay", "close", "terminate", "suspend", "withdraw", "retire", "end",
        "return", "expire", "renew", "fail", "activate", "admit", "discharge", "graduate",
    )
)  # fmt: skip
_DONE = "done"
_LEFT = "left"  # those who are left did not leave
# Who moved from here to there: the name behind the verb says which way.
_MOVING = frozenset(
    stem_of(word) for word in ("depart", "arrive", "leave", "left", "sail", "fly", "land", "go")
)
_WAYS = frozenset(("from", "to", "into", "in", "at"))
_JOINTS = frozenset(("and", "but"))
_DAYS = frozenset(("at", "on", "date", "day", "time", "timestamp", "datetime", "dt"))


def with_deeds_dated(
    items: Sequence[Item], words: Sequence[Word], known: Known
) -> tuple[list[Item], tuple[str, ...]]:
    """The items with such a deed as a condition, else as a word that nothing explains.

    Said of all rows it would be answered for those as well that never did it. The verbs are those
    that say besides which way rows went.
    """
    found: list[Item] = list(items)
    went: list[str] = []
    if not words or words[0].lower in ("when", "where"):
        return found, ()
    for at, word in enumerate(words):
        moved = word.stem in _MOVING and _leads_to_name(found, words, at)
        done = is_past(word.lower) or word.lower == _DONE
        clause = _clause(found, words, at, known, open_end=moved) if done or moved else None
        if clause is not None and not (clause.passive and word.lower == _LEFT):
            deed = _Deed(word, at, clause, known)
            found = deed.told(found) if done else deed.left_out(found)
            went += [word.text] if moved else []
    return found, tuple(went)


@dataclass(frozen=True, slots=True)
class _Clause:
    """What stands before the verb of a clause: its rows, and how the verb is said of them."""

    rows: Item | None
    first: int
    said: frozenset[str]

    @property
    def passive(self) -> bool:
        return bool(self.said & _BE)

    @property
    def denied(self) -> bool:
        return bool(self.said & _DENIED)


def _names_periods(words: Sequence[Word]) -> bool:
    return any(word.lower in GRAINS for word in words[:2])


def _leads_to_name(items: Sequence[Item], words: Sequence[Word], at: int) -> bool:
    """`departed from Oslo`: a name follows, of where rows came from or went."""
    led = at + 1 < len(words) and words[at + 1].lower in _WAYS
    return any(item.letter == "V" and item.first == at + 1 + led for item in items)


def _clause(
    items: Sequence[Item], words: Sequence[Word], at: int, known: Known, *, open_end: bool
) -> _Clause | None:
    """The clause that this verb ends, if it does; None where more is said of the deed."""
    until = len(words) if open_end else at + 1
    while until < len(words) and words[until].lower in _BEHIND:
        until += 1
    if until < len(words) and words[until].lower not in _ENDS:
        return None
    if words[until:] and words[until].lower in _EACH and _names_periods(words[until + 1 :]):
        return None  # `returned per month`: the date of the deed tells the months apart
    first = at
    while first > 0 and words[first - 1].lower in _BEFORE:
        first -= 1
    said = frozenset(word.lower for word in words[first:at])
    told = _rows_before(items, words, first)
    rows = next((item for item in told if _dates_in(_table(item), words[at].lower, known)), None)
    rows = rows or next(iter(told), None)
    if rows is not None:
        # `the flights departed` may be short for many things; `teams that won` is a clause.
        led = said or rows.last != first or items[0].letter in "kw" or open_end
        return _Clause(rows, first, said) if led else None
    asked = first == 0 or words[first - 1].lower in _ANYBODY
    named = any(item.letter in "TCVFM" and item.first < first for item in items)
    led = words[first].lower in ("who", "that")
    return _Clause(None, first, said) if asked and led and not named else None


def _rows_before(items: Sequence[Item], words: Sequence[Word], at: int) -> list[Item]:
    """The rows that a clause may tell of, the nearest first: right before it, or said before."""
    before = [item for item in reversed(items) if item.letter == "T" and item.last <= at]
    joined = bool(at) and words[at - 1].lower in _JOINTS
    deed = joined and any(item.letter == "f" and item.last == at - 1 for item in items)
    if deed or words[at].lower in (_BEFORE if joined else _RELATIVE):
        return before
    return [item for item in before if item.last == at][:1]


@dataclass(frozen=True, slots=True)
class _Deed:
    """One verb at the end of its clause."""

    word: Word
    at: int
    clause: _Clause
    known: Known

    def told(self, items: list[Item]) -> list[Item]:
        """The items with what the verb says, where no other word has said it."""
        own = [item for item in items if item.first <= self.at < item.last]
        if not self._is_open(own):
            return items
        dates = self._dates()
        if len(dates) == 1:
            return self._dated(items, own, dates[0])
        if self.clause.rows is None:
            return self._unread([item for item in items if item not in own])
        return self._unread(items) if self._tells_apart(own) else items

    def left_out(self, items: list[Item]) -> list[Item]:
        """The items, where the verb says no more than which way rows go."""
        own = [item for item in items if item.first <= self.at < item.last]
        return [item for item in items if item not in own] if self._is_open(own) else items

    def _is_open(self, own: Sequence[Item]) -> bool:
        """Whether the verb stands for nothing yet, or for a date alone."""
        if not own:
            return is_verb(self.word) or self.word.lower == _DONE
        item = own[0]
        dated = item.letter == "C" and item.last == self.at + 1 and bool(item.candidates)
        return len(own) == 1 and dated and _is_date(self.known.column(item.candidates[0].ref))

    def _dates(self) -> list[Candidate]:
        """The dates of these rows that are called after the verb; nobody's else where it is who."""
        rows = self.clause.rows
        keys = sorted(self.known.allowed) if rows is None else [_table(rows)]
        said = self.word.lower
        return [Candidate(k, n, 1.0) for k in keys for n in _dates_in(k, said, self.known)]

    def _dated(self, items: list[Item], own: Sequence[Item], date: Candidate) -> list[Item]:
        """The date is there, or is not; where all rows have it the verb tells none apart."""
        if not self.known.column(date.ref).null_share:
            return items
        column = Item("C", self.at, self.at + 1, self.word.text, "date", candidates=[date])
        denied = self.clause.denied
        test = Test(
            operator="is null" if denied else "is not null", column=column,
            words=self.word.text, first=self.at,
        )  # fmt: skip
        said = [item for item in items if self.clause.first <= item.first <= self.at]
        kept = [item for item in items if item not in said and item not in own]
        place = sum(1 for item in kept if item.first <= self.at)
        told = [Item("f", self.at, self.at + 1, self.word.text, test)]
        if self.clause.rows is None:
            told.insert(0, _rows(date.table, self.clause.first, "who"))
        return [*kept[:place], *told, *kept[place:]]

    def _tells_apart(self, own: Sequence[Item]) -> bool:
        """Whether of all such rows only some need have done it."""
        if own or self.clause.denied or self.word.stem in _ANYTHING:
            return False
        if self.word.stem in _PROGRESS:
            return True
        begun = self.clause.passive and self.word.stem in BEGUN
        return bool(self.clause.said & (_RELATIVE | _HAVE)) and not begun

    def _unread(self, items: list[Item]) -> list[Item]:
        place = sum(1 for item in items if item.first <= self.at)
        return [*items[:place], Item("x", self.at, self.at + 1, self.word.text), *items[place:]]


def _table(rows: Item) -> str:
    return rows.candidates[0].table


def _dates_in(key: str, verb: str, known: Known) -> list[str]:
    """The dates of a table that are called after a verb, or after what means the same."""
    table, said = known.table(key), forms_of(verb)
    named = [column.name for column in table.columns if _is_date(column)]
    called = [name for name in named if is_called_after(name, said)]
    if called:
        return called
    others = {form for other in related_words(verb) for form in forms_of(other)}
    return dates_of([verb], table) or [name for name in named if is_called_after(name, others)]


def _rows(table: str, at: int, text: str) -> Item:
    return Item("T", at, at + 1, text, candidates=[Candidate(table, "", 1.0)])


def _is_date(column: Column) -> bool:
    """Whether a column is a date, or a text that is called one: dates are written in many ways."""
    called = set(name_words(column.name)[-1:]) & _DAYS
    return column.kind.is_dated or (column.kind is Kind.TEXT and bool(called))
