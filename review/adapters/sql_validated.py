"""The validated-query store over the ledger's database."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from pydantic import TypeAdapter
from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from knowledge.validated.query import Status, Usage, ValidatedQuery
from knowledge.validated.store import (
    Changes,
    DuplicateQueryError,
    StaleQueryError,
    UnknownQueryError,
    wording_key,
)
from review.adapters.sql_ledger import SqlLedger
from review.adapters.tables import validated_history, validated_queries, validated_versions
from review.adapters.upserts import raised

_QUERY = TypeAdapter(ValidatedQuery)
_ROWS = validated_queries
# Fewer than what any database takes in one list.
_AT_ONCE = 500


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
        async with self._ledger.reading() as connection:
            return await _version(connection, workspace)

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
                found += [_query(row) for row in rows.mappings()]
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
        return None if row is None else _query(row)

    async def history(self, query_id: str) -> tuple[ValidatedQuery, ...]:
        kept = validated_history
        found = select(kept.c.body).where(kept.c.id == query_id).order_by(kept.c.revision)
        async with self._ledger.reading() as connection:
            bodies = (await connection.execute(found)).scalars().all()
        return tuple(map(_QUERY.validate_json, bodies))

    async def add(self, query: ValidatedQuery) -> None:
        async with self._ledger.writing() as connection:
            # Taking the next number holds the workspace until the end: two adds never cross.
            version = await raised(connection, validated_versions, query.workspace)
            await _refuse_duplicate(connection, query)
            usage = {
                "offered": query.usage.offered,
                "used": query.usage.used,
                "refused": query.usage.refused,
                "last_used_at": query.usage.last_used_at,
            }
            row = {"id": query.id, "workspace": query.workspace}
            values = row | usage | _mutable(query, version)
            await connection.execute(insert(_ROWS).values(values))
            await _keep_history(connection, query)

    async def save(self, query: ValidatedQuery) -> ValidatedQuery:
        async with self._ledger.writing() as connection:
            version = await raised(connection, validated_versions, query.workspace)
            known = await _get(connection, query.id)
            if known is None:
                raise UnknownQueryError(query.id)
            if known.revision != query.revision:
                raise StaleQueryError(query.id, query.revision, known.revision)
            if known.status is not Status.ACTIVE:
                await _refuse_rival(connection, query)
            saved = replace(query, revision=query.revision + 1, usage=known.usage)
            statement = update(_ROWS).where(_ROWS.c.id == query.id)
            await connection.execute(statement.values(_mutable(saved, version)))
            await _keep_history(connection, saved)
            return saved

    async def count_use(self, query_id: str, usage: Usage) -> None:
        added: dict[str, Any] = {
            "offered": _ROWS.c.offered + usage.offered,
            "used": _ROWS.c.used + usage.used,
            "refused": _ROWS.c.refused + usage.refused,
        }
        async with self._ledger.writing() as connection:
            known = await _get(connection, query_id)
            if known is None:
                raise UnknownQueryError(query_id)
            times = [at for at in (known.usage.last_used_at, usage.last_used_at) if at]
            added["last_used_at"] = max(times, default=None)
            await connection.execute(update(_ROWS).where(_ROWS.c.id == query_id).values(added))


async def _get(connection: AsyncConnection, query_id: str) -> ValidatedQuery | None:
    found = select(_ROWS).where(_ROWS.c.id == query_id)
    row = (await connection.execute(found)).mappings().first()
    return None if row is None else _query(row)


async def _version(connection: AsyncConnection, workspace: str) -> int:
    found = select(validated_versions.c.version).where(validated_versions.c.workspace == workspace)
    return (await connection.execute(found)).scalar_one_or_none() or 0


async def _changed(
    connection: AsyncConnection, workspace: str, version: int
) -> tuple[ValidatedQuery, ...]:
    found = select(_ROWS).where(_ROWS.c.workspace == workspace, _ROWS.c.changed_in > version)
    rows = await connection.execute(found.order_by(_ROWS.c.changed_in))
    return tuple(_query(row) for row in rows.mappings())


async def _refuse_duplicate(connection: AsyncConnection, query: ValidatedQuery) -> None:
    taken = await _get(connection, query.id)
    if taken is not None:
        raise DuplicateQueryError(taken)
    await _refuse_rival(connection, query)


async def _refuse_rival(connection: AsyncConnection, query: ValidatedQuery) -> None:
    """Two active queries of a workspace never ask the same."""
    if query.status is not Status.ACTIVE:
        return
    found = select(_ROWS).where(
        _ROWS.c.workspace == query.workspace,
        _ROWS.c.wording_key == wording_key(query.question),
        _ROWS.c.status == Status.ACTIVE,
        _ROWS.c.id != query.id,
    )
    rival = (await connection.execute(found)).mappings().first()
    if rival is not None:
        raise DuplicateQueryError(_query(rival))


async def _keep_history(connection: AsyncConnection, query: ValidatedQuery) -> None:
    row = {"id": query.id, "revision": query.revision, "body": _body(query)}
    await connection.execute(insert(validated_history).values(row))


def _mutable(query: ValidatedQuery, version: int) -> dict[str, Any]:
    return {
        "wording": query.question,
        "wording_key": wording_key(query.question),
        "status": query.status,
        "revision": query.revision,
        "changed_in": version,
        "body": _body(query),
    }


def _body(query: ValidatedQuery) -> str:
    return _QUERY.dump_json(query).decode()


def _query(row: Mapping[Any, Any]) -> ValidatedQuery:
    usage = Usage(
        offered=row["offered"],
        used=row["used"],
        refused=row["refused"],
        last_used_at=row["last_used_at"],
    )
    return replace(_QUERY.validate_json(row["body"]), usage=usage)
