"""The shape of an English question: what it asks for, who does what, and with which small words."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set

from knowledge.matching import wordlists
from knowledge.matching.alignment import Word
from knowledge.matching.comparison import Comparison
from knowledge.matching.reading import Reading, once
from knowledge.matching.stem import PASTS
from knowledge.matching.thesaurus import Relation, relation
from knowledge.matching.tokens import Mark, Token

ASKING = wordlists.words(
    """what which who whose whom how list show find give return name display count tell state
    report provide retrieve select"""
)
PREPOSITIONS = wordlists.words(
    """in at on of for from to by with without per through within into onto against about under
    over during via as among and"""
)
# Where the phrase that names what is asked for ends.
_BREAKS = wordlists.words(
    """who whom whose that which with without where when while have has had having by from in
    at on did do does to than if but as into about under over during through is are was
    were will"""
)
_GROUPING = frozenset({"per", "by each", "for each", "in each", "grouped by", "for every"})
_SKIPPED = wordlists.words(
    """the a an all each any our their its every this that those these his her your my"""
)
_DONE = wordlists.words(
    """made taught written sold held won built beaten run given taken sent paid born bought led
    driven flown drawn chosen caught spent lent left met kept let"""
)
_SENTENCES = re.compile(r"[.?!;]\s+\w")
BEING = wordlists.words("be been is are was were being get got gets")


@once
def texts(reading: Reading) -> tuple[str, ...]:
    """The words of a question in small letters; an operator is one of them."""
    return tuple(token.text.lower() for token in reading.tokens)


def has_sentences(reading: Reading) -> bool:
    """Whether a question is of several sentences."""
    return _SENTENCES.search(reading.text) is not None


def is_done(word: str) -> bool:
    """Whether a word is, or looks like, a past participle."""
    return (word.endswith("ed") and len(word) > len("seed")) or word in _DONE


def is_past(word: str) -> bool:
    """Whether a word is, or looks like, the past of a verb, participle or not."""
    return is_done(word) or word in PASTS


_IS = wordlists.words("are is was were be")
_THAT = wordlists.words("that which who")


def says_is(leads: Sequence[str]) -> bool:
    """Whether small words say what something is, and not what it has."""
    return not _IS.isdisjoint(leads) and {"have", "has", "had"}.isdisjoint(leads)


def says_who_is(leads: Sequence[str]) -> bool:
    """Whether small words say of something what it is: `who are`, `that was`."""
    return not _IS.isdisjoint(leads) and not _THAT.isdisjoint(leads)


def only_says_is(leads: Sequence[str]) -> bool:
    """Whether small words say what something is, and nothing else."""
    return not _IS.isdisjoint(leads) and set(leads) <= _IS | _THAT


_BEFORE_VERBS = wordlists.words("who which that did do does to will can could should they we")


def does_at(reading: Reading, place: int) -> bool:
    """Whether the word at a place is, or looks like, what somebody does or did."""
    if place < 0 or reading.tokens[place].mark is not Mark.WORD:
        return False
    word = reading.tokens[place].text.lower()
    before = reading.tokens[place - 1].text.lower() if place else ""
    return is_past(word) or (before in _BEFORE_VERBS and word not in wordlists.FUNCTION)


def begins_by(token: Token) -> bool:
    """`By`, and the operator `by each`."""
    return token.text.lower().split(" ", 1)[0] == "by" and not token.key.startswith("GRAIN")


def preposition_before(reading: Reading, place: int) -> str:
    """The preposition, or the `and`, that leads the phrase of a word; empty for none."""
    for token in reversed(reading.tokens[:place]):
        word = token.text.lower()
        if token.key == "EACH":
            if word != "each":
                return "by" if begins_by(token) else "per" * (word == "per")
        elif word in PREPOSITIONS:
            return word
        elif word not in _SKIPPED:
            return ""
    return ""


@once
def asked_for(reading: Reading) -> tuple[str, ...]:
    """The content words of the phrases that name what is asked for, in every sentence."""
    found: list[str] = []
    for start in _askings(reading):
        found += _phrase_from(reading, start)
    return tuple(dict.fromkeys(found))


def _askings(reading: Reading) -> Iterator[int]:
    """Where a question, or a sentence of one, begins to say what it asks for."""
    starts: list[int] = []
    for place, token in enumerate(reading.tokens):
        if _is_relative(reading, place):
            continue
        if token.text.lower() in ASKING and (not starts or _begins(reading, place)):
            starts.append(place)
        elif token.key == "COUNT" and not starts:
            return
    # `Customers with a loan` names what it wants; `I would like to know` names nothing yet.
    first = reading.tokens[0].text.lower() if reading.tokens else ""
    polite = first in wordlists.POLITE or first in wordlists.FUNCTION
    yield from starts or ([] if polite else [-1])


def _is_relative(reading: Reading, place: int) -> bool:
    """`Players who earn` asks for players: `who` only says which of them."""
    if not place or reading.tokens[place].text.lower() not in ("who", "which", "whose", "whom"):
        return False
    before = reading.tokens[place - 1]
    return (
        before.mark is Mark.WORD
        and before.key not in wordlists.LIGHT
        and not _begins(reading, place)
    )


def _begins(reading: Reading, place: int) -> bool:
    before = reading.text[: reading.tokens[place].start].rstrip()
    return before.endswith((".", "?", "!", ";", " and"))


def _phrase_from(reading: Reading, start: int) -> Iterator[str]:
    said = False
    noun = start >= 0 and reading.tokens[start].text.lower() in ("which", "what", "whose")
    for token in reading.tokens[start + 1 :]:
        word = token.text.lower()
        if said and (word.split(" ", 1)[0] in _BREAKS or is_done(word)):
            return
        if token.mark is not Mark.WORD:
            if said and (token.key not in ("EACH", "DISTINCT") or word in _GROUPING):
                return
            continue
        if token.key not in wordlists.LIGHT and word not in ASKING:
            said = True
            yield token.key
            if noun and word.endswith("s") and not word.endswith("ss"):
                return
        elif word in BEING or word in _BREAKS:
            noun = False


def has_same(key: str, others: Iterable[str]) -> bool:
    """Whether a word of the same meaning is among others."""
    return any(relation(key, other) is Relation.SAME for other in others)


def twins(pair: Comparison) -> Iterator[tuple[Word, Word]]:
    """Every content word of the approved question beside the same one of the new question."""
    for word in pair.stored_words:
        for other in pair.asked_words:
            if relation(word.key, other.key) is Relation.SAME:
                yield word, other


@once
def forms(reading: Reading) -> Mapping[str, Set[str]]:
    """How each stem is written in a question."""
    found: dict[str, set[str]] = {}
    for token, word in zip(reading.tokens, texts(reading), strict=True):
        if token.mark is Mark.WORD and word not in wordlists.LIGHT:
            found.setdefault(token.key, set()).add(word)
    return found


def each_nouns(reading: Reading) -> Iterator[str]:
    """The noun that each `for each` is about."""
    for place, token in enumerate(reading.tokens):
        if token.key == "EACH" and token.mark is Mark.OPERATOR:
            yield from contents(reading.tokens[place + 1 :])[:1]


def contents(tokens: Sequence[Token]) -> list[str]:
    """The stems of the content words among tokens."""
    return [
        token.key
        for token in tokens
        if token.mark is Mark.WORD and token.key not in wordlists.LIGHT
    ]
