"""The validated-query store over the ledger's database."""

from collections.abc import Collection, Mapping
from typing import Any

from sqlalchemy import bindparam, case, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from knowledge.validated.query import Status, Usage, ValidatedQuery
from knowledge.validated.store import Changes, UnknownQueryError
from review.adapters.sql_kept import QUERY, SqlKeptQueries, query_of
from review.adapters.sql_ledger import SqlLedger
from review.adapters.tables import validated_history, validated_queries, validated_versions

_ROWS = validated_queries
# Fewer than what any database takes in one list.
_AT_ONCE = 500
# What every question asks of the store, and what every trusted answer leaves in it.
_VERSION = select(validated_versions.c.version).where(
    validated_versions.c.workspace == bindparam("of")
)
_AT = bindparam("at", type_=_ROWS.c.last_used_at.type)
_COUNT = (
    update(_ROWS)
    .where(_ROWS.c.id == bindparam("of"))
    .values(
        offered=_ROWS.c.offered + bindparam("more_offered"),
        used=_ROWS.c.used + bindparam("more_used"),
        refused=_ROWS.c.refused + bindparam("more_refused"),
    )
)
_COUNT_AT = _COUNT.values(
    last_used_at=case((_ROWS.c.last_used_at > _AT, _ROWS.c.last_used_at), else_=_AT)
)


class SqlValidatedStore:
    """The ValidatedStore port. Each row keeps its history; a workspace's changes are numbered."""

    def __init__(self, ledger: SqlLedger) -> None:
        self._ledger = ledger

    async def get(self, query_id: str) -> ValidatedQuery | None:
        async with self._ledger.reading() as connection:
            return await _get(connection, query_id)

    async def all(self, workspace: str) -> tuple[ValidatedQuery, ...]:
        async with self._ledger.reading() as connection:
            return await _changed(connection, workspace, 0)

    async def version(self, workspace: str) -> int:
        async with self._ledger.looking() as statements:
            return (await statements.execute(_VERSION, {"of": workspace})).value() or 0

    async def revisions(self, workspace: str) -> Mapping[str, int]:
        found = select(_ROWS.c.id, _ROWS.c.revision).where(
            _ROWS.c.workspace == workspace, _ROWS.c.status == Status.ACTIVE
        )
        async with self._ledger.reading() as connection:
            rows = (await connection.execute(found)).all()
        return {row.id: row.revision for row in rows}

    async def some(self, ids: Collection[str]) -> tuple[ValidatedQuery, ...]:
        listed, found = list(ids), list[ValidatedQuery]()
        async with self._ledger.reading() as connection:
            for start in range(0, len(listed), _AT_ONCE):
                part = select(_ROWS).where(_ROWS.c.id.in_(listed[start : start + _AT_ONCE]))
                rows = await connection.execute(part)
                found += [query_of(row) for row in rows.mappings()]
        return tuple(found)

    async def changed_since(self, workspace: str, version: int) -> Changes:
        # The version first: a change between the two reads is then seen again, never missed.
        async with self._ledger.reading() as connection:
            now = await _version(connection, workspace)
            queries = await _changed(connection, workspace, version)
        return Changes(version=now, queries=queries)

    async def newest(self, workspace: str, version: int) -> ValidatedQuery | None:
        found = select(_ROWS).where(
            _ROWS.c.workspace == workspace,
            _ROWS.c.changed_in <= version,
            _ROWS.c.status == Status.ACTIVE,
        )
        async with self._ledger.reading() as connection:
            rows = await connection.execute(found.order_by(_ROWS.c.changed_in.desc()).limit(1))
            row = rows.mappings().first()
        return None if row is None else query_of(row)

    async def history(self, query_id: str) -> tuple[ValidatedQuery, ...]:
        kept = validated_history
        found = select(kept.c.body).where(kept.c.id == query_id).order_by(kept.c.revision)
        async with self._ledger.reading() as connection:
            bodies = (await connection.execute(found)).scalars().all()
        return tuple(map(QUERY.validate_json, bodies))

    async def add(self, query: ValidatedQuery) -> None:
        async with self._ledger.changing() as statements:
            await SqlKeptQueries(statements).add(query)

    async def save(self, query: ValidatedQuery) -> ValidatedQuery:
        async with self._ledger.changing() as statements:
            return await SqlKeptQueries(statements).save(query)

    async def count_use(self, query_id: str, usage: Usage) -> None:
        more: dict[str, Any] = {
            "of": query_id,
            "more_offered": usage.offered,
            "more_used": usage.used,
            "more_refused": usage.refused,
        }
        counting = _COUNT
        if usage.last_used_at is not None:
            counting, more["at"] = _COUNT_AT, usage.last_used_at
        async with self._ledger.changing() as statements:
            if not (await statements.execute(counting, more)).changed:
                raise UnknownQueryError(query_id)


async def _get(connection: AsyncConnection, query_id: str) -> ValidatedQuery | None:
    found = select(_ROWS).where(_ROWS.c.id == query_id)
    row = (await connection.execute(found)).mappings().first()
    return None if row is None else query_of(row)


async def _version(connection: AsyncConnection, workspace: str) -> int:
    found = select(validated_versions.c.version).where(validated_versions.c.workspace == workspace)
    return (await connection.execute(found)).scalar_one_or_none() or 0


async def _changed(
    connection: AsyncConnection, workspace: str, version: int
) -> tuple[ValidatedQuery, ...]:
    found = select(_ROWS).where(_ROWS.c.workspace == workspace, _ROWS.c.changed_in > version)
    rows = await connection.execute(found.order_by(_ROWS.c.changed_in))
    return tuple(query_of(row) for row in rows.mappings())
