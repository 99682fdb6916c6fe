"""Tables that hold the same rows: raw, staged and final ones, archives, backups, plain views."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from knowledge.catalog import Catalog, Column, Table
from knowledge.personal_data import snake

# Parts of a name that say which copy it is, the one that people mean most of all first.
_STAGES = (
    ("mart", "marts", "final", "clean", "cleaned", "prod", "fct", "fact", "dim", "gold", "report"),
    (),
    ("stg", "staging", "staged", "stage", "silver", "int", "intermediate", "base", "curated"),
    ("raw", "src", "source", "bronze", "landing", "import", "imported", "ext", "ods"),
    ("archive", "archived", "arch", "old", "bak", "backup", "copy", "tmp", "temp", "history",
     "hist", "snapshot", "legacy", "deprecated", "orig", "original", "dup", "test"),
)  # fmt: skip
_RANK = {part: rank for rank, parts in enumerate(_STAGES) for part in parts}
_PLAIN = 1
_UNITS = frozenset(("cents", "cent", "pence", "eur", "euro", "euros", "usd", "gbp", "dollars"))
_SAME_COLUMNS, _FEWEST = 0.6, 2
_HUNDRED, _NEAR = 100.0, 0.02
_MOST_WORDS = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class CopyGroup:
    """Copies of one thing called `name`, the one to prefer first.

    `note` is what is known of how their numbers differ.
    """

    name: str
    tables: tuple[str, ...]
    note: str = ""


def copy_groups(catalog: Catalog, keys: Iterable[str] | None = None) -> tuple[CopyGroup, ...]:
    """The copies among the tables of these keys."""
    known = None if keys is None else frozenset(keys)
    by_name: dict[str, list[Table]] = defaultdict(list)
    for table in catalog.tables:
        if table.columns and (known is None or table.key in known):
            by_name[_plain_name(table)].append(table)
    found: list[CopyGroup] = []
    for name, tables in by_name.items():
        ordered = sorted(tables, key=_preference)
        first = ordered[0]
        alike = [other for other in ordered[1:] if _are_alike(first, other)]
        if alike:
            group = (first, *alike)
            keys_of = tuple(table.key for table in group)
            found.append(CopyGroup(name=name, tables=keys_of, note=_scale(group)))
    return tuple(found)


def stage_words(table: Table) -> frozenset[str]:
    """The words of a table's name, or of its schema, that say which copy it is."""
    parts = (*snake(table.schema).split("_"), *snake(table.name).split("_"))
    return frozenset(part for part in parts if part in _RANK)


def columns_by_meaning(table: Table) -> dict[str, Column]:
    """The columns by their name without a unit, so that `amount_cents` is an amount."""
    found = {}
    for column in table.columns:
        parts = [part for part in snake(column.name).split("_") if part not in _UNITS]
        found["_".join(parts) or snake(column.name)] = column
    return found


def _plain_name(table: Table) -> str:
    parts = snake(table.name).split("_")
    kept = [part for part in parts if part not in _RANK] or parts
    return _singular("_".join(kept[:_MOST_WORDS]))


def _singular(name: str) -> str:
    return name[:-1] if name.endswith("s") and not name.endswith("ss") else name


def _preference(table: Table) -> tuple[int, int, int, str]:
    ranks = [_RANK[word] for word in stage_words(table)] or [_PLAIN]
    return max(ranks), int(table.view_sql is not None), -(table.rows or 0), table.key


def _are_alike(one: Table, other: Table) -> bool:
    ours, theirs = set(columns_by_meaning(one)), set(columns_by_meaning(other))
    shared = len(ours & theirs)
    return shared >= _FEWEST and shared >= _SAME_COLUMNS * min(len(ours), len(theirs))


def _scale(tables: Sequence[Table]) -> str:
    """Which numbers of one copy are a hundred times those of another, as cents and euros are."""
    for one in tables:
        for other in tables:
            theirs = columns_by_meaning(other)
            for name, column in columns_by_meaning(one).items():
                same = theirs.get(name)
                if one is not other and same is not None and _is_hundredfold(column, same):
                    return f"{one.key}.{column.name} is 100 times {other.key}.{same.name}"
    return ""


def _is_hundredfold(column: Column, other: Column) -> bool:
    if not (column.kind.is_number and other.kind.is_number) or column.primary_key:
        return False
    try:
        highs = float(column.high or ""), float(other.high or "")
    except ValueError:
        return False
    return highs[1] > 0 and abs(highs[0] / highs[1] - _HUNDRED) <= _NEAR * _HUNDRED
