"""The port of the validated-query store, and a store in memory that keeps its contract."""

import asyncio
import hashlib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from knowledge.validated.query import Status, Usage, ValidatedQuery


class ValidatedStoreError(Exception):
    """Base of what the validated-query store refuses."""


class DuplicateQueryError(ValidatedStoreError):
    """The workspace already has an active query for the same wording, or the id is taken."""

    def __init__(self, existing: ValidatedQuery) -> None:
        self.existing = existing
        super().__init__(f"{existing.id} already answers {existing.question!r}")


class StaleQueryError(ValidatedStoreError):
    """Somebody else changed the query since it was read."""

    def __init__(self, query_id: str, expected: int, found: int) -> None:
        self.query_id = query_id
        self.expected = expected
        self.found = found
        super().__init__(f"{query_id} is at revision {found}, not {expected}")


class UnknownQueryError(ValidatedStoreError):
    """There is no query with that id."""

    def __init__(self, query_id: str) -> None:
        self.query_id = query_id
        super().__init__(f"There is no validated query {query_id}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """The queries of a workspace that changed after a version, in whatever status they are now."""

    version: int
    queries: tuple[ValidatedQuery, ...]


class ValidatedStore(Protocol):
    """Rows of validated queries; the truth that every index follows.

    `add` raises DuplicateQueryError; `save` raises StaleQueryError and UnknownQueryError, and
    DuplicateQueryError where it makes a query active whose wording is taken. A
    workspace's version grows with every add and save, never with `count_use`. Rows are never
    deleted.
    """

    async def get(self, query_id: str) -> ValidatedQuery | None: ...

    async def all(self, workspace: str) -> tuple[ValidatedQuery, ...]: ...

    async def version(self, workspace: str) -> int: ...

    async def revisions(self, workspace: str) -> Mapping[str, int]:
        """The revision of every active query by its id."""
        ...

    async def some(self, ids: Collection[str]) -> tuple[ValidatedQuery, ...]:
        """The queries of these ids, in any order; without those that are not there."""
        ...

    async def changed_since(self, workspace: str, version: int) -> Changes: ...

    async def newest(self, workspace: str, version: int) -> ValidatedQuery | None:
        """Of the active queries unchanged since a version, the one that changed last."""
        ...

    async def history(self, query_id: str) -> tuple[ValidatedQuery, ...]:
        """The query as it was at each revision, the first one first; empty for no such query."""
        ...

    async def add(self, query: ValidatedQuery) -> None: ...

    async def save(self, query: ValidatedQuery) -> ValidatedQuery:
        """Keep a changed query, read at `query.revision`; the result carries the next revision."""
        ...

    async def count_use(self, query_id: str, usage: Usage) -> None:
        """Add these counts to the query's own; the later `last_used_at` stays."""
        ...


def same_wording(left: str, right: str) -> bool:
    """Whether two questions are the same but for case, spacing and closing punctuation."""
    return _plain(left) == _plain(right)


def wording_key(wording: str) -> str:
    """What two questions of the same wording share, short enough for any database's index."""
    return hashlib.sha256(_plain(wording).encode()).hexdigest()


def counted(usage: Usage, more: Usage) -> Usage:
    """The sum of two usages."""
    times = [at for at in (usage.last_used_at, more.last_used_at) if at is not None]
    return Usage(
        offered=usage.offered + more.offered,
        used=usage.used + more.used,
        refused=usage.refused + more.refused,
        last_used_at=max(times, default=None),
    )


class MemoryValidatedStore:
    """A store that forgets with the process: for tests, trials and benchmarks."""

    def __init__(self) -> None:
        self._rows: dict[str, ValidatedQuery] = {}
        self._history: dict[str, list[ValidatedQuery]] = {}
        self._changed_at: dict[str, int] = {}
        self._versions: dict[str, int] = {}
        self._lock = asyncio.Lock()

    async def get(self, query_id: str) -> ValidatedQuery | None:
        return self._rows.get(query_id)

    async def all(self, workspace: str) -> tuple[ValidatedQuery, ...]:
        return tuple(row for row in self._rows.values() if row.workspace == workspace)

    async def version(self, workspace: str) -> int:
        return self._versions.get(workspace, 0)

    async def revisions(self, workspace: str) -> Mapping[str, int]:
        rows = await self.all(workspace)
        return {row.id: row.revision for row in rows if row.status is Status.ACTIVE}

    async def some(self, ids: Collection[str]) -> tuple[ValidatedQuery, ...]:
        return tuple(self._rows[query_id] for query_id in ids if query_id in self._rows)

    async def changed_since(self, workspace: str, version: int) -> Changes:
        rows = await self.all(workspace)
        return Changes(
            version=self._versions.get(workspace, 0),
            queries=tuple(row for row in rows if self._changed_at[row.id] > version),
        )

    async def newest(self, workspace: str, version: int) -> ValidatedQuery | None:
        found = [
            row
            for row in await self.all(workspace)
            if row.status is Status.ACTIVE and self._changed_at[row.id] <= version
        ]
        return max(found, key=lambda row: self._changed_at[row.id], default=None)

    async def history(self, query_id: str) -> tuple[ValidatedQuery, ...]:
        return tuple(self._history.get(query_id, ()))

    async def add(self, query: ValidatedQuery) -> None:
        async with self._lock:
            for row in self._rows.values():
                if row.id == query.id or _rivals(row, query):
                    raise DuplicateQueryError(row)
            self._keep(query)

    async def save(self, query: ValidatedQuery) -> ValidatedQuery:
        async with self._lock:
            row = self._row(query.id)
            if row.revision != query.revision:
                raise StaleQueryError(query.id, query.revision, row.revision)
            if row.status is not Status.ACTIVE:
                self._refuse_rival(query)
            saved = replace(query, revision=query.revision + 1, usage=row.usage)
            self._keep(saved)
            return saved

    async def count_use(self, query_id: str, usage: Usage) -> None:
        async with self._lock:
            row = self._row(query_id)
            self._rows[query_id] = replace(row, usage=counted(row.usage, usage))

    def _refuse_rival(self, query: ValidatedQuery) -> None:
        for row in self._rows.values():
            if row.id != query.id and _rivals(row, query):
                raise DuplicateQueryError(row)

    def _row(self, query_id: str) -> ValidatedQuery:
        if query_id not in self._rows:
            raise UnknownQueryError(query_id)
        return self._rows[query_id]

    def _keep(self, query: ValidatedQuery) -> None:
        version = self._versions.get(query.workspace, 0) + 1
        self._versions[query.workspace] = version
        self._changed_at[query.id] = version
        self._rows[query.id] = query
        self._history.setdefault(query.id, []).append(query)


def _rivals(row: ValidatedQuery, query: ValidatedQuery) -> bool:
    active = row.status is Status.ACTIVE and query.status is Status.ACTIVE
    return (
        active and row.workspace == query.workspace and same_wording(row.question, query.question)
    )


def _plain(text: str) -> str:
    return " ".join(text.lower().split()).rstrip(" ?.!;")
