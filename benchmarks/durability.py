"""How many paused runs cost how much: memory, restart, click to next step, burst, idle CPU."""

import argparse
import asyncio
import datetime as dt
import itertools
import json
import statistics
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeAlias

from pipeline.approval import Signed
from pipeline.checkpoint import Action, Ask, CheckpointKind, Decision, Option, Question
from pipeline.flow import Finish, Go, Outcome, Pause
from pipeline.people import Person
from pipeline.result import Answer, Refusal
from pipeline.state import RunState
from review.adapters.open_ledger import open_ledger
from review.adapters.sql_ledger import SqlLedger
from review.case_worker import Outside
from review.desk import Incoming
from review.in_process import InProcessDispatcher
from review.notices import Asked, Delivery
from review.office import Office, Ports
from review.policy import ReviewPolicy
from review.promotion import Verdicted
from review.settings import Around, ReviewSettings
from review.threads import Thread

ANA = Person(id="bench:1:ANA", name="Ana")
YES = Question(id="ok", text="Right?", options=(Option(id="yes", label="Yes"),), default="yes")
ASK = Ask(kind=CheckpointKind.DATES, title="These dates?", questions=(YES,))
SETTINGS = ReviewSettings(concurrency=16, per_person=0, in_all=0)
MODEL_SECONDS = 0.05
Number: TypeAlias = int | float
Condition: TypeAlias = Callable[[], bool]


class OneQuestion:
    """Think, ask a person, think again, answer. Notes when each run's second step begins."""

    names = ("think", "confirm", "again", "answer")

    def __init__(self) -> None:
        self.resumed: dict[str, float] = {}

    async def run(self, name: str, state: RunState) -> Outcome:
        if name == "confirm" and not state.choices:
            return Pause(state=state, ask=ASK)
        if name == "confirm":
            self.resumed[state.question] = time.perf_counter()
        if name in {"think", "again"}:
            await asyncio.sleep(MODEL_SECONDS)
        if name == "answer":
            return Finish(state=state, outcome=_answer(state.question))
        return Go(state=state)

    def decided(self, state: RunState, ask: Ask, decision: Decision, signed: Signed) -> RunState:  # noqa: ARG002 - the port has it
        del ask
        return replace(state, choices=decision.choices)


@dataclass
class Letterbox:
    """A chat that only remembers the cards with buttons, by the run's question."""

    cards: dict[str, Asked] = field(default_factory=dict)
    answered: int = 0

    async def deliver(self, thread: Thread, delivery: Delivery) -> str:
        if isinstance(delivery.notice, Asked):
            self.cards[thread.root] = delivery.notice
        return delivery.replaces or delivery.key

    async def find(self, thread: Thread, key: str) -> str | None:
        del thread, key
        return None


class Nobody:
    """Neither promotes nor runs anything: nothing is reviewed here."""

    async def propose(self, verdicted: Verdicted) -> None: ...

    async def approve(self, verdicted: Verdicted) -> None: ...

    async def reject(self, verdicted: Verdicted) -> None: ...

    async def rerun(self, answer: Answer, sql: str, asker: Person) -> Answer | Refusal:
        del sql, asker
        return answer


@dataclass(frozen=True, slots=True, kw_only=True)
class Process:
    """What a process would hold: a ledger, an office, and what they worked on."""

    ledger: SqlLedger
    office: Office
    flow: OneQuestion
    chat: Letterbox

    async def close(self) -> None:
        await self.office.stop()
        await self.ledger.close()


async def started(url: str, chat: Letterbox) -> Process:
    flow, ledger = OneQuestion(), await open_ledger(url)
    around = Around(
        clock=lambda: dt.datetime.now(dt.UTC),  # noqa: TID251 - a benchmark takes real time
        ids=lambda: uuid.uuid4().hex,
        nonces=lambda: uuid.uuid4().hex,
        owner=uuid.uuid4().hex,
        zone=lambda _workspace, _person: dt.UTC,
    )
    ports = Ports(
        ledger=ledger,
        dispatcher=InProcessDispatcher(SETTINGS.concurrency),
        flow=flow,
        postman=chat,
        policies=lambda _workspace: ReviewPolicy(),
        outside=Outside(promoter=Nobody(), rerun=Nobody()),
    )
    office = Office(ports, around, SETTINGS)
    await office.start()
    return Process(ledger=ledger, office=office, flow=flow, chat=chat)


