"""Which dates are called after what was done then: `ordered` and `order_date`."""

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from functools import lru_cache

from knowledge.catalog import Table
from pipeline.rules.schema.names import expanded, related_words
from pipeline.rules.text.words import lemma_of, name_words, stem_of

# What may happen to anything, and says nothing of which date it happened on.
ANY_EVENT = frozenset(
    stem_of(word)
    for word in (
        "get", "have", "make", "take", "do", "be", "happen", "occur", "exist", "record", "report",
        "receive", "see", "go", "come", "hold", "register", "list", "show", "give", "belong",
        "include", "contain", "associate", "relate", "place", "handle", "process", "say", "become",
    )
)  # fmt: skip
_NOUNS = (("istration", "ister"), ("llation", "l"), ("ival", "ive"))


def forms_of(word: str) -> set[str]:
    """A word, and what is left of it without its endings: `delivered`, `deliver`."""
    stems = {stem_of(word), stem_of(lemma_of(word))}
    stems |= {word.removesuffix(noun) + verb for noun, verb in _NOUNS if word.endswith(noun)}
    return {word, lemma_of(word), *stems, *map(stem_of, stems)}


def forms_of_all(words: Iterable[str]) -> frozenset[str]:
    """The forms of several words together."""
    return frozenset(form for word in words for form in forms_of(word))


@lru_cache(maxsize=16_384)
def _forms_in(column: str) -> frozenset[str]:
    """The forms of the words in a column's name: asked for with every word of every question."""
    names = name_words(column)
    return forms_of_all({*names, *expanded(names)})


def is_date_of(verb: str, column: str) -> bool:
    """Whether a column's name tells of a deed: `delivered`, `delivery_date`."""
    return is_called_after(column, forms_of(verb))


def is_called_after(column: str, forms: AbstractSet[str]) -> bool:
    """Whether a column's name tells of a deed that is said in one of these forms."""
    return not _forms_in(column).isdisjoint(forms)


def dates_of(verbs: Iterable[str], table: Table) -> list[str]:
    """The dates of a table that are called after one of the verbs, or after what means the same."""
    dated = [column.name for column in table.columns if column.kind.is_dated]
    if not dated:
        return []
    said = forms_of_all({other for verb in verbs for other in related_words(verb)})
    return [name for name in dated if is_called_after(name, said)]
