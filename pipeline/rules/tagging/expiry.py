"""That something expires, where the data say until when it is valid: `runs out next month`."""

from collections.abc import Iterator, Sequence

from pipeline.rules.schema.items import Item
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.lexicon import Candidate
from pipeline.rules.schema.names import expanded
from pipeline.rules.tagging.timing import Read
from pipeline.rules.text.words import Word, name_words

_VERBS = frozenset((("expire",), ("expires",), ("expiring",), ("lapse",), ("lapses",),
                    ("run", "out"), ("runs", "out"), ("running", "out")))  # fmt: skip
_NAMES = frozenset((("expiry", "date"), ("expiration", "date"), ("date", "of", "expiry"),
                    ("expiry",), ("expiration",)))  # fmt: skip
_LONGEST = 3
_EXPIRY = frozenset(("exp", "expiry", "expires", "expire", "expiration", "expiring"))
_UNTIL = frozenset(("until", "to", "thru", "through"))
# What people have that expires: where no row is called so, it is theirs by being valid.
_HELD = frozenset(
    ("membership", "memberships", "subscription", "card", "license", "licence", "licenses",
     "licences", "registration", "contract", "policy", "validity", "pass", "permit", "account")
)  # fmt: skip
_OWNED = frozenset(("whose", "'s", "'", "their", "the"))


def read_expiry(words: Sequence[Word], known: Known) -> Read:
    """Where such words stand, with the dates until which rows are valid in their place."""
    found: dict[int, tuple[int, tuple[Item, ...]]] = {}
    for at, last in _said(words):
        dates = _dates(words, known)
        if not dates:
            return {}
        if not _is_named(words[at:last], dates, known):
            text = " ".join(word.text for word in words[at:last])
            # An expiry date may be asked for; that something expires only says of which date.
            verb = tuple(word.lower for word in words[at:last]) in _VERBS
            found[at] = (last, (Item("C", at, last, text, candidates=dates, verb=verb),))
        held = words[at - 1].lower in _HELD and words[at - 2].lower in _OWNED if at > 1 else False
        if held and not known.lexicon.find(words[at - 1 : at]):
            found[at - 1] = (at, ())
    return found


def _said(words: Sequence[Word]) -> Iterator[tuple[int, int]]:
    at = 0
    while at < len(words):
        lower = tuple(word.lower for word in words[at : at + _LONGEST])
        told = (n for n in range(len(lower), 0, -1) if lower[:n] in _VERBS | _NAMES)
        count = next(told, 0)
        if count:
            yield at, at + count
        at += count or 1


def _is_named(words: Sequence[Word], dates: Sequence[Candidate], known: Known) -> bool:
    """Whether the words are the name of such a date anyway."""
    refs = {candidate.ref for candidate in dates}
    return any(candidate.ref in refs for candidate in known.lexicon.find(words))


def _dates(words: Sequence[Word], known: Known) -> list[Candidate]:
    """The dates until which rows are valid: those of the rows that are named before any others."""
    named = {c.table for word in words for c in known.lexicon.find([word])[:1] if not c.column}
    found = [
        Candidate(key, column.name, 1.0)
        for key in sorted(known.allowed) for column in known.table(key).columns
        if column.kind.is_dated and _expires(column.name)
    ]  # fmt: skip
    return [candidate for candidate in found if candidate.table in named] or found


def _expires(name: str) -> bool:
    words = {*name_words(name), *expanded(name_words(name))}
    return bool(words & _EXPIRY) or ("valid" in words and bool(words & _UNTIL))
