"""Guards on which noun a small word belongs to: the biggest, first, only, all and most of what."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from knowledge.matching import clauses, lexicon, wordlists
from knowledge.matching.comparison import Comparison, Failure
from knowledge.matching.reading import Reading, once
from knowledge.matching.tokens import Mark, Token

_RANKING = frozenset({"MAX", "MIN", "MOST", "FEWEST", "SECOND", "THIRD", "FOURTH"})
_PLACED = frozenset({"FIRST", "LAST", "ONLY"})
_QUANTIFIERS = wordlists.words("all any some every each no none most")
# `Order of` was read as a way to sort; beside `the biggest` it is a thing that is ordered.
_ORDERS = frozenset({"order of", "orders of"})
_VALUE = "*value*"


def belongs_to(pair: Comparison) -> Failure | None:
    """The biggest order of a customer is not the order of the biggest customer."""
    before, now = _owners(pair.stored), _owners(pair.asked)
    said, asked = _nouns(pair.stored), _nouns(pair.asked)
    for kind in before.keys() & now.keys():
        one, other = before[kind], now[kind]
        if not one or not other or any(clauses.has_same(key, one) for key in other):
            continue
        crossed = any(clauses.has_same(key, said) for key in other) and any(
            clauses.has_same(key, asked) for key in one
        )
        measured = (one | other) & lexicon.AGGREGATES
        if crossed or (kind in _PLACED and measured) or kind == "ONLY":
            return Failure("meaning", "a small word belongs to something else in one of them")
    return None


@once
def _owners(reading: Reading) -> Mapping[str, frozenset[str]]:
    """Each superlative, `first`, `only` and `all` with the nouns that it stands by."""
    owners: dict[str, frozenset[str]] = {}
    for place, token in enumerate(reading.tokens):
        word = token.text.lower().split(" ")[-1]
        operator = token.mark is Mark.OPERATOR
        if operator and token.key in _RANKING | _PLACED:
            found = _following(reading.tokens[place + 1 :], token.key)
            owners[token.key] = found or _preceding(reading.tokens[:place], token.key)
        elif word in _QUANTIFIERS:
            owners[word] = _following(reading.tokens[place + 1 :], word)
    return owners


def _following(tokens: tuple[Token, ...], kind: str) -> frozenset[str]:
    """The nouns right behind, as one name: `the largest order amount` is of both."""
    found: set[str] = set()
    for token in tokens:
        key = _noun(token)
        aggregate = token.mark is Mark.OPERATOR and token.key in lexicon.AGGREGATES
        if aggregate and kind in _PLACED and not found:
            return frozenset({token.key})
        if key:
            found.add(key)
        elif found or not (_is_article(token) or token.mark is Mark.NUMBER or aggregate):
            break
        if kind == "ONLY" and found:
            break
    return frozenset(found)


def _is_article(token: Token) -> bool:
    return token.text.lower() in ("the", "a", "an", "of", "our", "their", "in", "from", "for", "to")


def _preceding(tokens: tuple[Token, ...], kind: str) -> frozenset[str]:
    if kind not in _PLACED:
        return frozenset()
    return frozenset([key for key in map(_noun, tokens) if key][-1:])


def _noun(token: Token) -> str:
    if token.text.lower() in _ORDERS:
        return "order"
    if token.mark is Mark.VALUE:
        return _VALUE
    return token.key if token.mark is Mark.WORD and token.key not in wordlists.LIGHT else ""


@once
def _nouns(reading: Reading) -> Sequence[str]:
    return tuple(key for key in map(_noun, reading.tokens) if key)


_COUNTING = frozenset({"most", "fewest", "least", "the most"})


def most_of_many(pair: Comparison) -> Failure | None:
    """The most returns are counted; the most return is a degree, or a slip."""
    before, now = dict(_counted(pair.stored)), dict(_counted(pair.asked))
    for key in before.keys() & now.keys():
        if before[key] != now[key]:
            return Failure("aggregate", "“most” may count them, or say how much")
    return None


def _counted(reading: Reading) -> Iterator[tuple[str, bool]]:
    """What each plain `most` is of, and whether that is a plural."""
    for place, token in enumerate(reading.tokens):
        if token.text.lower() in _COUNTING and token.mark is Mark.OPERATOR:
            name: list[Token] = []
            for other in reading.tokens[place + 1 :]:
                if not _noun(other):
                    break
                name.append(other)
            if name:
                word = name[-1].text.lower()
                yield name[-1].key, word.endswith("s") and not word.endswith("ss")


def every_single(pair: Comparison) -> Failure | None:
    """One single item is not every single item; with every item is not with an item."""
    if _singles(pair.stored) != _singles(pair.asked):
        return Failure("meaning", "one speaks of a single one, the other of every single one")
    if _has_every(pair.stored) != _has_every(pair.asked):
        return Failure("meaning", "only one of them asks for every one of them")
    return None


def _singles(reading: Reading) -> list[bool]:
    """For each `single`: whether it only strengthens `every`."""
    words = ["", *clauses.texts(reading)]
    return [
        before.split(" ")[-1] in ("every", "each")
        for before, word in pairwise(words)
        if word == "single"
    ]


_WITH = frozenset(
    {("with", "each"), *((word, "every") for word in ("with", "have", "has", "had", "having"))}
)


def _has_every(reading: Reading) -> bool:
    return not _WITH.isdisjoint(pairwise(clauses.texts(reading)))
