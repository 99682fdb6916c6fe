"""How long a generated answer takes, step by step, where every call of a model takes 800 ms.

    python -m benchmarks.pipeline_latency

A signed event goes into the product in a simulated Slack; the clock stops when the first words, and
when the answer are in the thread. The roads: a small catalog, the same with a summary, three
queries at once, a catalog of 24 tables, and an odd question about that one. The model on loopback
knows the answers. The last line is JSON, in milliseconds.
"""

import argparse
import asyncio
import json
import tempfile
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

import pydantic_ai.models
import structlog

from bots.bootstrap.application import Application, application
from bots.bootstrap.local_chat import listening
from bots.local_workspace import AppProfile, LocalWorkspace, WorkspacePlan
from bots.settings import Settings
from bots.settings.models import ModelsSettings
from tests.pipeline.agents.layers.store import PUZZLE, store_database, usual
from tests.pipeline.agents.loopback import loopback_model
from tests.pipeline.agents.shop import a_rung
from tests.scenarios.town import SlackSide, text_of
from tests.scenarios.write_town import Shop, in_slack, settings_for

CALL = 0.8
NAMED = "Which customers splash out on purchases like drunken sailors?"
_ANSWER = "Ada"
# Steps that take less are of no interest.
_SHOWN = 2.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """A road: the question, the size of the catalog, and what its settings are."""

    name: str
    question: str
    few: bool
    workspace: Mapping[str, Any] = field(default_factory=dict)
    models: Mapping[str, Any] = field(default_factory=dict)


WAYS = (
    Way(name="small catalog", question=PUZZLE, few=True),
    Way(
        name="small catalog, summary",
        question=PUZZLE,
        few=True,
        workspace={"models": {"summaries": True}},
    ),
    Way(name="small catalog, 3 queries", question=PUZZLE, few=True, models={"samples": 3}),
    Way(
        name="24 tables",
        question=NAMED,
        few=False,
        workspace={"models": {"order": "model"}},
        models={"layers": {"pick_columns": {"ask": "never"}}},
    ),
    Way(
        name="24 tables, odd question",
        question=PUZZLE,
        few=False,
        models={"layers": {"pick_columns": {"ask": "never"}}},
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Timed:
    """What one question took, in milliseconds: first words, answer, and its steps by name."""

    first: float
    answer: float
    calls: int
    steps: Mapping[str, float]


@asynccontextmanager
async def product(folder: Path, way: Way) -> AsyncIterator[tuple[SlackSide, Application]]:
    """The product over the store, with one model that takes its time."""
    shop = Shop(f"sqlite:///{store_database(folder, few=way.few)}", lambda _: [])
    script = usual(tell={"text": "Ada splashes out."})
    app = AppProfile()
    with pydantic_ai.models.override_allow_model_requests(allow_model_requests=True):
        async with (
            loopback_model(script, CALL) as model,
            LocalWorkspace(WorkspacePlan(app=app)) as local,
        ):
            settings = _settings(settings_for(shop, folder, in_slack(local, app)), way, folder)
            given = {"ladder": [a_rung(model)], **way.models}
            models = ModelsSettings.model_validate(given)
            settings = settings.model_copy(update={"models": models})
            async with application(settings, folder) as running, listening(running) as url:
                local.connect_app(f"{url}/slack/events")
                yield SlackSide(local), running


def _settings(settings: Settings, way: Way, folder: Path) -> Settings:
    (own,) = settings.workspaces.values()
    raw = own.model_dump() | {"glossary": str(folder / "glossary.yaml"), "writes": None}
    raw = {**raw, **way.workspace, "url": own.url.get_secret_value()}
    return settings.model_copy(update={"workspaces": {"store": type(own).model_validate(raw)}})


async def asked(side: SlackSide, running: Application, question: str) -> Timed:
    """One question, timed where people see it."""
    began = time.perf_counter()
    thread = side.ask(question)
    await side.slack.wait_for(lambda: side.thread(thread)[1:], 30)
    first = time.perf_counter() - began
    await side.slack.wait_for(lambda: [m for m in side.thread(thread) if _ANSWER in text_of(m)], 30)
    answer = time.perf_counter() - began
    async with running.ledger.read() as pages:
        (run,) = await pages.runs.latest(1)
        taken = await pages.runs.steps(run.id)
        calls = await pages.spending.of_run(run.id)
    steps: dict[str, float] = defaultdict(float)
    for step in taken:
        steps[step.node] += 1000 * step.seconds
    return Timed(first=1000 * first, answer=1000 * answer, calls=len(calls), steps=steps)


async def measured(way: Way, times: int) -> dict[str, Any]:
    """Medians of a road; the first question warms everything up and is not counted."""
    with tempfile.TemporaryDirectory() as folder:
        async with product(Path(folder), way) as (side, running):
            await asked(side, running, way.question)
            found = [await asked(side, running, way.question) for _ in range(times)]
    names = dict.fromkeys(name for each in found for name in each.steps)
    steps = {name: median(each.steps.get(name, 0.0) for each in found) for name in names}
    shown = {name: round(value, 1) for name, value in steps.items() if value >= _SHOWN}
    return {
        "first_words": round(median(each.first for each in found)),
        "answer": round(median(each.answer for each in found)),
        "calls": median(each.calls for each in found),
        "steps": shown,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=9)
    options = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    found: dict[str, Any] = {}
    for way in WAYS:
        found[way.name] = line = asyncio.run(measured(way, options.times))
        words = ", ".join(f"{name} {ms:.0f}" for name, ms in line["steps"].items())
        print(
            f"{way.name:26} first words {line['first_words']:5} answer {line['answer']:5} "
            f"calls {line['calls']}: {words}",
            flush=True,
        )
    print(json.dumps(found))


if __name__ == "__main__":
    main()
