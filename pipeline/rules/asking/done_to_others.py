"""Who does something to others of their own table: `users who follow Mary` are not called Mary."""

from itertools import pairwise

from pipeline.intent import Condition, Intent
from pipeline.rules.schema.items import Item
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.names import display_columns
from pipeline.rules.tagging.tag import Tagged
from pipeline.rules.text.words import lemma_of, name_words, stem_of

_NAMING = frozenset(("=", "in", "!=", "not in"))


def names_whom_it_is_done_to(tags: Tagged, intent: Intent, known: Known) -> bool:
    """Whether a name right behind what ties rows of a table is taken for that of the rows meant."""
    if not intent.subject:
        return False
    names = {f"{intent.subject}.{name}" for name in display_columns(known.table(intent.subject))}
    named = {
        clause.column for clause in intent.filters
        if isinstance(clause, Condition) and clause.operator in _NAMING
    }  # fmt: skip
    if not named & names:
        return False
    ties = {t.key for t in known.catalog.tables if _ties_two(known, t.key, intent.subject)}
    # `mentioned by Bo`: what ties them stands before the small word.
    told = [item for item in tags.items if item.letter not in "py"]
    return any(
        _is_tie(before, ties) or _is_done(value, tags, ties)
        for before, value in pairwise(told)
        if value.letter == "V"
    )


def _is_tie(item: Item, ties: set[str]) -> bool:
    return item.letter == "T" and any(each.table in ties for each in item.candidates)


def _is_done(value: Item, tags: Tagged, ties: set[str]) -> bool:
    """`who like Kyle`, where there are likes: the verb right before the name is what ties them."""
    said = [word for word in tags.words[: value.first][-2:] if word.lower != "by"]
    before = said[-1] if said else None
    if before is None or before.text not in tags.verbs:
        return False
    names = {word for tie in ties for word in name_words(tie.rpartition(".")[2])}
    # The stem of `mentions` is shorter than that of `mentioned`.
    told = {form for word in names for form in (stem_of(word), lemma_of(word))}
    return bool({before.stem, stem_of(before.stem)} & told)


def _ties_two(known: Known, table: str, subject: str) -> bool:
    return table != subject and len(known.joins.between(table, subject)) > 1
