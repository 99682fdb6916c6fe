"""Where a question asks for a length of time: its two dates as columns."""

from collections.abc import Sequence

from pipeline.rules.schema.items import Item
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.lexicon import Candidate
from pipeline.rules.tagging.ends_of_lengths import ends_of_deed, ends_said
from pipeline.rules.text.words import Word
from pipeline.rules.vocabulary.lengths import BETWEEN, TO_DO

_LONGEST = 6
_ARTICLES = frozenset(("a", "an", "the", "their", "our", "each", "every"))


def length_said(
    words: Sequence[Word], at: int, before: Sequence[Item], known: Known
) -> list[Item] | None:
    """The items of a length that begins at a word, where both of its ends are told."""
    if not before or before[-1].letter != "a":
        return None
    for until in range(min(len(words), at + _LONGEST), at, -1):
        phrase = " ".join(word.lower for word in words[at:until])
        if phrase in BETWEEN:
            return _between(words, at, until, BETWEEN[phrase], known)
        if phrase in TO_DO and until < len(words):
            return _to_do(words, at, until, TO_DO[phrase], before, known)
    return None


def _between(
    words: Sequence[Word], at: int, until: int, unit: str, known: Known
) -> list[Item] | None:
    ends = ends_said(words, until, known)
    if ends is None:
        return None
    spans = ((until, ends.joint, ends.since), (ends.joint + 1, ends.last, ends.until))
    named = [_column(words, first, last, found) for first, last, found in spans]
    return _items(words, at, until, unit, named)


def _to_do(
    words: Sequence[Word], at: int, until: int, unit: str, before: Sequence[Item], known: Known
) -> list[Item] | None:
    """`to resolve a ticket`: of the tickets, or of the rows named before."""
    noun = until + 1
    noun += noun < len(words) and words[noun].lower in _ARTICLES
    behind = known.lexicon.find(words[noun : noun + 1]) if noun < len(words) else []
    rows = [c.table for c in behind[:1] if not c.column]
    rows += [item.candidates[0].table for item in reversed(before) if item.letter == "T"]
    for table in rows[:1]:
        since, last = ends_of_deed(words[until].lower, table, known)
        if since and last:
            named = [_column(words, until, until + 1, found) for found in (since, last)]
            return _items(words, at, until, unit, named)
    return None


def _column(words: Sequence[Word], first: int, last: int, found: list[Candidate]) -> Item:
    text = " ".join(word.text for word in words[first:last])
    return Item("C", first, last, text, "date", candidates=found)


def _items(
    words: Sequence[Word], at: int, until: int, unit: str, named: Sequence[Item]
) -> list[Item]:
    told = " ".join(word.text for word in words[at:until])
    joint = Item("&", named[0].last, named[1].first)
    return [Item("j", at, until, told, unit), named[0], joint, named[1]]
