"""The keys that lead from rows to those that they refer to."""

from knowledge.semantics import Edge, SemanticModel

_MOST_STEPS = 4


class UnreachableError(Exception):
    """No keys lead from a table to another one."""

    def __init__(self, table: str, other: str) -> None:
        self.table, self.other = table, other
        super().__init__(f"No keys lead from {table} to {other}.")


def path_of(model: SemanticModel, base: str, table: str) -> tuple[Edge, ...]:
    """The keys from a table to one that it refers to, over others; raises UnreachableError."""
    waiting: list[tuple[str, tuple[Edge, ...]]] = [(base, ())]
    seen = {base}
    while waiting:
        at, path = waiting.pop(0)
        if at == table:
            return path
        for edge in model.parents(at) if len(path) < _MOST_STEPS else ():
            if edge.to_table not in seen:
                seen.add(edge.to_table)
                waiting.append((edge.to_table, (*path, edge)))
    raise UnreachableError(base, table)
