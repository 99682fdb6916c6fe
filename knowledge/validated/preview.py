"""A store as it would be after changes that nobody saved: to see their effect first."""

from collections.abc import Collection, Mapping, Sequence

from knowledge.validated.query import Status, Usage, ValidatedQuery
from knowledge.validated.store import Changes, ValidatedStore, ValidatedStoreError


class PreviewIsReadOnlyError(ValidatedStoreError):
    """A preview keeps nothing."""

    def __init__(self, query_id: str) -> None:
        super().__init__(f"A preview keeps nothing of {query_id}")


class PreviewStore:
    """The ValidatedStore port over another store, with some rows as they would be. Read-only.

    A changed row has a revision that no saved row has: an index that knows the saved one reads it
    again.
    """

    def __init__(self, store: ValidatedStore, changed: Sequence[ValidatedQuery]) -> None:
        self._store = store
        self._changed = {row.id: row for row in changed}

    async def get(self, query_id: str) -> ValidatedQuery | None:
        return self._changed.get(query_id) or await self._store.get(query_id)

    async def all(self, workspace: str) -> tuple[ValidatedQuery, ...]:
        return self._with_changed(await self._store.all(workspace), workspace)

    async def version(self, workspace: str) -> int:
        # Never 0, which is the version of a store that nobody has to read.
        return await self._store.version(workspace) + 1

    async def revisions(self, workspace: str) -> Mapping[str, int]:
        saved = await self._store.revisions(workspace)
        active = (row for row in self._of(workspace) if row.status is Status.ACTIVE)
        kept = {id_: revision for id_, revision in saved.items() if id_ not in self._changed}
        return {**kept, **{row.id: -1 for row in active}}

    async def some(self, ids: Collection[str]) -> tuple[ValidatedQuery, ...]:
        changed = tuple(self._changed[id_] for id_ in ids if id_ in self._changed)
        return (*await self._store.some([i for i in ids if i not in self._changed]), *changed)

    async def changed_since(self, workspace: str, version: int) -> Changes:
        found = await self._store.changed_since(workspace, version)
        return Changes(
            version=await self.version(workspace),
            queries=self._with_changed(found.queries, workspace),
        )

    async def newest(self, workspace: str, version: int) -> ValidatedQuery | None:
        return await self._store.newest(workspace, version)

    async def history(self, query_id: str) -> tuple[ValidatedQuery, ...]:
        return await self._store.history(query_id)

    async def add(self, query: ValidatedQuery) -> None:
        raise PreviewIsReadOnlyError(query.id)

    async def save(self, query: ValidatedQuery) -> ValidatedQuery:
        raise PreviewIsReadOnlyError(query.id)

    async def count_use(self, query_id: str, usage: Usage) -> None:
        del usage
        raise PreviewIsReadOnlyError(query_id)

    def _of(self, workspace: str) -> list[ValidatedQuery]:
        return [row for row in self._changed.values() if row.workspace == workspace]

    def _with_changed(
        self, saved: Sequence[ValidatedQuery], workspace: str
    ) -> tuple[ValidatedQuery, ...]:
        kept = (row for row in saved if row.id not in self._changed)
        return (*kept, *self._of(workspace))
