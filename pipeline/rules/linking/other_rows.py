"""Names of other rows: the key that leads to them says which are meant."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from pipeline.intent import AnyOf, Clause, Compared, Condition, Related
from pipeline.rules.linking.journeys import role_said
from pipeline.rules.linking.link import Linker
from pipeline.rules.schema.items import Item
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.names import name_parts
from pipeline.rules.schema.roles import plays, superiors

_BEFORE = ("by", "to")


def names_another(clause: Condition, names: Collection[str]) -> bool:
    """`who report to Ana`, `managed by Ana`: Ana is another row of the same table."""
    said = f"{clause.words.lower()} "
    named = any(said.startswith(f"{word} {str(clause.values[0]).lower()} ") for word in _BEFORE)
    return named and clause.column in names


def of_other_row(
    plain: Condition,
    home: str | None,
    names: Collection[str],
    tables: set[str],
    linker: Linker,
    verbs: Sequence[str],
) -> Clause | None:
    """The condition, unless it names another row that a key leads to; `tables` are those named."""
    known = linker.known
    if home is not None and names_another(plain, names):
        return of_superior(plain, home, known) or (None if tables == {home} else plain)
    return of_role(plain, home, known, verbs) or plain


def of_superior(clause: Condition, home: str, known: Known) -> Compared | None:
    """The rows whose own key leads to the row of that name; None where no one key does."""
    pairs = leading_up(home, known)
    if len(pairs) != 1 or clause.operator not in ("=", "in"):
        return None
    return _led_by(home, pairs[0], home, clause)


def above(clauses: Sequence[object], column: str, known: Known) -> Compared | None:
    """The rows that this key of those with these names leads to."""
    led = tuple(clause for clause in clauses if isinstance(clause, Condition))
    tables = {clause.column.rpartition(".")[0] for clause in led}
    if len(led) != len(clauses) or len(tables) != 1:
        return None
    table = tables.pop()
    pairs = [pair for pair in leading_up(table, known) if pair[0] == column]
    if len(pairs) != 1:
        return None
    up, key = (f"{table}.{name}" for name in pairs[0])
    return Compared(column=key, operator="in", function="value", of=up, where=led)


def of_whole_name(found: Clause, clause: Clause | None, known: Known) -> Clause | None:
    """`report to Ana Diaz`, `except Ana Diaz`: both parts of a name are of one row, or of none."""
    if not isinstance(clause, Condition) or clause.operator != "=":
        return None
    first = found if isinstance(found, Condition) else _named(found)
    if first is None:
        return None
    table = first.column.rpartition(".")[0]
    parts = tuple(f"{table}.{name}" for name in name_parts(known.table(table)))
    if parts != (first.column, clause.column):
        return None
    if isinstance(found, Compared | Related):
        return replace(found, where=(first, clause))
    return (
        AnyOf(conditions=(first, replace(clause, operator="!=")))
        if first.operator == "!="
        else None
    )


def _named(found: Clause) -> Condition | None:
    """The one condition on the rows that a clause looks for."""
    if not isinstance(found, Compared | Related) or len(found.where) != 1:
        return None
    first = found.where[0]
    plain = isinstance(found, Related) or found.function == "value"
    return first if plain and isinstance(first, Condition) else None


def leading_up(table: str, known: Known) -> list[tuple[str, str]]:
    """The columns that lead from a row to another of the same table, each with what it equals."""
    keys = [pair for edge in known.joins.between(table, table) for pair in edge.pairs]
    return keys or superiors(known.table(table))


def of_role(
    clause: Condition, home: str | None, known: Known, verbs: Sequence[str] = ()
) -> Compared | None:
    """`from Oslo to Hamburg`: which of two keys is meant, by the word before the name."""
    table, role = clause.column.rpartition(".")[0], role_said(clause.words, verbs)
    edges = known.joins.between(home, table) if home and home != table and role else []
    fits = [edge for edge in edges if not edge.multiplies and plays(edge.pairs[0][0], role)]
    if home is None or len(edges) == 1 or len(fits) != 1 or clause.operator not in ("=", "in"):
        return None
    return _led_by(home, fits[0].pairs[0], table, clause)


def _led_by(home: str, pair: tuple[str, str], table: str, clause: Condition) -> Compared:
    left, right = pair
    return Compared(
        column=f"{home}.{left}", operator="in", function="value", of=f"{table}.{right}",
        where=(clause,),
    )  # fmt: skip


def key_shared(item: Item, home: str | None, linker: Linker) -> str | None:
    """What rows share by `the same band`: their own key to it, or its key where others lead there.

    A key that lies further away must be one that the ways between the tables settle.
    """
    table = linker.table(item) if home is not None and item.letter != "C" else None
    if home is None or table is None:
        return linker.column(item, home) if item.letter == "C" else None
    direct = linker.known.joins.between(home, table)
    keys = [edge.pairs[0][0] for edge in direct if not edge.multiplies and len(edge.pairs) == 1]
    if direct:
        return f"{home}.{keys[0]}" if len(keys) == 1 else None
    own = linker.known.table(table).primary_key
    led = linker.known.joins.path(home, table) and len(own) == 1 and table != home
    return f"{table}.{own[0]}" if led else None


def shared_by_peers(item: Item | None, owner: str, linker: Linker) -> str | None:
    """The column that tells rows of one group, `of their own category`; "" where all are one."""
    if item is None or (item.letter == "T" and linker.table(item) == owner):
        return ""
    column = key_shared(item, owner, linker)
    return column if column and column.rpartition(".")[0] == owner else None
