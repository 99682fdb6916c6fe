"""`Where is the Tennis Club?`, `when was it founded?`: the place or the date of named rows."""

import re
from collections.abc import Collection, Iterable

from knowledge.catalog import Column, Table
from pipeline.rules.schema.holding import holds_years
from pipeline.rules.schema.items import Item
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.lexicon import Candidate
from pipeline.rules.schema.names import display_columns, expanded
from pipeline.rules.text.words import lemma_of, name_words, stem_of

_ASKED = re.compile(r"[rw][hrp]*(?:(?P<t>T)?(?P<v>V)T?|(?P<all>T))(?P<c>C)?p?[.]?")
# Where something is in short, and the parts that say it together.
_PLACED = frozenset(("location", "address", "place", "site", "headquarters"))
_PARTS = frozenset(
    ("city", "town", "village", "country", "state", "region", "province", "county", "district",
     "hometown", "residence")
)  # fmt: skip
# To be somewhere, not to do or to have done something there.
_BEING = frozenset(
    stem_of(verb)
    for verb in (
        "be", "locate", "situate", "base", "live", "reside", "find", "lie", "stand", "sit", "hold",
        "settle", "headquarter", "come",
    )
)  # fmt: skip
_NOWHERE = frozenset(("email", "mail", "web", "ip", "mac", "url"))
_KEPT_AS = frozenset(("id", "code", "name"))
_SURE, _SHORTEST, _MOST = 0.97, 4, 4


def with_places_asked(items: list[Item], verbs: Iterable[str], known: Known) -> list[Item]:
    """The items with the one column that says where, or when, for the word that asks for it."""
    found = _ASKED.fullmatch("".join(item.letter for item in items))
    asked = items[0].text.lower() if items else ""
    if found is None or asked not in ("where", "when"):
        return items
    behind = items[found.start("c")] if found["c"] else None
    tables = _tables_named(items, found, known)
    verb = behind is None or behind.verb
    if len(tables) != 1 or (not verb and asked == "where"):
        return items
    done = (*verbs, *([behind.text] if behind else ()))
    said = [stem_of(lemma_of(verb.lower())) for verb in done]
    table = known.table(tables[0])
    named = [c.column for c in behind.candidates if c.table == table.key] if behind else []
    dated = _dated(table, said if verb else [], named)
    columns = _placed(table, said) if asked == "where" else dated
    if not columns or len(columns) > _MOST:
        return items
    # The parts of a place are shown together; of several dates only one can be meant.
    shown = [[column] for column in columns] if asked == "where" else [columns]
    listed = [item for each in shown for item in _shown(each, table, items[0])]
    return [*listed[:-1], *(item for item in items[1:] if item is not behind)]


def _shown(columns: list[Column], table: Table, asked: Item) -> tuple[Item, Item]:
    """One of these in the place of the word that asks for it, and what ties it to the next."""
    meant = [Candidate(table.key, column.name, _SURE) for column in columns]
    shown = Item("C", asked.first, asked.last, asked.text, candidates=meant)
    return shown, Item("&", asked.first, asked.last, "and")


def _tables_named(items: list[Item], found: re.Match[str], known: Known) -> list[str]:
    """The tables that a name is of; with rows said before it, only those."""
    at = next((found.start(part) for part in ("t", "all") if found[part]), None)
    best = items[at].candidates[0] if at is not None else None
    said = {best.table} if best is not None and not best.column else set[str]()
    if found["all"]:
        return [*said]
    hits = items[found.start("v")].payload or ()
    tables = [hit.table for hit in hits if hit.column in display_columns(known.table(hit.table))]
    return list(dict.fromkeys(table for table in tables if not said or table in said))


def _placed(table: Table, verbs: list[str]) -> list[Column]:
    """Where rows are: the whole of it, else the only part that is kept."""
    if not set(verbs) <= _BEING:
        return []
    whole = [column for column in table.columns if _PLACED & _words(column)]
    return whole or [column for column in table.columns if _PARTS & _words(column)]


def _dated(table: Table, verbs: list[str], named: Collection[str]) -> list[Column]:
    """The dates that are called after what was done; of what only was, all that there are."""
    heads = [verb[:_SHORTEST] for verb in verbs if len(verb) >= _SHORTEST]
    dates = [
        column for column in table.columns
        if column.kind.is_dated or holds_years(column) or {"year", "date"} & _words(column)
    ]  # fmt: skip
    if not verbs and not named:
        return dates
    return [
        column for column in dates
        if column.name in named
        or any(word.startswith(head) for word in _words(column) for head in heads)
    ]  # fmt: skip


def _words(column: Column) -> set[str]:
    """What a column is called, but for keys and names: `city_id` says no city."""
    words = expanded(name_words(column.name))
    return set() if _KEPT_AS & set(words[-1:]) or _NOWHERE & set(words) else set(words)
