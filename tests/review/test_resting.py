"""Whoever hears of every change rests until there is one, and then misses nothing."""

import asyncio
import datetime as dt
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

import pytest
from typing_extensions import override

from review.adapters.at_work import AtWork
from review.adapters.bell import Bell
from review.adapters.open_ledger import open_ledger
from review.adapters.procrastinate_jobs import ProcrastinateDispatcher
from review.adapters.sql_ledger import SqlLedger
from review.ledger.dispatch import Job
from review.ledger.news import SAID_FOR, News
from review.ledger.notices import Answered, Asked
from review.runs import operating
from tests.review.fakes import FakeClock, a_flow, asks
from tests.review.office import POLICY, QUICK, World
from tests.review.replicas import Gate, passes
from tests.waiting import until

_LONG = dt.timedelta(hours=1)
_SHORT = dt.timedelta(seconds=1)
# Nobody looks unless something is due, or they heard of something.
ASLEEP = replace(QUICK, heartbeat=_LONG, lease=_SHORT, sweep_every=_LONG, sweep_rest=_LONG)


class RealClock(FakeClock):
    """Time as it passes: what is due comes by itself."""

    @override
    def __call__(self) -> dt.datetime:
        return dt.datetime.now(dt.UTC)  # noqa: TID251 - rest is taken in real time


async def nothing(job: Job) -> None:
    """Whoever only listens."""


Listens: TypeAlias = Callable[[SqlLedger], Awaitable[None]]


@pytest.fixture
async def listens() -> AsyncIterator[Listens]:
    """Has a replica hear of the others, where there may be others."""
    listening: list[ProcrastinateDispatcher] = []

    async def listen(ledger: SqlLedger) -> None:
        if not ledger.news.complete:
            url = ledger.url.set(drivername="postgresql").render_as_string(hide_password=False)
            listening.append(ProcrastinateDispatcher(url, 1, ledger.news))
            await listening[-1].start(nothing)
        await until(lambda: ledger.news.complete)

    yield listen
    for each in listening:
        await each.stop(0)


Another: TypeAlias = Callable[[SqlLedger], Awaitable[SqlLedger]]


@pytest.fixture
async def another() -> AsyncIterator[Another]:
    """The ledger as another process has it."""
    opened: list[SqlLedger] = []

    async def opens(ledger: SqlLedger) -> SqlLedger:
        url = ledger.url.render_as_string(hide_password=False)
        opened.append(await open_ledger(url, serving=False))
        return opened[-1]

    yield opens
    for each in opened:
        await each.close()


async def test_with_nothing_ahead_it_rests_long_only_where_others_are_heard(
    ledger: SqlLedger,
) -> None:
    world = World(ledger=ledger, flow=a_flow())
    ledger.news.complete = False
    assert await world.office.sweeper.tick() == QUICK.sweep_every
    ledger.news.listens()
    assert await world.office.sweeper.tick() == QUICK.sweep_rest


@pytest.mark.slow
async def test_a_resting_replica_takes_over_what_another_began_meanwhile(
    ledger: SqlLedger, listens: Listens, another: Another
) -> None:
    gate = Gate()
    world = World(ledger=ledger, flow=a_flow(("gate", passes)), clock=RealClock(), settings=ASLEEP)
    await listens(ledger)
    await world.office.start()
    # What it does because it began to listen is over.
    await until(lambda: ledger.news.is_resting)
    dying = World(
        ledger=await another(ledger),
        flow=a_flow(("gate", gate)),
        name="two",
        chat=world.chat,
        clock=world.clock,
        settings=ASLEEP,
    )
    await dying.office.open()
    asking = asyncio.ensure_future(dying.ask())
    await gate.reached.wait()
    asking.cancel()
    await until(lambda: [type(each) for each in world.chat.in_thread()] == [Answered])
    gate.open.set()
    await world.office.stop()


async def test_what_is_due_soon_is_done_on_time_though_it_was_kept_while_all_rested(
    ledger: SqlLedger, listens: Listens
) -> None:
    clock, policy = RealClock(), replace(POLICY, remind_after=2 * _SHORT)
    world = World(
        ledger=ledger, flow=a_flow(("a", asks("a"))), clock=clock, settings=ASLEEP, policy=policy
    )
    await listens(ledger)
    await world.office.start()
    await until(lambda: ledger.news.is_resting)
    await world.ask()
    cards = len(world.chat.deliveries)
    # All rest for an hour, unless they hear that something comes sooner.
    await until(lambda: len(world.chat.deliveries) > cards)
    await world.office.stop()


