"""Rule on the small word that leads each thing that both questions mention.

It asks nothing of what a word means, so it holds for words that no other guard knows.
"""

from typing import NamedTuple

from knowledge.matching import clauses, wordlists
from knowledge.matching.comparison import Comparison, Failure
from knowledge.matching.guards import roles as role_guards
from knowledge.matching.mentions import EACH, Mention, Mentions, led_by
from knowledge.matching.reading import Reading
from knowledge.matching.tokens import Mark

# Small words that say no more than that one thing belongs to another.
_BELONGING = frozenset({"", "of", "in", "for", "at", "on", "within", "among", "from"})
_IN_TIME = frozenset({"", "in", "during", "for", "of", "on", "at", "within"})
_WITH = frozenset({"", "with", "in", "of", "as"})
_HAVING = wordlists.words("have has had having whose with as s")
_ONE_END = frozenset({"from", "to"})


def kept_leads(pair: Comparison, found: Mentions) -> Failure | None:
    """Approved for is not approved by; their mentor a subject is not their mentor's subject."""
    moving = role_guards.moves(pair.stored) or role_guards.moves(pair.asked)
    for one, other in found.pairs:
        before, now = _led(pair.stored, one), _led(pair.asked, other)
        done = before.by_a_verb and now.by_a_verb
        if _is_another(one, other) or (done and _names_people(one, other)):
            return Failure("roles", f"“{other.token.text}” may be of another one")
        free = _free(one, moving=moving, done=done)
        if not (_same_lead(before, now, free) or _has({before.word, now.word}, one, other)):
            said = f"“{now.word} {other.token.text}” is not “{before.word} {one.token.text}”"
            return Failure("roles", said.replace("“ ", "“"))
    return None


class _Lead(NamedTuple):
    """The small word that leads a mention, and whether it stands by what is done."""

    word: str
    by_a_verb: bool


def _led(reading: Reading, mention: Mention) -> _Lead:
    return _Lead(led_by(reading, mention), clauses.does_at(reading, mention.after))


def _same_lead(before: _Lead, now: _Lead, free: frozenset[str]) -> bool:
    """Whether two small words say the same where they stand; what is sorted is compared apart."""
    words = {before.word, now.word}
    if len(words) == 1 or "sort" in words:
        return True
    if words == {"", "of"}:
        # Who lost their firm, beside who lost to somebody of their firm.
        return not any(each.by_a_verb and not each.word for each in (before, now))
    if words <= EACH:
        return not (before.by_a_verb and now.by_a_verb)
    return words <= free or ("and" in words and words <= _BELONGING | {"and"})


def _has(words: set[str], one: Mention, other: Mention) -> bool:
    """Whose order, with an order, who have an order."""
    return words <= _WITH and not _HAVING.isdisjoint({*one.leads, *other.leads})


def _free(mention: Mention, *, moving: bool, done: bool) -> frozenset[str]:
    """The small words that say the same before a mention."""
    if mention.token.mark is Mark.TIME:
        return _IN_TIME
    if done:
        # Gave the French is not gave in French.
        return _BELONGING - {"", *_ONE_END}
    return (_BELONGING - _ONE_END if moving else _BELONGING) | {"each"}


def _names_people(one: Mention, other: Mention) -> bool:
    """Who teach Dutch, beside who teach the Dutch."""
    value = one.token.mark is Mark.VALUE
    return value and ("the" in one.leads) != ("the" in other.leads)


_ARTICLES = ("a",), ("an",), ("the",)
# They say which one is meant of what they lead, and of nothing else.
_POINTING = {"another": "other", "other": "other", "own": "own", "such": "such"}
_OWN = frozenset({"their", "its", "his", "her"})
_ALL = frozenset({"all", "any"})
_HAS = frozenset({"have", "has", "had"})


def _is_another(one: Mention, other: Mention) -> bool:
    """Another guest, beside another show; their mentor's subject, beside their mentor a subject."""
    if _pointed_at(one) != _pointed_at(other):
        return True
    return any(
        ("s" in owned.leads and free.leads in _ARTICLES)
        or ("whose" in owned.leads and clauses.says_who_is(free.leads))
        or not (_OWN.isdisjoint(owned.leads) or _ALL.isdisjoint(free.leads))
        or (clauses.says_is(owned.leads) and _has_it(free))
        for owned, free in ((one, other), (other, one))
    )


def _pointed_at(mention: Mention) -> set[str]:
    return {_POINTING[word] for word in mention.leads if word in _POINTING}


def _has_it(mention: Mention) -> bool:
    """Whether somebody has what is mentioned; what has shipped is something else."""
    return not (_HAS.isdisjoint(mention.leads) or clauses.is_past(mention.token.text.lower()))
