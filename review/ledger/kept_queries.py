"""The kept queries of the ledger, within one of its transactions."""

from typing import Protocol

from knowledge.validated.query import ValidatedQuery


class KeptQueries(Protocol):
    """What is changed here is kept with its audit line and its jobs, or none of it is."""

    async def hold(self, workspace: str) -> None:
        """Nobody else changes this workspace's queries until the transaction ends."""
        ...

    async def get(self, query_id: str) -> ValidatedQuery | None:
        """The query as it is by now; held, it stays so."""
        ...

    async def add(self, query: ValidatedQuery) -> None:
        """As ValidatedStore.add."""
        ...

    async def save(self, query: ValidatedQuery) -> ValidatedQuery:
        """As ValidatedStore.save."""
        ...
