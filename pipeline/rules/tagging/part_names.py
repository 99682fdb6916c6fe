"""One word of longer names: `customers named Martinez`, where each goes by two names."""

import re
from collections.abc import Sequence

from knowledge.catalog import Kind
from pipeline.rules.schema.items import Item
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.lexicon import Candidate
from pipeline.rules.schema.names import display_columns
from pipeline.rules.schema.parts import Test

_NAMED = ("named", "called")
_UNREAD, _BETWEEN = "xV", "hrpy"
_NEAREST = 50


def with_part_names(items: Sequence[Item], known: Known) -> list[Item]:
    """The items with a condition for each word that is known only as a part of names."""
    found = list(items)
    for at in reversed(range(len(found) - 1)):
        if not _is_named(found[at]):
            continue
        end = _end_of_name(found, at + 1)
        rows = _rows_in(found[at], known)
        table = rows[0].candidates[0].table if rows else _rows_before(found, at)
        text = " ".join(item.text for item in found[at + 1 : end])
        if table and end > at + 1 and _is_part(text, table, found[at + 1 : end], known):
            found[at:end] = [*rows, _containing(text, found[at], found[end - 1])]
    return found


def _is_named(item: Item) -> bool:
    return item.letter in "NC" and item.text.lower().endswith(_NAMED)


def _rows_in(item: Item, known: Known) -> list[Item]:
    """`owners named` is read as the owner name: the rows that are in it."""
    best = item.candidates[0] if item.letter == "C" and " " in item.text else None
    if best is None or [best.column] != list(display_columns(known.table(best.table))):
        return []
    said = item.text.rpartition(" ")[0]
    rows = [Candidate(best.table, "", best.score)]
    return [Item("T", item.first, item.last - 1, said, candidates=rows)]


def _end_of_name(items: Sequence[Item], at: int) -> int:
    while at < len(items) and items[at].letter in _UNREAD and items[at].text[:1].isupper():
        at += 1
    return at


def _rows_before(items: Sequence[Item], at: int) -> str:
    """The table whose rows are named so."""
    before = next((item for item in reversed(items[:at]) if item.letter not in _BETWEEN), None)
    best = before.best(table=True) if before is not None and before.letter == "T" else None
    return best.table if best is not None else ""


def _is_part(text: str, table: str, said: Sequence[Item], known: Known) -> bool:
    """Whether no row is called just so, and some are called so among other words."""
    names = display_columns(known.table(table))
    column = known.column(f"{table}.{names[0]}") if len(names) == 1 else None
    if column is None or column.kind is not Kind.TEXT:
        return False
    if column.pii or known.is_hushed(table):
        return False  # whether anybody is called so is not told to everyone
    stored = {hit.column for item in said for hit in item.payload or () if hit.table == table}
    if column.name in stored and len(said) == 1:
        return False
    whole = re.compile(rf"\b{re.escape(text)}\b", re.IGNORECASE)
    near = known.values.near(text, table, column.name, limit=_NEAREST)
    holding = {value.lower() for value in (*column.values, *near) if text.lower() in value.lower()}
    # `Martin` is a part of `Martinez` as well: nobody would be told apart.
    return bool(holding) and text.lower() not in holding and all(map(whole.search, holding))


def _containing(text: str, named: Item, last: Item) -> Item:
    words, first = f"{named.text.split()[-1]} {text}", named.last - 1
    test = Test(operator="like", adjective="named", values=(f"%{text}%",), words=words, first=first)
    return Item("f", first, last.last, words, test)
