"""From a question in Slack to its trusted answer card: `python -m benchmarks.trusted`.

A signed event goes into the real Slack surface; the run goes through the real ledger (a SQLite
file), a shelf of approved queries, and a small warehouse; the clock stops when the answer's blocks
are ready to be sent. No model is there. Progress cards are drawn too. The last line is JSON: of
questions that come again and again, and, under `anew`, of questions in words that nobody used
before.
"""

import argparse
import asyncio
import contextlib
import itertools
import json
import sqlite3
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import structlog
from pydantic import SecretStr

from benchmarks.quiet_office import EverybodyAsks, plain_world
from benchmarks.simulated_slack import PEOPLE, simulated_slack
from benchmarks.slack_load import signed
from bots.bootstrap.validated import ValidatedShelf
from bots.bootstrap.workspaces import LiveWorkspaces
from bots.conversation.notices import card_of
from bots.settings import Settings
from bots.settings.surfaces import SlackSettings
from bots.slack.sending.mail import outgoing
from bots.slack.surface import SlackSurface
from knowledge.validated.drift import fingerprints_of, uses_of
from knowledge.validated.query import ValidatedQuery
from pipeline.rerun import Rerunner
from pipeline.result import Trust
from pipeline.steps_in_order import Pipeline
from review.adapters.open_ledger import open_ledger
from review.adapters.sql_validated import SqlValidatedStore
from review.cases.worker import Outside
from review.ledger.notices import Answered, Delivery
from review.ledger.threads import Thread
from review.office.in_process import InProcessDispatcher
from review.office.review_office import Office, Ports
from review.policy.deciders import ReviewPolicy
from review.settings import ReviewSettings

_MEASURES = {"total": "SUM", "average": "AVG", "highest": "MAX", "lowest": "MIN"}
_COLUMNS = ("amount", "discount", "freight", "tax")
_BY = ("channel", "region", "segment", "office", "brand")
_SECRET, _BOT = "benchmark", "U0COUNTERSIGN"
_WARM = 90
_OPENINGS = (
    "Show me the",
    "Give me the",
    "Could you show me the",
    "Can you give me the",
    "Could you tell me the",
)


def shop(file: Path) -> None:
    """A small warehouse with something to sum."""
    texts = ", ".join(f"{name} TEXT" for name in _BY)
    numbers = ", ".join(f"{name} REAL" for name in _COLUMNS)
    rows = [
        (place, *(f"{name}{place % 4}" for name in _BY), *(place * 1.5 for _ in _COLUMNS))
        for place in range(2_000)
    ]
    marks = ", ".join("?" for _ in rows[0])
    with contextlib.closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(f"CREATE TABLE orders (id INTEGER PRIMARY KEY, {texts}, {numbers})")
        connection.executemany(f"INSERT INTO orders VALUES ({marks})", rows)


def questions() -> dict[str, str]:
    """Every approved question with its SQL."""
    return {
        f"What is the {measure} {column} of orders by {by}?": (
            f"SELECT {by}, {function}({column}) AS {column} FROM orders GROUP BY {by}"
        )
        for (measure, function), column, by in itertools.product(_MEASURES.items(), _COLUMNS, _BY)
    }


def in_other_words() -> Iterator[str]:
    """Every approved question in words of its own, none twice."""
    for opening, question in itertools.product(_OPENINGS, questions()):
        yield question.replace("What is the", opening).rstrip("?")


@dataclass
class Blocks:
    """A postman that draws every card for Slack, and keeps when each thread got its answer."""

    answered: dict[str, asyncio.Future[tuple[float, bool]]] = field(default_factory=dict)

    async def deliver(self, thread: Thread, delivery: Delivery) -> str:
        outgoing(await card_of(delivery.notice), delivery.key)
        notice = delivery.notice
        waiting = self.answered.get(thread.root)
        if isinstance(notice, Answered) and waiting and not waiting.done():
            waiting.set_result((time.perf_counter(), notice.answer.trust is Trust.TRUSTED))
        return f"{thread.channel}/{delivery.key}"

    async def find(self, thread: Thread, key: str) -> str | None:
        del thread, key
        return None


