"""The words of a question that say what is done: count, share, never, more than."""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import yaml

from knowledge.matching.stem import stem
from pipeline.reader.business.intent import Aggregate, Form

_WORDS = Path(__file__).parent / "words.yaml"
_SYNONYMS = Path(__file__).parent / "synonyms.yaml"
_COUNTRIES = Path(__file__).parent / "countries.yaml"

DAYS_OF: Mapping[str, float] = {
    word: days
    for days, words in (
        (1.0, "day days"), (7.0, "week weeks"), (1 / 24, "hour hours hrs"),
        (1 / 1440, "minute minutes mins"),
    )
    for word in words.split()
}  # fmt: skip
"""How many days a unit of time is; months and years have no fixed number."""
UNIT_OF: Mapping[str, str] = {
    word: unit
    for unit, words in (("hour", "hour hours hrs"), ("minute", "minute minutes mins"))
    for word in words.split()
}
_OPERATORS = (
    "count", "sum", "average", "distinct", "minimum", "maximum", "top", "bottom", "share", "growth",
    "compare", "never", "list", "each", "over", "under",
)  # fmt: skip

OF_FORM: Mapping[Form, tuple[str, ...]] = {
    Form.TOP: ("top",),
    Form.BOTTOM: ("bottom",),
    Form.TOP_IN_GROUP: ("top", "each"),
    Form.RUNNING: ("running",),
    Form.COMPARE: ("compare",),
    Form.GROWTH: ("growth",),
    Form.SHARE: ("share",),
    Form.SHARE_OF_TOTAL: ("share", "each"),
    Form.SHARE_WITH: ("share", "has"),
    Form.LIST: ("list",),
    Form.SORTED: ("sort",),
    Form.HAS: ("has",),
    Form.NEVER: ("never",),
    Form.PER_THING: ("average", "each"),
    Form.ABOVE_AVERAGE: ("average",),
}
OF_AGGREGATE: Mapping[Aggregate, str] = {each: f"{each}" for each in Aggregate} | {
    Aggregate.RATIO: "each"
}


@cache
def concepts() -> Mapping[str, frozenset[str]]:
    """The words and stems of each concept."""
    told: dict[str, str] = yaml.safe_load(_WORDS.read_text("utf8"))
    return {
        name: frozenset(each.strip('"') for each in words.split())
        | frozenset(stem(each) for each in words.split())
        for name, words in told.items()
    }


@cache
def synonym_groups() -> Mapping[str, frozenset[int]]:
    """The groups of words for the same thing that the stem of a word stands in."""
    found: dict[str, set[int]] = {}
    for place, words in enumerate(yaml.safe_load(_SYNONYMS.read_text("utf8"))):
        for word in words.split():
            found.setdefault(stem(word), set()).add(place)
    return {word: frozenset(groups) for word, groups in found.items()}


def are_synonyms(one: str, other: str) -> bool:
    """Whether two stems are of words for the same thing."""
    groups = synonym_groups()
    return not groups.get(one, frozenset()).isdisjoint(groups.get(other, frozenset()))


@cache
def has_concept(word: str, concept: str) -> bool:
    """Whether a word or its stem stands for a concept."""
    return word in concepts()[concept]


@cache
def countries() -> Mapping[str, frozenset[str]]:
    """The names and codes, in lower case, of the country that a word names."""
    told: dict[str, str] = yaml.safe_load(_COUNTRIES.read_text("utf8"))
    found: dict[str, frozenset[str]] = {}
    for words, names in told.items():
        every = frozenset(each.strip().lower() for each in names.split(","))
        found.update(dict.fromkeys(words.split(), every | {*words.split()}))
    return found


@cache
def is_operator(word: str) -> bool:
    """Whether a word counts, compares or ranks."""
    return any(has_concept(word, concept) for concept in _OPERATORS)


def cues_of(words: Sequence[tuple[str, str]]) -> dict[str, frozenset[int]]:
    """The places of the words of each concept; a word comes with its stem."""
    return {
        concept: frozenset(n for n, forms in enumerate(words) if known & {*forms})
        for concept, known in concepts().items()
    }


def operator_of(words: Sequence[str], number: int) -> tuple[str, frozenset[int]]:
    """The comparison that the words around a number say, with the places of these words."""
    before = range(max(number - 3, 0), number)
    after = range(number + 1, min(number + 3, len(words)))
    for concept, sign in (("at_least", ">="), ("at_most", "<=")):
        at = [n for n in before if has_concept(words[n], concept) and words[n - 1 : n] == ["at"]]
        if at:
            return sign, frozenset((*range(min(at) - 1, number),))
    for concept, sign, wide in (("more", ">", ">="), ("less", "<", "<=")):
        at = [n for n in before if has_concept(words[n], concept)]
        if at:
            return sign, frozenset(range(min(at), number))
        at = [n for n in after if has_concept(words[n], concept) and words[n - 1 : n] == ["or"]]
        if at:
            return wide, frozenset(at)
    minimum = [n for n in before if has_concept(words[n], "at_least")]
    return (">=", frozenset(minimum)) if minimum else ("", frozenset())
