"""Promotion: what reviewers approve is kept for the next such question."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import structlog
from pydantic import TypeAdapter

from knowledge.catalog import Catalog
from knowledge.matching import values_of_catalog
from knowledge.validated.drift import fingerprints_of, uses_of
from knowledge.validated.parameters import detect_parameters
from knowledge.validated.query import Status, ValidatedQuery
from knowledge.validated.store import DuplicateQueryError, ValidatedStore
from pipeline.contract import Contract
from pipeline.dates import Calendar
from pipeline.stored_times import stored_spans
from pipeline.validated_answers import as_span
from review.promotion import Verdicted

log = structlog.get_logger()
_CONTRACT = TypeAdapter(Contract)


@dataclass(frozen=True, slots=True, kw_only=True)
class Domain:
    """A workspace as promotion sees it."""

    catalog: Catalog
    calendar: Calendar


class StorePromoter:
    """The Promoter port over the validated-query store."""

    def __init__(self, store: ValidatedStore, domains: Callable[[str], Domain | None]) -> None:
        self._store = store
        self._domains = domains

    async def approve(self, verdicted: Verdicted) -> None:
        await self._keep(verdicted, Status.ACTIVE)

    async def reject(self, verdicted: Verdicted) -> None:
        await self._keep(verdicted, Status.NEVER_REUSE)

    async def _keep(self, verdicted: Verdicted, status: Status) -> None:
        domain = self._domains(verdicted.answer.workspace)
        if domain is None:
            log.warning("promotion_without_workspace", workspace=verdicted.answer.workspace)
            return
        if await self._store.get(verdicted.id) is not None:
            return
        query = validated_query(verdicted, domain, status)
        try:
            await self._store.add(query)
        except DuplicateQueryError as error:
            await self._supersede(error.existing, query)

    async def _supersede(self, old: ValidatedQuery, query: ValidatedQuery) -> None:
        """The later approval of the same question counts; the earlier one is retired."""
        reason = f"superseded by {query.id}"
        await self._store.save(replace(old, status=Status.RETIRED, status_reason=reason))
        await self._store.add(query)


def validated_query(verdicted: Verdicted, domain: Domain, status: Status) -> ValidatedQuery:
    """The row that keeps an approved (or rejected) answer."""
    answer, catalog = verdicted.answer, domain.catalog
    sql = answer.reusable_sql or answer.sql
    tables, columns = uses_of(sql, catalog.dialect, catalog)
    contract = Contract() if verdicted.edited else verdicted.contract
    approved = verdicted.at.date()
    reason = ""
    question = answer.standalone or answer.question
    spans = stored_spans(question, sql, contract.dates, approved, domain.calendar)
    if spans is None and status is Status.ACTIVE:
        status, reason = Status.DEMOTED, "its words for time have no dates in the SQL"
    return ValidatedQuery(
        id=verdicted.id,
        workspace=answer.workspace,
        question=question,
        sql=sql,
        dialect=catalog.dialect,
        contract=_CONTRACT.dump_python(contract, mode="json"),
        parameters=detect_parameters(
            question,
            sql,
            catalog.dialect,
            spans=[as_span(span) for span in spans or ()],
            values=values_of_catalog(catalog),
        ),
        fingerprints=fingerprints_of(sql, catalog.dialect, catalog),
        tables=tables,
        columns=columns,
        asked_by=verdicted.asker.id,
        approved_by=verdicted.reviewer.name or verdicted.reviewer.id,
        approved_at=verdicted.at,
        status=status,
        status_reason=reason or verdicted.note,
    )
