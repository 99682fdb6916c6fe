"""A part of what rows have room for: `seats sold`, `rooms left`, which no number of theirs is."""

from collections.abc import Sequence

from pipeline.rules.schema.items import Item
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.lexicon import Candidate
from pipeline.rules.schema.names import expanded
from pipeline.rules.text.words import Word, name_words, stem_of

_TIED = 0.1
_TAKEN = frozenset(("sold", "booked", "taken", "reserved", "occupied", "filled", "used", "rented"))
_LEFT = frozenset(
    ("left", "remaining", "available", "free", "unsold", "vacant", "spare", "empty", "unused",
     "unoccupied", "untaken", "over")
)  # fmt: skip
_BETWEEN = frozenset(
    ("are", "is", "was", "were", "been", "have", "has", "had", "that", "which", "still", "already",
     "not", "yet", "there", "be", "currently", "now")
)  # fmt: skip
# Numbers that go down by themselves: what they hold is what is left.
_STANDING = frozenset(
    ("stock", "inventory", "balance", "available", "remaining", "left", "hand", "free", "level",
     "open", "vacant", "spare", "unsold")
)  # fmt: skip


def with_parts_singled_out(
    items: Sequence[Item], words: Sequence[Word], known: Known
) -> list[Item]:
    """The items, with such a word as one that nothing explains where rows keep the whole only."""
    found = list(items)
    for item in items:
        at = _beside(item, items, words) if item.letter == "C" and item.candidates else None
        own = [one for one in found if at is not None and one.first <= at < one.last]
        if at is None or not all(_is_date(one, known) for one in own):
            continue
        told, best = words[at].lower, item.candidates[0].score
        meant = [c for c in item.candidates if c.score >= best - _TIED]
        if not any(_is_whole(candidate, told, known) for candidate in meant):
            continue
        taken = [c for c in meant if told in _TAKEN and not _has_others(c, known)]
        if taken:
            item.candidates = taken
            continue
        found = [one for one in found if one not in own]
        place = sum(1 for one in found if one.first <= at)
        found.insert(place, Item("x", at, at + 1, words[at].text))
    return found


def _is_date(item: Item, known: Known) -> bool:
    """Whether a word stands for no more than the date of what it tells: `sold_at`."""
    return item.letter == "C" and known.column(item.candidates[0].ref).kind.is_dated


def _beside(item: Item, items: Sequence[Item], words: Sequence[Word]) -> int | None:
    """Where the word stands that says which part is meant: right before it, or behind.

    Whose they are may stand between: `how many seats of Hamlet were sold`.
    """
    if item.first and words[item.first - 1].lower in _TAKEN | _LEFT:
        return item.first - 1
    whose = {n for one in items if one.letter in "pVT" for n in range(one.first, one.last)}
    at = item.last
    while at < len(words) and (words[at].lower in _BETWEEN or at in whose):
        at += 1
    return at if at < len(words) and words[at].lower in _TAKEN | _LEFT else None


def _is_whole(named: Candidate, told: str, known: Known) -> bool:
    """Whether a number is what rows have room for, and others of theirs take it up."""
    if not named.column or not known.column(named.ref).kind.is_number:
        return False
    said = {
        stem_of(word) for word in (*name_words(named.column), *expanded(name_words(named.column)))
    }
    standing = {stem_of(word) for word in (_STANDING if told in _LEFT else ())}
    return _has_others(named, known) and not said & {stem_of(told), *standing}


def _has_others(named: Candidate, known: Known) -> bool:
    return any(edge.multiplies for edge in known.joins.edges(named.table))
