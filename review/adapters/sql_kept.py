"""Rows of validated queries within a transaction, in SQL."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any

from pydantic import BeforeValidator, TypeAdapter
from sqlalchemy import bindparam, insert, select, update

from knowledge.validated.query import Status, Usage, ValidatedQuery
from knowledge.validated.store import (
    DuplicateQueryError,
    StaleQueryError,
    UnknownQueryError,
    wording_key,
)
from review.adapters.statements import Statements
from review.adapters.tables import validated_history, validated_queries, validated_versions
from review.adapters.upserts import raised
from review.ledger.older_rows import with_cause

QUERY: TypeAdapter[ValidatedQuery] = TypeAdapter(
    Annotated[ValidatedQuery, BeforeValidator(with_cause)]
)
_ROWS = validated_queries
_GET = select(_ROWS).where(_ROWS.c.id == bindparam("of"))
_RIVAL = select(_ROWS).where(
    _ROWS.c.workspace == bindparam("in_workspace"),
    _ROWS.c.wording_key == bindparam("key"),
    _ROWS.c.status == Status.ACTIVE,
    _ROWS.c.id != bindparam("of"),
)


class SqlKeptQueries:
    """The KeptQueries port over one connection.

    Taking a workspace's next number holds it until the end: no two changes of it ever cross.
    """

    def __init__(self, connection: Statements) -> None:
        self._connection = connection

    async def get(self, query_id: str) -> ValidatedQuery | None:
        row = (await self._connection.execute(_GET, {"of": query_id})).first()
        return None if row is None else query_of(row)

    async def hold(self, workspace: str) -> None:
        await self._next(workspace)

    async def add(self, query: ValidatedQuery) -> None:
        version = await self._next(query.workspace)
        taken = await self.get(query.id)
        if taken is not None:
            raise DuplicateQueryError(taken)
        await self._refuse_rival(query)
        usage = {
            "offered": query.usage.offered,
            "used": query.usage.used,
            "refused": query.usage.refused,
            "last_used_at": query.usage.last_used_at,
        }
        row = {"id": query.id, "workspace": query.workspace}
        values = row | usage | _mutable(query, version)
        await self._connection.execute(insert(_ROWS).values(values))
        await self._keep_history(query)

    async def save(self, query: ValidatedQuery) -> ValidatedQuery:
        version = await self._next(query.workspace)
        known = await self.get(query.id)
        if known is None:
            raise UnknownQueryError(query.id)
        if known.revision != query.revision:
            raise StaleQueryError(query.id, query.revision, known.revision)
        if known.status is not Status.ACTIVE:
            await self._refuse_rival(query)
        saved = replace(query, revision=query.revision + 1, usage=known.usage)
        changed = update(_ROWS).where(_ROWS.c.id == query.id)
        await self._connection.execute(changed.values(_mutable(saved, version)))
        await self._keep_history(saved)
        return saved

    async def _next(self, workspace: str) -> int:
        return await raised(self._connection, validated_versions, workspace)

    async def _refuse_rival(self, query: ValidatedQuery) -> None:
        """Two active queries of a workspace never ask the same."""
        if query.status is not Status.ACTIVE:
            return
        sought = {
            "in_workspace": query.workspace,
            "key": wording_key(query.question),
            "of": query.id,
        }
        rival = (await self._connection.execute(_RIVAL, sought)).first()
        if rival is not None:
            raise DuplicateQueryError(query_of(rival))

    async def _keep_history(self, query: ValidatedQuery) -> None:
        row = {"id": query.id, "revision": query.revision, "body": _body(query)}
        await self._connection.execute(insert(validated_history).values(row))


def query_of(row: Mapping[Any, Any]) -> ValidatedQuery:
    """The query that a row keeps; its use is counted beside it."""
    usage = Usage(
        offered=row["offered"],
        used=row["used"],
        refused=row["refused"],
        last_used_at=row["last_used_at"],
    )
    return replace(QUERY.validate_json(row["body"]), usage=usage)


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
    return QUERY.dump_json(query).decode()