async def measured(url: str, runs: int) -> dict[str, Number]:
    """Every figure of one database."""
    chat = Letterbox()
    process = await started(url, chat)
    figures = await _pause_all(process, runs)
    figures |= await _at_rest(process)
    await process.close()
    begun = time.perf_counter()
    process = await started(url, chat)
    names = iter(sorted(chat.cards))
    await _click(process, next(names))
    figures["restart_to_resume_s"] = round(time.perf_counter() - begun, 3)
    figures |= await _clicks(process, itertools.islice(names, min(200, runs // 4)))
    figures |= await _burst(process, list(names))
    await process.close()
    return figures


async def _pause_all(process: Process, runs: int) -> dict[str, Number]:
    begun, acks = time.perf_counter(), []
    places = asyncio.Semaphore(50)

    async def ask(number: int) -> None:
        async with places:
            asked = time.perf_counter()
            thread = Thread(surface="bench", tenant="1", channel="c", root=str(number))
            incoming = Incoming(event=str(number), text=str(number), thread=thread, asker=ANA)
            await process.office.desk.ask(incoming)
            acks.append(time.perf_counter() - asked)

    await asyncio.gather(*(ask(number) for number in range(runs)))
    await _until(lambda: len(process.chat.cards) == runs)
    return {
        "all_paused_s": round(time.perf_counter() - begun, 2),
        "ack_p99_ms": _ms(acks, 99),
    }


async def _at_rest(process: Process) -> dict[str, Number]:
    """Memory, threads, and the CPU that waiting costs."""
    await process.office.sweeper.tick()
    status = await asyncio.to_thread(_status)
    cpu, seconds = time.process_time(), 5.0
    await asyncio.sleep(seconds)
    return {
        "memory_mb": int(status["VmRSS"].split()[0]) // 1024,
        "threads": int(status["Threads"]),
        "idle_cpu_percent": round(100 * (time.process_time() - cpu) / seconds, 2),
    }


def _status() -> dict[str, str]:
    lines = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
    return {name: value for name, _, value in (line.partition(":") for line in lines)}


async def _clicks(process: Process, names: Iterator[str]) -> dict[str, Number]:
    """Twenty clicks a second: from the click to the next step."""
    at: dict[str, float] = {}
    clicking = []
    for name in names:
        at[name] = time.perf_counter()
        clicking.append(asyncio.create_task(_decide(process, name)))
        await asyncio.sleep(0.05)
    await asyncio.gather(*clicking)
    await _until(lambda: at.keys() <= process.flow.resumed.keys())
    waits = [process.flow.resumed[name] - begun for name, begun in at.items()]
    return {"click_p50_ms": _ms(waits, 50), "click_p99_ms": _ms(waits, 99)}


async def _burst(process: Process, names: Sequence[str]) -> dict[str, Number]:
    """Everybody clicks at once: runs to their answer, a second."""
    begun, cpu = time.perf_counter(), time.process_time()
    await asyncio.gather(*(_decide(process, name) for name in names))
    await _until(lambda: set(names) <= process.flow.resumed.keys())
    seconds, spent = time.perf_counter() - begun, time.process_time() - cpu
    return {
        "burst_runs_per_s": round(len(names) / seconds, 1),
        "cpu_ms_per_run": round(1000 * spent / len(names), 2),
    }


async def _click(process: Process, name: str) -> None:
    await _decide(process, name)
    await _until(lambda: name in process.flow.resumed)


async def _decide(process: Process, name: str) -> None:
    card = process.chat.cards[name]
    decision = Decision(action=Action.APPROVE, choices={"ok": "yes"})
    await process.office.desk.decide(card.checkpoint, card.nonce, decision, ANA)


async def _until(true: Condition) -> None:
    async with asyncio.timeout(300):
        while not true():  # noqa: ASYNC110 - what it waits for has no event
            await asyncio.sleep(0.002)


def _answer(question: str) -> Answer:
    return Answer(
        question=question,
        workspace="bench",
        summary="One.",
        reading=question,
        sql="SELECT 1 AS one",
        columns=("one",),
        rows=((1,),),
    )


def _ms(seconds: Sequence[float], percentile: int) -> float:
    return round(1000 * statistics.quantiles(seconds, n=100)[percentile - 1], 1)


@contextmanager
def _urls(postgres: str) -> Iterator[dict[str, str]]:
    with tempfile.TemporaryDirectory() as folder:
        urls = {"sqlite": f"sqlite:///{folder}/ledger.db"}
        yield urls | ({"postgresql": postgres} if postgres else {})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=2000, help="how many runs wait for a person")
    parser.add_argument("--postgres", default="", help="URL of an empty PostgreSQL database")
    chosen = parser.parse_args()
    figures: dict[str, dict[str, Number]] = {}
    with _urls(chosen.postgres) as urls:
        for database, url in urls.items():
            figures[database] = asyncio.run(measured(url, chosen.runs))
            print(f"{database}: {figures[database]}")
    print(json.dumps({"benchmark": "durability", "runs": chosen.runs} | figures))


if __name__ == "__main__":
    main()
