"""What a query reads from: base tables with a grant, and relations checked already."""

from dataclasses import dataclass, field

from knowledge.catalog import Table
from pipeline.sql.names.grants import Denial, DeniedError, TableGrant


@dataclass(slots=True, kw_only=True)
class Relation:
    """One source of a scope, under the name by which it can be referred to.

    A base relation has a `table`. The inside of the others was checked, so whatever they show may
    be seen; `opaque` says that not all their column names are known.
    """

    name: str
    columns: frozenset[str] = frozenset()
    opaque: bool = False
    table: Table | None = None
    grant: TableGrant | None = None

    def has(self, column: str) -> bool:
        return column.lower() in self.columns


@dataclass(slots=True, kw_only=True)
class Scope:
    """The sources and output names of one SELECT, inside the scopes that enclose it."""

    outer: "Scope | None" = None
    relations: list[Relation] = field(default_factory=list)
    outputs: set[str] = field(default_factory=set)

    def named(self, name: str) -> list[Relation]:
        return [relation for relation in self.relations if relation.name == name.lower()]


def require_column(relation: Relation, column: str, *, shown: bool) -> None:
    """Refuses a column that may not be read, or that is masked and not merely shown."""
    if relation.table is None:
        return
    grant = relation.grant
    if not relation.has(column) or grant is None or not grant.shows(column):
        raise DeniedError(
            Denial(
                reason=f"You may not read the column {column} of {relation.table.key}.",
                table=relation.table.key,
                column=column,
            )
        )
    if not shown and grant.mask_of(column) is not None:
        raise DeniedError(
            Denial(
                reason=f"The column {column} of {relation.table.key} is masked for you: it can be "
                "shown masked, but not searched, joined, grouped or sorted by.",
                table=relation.table.key,
                column=column,
            )
        )


def require_all_columns(relation: Relation, but: frozenset[str] = frozenset()) -> None:
    """Refuses a relation of which not every column may be read."""
    for column in sorted(relation.columns - but):
        require_column(relation, column, shown=True)
