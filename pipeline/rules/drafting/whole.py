"""What is meant in whole: all shops of the largest city, every kind that there is."""

import re

from knowledge.catalog import Kind
from pipeline.intent import Condition
from pipeline.rules.linking.link import Linker
from pipeline.rules.schema.items import Item
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.names import display_columns
from pipeline.rules.text.words import is_plural

_WHERE, _ASKED = re.compile("w?CrT"), re.compile("wC(?:hp)?T")


def are_all_kinds(clause: Condition, known: Known) -> bool:
    """`the average age of male and female members`: with all kinds named, it is of each."""
    column = known.column(clause.column)
    kinds = {value for value in column.values if value}
    return column.complete and len(kinds) > 1 and kinds == set(clause.values)


def asks_for_values(items: list[Item]) -> bool:
    """`which rooms does class 4 use`, `what cities do members live in`: not one for each row."""
    code = "".join(item.letter for item in items)
    where = _WHERE.match(code)
    place = where is not None and items[where.end() - 2].text.lower() == "where"
    return "M" not in code and ("T" not in code or place or _ASKED.match(code) is not None)


def is_of_kinds(ref: str, known: Known) -> bool:
    """Whether a column holds kinds that rows share: no name, no key, no amount and no date."""
    owner, _, name = ref.rpartition(".")
    table, column = known.table(owner), known.column(ref)
    named = name in (*display_columns(table), *table.primary_key)
    return column.kind in (Kind.TEXT, Kind.INTEGER) and not named


def tells_all_rows(item: Item, items: list[Item], whole: tuple[int, ...]) -> bool:
    """`the highest fee across all clubs`, where a column names them: one number for all rows."""
    at = next((n for n, each in enumerate(items) if each is item), 0)
    joined = not at or items[at - 1].letter in "&|" or item.letter != "C"
    said = item.first - 1 in whole or item.first - 2 in whole
    return not joined and said and is_plural(item.text.lower().split()[-1])


def lists_all_of(owner: str, shown: set[str], items: list[Item], linker: Linker) -> bool:
    """`the stores in the largest district`: those of one district, not one of them."""
    if len(shown) != 1 or owner in shown:
        return False
    if not linker.known.joins.has_many(owner, next(iter(shown))):
        return False
    return any(is_plural(noun) for noun in _nouns_of(shown, items))


def _nouns_of(shown: set[str], items: list[Item]) -> list[str]:
    """What the rows that are shown are called."""
    found = []
    for item in items:
        words = item.text.lower().split()
        named = item.letter == "T" and item.candidates[0].table in shown
        if named or (item.letter == "C" and "of" in words and item.candidates[0].table in shown):
            found.append(words[-1])
    return found