async def test_what_an_operator_cancels_in_another_process_is_told_by_who_rests(
    ledger: SqlLedger, listens: Listens, another: Another
) -> None:
    world = World(ledger=ledger, flow=a_flow(("a", asks("a"))), clock=RealClock(), settings=ASLEEP)
    await listens(ledger)
    await world.office.start()
    run = await world.ask()
    assert run is not None
    await until(lambda: ledger.news.is_resting)
    async with (await another(ledger)).begin() as pages:
        assert await operating.cancel(pages, run, "operator:ana", world.clock())
    await until(lambda: not world.shows(Asked))
    await world.office.stop()


class Ticks:
    """Time that passes only while somebody pauses; `meanwhile` happens within the next pauses."""

    def __init__(self, *meanwhile: tuple[float, Callable[[], None]]) -> None:
        self.now = 100.0
        self.pauses: list[float] = []
        self.meanwhile = list(meanwhile)

    def __call__(self) -> float:
        return self.now

    async def pause(self, seconds: float) -> None:
        self.pauses.append(round(seconds, 3))
        if self.meanwhile:
            seconds, happens = self.meanwhile.pop(0)
            self.now += seconds
            happens()
            return
        self.now += seconds


async def test_a_burst_is_looked_at_once_it_is_over() -> None:
    ticks = Ticks()
    news = News(ticks, ticks.pause)
    looked = ticks()
    ticks.meanwhile = [(0.1, news.kept)] * 3
    news.kept()
    await news.rest(looked, 60, 60)
    assert ticks.pauses == [0.5] * 4
    assert round(ticks() - looked, 3) == 0.8


async def test_what_never_settles_is_looked_at_after_a_while() -> None:
    ticks = Ticks()
    news = News(ticks, ticks.pause)
    news.listens()
    ticks.meanwhile = [(0.02, news.kept)] * 100
    await news.rest(0, 60, 0.05)
    assert ticks.pauses == [0.05, 0.03, 0.01]


async def test_nothing_but_its_own_voice_lets_it_rest() -> None:
    ticks = Ticks()
    news = News(ticks, ticks.pause)
    resting = asyncio.ensure_future(news.rest(ticks(), 60, 0))
    await until(lambda: news.is_resting)
    news.heard(news.name)
    await asyncio.sleep(0)
    assert news.is_resting
    news.heard("another")
    await resting


def test_a_replica_says_that_it_is_at_work_only_now_and_then() -> None:
    ticks = Ticks()
    at_work = AtWork("one", ticks)
    assert len(at_work.due()) == 1
    at_work.said(ticks())
    assert at_work.due() == ()
    ticks.now += SAID_FOR
    assert len(at_work.due()) == 1


async def test_a_bell_that_was_left_behind_is_answered_as_well(tmp_path: Path) -> None:
    ledger, rung = tmp_path / "ledger.db", asyncio.Event()
    left, bell, visitor = Bell(ledger), Bell(ledger), Bell(ledger)
    assert left.answered_by(lambda: None)
    assert bell.answered_by(rung.set)
    left_file = tmp_path / "ledger.db.bell"
    visitor.ring()
    left.ring()
    assert left_file.is_fifo()
    bell.close()
    left.close()
    assert not left_file.exists()
    visitor.ring()


async def test_whoever_can_hang_no_bell_says_so(tmp_path: Path) -> None:
    (tmp_path / "ledger.db.bell").write_text("a file of somebody", encoding="utf-8")
    bell = Bell(tmp_path / "ledger.db")
    assert not bell.answered_by(lambda: None)
    assert not Bell(None).answered_by(lambda: None)
    assert not Bell(tmp_path / "nowhere" / "ledger.db").answered_by(lambda: None)
    bell.ring()
    bell.close()
    assert (tmp_path / "ledger.db.bell").read_text(encoding="utf-8") == "a file of somebody"
