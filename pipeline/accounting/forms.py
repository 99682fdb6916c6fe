"""Words in the forms in which they are compared, and whether two of them say the same."""

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import files

import yaml

from knowledge.matching.stem import stem as plain_stem
from knowledge.matching.thesaurus import Relation, relation
from pipeline.reader.words import lemma, lexicon, name_words, stem, tokens_of

_LATIN = re.compile(r"[A-Za-z0-9]")

_SHORTEST = 4
_ENDINGS = frozenset(
    ("", "e", "y", "s", "n",
     "es", "ed", "d", "er", "ers", "or", "ors", "r", "ing", "al", "ally", "ly",
     "ion", "ions", "ation", "ations", "ment", "ments", "ance", "ence", "able", "ies", "ied", "ee",
     "ees", "ity", "ness", "ant", "ent", "ive", "ic", "ical", "ian", "ier", "ship", "ure", "th",
     "age", "ian", "ese", "an", "ist", "ism", "or", "ery", "ition", "ative", "ous", "ful", "hood")
)  # fmt: skip


@cache
def kinds() -> Mapping[str, frozenset[str]]:
    """What words do in a question: the words of each kind, with those of the reader's lexicon."""
    text = files("pipeline.accounting").joinpath("words.yaml").read_text("utf8")
    own: dict[str, str] = yaml.safe_load(text)
    found = {kind: frozenset(words) for kind, words in lexicon().rows.items()}
    return {**found, **{kind: frozenset(words.split()) for kind, words in own.items()}}


@lru_cache(50_000)
def forms_of(word: str) -> frozenset[str]:
    """The word, its dictionary form and its stems."""
    low = word.lower()
    return frozenset((low, lemma(low), stem(low), plain_stem(low)))


def words_of_name(name: str) -> tuple[str, ...]:
    """The words of a name; of one without Latin letters or digits, none."""
    return name_words(name) if _LATIN.search(name) else ()


@lru_cache(20_000)
def forms_of_name(name: str) -> frozenset[str]:
    """The forms of the words of a table's or column's name, also as it is written."""
    plain = name.lower().replace("_", " ").split()
    whole = name.lower().replace("_", "")
    return frozenset().union(*map(forms_of, (*words_of_name(name), *plain, whole)))


@lru_cache(20_000)
def forms_of_text(text: str) -> frozenset[str]:
    """The forms of the words of a text."""
    if not text:
        return frozenset()
    return frozenset().union(*(forms_of(token.low) for token in tokens_of(text)), {text.lower()})


@lru_cache(200_000)
def is_same(word: str, forms: frozenset[str]) -> bool:
    """Whether a word stands among these forms, or differs from one by a short ending."""
    return not forms_of(word).isdisjoint(forms) or any(_begin_alike(word, each) for each in forms)


@lru_cache(200_000)
def is_near(word: str, forms: frozenset[str]) -> bool:
    """Whether a word may stand for one of these: a synonym, or the kind that it is of."""
    return any(relation(plain_stem(word), each) >= Relation.BROADER for each in forms)


def _begin_alike(word: str, other: str) -> bool:
    """Whether one is the other with another ending: `rental` of `rent`; not `country`."""
    short, long = sorted((word, other), key=len)
    root = short.rstrip("eyi")
    if len(root) < _SHORTEST or not long.startswith(root):
        return False
    return long[len(root) :] in _ENDINGS
