"""Names of other rows: the key that leads to them says which are meant."""

from collections.abc import Collection

from pipeline.intent import Compared, Condition
from pipeline.rules.known import Known
from pipeline.rules.roles import plays, role_of, superiors

_BEFORE = ("by", "to")


def names_another(clause: Condition, names: Collection[str]) -> bool:
    """`who report to Ana`, `managed by Ana`: Ana is another row of the same table."""
    said = f"{clause.words.lower()} "
    named = any(said.startswith(f"{word} {str(clause.values[0]).lower()} ") for word in _BEFORE)
    return named and clause.column in names


def of_superior(clause: Condition, home: str, known: Known) -> Compared | None:
    """The rows whose own key leads to the row of that name; None where no one key does."""
    pairs = [pair for edge in known.joins.between(home, home) for pair in edge.pairs]
    pairs = pairs or superiors(known.table(home))
    if len(pairs) != 1 or clause.operator not in ("=", "in"):
        return None
    return _led_by(home, pairs[0], home, clause)


def of_role(clause: Condition, home: str | None, known: Known) -> Compared | None:
    """`from Oslo to Hamburg`: which of two keys is meant, by the word before the name."""
    table, role = clause.column.rpartition(".")[0], role_of(clause.words)
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
