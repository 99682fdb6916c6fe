"""Questions with reviews at a steady rate: two replicas on PostgreSQL, the whole product.

Fifty people of a simulated Slack ask, confirm dates, and read the answer; one in `--review` answers
is sent to review and approved. Events and presses go to the replicas in turn. A question is lost
without an answer, and comes twice with two answers or with two runs of its query.

`model` is what sizing rests on: processor seconds of a question, of one with review, and memory. A
second point at another rate is measured in the same run (`--second`), and `predicted` beside it.
The last line is JSON.
"""

import argparse
import asyncio
import contextlib
import json
import os
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import psycopg

from benchmarks.replicas import (
    ANSWERED,
    APPROVE,
    ASKED,
    SERVER,
    Crowd,
    Json,
    Replica,
    crowd,
    ledger_at,
    start_replica,
)
from tests.scenarios.town import buttons

_REVIEW = "Send to review"
_WARM = 20
_TICKS = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")
_FORM_SECONDS = 20.0


@dataclass
class Point:
    """One rate: what people waited, and what the replicas used meanwhile."""

    rate: float
    cards: list[float] = field(default_factory=list)
    answers: list[float] = field(default_factory=list)
    reviews: list[float] = field(default_factory=list)
    memory: list[float] = field(default_factory=list)
    seconds: float = 0.0
    cpu: float = 0.0

    @property
    def cpu_each(self) -> float:
        """Processor seconds of the replicas for a question."""
        return self.cpu / max(1, len(self.answers))

    def summary(self) -> Json:
        half = self.memory[len(self.memory) // 2 :] or [0.0]
        return {
            "asked_per_second": self.rate,
            "answered_per_second": round(len(self.answers) / self.seconds, 2),
            "questions": len(self.answers),
            "reviews": len(self.reviews),
            "card_seconds": _percentiles(self.cards),
            "answer_seconds": _percentiles(self.answers),
            "review_seconds": _percentiles(self.reviews),
            "cpu_seconds_each": round(self.cpu_each, 3),
            "memory_mb": [round(each) for each in self.memory[:: max(1, len(self.memory) // 12)]],
            "memory_last_half_grew_mb": round(half[-1] - half[0], 1),
        }


def _percentiles(seconds: Sequence[float]) -> Json:
    ordered = sorted(seconds) or [0.0]
    last = len(ordered) - 1
    return {
        name: round(ordered[min(int(len(ordered) * part), last)], 2)
        for name, part in (("p50", 0.5), ("p99", 0.99))
    }


class Load:
    """People at a rate, and the replicas that they use."""

    def __init__(self, people: Crowd, replicas: Sequence[Replica], every: int) -> None:
        self._people = people
        self._replicas = replicas
        self._every = every
        self._forms: dict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self.threads: list[str] = []

    async def at_rate(self, rate: float, count: int) -> Point:
        """Ask `count` questions, one each 1/rate seconds whether others are answered or not."""
        point, tasks = Point(rate), set[asyncio.Task[None]]()
        began, used = time.monotonic(), self._cpu()
        beside = [asyncio.create_task(self._watch(point)), asyncio.create_task(self._approve())]
        for number in range(count):
            await asyncio.sleep(max(0.0, began + number / rate - time.monotonic()))
            tasks.add(asyncio.create_task(self._question(number, point)))
        await asyncio.gather(*tasks)
        for each in beside:
            each.cancel()
        point.seconds, point.cpu = time.monotonic() - began, self._cpu() - used
        return point

    async def _question(self, number: int, point: Point) -> None:
        people, began = self._people, time.monotonic()
        thread = people.ask(number)
        self.threads.append(thread)
        card = await people.sees(thread, ASKED, patience=1_200)
        point.cards.append(time.monotonic() - began)
        began = time.monotonic()
        await people.press(card, buttons(card)[0], people.asker(thread))
        answer = await people.sees(thread, ANSWERED, patience=1_200)
        point.answers.append(time.monotonic() - began)
        if self._every and number % self._every == 0:
            began = time.monotonic()
            await self._review(thread, answer)
            point.reviews.append(time.monotonic() - began)

    async def _review(self, thread: str, answer: Json) -> None:
        people, asker = self._people, self._people.asker(thread)
        # A person has one form open at a time.
        async with self._forms[asker]:
            # A form that comes too late is refused by Slack: then people press again.
            while people.slack.modal(asker) is None:
                await people.press(answer, _REVIEW, asker)
                with contextlib.suppress(TimeoutError):
                    await people.slack.wait_for(lambda: people.slack.modal(asker), _FORM_SECONDS)
            await people.slack.submit_view(asker)
        await people.sees(thread, "Approved", patience=1_200)

    async def _approve(self) -> None:
        """Rui approves each case that comes."""
        while True:
            await self._people.press(await self._people.cases.get(), APPROVE, "rui")

    async def _watch(self, point: Point) -> None:
        while True:
            point.memory.append(sum(_memory(each.process.pid) for each in self._replicas))
            await asyncio.sleep(5)

    def _cpu(self) -> float:
        return sum(_cpu(each.process.pid) for each in self._replicas)


def _family(process: int) -> list[int]:
    """The process and all that it started."""
    path = Path(f"/proc/{process}/task/{process}/children")
    children = path.read_text(encoding="ascii").split() if path.exists() else []
    return [process, *(each for child in children for each in _family(int(child)))]


def _memory(process: int) -> float:
    pages = (Path(f"/proc/{each}/statm").read_text().split()[1] for each in _family(process))
    return sum(int(each) for each in pages) * _PAGE / 1_048_576


def _cpu(process: int) -> float:
    """Seconds of the process, and of those that it started, the ended ones among them."""
    total = 0
    for each in _family(process):
        fields = Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()
        total += sum(map(int, fields[11:15]))
    return total / _TICKS


async def measured(arguments: argparse.Namespace) -> Json:
    with tempfile.TemporaryDirectory() as folder, ledger_at(arguments.server) as ledger:
        async with crowd() as people:
            replicas: list[Replica] = []
            try:
                for _ in range(2):
                    replicas.append(await start_replica(Path(folder), ledger, people.variables))
                people.replicas = tuple(replicas)
                load = Load(people, replicas, arguments.review)
                await load.at_rate(arguments.rate, _WARM)
                first = await load.at_rate(arguments.rate, arguments.count)
                second = await load.at_rate(arguments.second, max(_WARM, arguments.count // 4))
                idle = await _idle(replicas)
            finally:
                for each in replicas:
                    await each.stop()
            told, asked = Counter(people.showing(ANSWERED)), load.threads
        found = _lost_and_twice(ledger, told, asked)
    busy = first.cpu_each - idle / arguments.rate
    predicted = busy + idle / arguments.second
    return {
        **first.summary(),
        **found,
        "model": {"cpu_seconds_of_a_question": round(busy, 3), "cpu_share_at_rest": round(idle, 3)},
        "second": second.summary(),
        "predicted_cpu_seconds_each": round(predicted, 3),
        "prediction_off_by": round(second.cpu_each / predicted - 1, 3) if predicted else None,
        "load_average": os.getloadavg(),
    }


async def _idle(replicas: Sequence[Replica], seconds: float = 20.0) -> float:
    """Processors that replicas use while nobody asks."""
    before = sum(_cpu(each.process.pid) for each in replicas)
    await asyncio.sleep(seconds)
    return (sum(_cpu(each.process.pid) for each in replicas) - before) / seconds


def _lost_and_twice(ledger: str, told: Counter[str], asked: Sequence[str]) -> Json:
    with psycopg.connect(ledger) as connection:
        ends = dict(connection.execute("SELECT status, count(*) FROM runs GROUP BY 1").fetchall())
        ran = "SELECT run, count(*) FROM steps WHERE node = 'execute' GROUP BY 1"
        twice = sum(times > 1 for _, times in connection.execute(ran).fetchall())
    return {
        "runs": ends,
        "lost": len(asked) - min(ends.get("done", 0), sum(thread in told for thread in asked)),
        "twice": twice + sum(times > 1 for times in told.values()),
    }


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.throughput", description=__doc__)
    parser.add_argument("--count", type=int, default=10_000, help="questions at the first rate")
    parser.add_argument("--rate", type=float, default=2.0, help="questions a second")
    parser.add_argument("--second", type=float, default=1.0, help="the rate of the second point")
    parser.add_argument("--review", type=int, default=10, help="of so many, one is reviewed")
    parser.add_argument("--server", default=SERVER, help="a PostgreSQL that may make databases")
    found = asyncio.run(measured(parser.parse_args()))
    print(json.dumps({"benchmark": "throughput"} | found))
    sys.exit(0 if (found["lost"], found["twice"]) == (0, 0) else 1)


if __name__ == "__main__":
    main()
