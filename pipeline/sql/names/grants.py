"""What a role may see: tables, columns, row filters and masks, as values."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field

from knowledge.catalog import Catalog, Table


@dataclass(frozen=True, slots=True, kw_only=True)
class TableGrant:
    """Leave to read one table (a catalog key).

    `columns` None means every column. `row_filter` is SQL over the table's own columns. `masks`
    maps a column to the SQL expression that is shown in its place.
    """

    table: str
    columns: frozenset[str] | None = None
    row_filter: str = ""
    masks: Mapping[str, str] = field(default_factory=dict)

    def shows(self, column: str) -> bool:
        return self.columns is None or column.lower() in {name.lower() for name in self.columns}

    def mask_of(self, column: str) -> str | None:
        masks = {name.lower(): mask for name, mask in self.masks.items()}
        return masks.get(column.lower())


@dataclass(frozen=True, slots=True, kw_only=True)
class Grants:
    """All that a person's roles allow in one workspace; `everything` is an administrator's."""

    tables: tuple[TableGrant, ...] = ()
    everything: bool = False

    @property
    def key(self) -> Hashable:
        """The same for grants that allow the same."""
        tables = tuple(
            (each.table, each.columns, each.row_filter, tuple(each.masks.items()))
            for each in self.tables
        )
        return tables, self.everything

    def of(self, table: Table) -> TableGrant | None:
        """The grant on a table; none means that the table may not be read."""
        wanted = table.key.lower()
        found = [grant for grant in self.tables if grant.table.lower() == wanted]
        return found[0] if len(found) == 1 else _merged(found)


def _merged(grants: list[TableGrant]) -> TableGrant | None:
    """Two grants on one table give only what both of them give."""
    if not grants:
        return None
    column_sets = [grant.columns for grant in grants if grant.columns is not None]
    filters = [f"({grant.row_filter})" for grant in grants if grant.row_filter]
    return TableGrant(
        table=grants[0].table,
        columns=frozenset.intersection(*column_sets) if column_sets else None,
        row_filter=" AND ".join(filters),
        masks={name: mask for grant in grants for name, mask in grant.masks.items()},
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Denial:
    """A statement that a person's roles do not allow, and why, in words for that person."""

    reason: str
    table: str = ""
    column: str = ""


class DeniedError(Exception):
    """A part of the statement is not permitted."""

    def __init__(self, denial: Denial) -> None:
        super().__init__(denial.reason)
        self.denial = denial


# Where a catalog does not say in which schemas a bare name is looked up.
_DEFAULT_SCHEMAS = {
    "postgres": "public",
    "duckdb": "main",
    "sqlite": "main",
    "tsql": "dbo",
    "snowflake": "public",
    "databricks": "default",
}


def table_in_catalog(name: str, catalog: Catalog, dialect: str) -> Table | None:
    """The one table that a dotted name means in a catalog; None when it is not certain."""
    path = [one.lower() for one in catalog.search_path or (_DEFAULT_SCHEMAS.get(dialect, ""),)]
    wanted = name.lower()
    own = {wanted, f"{path[0]}.{wanted}", wanted.removeprefix(f"{path[0]}.")}
    found = [table for key in sorted(own) for table in catalog.tables_of(key)]
    if not found and "." not in wanted:
        # The engine takes the first schema that has a table of this name.
        tables = (catalog.tables_of(f"{schema}.{wanted}") for schema in path[1:])
        found = list(next(filter(None, tables), ()))
    if len(found) > 1:
        found = [table for table in found if table.key == name]
    return found[0] if len(found) == 1 else None
