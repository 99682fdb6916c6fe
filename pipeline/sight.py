"""What one person may know of a workspace: nothing hidden from them helps to read a question."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from knowledge.catalog import Catalog, Table
from knowledge.values import ValueHit, ValueIndex
from pipeline.open_definitions import open_definitions
from pipeline.rules.schema.known import Known, RetiredColumn
from pipeline.sql import Grants, shows_what_is_kept

_EQUAL = 1.0


def seen_by(known: Known, grants: Grants) -> Known:
    """The workspace as these grants show it; the same object where they show all of it."""
    seen = [_seen(table, known.catalog, grants) for table in known.catalog.tables]
    shown = {table.key: table for table in seen if table is not None}
    retired = [_retired(each, shown) for each in known.retired]
    used = {key: _in_use(table) for key, table in shown.items()}
    tables = tuple(_joined(table, used) for table in used.values())
    filtered = frozenset(grant.table.lower() for grant in grants.tables if grant.row_filter)
    if tables == known.catalog.tables and not filtered:
        return known
    catalog = replace(known.catalog, tables=tables)
    values = SeenValues(known.values, catalog, filtered)
    seen_known = known.seeing(catalog, known.glossary, values)
    seen_known.hushed = filtered
    seen_known.retired = tuple(each for each in retired if each is not None)
    # That a definition reads another column now is told where both may be known.
    seen_known.replaced = tuple(
        each
        for each in seen_known.replaced
        if _is_shown(each.new, shown) and _is_shown(each.old, shown)
    )
    told = open_definitions(known, seen_known)
    seen_known.glossary = replace(seen_known.glossary, definitions=told)
    return seen_known


def _is_shown(ref: str, shown: Mapping[str, Table]) -> bool:
    """Whether a `table.column` may be read."""
    owner, _, name = ref.rpartition(".")
    table = next((each for key, each in shown.items() if key.lower() == owner.lower()), None)
    return table is not None and table.column(name) is not None


def _retired(each: RetiredColumn, shown: Mapping[str, Table]) -> RetiredColumn | None:
    """A retired column, where it may be read; only what may be read is named in its place."""
    table = shown.get(each.table.key)
    if table is None or table.column(each.column.name) is None:
        return None
    instead = tuple(ref for ref in each.retired.instead if _is_shown(ref, shown))
    if instead == each.retired.instead:
        return each
    return replace(each, retired=replace(each.retired, instead=instead, said=""))


def _in_use(table: Table) -> Table:
    columns = tuple(column for column in table.columns if column.retired is None)
    return table if columns == table.columns else replace(table, columns=columns)


class SeenValues:
    """A value index that knows only what may be read; of filtered tables only what was written."""

    def __init__(self, values: ValueIndex, catalog: Catalog, filtered: frozenset[str]) -> None:
        self._values = values
        self._catalog = catalog
        self._filtered = filtered

    def find(self, text: str, *, limit: int = 8) -> Sequence[ValueHit]:
        found = self._values.find(text, limit=4 * limit)
        return [hit for hit in found if self._shows(hit)][:limit]

    def near(self, text: str, table: str, column: str, *, limit: int = 5) -> Sequence[str]:
        seen = self._catalog.table(table)
        if table.lower() in self._filtered or seen is None or seen.column(column) is None:
            return ()
        return self._values.near(text, table, column, limit=limit)

    def spans(self, question: str) -> Sequence[tuple[int, int, ValueHit]]:
        return [found for found in self._values.spans(question) if self._shows(found[2])]

    def _shows(self, hit: ValueHit) -> bool:
        # A near value of a filtered table may stand only in rows that this person may not see.
        if hit.table.lower() in self._filtered and hit.score < _EQUAL:
            return False
        table = self._catalog.table(hit.table)
        return table is not None and table.column(hit.column) is not None


def _joined(table: Table, shown: Mapping[str, Table]) -> Table:
    """The table with the keys whose both ends are seen."""
    keys = tuple(
        key
        for key in table.foreign_keys
        if (other := shown.get(key.to_table))
        and all(table.column(name) for name in key.columns)
        and all(other.column(name) for name in key.to_columns)
    )
    return table if keys == table.foreign_keys else replace(table, foreign_keys=keys)


def _seen(table: Table, catalog: Catalog, grants: Grants) -> Table | None:
    grant = grants.of(table)
    if grant is None or shows_what_is_kept(table, catalog.dialect, catalog, grants):
        return None
    columns = tuple(
        column
        for column in table.columns
        if grant.shows(column.name) and grant.mask_of(column.name) is None
    )
    return table if columns == table.columns else replace(table, columns=columns)
