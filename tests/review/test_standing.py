"""Standing answers: kept, replaced and forgotten, on both databases and in the terminal's file."""

import datetime as dt
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from bots.bootstrap.remembered import StandingFile
from pipeline.remembered.standing import QUARTER, KeptInMemory, Standing, StandingAnswer
from review.adapters.sql_ledger import SqlLedger
from review.runs.remembering import LedgerStanding

NOON = dt.datetime(2026, 11, 3, 12, tzinfo=dt.UTC)
MINE = StandingAnswer(
    question=QUARTER, answer="fiscal", said="“quarter” is fiscal", person="slack:T:ANA", by="Ana"
)
SHARED = StandingAnswer(
    question="metric:net/gross", answer="net", said="“sales” is net", workspace="sales", by="Rui"
)


def clock() -> dt.datetime:
    return NOON


@pytest.fixture(params=["ledger", "file", "memory"])
def standing(request: pytest.FixtureRequest, ledger: SqlLedger, tmp_path: Path) -> Standing:
    made: dict[str, Callable[[], Standing]] = {
        "ledger": lambda: LedgerStanding(ledger, clock),
        "file": lambda: StandingFile(tmp_path / "state" / "remembered.json", clock),
        "memory": KeptInMemory,
    }
    return made[request.param]()


async def said(
    standing: Standing, workspace: str = "sales", person: str = MINE.person
) -> list[str]:
    return [answer.answer for answer in await standing.of(workspace, person)]


async def test_a_persons_own_answers_come_after_those_of_everybody(standing: Standing) -> None:
    for answer in (MINE, SHARED):
        await standing.keep(answer)
    assert await said(standing) == ["net", "fiscal"]


async def test_people_do_not_see_each_others_answers(standing: Standing) -> None:
    await standing.keep(MINE)
    assert await said(standing, person="slack:T:RUI") == []


async def test_an_answer_for_everybody_holds_in_its_workspace_only(standing: Standing) -> None:
    await standing.keep(SHARED)
    assert await said(standing, person="slack:T:RUI") == ["net"]
    assert await said(standing, workspace="home") == []


async def test_a_later_answer_takes_the_place_of_the_earlier(standing: Standing) -> None:
    await standing.keep(MINE)
    await standing.keep(replace(MINE, answer="calendar"))
    assert await said(standing) == ["calendar"]


async def test_what_is_forgotten_is_gone_and_may_be_forgotten_twice(standing: Standing) -> None:
    await standing.keep(MINE)
    for _ in range(2):
        await standing.forget(MINE)
    assert await said(standing) == []


async def test_keeping_and_forgetting_are_in_the_audit(ledger: SqlLedger) -> None:
    kept = LedgerStanding(ledger, clock)
    await kept.keep(SHARED)
    await kept.forget(SHARED)
    await kept.forget(SHARED)
    async with ledger.read() as pages:
        noted = [(entry.action, entry.actor) async for entry in pages.audit.entries()]
    assert noted == [("kept an answer", "Rui"), ("forgot an answer", "Rui")]


async def test_a_broken_file_keeps_nothing_so_that_people_are_asked(tmp_path: Path) -> None:
    path = tmp_path / "remembered.json"
    path.write_text("[{]")
    broken = StandingFile(path, clock)
    assert await said(broken) == []
    await broken.keep(MINE)
    assert await said(broken) == ["fiscal"]
