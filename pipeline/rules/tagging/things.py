"""Stored values that name the things themselves: `how many laptops`, `sofas per room`."""

from collections.abc import Sequence
from dataclasses import replace

from knowledge.values import ValueHit
from pipeline.rules.schema.holding import holds
from pipeline.rules.schema.items import Item
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.lexicon import Candidate
from pipeline.rules.schema.names import display_columns
from pipeline.rules.tagging.kind_nouns import CODED
from pipeline.rules.text.words import is_plural

_ASKED = frozenset("kws")
# One that is named stands for all of its kind: `per hub`, `for each laptop`, `by department`.
_EACH, _BY = "e", "y"
_NUMBERS = frozenset("kaM%")
_NOUNS = frozenset("TCVFM#")
_EXACT = 0.95


def with_things(items: Sequence[Item], known: Known) -> list[Item]:
    """The items with the table of the rows before each such value, which stays their condition."""
    named = {item.candidates[0].table for item in items if item.letter == "T"}
    found = list(items)
    for at in reversed(range(len(items))):
        first = _first_of(items, at)
        table = _table(items, first, at, known)
        if table and table not in named:
            if first and items[first - 1].letter == _BY and _is_measured(items[:first]):
                found[first - 1] = replace(items[first - 1], letter=_EACH)
            found.insert(first, _rows(table, items[first]))
            named.add(table)
    return found


def _rows(table: str, value: Item) -> Item:
    at = value.first
    return Item("T", at, at, value.text, candidates=[Candidate(table, "", 1.0)])


def _is_measured(items: Sequence[Item]) -> bool:
    """Whether a number was asked for: `by` is then no order and tells of no deed."""
    return any(item.letter in _NUMBERS for item in items)


def _first_of(items: Sequence[Item], at: int) -> int:
    """Where the values begin that end here: `broken Sony laptops`, `sofas and lamps`."""
    while at and items[at - 1].letter == "V":
        at -= 1
    if at > 1 and items[at - 1].letter in "&|" and items[at - 2].letter == "V":
        return _first_of(items, at - 2)
    return at


def _table(items: Sequence[Item], first: int, at: int, known: Known) -> str:
    """The table of what values up to this place name; empty where they only describe."""
    item, before = items[at], items[first - 1].letter if first else ""
    if item.letter != "V" or not item.payload or _is_described(items, at + 1, known):
        return ""
    several = _is_plural(item)
    listed = not first and several and _is_split(items, at + 1)
    asked = before in _ASKED and (several or before == "s")
    # A stored word behind `by` tells how: `paid by card`.
    each = before == _EACH or (before == _BY and all(hit.score == CODED for hit in item.payload))
    if not (listed or asked or each):
        return ""
    columns = {(hit.table, hit.column) for hit in item.payload}
    sure = len(columns) == 1 and all(hit.score >= _EXACT for hit in item.payload)
    return item.payload[0].table if sure and _is_kind(item.payload[0], known) else ""


def _is_plural(item: Item) -> bool:
    """`lamps` of a stored `Lamp`, or of `Lamps`."""
    word = item.text.lower().split()[-1]
    return is_plural(word) or any(hit.value.lower() != item.text.lower() for hit in item.payload)


def _is_described(items: Sequence[Item], at: int, known: Known) -> bool:
    """Whether a noun or one more value comes next: `laptop repairs`, `sofas and lamps`."""
    behind = items[at] if at < len(items) else None
    if behind is None or behind.letter not in _NOUNS:
        after = "".join(item.letter for item in items[at : at + 2])
        return after in ("&V", "|V")
    return behind.letter != "C" or holds(behind, known) != "date"


def _is_split(items: Sequence[Item], at: int) -> bool:
    return at < len(items) and items[at].letter in "eyp&hod"


def _is_kind(hit: ValueHit, known: Known) -> bool:
    """Whether rows of the value's table are of it: a value that names one row is that row."""
    table, column = known.table(hit.table), known.column(f"{hit.table}.{hit.column}")
    shared = column.distinct is not None and table.rows is not None and column.distinct < table.rows
    return shared and hit.column not in (*display_columns(table), *table.primary_key)
