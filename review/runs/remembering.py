"""Standing answers kept in the ledger, for the pipeline and for people's desks."""

from collections.abc import Sequence
from dataclasses import replace

from pipeline.remembered.standing import StandingAnswer
from review.ledger.port import Ledger, Pages
from review.ledger.records import Noted
from review.settings import Clock


class LedgerStanding:
    """The Standing port over the ledger. What is kept or forgotten is in the audit."""

    def __init__(self, ledger: Ledger, clock: Clock) -> None:
        self._ledger = ledger
        self._clock = clock

    async def of(self, workspace: str, person: str) -> Sequence[StandingAnswer]:
        async with self._ledger.read() as pages:
            return await pages.standing.of(workspace, person)

    async def keep(self, answer: StandingAnswer) -> None:
        now = self._clock()
        async with self._ledger.begin() as pages:
            await pages.standing.keep(replace(answer, at=answer.at or now))
            self._note(pages, answer, "kept an answer")

    async def forget(self, answer: StandingAnswer) -> None:
        async with self._ledger.begin() as pages:
            if await pages.standing.forget(answer):
                self._note(pages, answer, "forgot an answer")

    def _note(self, pages: Pages, answer: StandingAnswer, action: str) -> None:
        details = {"said": answer.said, "by": answer.by}
        actor = answer.person or answer.by
        pages.audit.note(
            Noted(
                at=self._clock(),
                actor=actor,
                action=action,
                place=answer.workspace,
                details=details,
            )
        )
