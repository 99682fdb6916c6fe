"""Verdicts whose process dies under them: carried out anyway, or ended with the reason."""

import asyncio
from dataclasses import dataclass, field, replace

import pytest
from typing_extensions import override

from pipeline.checkpoint import Action, Decision
from pipeline.result import Refusal
from review.adapters.sql_ledger import SqlLedger
from review.ledger.notices import ReviewCase, Said
from review.ledger.records import CaseStatus
from review.ports.desk import Counted
from review.ports.promotion import Verdicted
from review.settings import ReviewSettings
from tests.review.fakes import ANA, REVIEWERS, RUI, FakePromoter, a_flow
from tests.review.office import QUICK, World

APPROVE = Decision(action=Action.APPROVE)
SETTINGS = replace(QUICK, cut_off_ends=5)


@dataclass
class Dying(FakePromoter):
    """Ends the work as the end of a process does, so many times."""

    deaths: int = 0
    begun: list[str] = field(default_factory=list)

    @override
    async def approve(self, verdicted: Verdicted) -> Refusal | None:
        self.begun.append(verdicted.id)
        if self.deaths:
            self.deaths -= 1
            raise asyncio.CancelledError
        return await super().approve(verdicted)


async def decided(ledger: SqlLedger, deaths: int, settings: ReviewSettings) -> tuple[World, Dying]:
    """A verdict whose process died that often."""
    promoter = Dying(deaths=deaths)
    world = World(ledger=ledger, flow=a_flow(), promoter=promoter, settings=settings)
    await world.office.open()
    run = str(await world.ask())
    assert await world.desk.send_to_review(run, ANA, "Is tax in it?") == Counted()
    await world.settle()
    await world.verdict(APPROVE, RUI)
    for _ in range(3 * settings.cut_off_ends):
        await world.sweep(minutes=6)
    return world, promoter


async def status(world: World, promoter: Dying) -> CaseStatus | None:
    async with world.ledger.read() as pages:
        case = await pages.cases.get(promoter.begun[0])
    return case.status if case is not None else None


@pytest.mark.parametrize("deaths", [1, 3, 4])
async def test_a_verdict_is_carried_out_although_its_process_died(
    ledger: SqlLedger, deaths: int
) -> None:
    world, promoter = await decided(ledger, deaths, SETTINGS)

    assert await status(world, promoter) is CaseStatus.APPROVED
    assert len(promoter.begun) == deaths + 1
    assert [each.reviewer for each in promoter.approved] == [RUI]


async def test_a_verdict_that_ends_its_process_each_time_goes_back_and_says_why(
    ledger: SqlLedger,
) -> None:
    world, promoter = await decided(ledger, 1_000, SETTINGS)

    assert len(promoter.begun) == SETTINGS.cut_off_ends
    assert await status(world, promoter) is CaseStatus.OPEN
    said = world.last(Said, REVIEWERS).text
    assert "stopped 5 times while it carried out that verdict" in said
    assert isinstance(world.card(REVIEWERS), ReviewCase)
    assert promoter.approved == []
