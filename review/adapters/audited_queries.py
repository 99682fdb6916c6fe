"""Validated queries as somebody changes them by hand: each change is kept with its audit line."""

import datetime as dt
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from typing_extensions import override

from knowledge.validated.query import ValidatedQuery
from review.adapters.sql_ledger import SqlLedger
from review.adapters.sql_validated import SqlValidatedStore
from review.ledger.records import Noted


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """Who does what to kept queries, and from where."""

    actor: str
    action: str
    place: str
    details: Mapping[str, str] = field(default_factory=dict)


class AuditedQueries(SqlValidatedStore):
    """The ValidatedStore port for one act: what it changes and what the audit tells are one."""

    def __init__(self, ledger: SqlLedger, act: Act, clock: Callable[[], dt.datetime]) -> None:
        super().__init__(ledger)
        self._act = act
        self._clock = clock

    @override
    async def add(self, query: ValidatedQuery) -> None:
        async with self._ledger.begin() as pages:
            await pages.kept.add(query)
            pages.audit.note(self._noted((query,)))

    @override
    async def save(self, query: ValidatedQuery) -> ValidatedQuery:
        async with self._ledger.begin() as pages:
            saved = await pages.kept.save(query)
            pages.audit.note(self._noted((saved,)))
        return saved

    async def add_all(self, queries: tuple[ValidatedQuery, ...]) -> None:
        """Add all of them, or none. Raises DuplicateQueryError."""
        async with self._ledger.begin() as pages:
            for query in queries:
                await pages.kept.add(query)
            pages.audit.note(self._noted(queries))

    def _noted(self, changed: tuple[ValidatedQuery, ...]) -> Noted:
        told = {
            "query": " ".join(query.id for query in changed),
            "question": changed[0].question if len(changed) == 1 else "",
            "status": " ".join(dict.fromkeys(query.status.value for query in changed)),
            "why": changed[0].status_reason if len(changed) == 1 else "",
        }
        details = {**self._act.details, **{name: text for name, text in told.items() if text}}
        return Noted(
            at=self._clock(),
            actor=self._act.actor,
            action=self._act.action,
            place=self._act.place,
            details=details,
        )
