"""`North Region`: a value of that name, or the North among the regions."""

from collections.abc import Sequence

from knowledge.values import ValueHit
from pipeline.rules.schema.known import Known
from pipeline.rules.tagging.stored_words import EXACT
from pipeline.rules.text.words import Word, lemma_of, lemmas_of

_CALLED = 0.95


def with_kinds(words: Sequence[Word], hits: Sequence[ValueHit], known: Known) -> list[ValueHit]:
    """The hits, and those in a column that the last word names, by the words before it."""
    *named, kind = words
    if not named or any(hit.score < EXACT for hit in hits):
        return list(hits)
    told = [c for c in known.lexicon.find([kind]) if c.column and c.score >= _CALLED]
    columns = {(c.table, c.column) for c in told}
    found = known.values.find(" ".join(word.text for word in named))
    others = [h for h in found if h.score >= EXACT and (h.table, h.column) in columns]
    return [*hits, *(h for h in others if h.table in known.allowed)]


def says_its_kind(hit: ValueHit, best: ValueHit) -> bool:
    """Whether the same words are another value and the name of the column that holds it."""
    whole, part = best.value.lower(), hit.value.lower()
    return (
        hit.score >= EXACT
        and whole.startswith(f"{part} ")
        and lemma_of(whole.removeprefix(f"{part} ")) in lemmas_of(hit.column)
    )
