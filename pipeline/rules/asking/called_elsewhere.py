"""Nouns that only another table explains: rows called after its kinds, dates that are its own."""

from collections.abc import Collection, Iterator
from itertools import pairwise

from pipeline.intent import Intent
from pipeline.rules.schema.known import Known
from pipeline.rules.tagging.tag import Tagged

_CODES, _BEFORE = 2, "Cpkew"


def told_elsewhere(
    tags: Tagged, intent: Intent, reached: Collection[str], known: Known
) -> Iterator[str]:
    """Why a noun may be read otherwise than as what another table keeps."""
    if _are_called(tags, reached, known):
        yield "rows that only another table calls so"
    if _are_dated(tags, intent, known):
        yield "a date of other rows than the noun before it"


def _are_called(tags: Tagged, reached: Collection[str], known: Known) -> bool:
    """`the name of the lamp that ...`, where a table beside has a kind so called: or any row.

    A list of codes and what they stand for says what kinds the rows are of.
    """
    columns = {c.table for item in tags.items if item.letter == "C" for c in item.candidates[:1]}
    if not columns or any(item.letter in "TM" for item in tags.items):
        return False
    for before, item, behind in zip(tags.items, tags.items[1:], tags.items[2:], strict=False):
        hits = {hit.table for hit in item.payload or ()} if item.letter == "V" else set()
        apart = bool(hits) and not hits & columns and hits <= set(reached)
        noun = item.text.islower() and not tags.words[item.first].quoted
        listed = all(len(known.table(table).columns) <= _CODES for table in hits)
        if apart and noun and not listed and before.letter in _BEFORE and behind.letter in "rh":
            return True
    return False


def _are_dated(tags: Tagged, intent: Intent, known: Known) -> bool:
    """`the claim start date`, where claims keep other dates and policies have a start date."""
    shown = {output for output in intent.outputs if isinstance(output, str)}
    for rows, date in pairwise(tags.items):
        owners = [c.table for c in rows.candidates[:1] if rows.letter == "T" and not c.column]
        if not owners or date.letter != "C" or date.first != rows.last:
            continue
        own = any(column.kind.is_dated for column in known.table(owners[0]).columns)
        refs = {c.ref for c in date.candidates} & shown
        apart = refs and all(ref.rpartition(".")[0] != owners[0] for ref in refs)
        if own and apart and all(known.column(ref).kind.is_dated for ref in refs):
            return True
    return False
