"""From the settings' grants to what each role may read of a catalog."""

from collections.abc import Mapping

from bots.settings import Grant
from knowledge.catalog import Catalog, Table
from knowledge.dotted_names import database_name
from pipeline.sql import Grants, TableGrant

EVERYBODY = "everybody"


def grants_by_role(settings: Mapping[str, Grant], catalog: Catalog) -> dict[str, Grants]:
    """What each role may read. Without any grant in the settings everybody may read the catalog."""
    roles = settings or {EVERYBODY: Grant()}
    return {role: _grants(grant, catalog) for role, grant in roles.items()}


def unknown_grants(settings: Mapping[str, Grant], catalog: Catalog) -> tuple[str, ...]:
    """Sentences about names in the grants that the database does not have: they bind nothing."""
    tables = {_said(table.key) for table in catalog.tables}
    columns = {_said(f"{t.key}.{c.name}") for t in catalog.tables for c in t.columns}
    return tuple(
        f"The grant of {role} names {name}, which the database does not have."
        for role, grant in settings.items()
        for known, names in (
            (tables, () if grant.tables == "all" else grant.tables),
            (tables, tuple(grant.row_filters)),
            (columns, grant.hidden_columns),
        )
        for name in names
        if _said(name) not in known
    )


def _said(name: str) -> str:
    """A name as people write it in the settings: any dot is a dot there."""
    return database_name(name).lower()


def _grants(grant: Grant, catalog: Catalog) -> Grants:
    # Tables are always listed one by one: what is not in the catalog may not be read by anybody.
    named = None if grant.tables == "all" else set(map(_said, grant.tables))
    return Grants(
        tables=tuple(
            _table_grant(table, grant)
            for table in catalog.tables
            if named is None or _said(table.key) in named
        )
    )


def _table_grant(table: Table, grant: Grant) -> TableGrant:
    hidden = set(map(_said, grant.hidden_columns))
    shown = {c.name for c in table.columns if _said(f"{table.key}.{c.name}") not in hidden}
    filters = {_said(key): text for key, text in grant.row_filters.items()}
    return TableGrant(
        table=table.key,
        columns=None if len(shown) == len(table.columns) else frozenset(shown),
        row_filter=filters.get(_said(table.key), ""),
    )
