"""Alignment: which content words of two questions stand for each other, and which stand alone."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from knowledge.matching import wordlists
from knowledge.matching.reading import Reading
from knowledge.matching.schema import SchemaWords
from knowledge.matching.stem import stem
from knowledge.matching.thesaurus import Relation, is_known, relation
from knowledge.matching.tokens import Mark, Token, cut_off

Similarity = Callable[[str, str], float]

_WORTH_EMBEDDING = 5
_LONG_WORD = 6
_STEM, _ENDING = 5, 4
_AGENT, _ROOT = ("er", "or"), 4
# By relation: the similarity from which it is believed, the least that counts at all, and the
# strengths of the two.
_BELIEF = {
    Relation.SYNONYM: (0.3, 0.0, 0.9, 0.6),
    Relation.BROADER: (0.45, 0.0, 0.8, 0.5),
    Relation.UNKNOWN: (0.4, 0.4, 0.0, 0.0),
}
_FILLER = frozenset(stem(word) for word in wordlists.FILLER) | wordlists.FILLER
_POLITE_PAIRS = {("would", "like"), ("d", "like"), ("you", "mind"), ("mind", "giving")}
_MEASURED_BY = {
    "age": {"age", "birth", "birthday"},
    "tall": {"height", "tall"},
    "heavy": {"weight", "heavy"},
    "price": {"price", "cost", "fee", "rate"},
    "recent": {"date", "time", "year", "day", "month"},
    "early": {"date", "time", "year", "day", "month"},
    "long": {"length", "duration", "time", "distance", "runtime", "long"},
    "short": {"length", "duration", "time", "distance", "runtime", "short", "height"},
    "fast": {"speed", "time", "fast"},
    "good": {"score", "rating", "rank"},
    "far": {"distance"},
}
_MEASURES = {
    stem(word): frozenset(stem(name) for name in names) for word, names in _MEASURED_BY.items()
}


@dataclass(frozen=True, slots=True)
class Word:
    """A content word: its stem, as written, and its place among the tokens."""

    key: str
    text: str
    place: int


@dataclass(frozen=True, slots=True)
class Alignment:
    """Words in both, words paired by meaning (stored, asked, strength), and words left alone."""

    same: tuple[str, ...] = ()
    paired: tuple[tuple[Word, Word, float], ...] = ()
    stored_only: tuple[Word, ...] = ()
    asked_only: tuple[Word, ...] = ()
    conflicts: tuple[tuple[Word, Word], ...] = field(default=())


def content_words(reading: Reading, schema: SchemaWords) -> tuple[Word, ...]:
    """The words that carry meaning, once each, in order."""
    found: dict[str, Word] = {}
    shouts = reading.text.isupper()
    for place, written in enumerate(reading.tokens):
        # US in capitals is a country, unless every word is in capitals.
        token = replace(written, text=written.text.lower()) if shouts else written
        before = reading.tokens[place - 1].text.lower() if place else ""
        if before == "and" and not reading.text[token.end :].lstrip("s").startswith(" "):
            # Where a phrase ends, `and show` asks for nothing: it names a show.
            before = ""
        for said in _content(token, place, before, schema):
            key = schema.meant_by(said)
            found.setdefault(key, Word(key, token.text, place))
    for key in _measured_twice(found):
        found.pop(key)
    return tuple(found.values())


def _content(token: Token, place: int, before: str, schema: SchemaWords) -> tuple[str, ...]:
    if token.mark is Mark.OPERATOR:
        return (stem(token.extra),) if token.extra else ()
    if token.mark is not Mark.WORD:
        return ()
    asks = token.text.lower()
    if asks in ("where", "when") and (place == 0 or before in ("and", "or", "from", "of")):
        return ("location",) if asks == "where" else ("date",)
    if _requests(token, place, before) or (before, asks) in _POLITE_PAIRS:
        return ()
    if asks in wordlists.FUNCTION and token.key != wordlists.MAY and not cut_off(token):
        return (token.text,) if len(token.text) > 1 and token.text.isupper() else ()
    filler = token.key in _FILLER and not schema.names(token.key)
    return () if filler else (token.key,)


def _requests(token: Token, place: int, before: str) -> bool:
    """`List` and `show` ask for an answer where a sentence or clause begins."""
    if token.text.lower() not in wordlists.REQUESTS:
        return False
    begins = token.text[0].isupper() or place == 0
    return begins or before in ("and", "then", "also", "please", "you", "to", "just", "mind")


def _measured_twice(found: dict[str, Word]) -> list[str]:
    """`longest duration` says duration once."""
    return [
        key
        for key, names in _MEASURES.items()
        if key in found and any(name in found for name in names - {key})
    ]


def align(stored: tuple[Word, ...], asked: tuple[Word, ...], similar: Similarity) -> Alignment:
    """Pair equal words, then the nearest in meaning, best first."""
    left, right = list(stored), list(asked)
    same = []
    for word in list(left):
        twin = next((item for item in right if relation(word.key, item.key) is Relation.SAME), None)
        if twin is not None:
            left.remove(word)
            right.remove(twin)
            same.append(word.key)
    conflicts = tuple(
        (word, other)
        for word in left
        for other in right
        if relation(word.key, other.key) is Relation.CONFLICT
    )
    # Where too many words differ nothing is trusted, so nothing need be embedded.
    many = max(len(left), len(right)) > _WORTH_EMBEDDING
    paired = _best_pairs(left, right, unlike if many else similar)
    taken = {id(word) for pair in paired for word in pair[:2]}
    return Alignment(
        same=tuple(same),
        paired=tuple(paired),
        stored_only=tuple(word for word in left if id(word) not in taken),
        asked_only=tuple(word for word in right if id(word) not in taken),
        conflicts=conflicts,
    )


def unlike(_left: str, _right: str) -> float:
    """Stands for the sentence model where its opinion cannot change the outcome."""
    return 0.0


def _best_pairs(
    left: list[Word], right: list[Word], similar: Similarity
) -> list[tuple[Word, Word, float]]:
    scored = sorted(
        ((strength(word, other, similar), word, other) for word in left for other in right),
        key=lambda item: -item[0],
    )
    taken: set[int] = set()
    pairs = []
    for score, word, other in scored:
        if score > 0 and not {id(word), id(other)} & taken:
            taken |= {id(word), id(other)}
            pairs.append((word, other, score))
    return pairs


def strength(left: Word, right: Word, similar: Similarity) -> float:
    """How surely two words mean the same: 0 is not at all, 1 is the same."""
    found = relation(left.key, right.key)
    if found is Relation.SAME:
        return 1.0
    if found is Relation.CONFLICT:
        return 0.0
    if _does(left.key, right.key) or _does(right.key, left.key):
        return 0.0
    near = similar(left.text.lower(), right.text.lower())
    if _one_family(left.key, right.key) or _typo(left.key, right.key):
        return max(0.9, near)
    return _by_relation(found, near)


def _by_relation(found: Relation, near: float) -> float:
    """What the thesaurus says, believed less where the sentence model sees no likeness."""
    likely, least, sure, unsure = _BELIEF[found]
    if near >= likely:
        return max(sure, near)
    return max(unsure, near) if near >= least else unsure


def _typo(left: str, right: str) -> bool:
    """One letter off, and one of the two is no word at all."""
    if min(len(left), len(right)) < _LONG_WORD or (is_known(left) and is_known(right)):
        return False
    return _one_edit(left, right)


def _one_edit(left: str, right: str) -> bool:
    short, long = sorted((left, right), key=len)
    if len(long) - len(short) > 1:
        return False
    start = next((i for i, letter in enumerate(short) if letter != long[i]), len(short))
    skip = start + 1 if len(long) == len(short) else start
    return short[skip:] == long[start + 1 :]


def _does(left: str, right: str) -> bool:
    """A founder is not what is founded."""
    root = left[:-2]
    return left.endswith(_AGENT) and len(root) >= _ROOT and root in (right, right[:-1])


def _one_family(left: str, right: str) -> bool:
    """`located` and `location`: one long beginning, two endings."""
    common = 0
    for one, other in zip(left, right, strict=False):
        if one != other:
            break
        common += 1
    return common >= _STEM and max(len(left), len(right)) - common <= _ENDING
