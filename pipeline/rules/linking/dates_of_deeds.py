"""Which dates are called after what was done then: `ordered` and `order_date`."""

from collections.abc import Iterable

from knowledge.catalog import Table
from pipeline.rules.schema.names import expanded, related_words
from pipeline.rules.text.words import lemma_of, name_words, stem_of

_NOUNS = (("istration", "ister"), ("llation", "l"), ("ival", "ive"))


def forms_of(word: str) -> set[str]:
    """A word, and what is left of it without its endings: `delivered`, `deliver`."""
    stems = {stem_of(word), stem_of(lemma_of(word))}
    stems |= {word.removesuffix(noun) + verb for noun, verb in _NOUNS if word.endswith(noun)}
    return {word, lemma_of(word), *stems, *map(stem_of, stems)}


def _words_of(column: str) -> set[str]:
    names = name_words(column)
    return {*names, *expanded(names)}


def is_date_of(verb: str, column: str) -> bool:
    """Whether a column's name tells of a deed: `delivered`, `delivery_date`."""
    names = {form for name in _words_of(column) for form in forms_of(name)}
    return bool(names & forms_of(verb))


def dates_of(verbs: Iterable[str], table: Table) -> list[str]:
    """The dates of a table that are called after one of the verbs, or after what means the same."""
    said = {other for verb in verbs for other in related_words(verb)}
    return [
        column.name for column in table.columns
        if column.kind.is_dated and any(is_date_of(verb, column.name) for verb in said)
    ]  # fmt: skip
