"""`customer signups`, `registrations`: rows that came, counted as the rows that they are."""

from collections.abc import Sequence
from dataclasses import replace

from pipeline.rules.schema.holding import holds
from pipeline.rules.schema.items import Item
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.lexicon import Candidate
from pipeline.rules.tagging.newcomers import verb_of_coming
from pipeline.rules.text.words import is_plural, lemma_of

_COUNTED = frozenset("kas")
_COMING = frozenset(("signup", "registration", "enrolment", "enrollment", "joiner", "newcomer"))


def with_arrivals(items: Sequence[Item], known: Known) -> tuple[list[Item], tuple[str, ...]]:
    """The items with such nouns as their rows, and the verb that says when those came."""
    if not any(_comes(item) for item in items):
        return list(items), ()
    found: list[Item] = []
    came: list[str] = []
    for at, item in enumerate(items):
        rows = _rows(items, at, known) if _comes(item) else ""
        if not rows:
            found.append(item)
            continue
        came.append(verb_of_coming(rows, known))
        before = found[-1] if found else None
        if before is not None and before.letter == "T" and before.last == item.first:
            before.last, before.text = item.last, f"{before.text} {item.text}"
        else:
            named = [Candidate(rows, "", 1.0)]
            found.append(replace(item, letter="T", verb=False, candidates=named))
    return found, tuple(verb for verb in dict.fromkeys(came) if verb)


def _comes(item: Item) -> bool:
    word = item.text.lower().replace("-", "")
    return item.letter in "xC" and is_plural(word) and lemma_of(word) in _COMING


def _rows(items: Sequence[Item], at: int, known: Known) -> str:
    """The table of what came: named right before, or anywhere where the noun stands alone."""
    item, before = items[at], items[at - 1] if at else None
    if item.letter == "C" and holds(item, known) != "date":
        return ""
    if at + 1 < len(items) and items[at + 1].letter in "CV" and items[at + 1].first == item.last:
        return ""
    if before is not None and before.letter == "T" and before.last == item.first:
        asked = items[at - 2].letter if at > 1 else ""
        return before.candidates[0].table if asked in _COUNTED or at == 1 else ""
    if before is not None and before.letter not in _COUNTED:
        return ""
    if item.letter == "C":
        return item.candidates[0].table
    named = {one.candidates[0].table for one in items if one.letter == "T"}
    return min(named) if len(named) == 1 else ""