@asynccontextmanager
async def product(folder: Path, blocks: Blocks) -> AsyncIterator[tuple[Any, Any]]:
    """The Slack app over the whole product, and its ledger."""
    shop(folder / "shop.sqlite")
    raw = {
        "workspaces": {"shop": {"url": f"sqlite:///{folder}/shop.sqlite", "match": {"auto": True}}},
        "state_folder": str(folder),
    }
    settings = Settings.model_validate(raw)
    ledger = await open_ledger(f"sqlite:///{folder}/ledger.sqlite3")
    around = plain_world()
    store = SqlValidatedStore(ledger)
    shelf = ValidatedShelf(settings, folder, store, around)
    workspaces = LiveWorkspaces(settings, folder, shelf.of)
    await workspaces.open()
    await _approve(workspaces, store)
    office = Office(
        Ports(
            ledger=ledger,
            dispatcher=InProcessDispatcher(),
            flow=Pipeline(workspaces),
            postman=blocks,
            policies=lambda _workspace: ReviewPolicy(),
            outside=Outside(
                promoter=shelf.promoter(workspaces), rerun=Rerunner(workspaces, around.today)
            ),
        ),
        around,
        ReviewSettings(per_person=0, in_all=0),
    )
    async with simulated_slack() as (api_url, token):
        slack = SlackSettings(
            bot_token=SecretStr(token), signing_secret=SecretStr(_SECRET), api_url=api_url
        )
        surface = SlackSurface(slack, office.desk, EverybodyAsks())
        await office.start()
        try:
            yield surface.app, ledger
        finally:
            await office.stop()
            await surface.sides.close()
            await workspaces.close()
            await ledger.close()


async def _approve(workspaces: LiveWorkspaces, store: SqlValidatedStore) -> None:
    opened = workspaces.get("shop")
    assert opened is not None  # noqa: S101 - made above
    catalog = opened.known.catalog
    for number, (question, sql) in enumerate(questions().items()):
        tables, columns = uses_of(sql, catalog.dialect, catalog)
        await store.add(
            ValidatedQuery(
                id=f"q{number}",
                workspace="shop",
                question=question,
                sql=sql,
                dialect=catalog.dialect,
                fingerprints=fingerprints_of(sql, catalog.dialect, catalog),
                tables=tables,
                columns=columns,
                approved_by="Rui",
            )
        )


def event(number: int, question: str) -> bytes:
    said = {
        "type": "app_mention",
        "user": f"U{number % PEOPLE:05d}",
        "text": f"<@{_BOT}> {question}",
        "ts": f"{number + 1}.000100",
        "channel": "C0ASKDATA",
    }
    envelope = {
        "type": "event_callback",
        "team_id": "T0LOCAL",
        "event_id": f"Ev{number}",
        "event": said,
        "is_ext_shared_channel": False,
    }
    return json.dumps(envelope).encode()


async def measured(count: int, texts: Iterable[str]) -> dict[str, Any]:
    """How long each text took, one after the other, once warm."""
    blocks = Blocks()
    asked = itertools.chain(itertools.islice(itertools.cycle(questions()), _WARM), texts)
    taken: list[float] = []
    trusted, worked = 0, 0.0
    with tempfile.TemporaryDirectory() as folder:
        async with product(Path(folder), blocks) as (app, _):
            transport = httpx.ASGITransport(app=app)
            async with httpx.AsyncClient(transport=transport, base_url="http://app") as client:
                for number, text in enumerate(itertools.islice(asked, _WARM + count)):
                    body = event(number, text)
                    done = asyncio.get_running_loop().create_future()
                    blocks.answered[f"{number + 1}.000100"] = done
                    start, cpu = time.perf_counter(), time.process_time()
                    await client.post(
                        "/slack/events", content=body, headers=signed(body, "application/json")
                    )
                    end, sure = await asyncio.wait_for(done, 30)
                    if number >= _WARM:
                        worked += time.process_time() - cpu
                        taken.append((end - start) * 1e3)
                        trusted += sure
    taken.sort()
    return {
        "questions": count,
        "trusted": trusted,
        "cpu_ms": worked / count * 1e3,
        "ms_p50": taken[len(taken) // 2],
        "ms_p90": taken[int(len(taken) * 0.9)],
        "ms_p99": taken[int(len(taken) * 0.99)],
    }


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.trusted", description=__doc__)
    parser.add_argument("--count", type=int, default=300)
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(40))
    count = parser.parse_args().count
    found = asyncio.run(measured(count, itertools.cycle(questions())))
    anew = asyncio.run(measured(min(count, len(list(in_other_words()))), in_other_words()))
    sys.stdout.write(json.dumps({"benchmark": "trusted"} | found | {"anew": anew}) + "\n")


if __name__ == "__main__":
    main()
