"""Guesses which columns refer to which table, from names and types, where no key is declared."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from knowledge.catalog import Column, Kind, Table
from knowledge.personal_data import snake

_ENDINGS = ("_id", "_key", "_code", "_no", "_number", "_nr", "_fk", "_ref", "_sk", "_uuid")
_BARE = ("id", "key", "code", "uuid", "no", "number", "nr")
_MOST_TARGETS = 3
_SHORT = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Guess:
    """`column` of `table` may refer to `to_column` of `to_table` (catalog keys); best first."""

    table: str
    column: str
    to_table: str
    to_column: str
    score: float


def guesses(tables: Sequence[Table]) -> list[Guess]:
    """Likely foreign keys of columns that have none, the best targets of each column first."""
    targets = [(table, column) for table in tables for column in _identities(table)]
    found: list[Guess] = []
    for table in tables:
        if table.view_sql is None:
            for column in _without_key(table):
                found += _best(table, column, targets)
    return found


def _without_key(table: Table) -> Iterator[Column]:
    declared = {name for key in table.foreign_keys for name in key.columns}
    for column in table.columns:
        if column.name not in declared and column.kind in (Kind.INTEGER, Kind.TEXT, Kind.NUMBER):
            yield column


def _identities(table: Table) -> Iterator[Column]:
    """Columns that tell one row of the table from another: its key, or what looks like one."""
    if table.view_sql is not None:
        return
    if len(table.primary_key) == 1:
        yield from (column for column in table.columns if column.primary_key or column.unique)
        return
    for column in table.columns:
        if column.unique or (_is_distinct(table, column) and _names_itself(table, column)):
            yield column


def _is_distinct(table: Table, column: Column) -> bool:
    return bool(table.rows) and column.distinct == table.rows


def _names_itself(table: Table, column: Column) -> bool:
    stem = _stem(column.name)
    return stem == "" or stem in _forms(table.name)


def _best(table: Table, column: Column, targets: Sequence[tuple[Table, Column]]) -> list[Guess]:
    scored = [
        Guess(
            table=table.key,
            column=column.name,
            to_table=target.key,
            to_column=identity.name,
            score=score,
        )
        for target, identity in targets
        if (score := _score(table, column, target, identity)) > 0
    ]
    return sorted(scored, key=lambda guess: -guess.score)[:_MOST_TARGETS]


def _score(table: Table, column: Column, target: Table, identity: Column) -> float:
    if not _comparable(column, identity) or (table.key == target.key and column == identity):
        return 0.0
    name, wanted = snake(column.name), snake(identity.name)
    if table.key != target.key and name == wanted and wanted not in _BARE:
        return _same_name(table, column, target, identity)
    forms = _forms(target.name)
    return _named_after(_stem(column.name), forms) if _names_itself(target, identity) else 0.0


def _named_after(stem: str, forms: set[str]) -> float:
    """How well a column's stem names a table of these forms."""
    if not stem:
        return 0.0
    if stem in forms:
        return 0.9
    # `parent_category_id`, `home_team_id`: a role in front of the table's name.
    if any(stem.endswith(f"_{form}") for form in forms):
        return 0.7
    if any(stem.endswith(form) and len(form) >= _SHORT for form in forms):
        return 0.5
    return 0.0


def _same_name(table: Table, column: Column, target: Table, identity: Column) -> float:
    """Two tables with the same key column: the child is the one that is not named by it."""
    if _stem(identity.name) in _forms(target.name):
        return 1.0
    both_keys = column.primary_key or column.unique or _is_distinct(table, column)
    key_like = snake(identity.name).endswith(_ENDINGS)
    return 0.6 if key_like and not both_keys and identity.primary_key else 0.0


def _comparable(one: Column, other: Column) -> bool:
    numbers = (Kind.INTEGER, Kind.NUMBER)
    return one.kind is other.kind or (one.kind in numbers and other.kind in numbers)


def _stem(column: str) -> str:
    """`customer_id` without its ending; empty for a bare `id`; the name itself has no ending."""
    name = snake(column)
    if name in _BARE:
        return ""
    for ending in _ENDINGS:
        if name.endswith(ending):
            return name.removesuffix(ending)
    return name.removesuffix("id") if name.endswith("id") and len(name) > _SHORT else name


def _forms(table: str) -> set[str]:
    """The table's name in singular and plural, with and without prefixes such as `dim_`."""
    name = snake(table)
    found = {name}
    for prefix in ("dim_", "fact_", "fct_", "tbl_", "t_", "stg_", "d_", "f_"):
        if name.startswith(prefix):
            found.add(name.removeprefix(prefix))
    return found | {_singular(form) for form in found}


def _singular(word: str) -> str:
    if word.endswith("ies") and len(word) > _SHORT:
        return word[:-3] + "y"
    if word.endswith(("sses", "shes", "ches", "xes", "zes")):
        return word[:-2]
    if word.endswith("people"):
        return word[:-6] + "person"
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word
