"""From one place to another: which of two columns, or of two keys, each place is looked for in."""

from collections.abc import Sequence
from dataclasses import replace

from knowledge.catalog import Kind
from knowledge.values import ValueHit
from pipeline.rules.linking.link import Doubt, Linker
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.parts import Test
from pipeline.rules.schema.roles import FROM, TO, opposite_of, plays, role_of
from pipeline.rules.text.words import lemma_of, stem_of
from pipeline.rules.vocabulary import PREPOSITIONS

_LEFT = frozenset(stem_of(verb) for verb in ("depart", "leave", "leaving", "departing"))
_REACHED = frozenset(stem_of(verb) for verb in ("arrive", "arriving", "reach", "reaching"))
_AT = frozenset(("in", "at", "into", "on"))


def in_part(
    hits: Sequence[ValueHit], words: str, verbs: Sequence[str], known: Known
) -> list[ValueHit]:
    """`to Oslo`, `arriving in Oslo`: in the destination, where the same rows keep an origin too."""
    role = role_said(words, verbs)
    if not role:
        return list(hits)
    other = opposite_of(role)
    there = [hit for hit in hits if plays(hit.column, role)]
    tables = {hit.table for hit in there}
    back = {hit.table for hit in hits if _has_part(hit.table, role, known)}
    return [
        hit for hit in hits
        if hit in there
        or (hit.table not in tables and not (hit.table in back and plays(hit.column, other)))
    ]  # fmt: skip


def role_said(words: str, verbs: Sequence[str]) -> frozenset[str]:
    """The part that the words before a name ask for, or else what is done: `arriving in Oslo`."""
    return role_of(words) or _by_verb(words, verbs)


def _has_part(table: str, role: frozenset[str], known: Known) -> bool:
    """Whether rows keep a place, or the key of one, in that part."""
    keys = {name for key in known.table(table).foreign_keys for name in key.columns}
    return any(
        plays(column.name, role)
        for column in known.table(table).columns
        if column.kind is Kind.TEXT or column.name in keys
    )


def _by_verb(words: str, verbs: Sequence[str]) -> frozenset[str]:
    """`leaving Oslo`, `arriving in Oslo`; none where both are said."""
    said = {stem_of(lemma_of(verb.lower())) for verb in verbs}
    left, reached = said & _LEFT, said & _REACHED
    led = words.lower().split()[:1]
    if bool(left) == bool(reached) or (led and led[0] in PREPOSITIONS - _AT):
        return frozenset()
    return FROM if left else TO


def one_end(test: Test, linker: Linker) -> Test:
    """One end of `between Oslo and Bergen`: the first place or the second, or either of them."""
    picked = linker.choices.get("direction:way")
    if picked is None:
        linker.doubts.append(Doubt("direction", "way", ("there", "either")))
    if picked == "either":
        return replace(test, journey=False, operator="in")
    place = slice(0, 1) if role_of(test.words) is FROM else slice(1, 2)
    return replace(test, journey=False, hits=test.hits[place], values=test.values[place])


def is_journey(first: Sequence[ValueHit], second: Sequence[ValueHit], known: Known) -> bool:
    """Whether two values are places that rows lead from and to."""
    tables = {hit.table for hit in first} & {hit.table for hit in second}
    for table in known.allowed:
        edges = known.joins.edges(table)
        near = {table, *(edge.right for edge in edges if not edge.multiplies)}
        if tables & near and all(_has_part(table, part, known) for part in (FROM, TO)):
            return True
    return False
