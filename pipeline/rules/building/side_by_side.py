"""Rows of two kinds set side by side: which numbers do so, and how each belongs to a group."""

from collections.abc import Callable, Sequence

from pipeline.intent import Clause, Intent, Measure, leaves
from pipeline.rules.building.where import NothingMeantError
from pipeline.rules.linking.clause_reading import tables_of
from pipeline.rules.schema.edges import Edge

HasMany = Callable[[str, str], bool]
Tree = Callable[[str, list[str]], Sequence[Edge]]


def is_of_two_kinds(measure: Measure) -> bool:
    """Whether rows of two tables are set side by side, each counted apart from the other."""
    if measure.function == "difference":
        counts = all(part.function == "count" and not part.column for part in measure.parts)
        return counts and len({part.table for part in measure.parts}) > 1
    return measure.function == "quotient" and bool(measure.parts)


def is_apart(intent: Intent) -> bool:
    """Whether only rows of two tables are counted, each apart from the other."""
    one = intent.measures if len(intent.measures) == 1 else ()
    alone = any(m.function == "quotient" or is_of_two_kinds(m) for m in one)
    return alone and not intent.dimensions and not intent.filters


def is_outer(intent: Intent) -> bool:
    """Whether rows of two kinds stand side by side: a group may have none of either."""
    return any(map(is_of_two_kinds, intent.measures)) and bool(intent.dimensions)


def root_of_groups(intent: Intent, filters: Sequence[Clause], has_many: HasMany) -> str:
    """The table of the groups; of which rows of a side a condition would be, nobody says."""
    root = intent.dimensions[0].column.rpartition(".")[0]
    told = {table for clause in filters for table in tables_of(clause)} - {root}
    if any(has_many(root, table) for table in told):
        raise NothingMeantError
    return root


def beside_each_other(intent: Intent, root: str, tree: Tree) -> tuple[tuple[Edge, ...], list[str]]:
    """The joins of a group with rows of each kind, none by way of the other, and what is open."""
    found: dict[str, Edge] = {}
    risks: list[str] = []
    for part in (leaf for measure in intent.measures for leaf in leaves(measure)):
        own = [table for clause in part.where for table in tables_of(clause)]
        for edge in (*tree(root, [part.table]), *tree(part.table, own)):
            if edge.right != root and found.setdefault(edge.right, edge) != edge:
                risks.append(f"two ways to join {edge.right}")
    for dimension in intent.dimensions:
        for edge in tree(root, [dimension.column.rpartition(".")[0]]):
            found.setdefault(edge.right, edge)
    return tuple(found.values()), risks
