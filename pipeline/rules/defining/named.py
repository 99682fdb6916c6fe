"""Names of a question that a definition explains, and the question with its words instead."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from knowledge.glossary import Definition
from pipeline.rules.defining.said_as import is_change
from pipeline.rules.text.spelling import ENGLISH
from pipeline.rules.text.words import Word, words_of
from pipeline.rules.vocabulary import FILLERS
from pipeline.times.values import TimeSpan

_PERIOD = r"(?:time ?)?(?:period|frame|span|range|window|point|interval)(?:s)?"
_OF_THEM = r"(?:for|over|in|within|during|at|of|across)"
# `for a given period`: whichever the question speaks of.
_ANY_PERIOD = re.compile(
    rf",?\s+{_OF_THEM}\s+(?:an?|the|any)\s+(?:given|specific|specified|selected|certain|chosen|"
    rf"defined|designated|particular|set)\s+{_PERIOD}(?: of (?:time|days))?",
    re.IGNORECASE,
)
# `over a recent period`: only the question says which.
_RECENT = re.compile(
    rf",?\s+{_OF_THEM}\s+(?:an?|the)\s+(?:select(?:ed)?\s+)?recent\s+{_PERIOD}", re.IGNORECASE
)
_ARTICLE = re.compile(r"^(?:the|an?)\s+", re.IGNORECASE)
# `calculate the average price` is the average price.
_ORDER = re.compile(r"^(?:calculate|compute|determine|find|assess|get)\s+(?=\w)", re.IGNORECASE)
_LEADS = frozenset(("in", "on", "for", "during", "within", "since", "who", "that", "which"))
_SAME = {"past": "last", "previous": "last"}
# Where the words beside a name are looked for, in characters.
_NEAR = 100
_FEWEST = 3
_ADDED = frozenset(("total", "overall", "sum"))


@dataclass(frozen=True, slots=True)
class Found:
    """The characters [at, until) of a question that name what is defined."""

    definition: Definition
    at: int
    until: int


def first_named(
    question: str, definitions: Sequence[Definition], times: Sequence[TimeSpan]
) -> Found | None:
    """The first name of the question that one of them explains; the longest, where several do."""
    words, keys = words_of(question), _keys(definitions)
    found = (_named_at(words, at, keys, times) for at in range(len(words)))
    return next((one for one in found if one is not None), None)


_Key = tuple[tuple[str, ...], str, Definition]


def _keys(definitions: Sequence[Definition]) -> list[_Key]:
    """The names of definitions, the longest first."""
    keys = ((_key(name), name, each) for each in definitions for name in each.names)
    return sorted(keys, key=lambda key: -len(key[0]))


def _named_at(
    words: Sequence[Word], at: int, keys: Sequence[_Key], times: Sequence[TimeSpan]
) -> Found | None:
    for key, name, definition in keys:
        said = words[at : at + len(key)]
        if _is_named(said, key, name) and _may_be_read(said, definition, times):
            return Found(definition, said[0].at, said[-1].until)
    return None


def named_in(
    question: str, definitions: Sequence[Definition], times: Sequence[TimeSpan] = ()
) -> tuple[Definition, ...]:
    """Every definition that the question needs, also by way of the words of another."""
    found: list[Definition] = []
    left, texts = list(definitions), [question]
    while texts:
        text = texts.pop()
        spans = times if text is question else ()
        named = [each for each in left if first_named(text, (each,), spans) is not None]
        left = [each for each in left if each not in named]
        found += named
        texts += [each.words for each in named]
    return tuple(found)


def all_named(
    question: str, definition: Definition, times: Sequence[TimeSpan]
) -> tuple[Found, ...]:
    """Every place of the question that names it, the last one first."""
    words, found, free = words_of(question), list[Found](), 0
    for at in range(len(words)):
        one = _named_at(words, at, _keys((definition,)), times) if at >= free else None
        if one is not None:
            found.insert(0, one)
            free = next((n for n in range(at, len(words)) if words[n].at >= one.until), len(words))
    return tuple(found)


def said_plainly(definition: Definition, question: str, *, dated: bool) -> str:
    """The words of a definition, without what the question says, or is to say, by itself."""
    words = " ".join(definition.words.split()).rstrip(".;, ")
    words = _ANY_PERIOD.sub("", _without_repeated(words, question))
    words = _RECENT.sub("", words) if dated else words
    words = _ARTICLE.sub("", _ORDER.sub("", words))
    spelled = [word for word in words.split() if word[:1].isalpha()]
    titled = [word for word in spelled if word[0].isupper() or word.lower() in FILLERS]
    # `Average Sale Price` names no sale.
    return words.lower() if len(titled) == len(spelled) and not words.isupper() else words


def _without_repeated(words: str, question: str) -> str:
    """`sale price in the first quarter of 2023`, of a question about that quarter."""
    said, asked = words_of(words), f" {_plain(words_of(question))} "
    for place in range(1, len(said) - _FEWEST + 1):
        leads = said[place].lower in _LEADS
        if leads and f" {_plain(said[place:])} " in asked:
            return words[: said[place].at].rstrip(" ,")
    return words


def _plain(words: Sequence[Word]) -> str:
    return " ".join(_SAME.get(word.lower, word.lemma) for word in words)


def with_words(
    question: str, found: Found, words: str, times: Sequence[TimeSpan]
) -> tuple[str, tuple[TimeSpan, ...]]:
    """The question with the words in place of the name, and its times where they stand now."""
    at, until = found.at, found.until
    near = max(at - _NEAR, 0)
    before = words_of(question[near:at])
    behind = words_of(question[until : until + _NEAR])
    said = words_of(words)
    if behind and len(said) > 1 and behind[0].lemma in (said[0].lemma, said[-1].lemma):
        until += behind[0].until  # `MoM change`, where MoM is a change already
    if before and said and before[-1].lower in _ADDED and said[0].lower in _ADDED:
        at = near + before[-1].at
    gain = len(words) - (until - at)
    moved = tuple(
        replace(time, at=time.at + gain, until=time.until + gain) if time.at >= until else time
        for time in times
        if not _overlaps(time, at, until)
    )
    return f"{question[:at]}{words}{question[until:]}", moved


@lru_cache(maxsize=4096)
def _key(name: str) -> tuple[str, ...]:
    return tuple(word.lemma for word in words_of(name))


def _is_named(said: Sequence[Word], key: tuple[str, ...], name: str) -> bool:
    if not key or not said or said[0].lemma != key[0]:
        return False
    if tuple(word.lemma for word in said) != key or any(word.quoted for word in said):
        return False
    # `IT`, `AS`: only as it is written, where the word means something else.
    plain = len(key) == 1 and name.isupper() and name.lower() in ENGLISH
    return not plain or said[0].text == name


def _may_be_read(said: Sequence[Word], definition: Definition, times: Sequence[TimeSpan]) -> bool:
    """Not `the last 30 days`: the calendar says what these are. How `MoM` moves, it does not."""
    dated = any(_overlaps(time, said[0].at, said[-1].until) for time in times)
    return not dated or is_change(definition.words)


def _overlaps(time: TimeSpan, at: int, until: int) -> bool:
    return time.at < until and at < time.until
