"""The pipeline over each database of the questions, with one model on loopback behind it."""

import asyncio
import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from benchmarks.pipeline_faults import spelled
from benchmarks.pipeline_questions import Item
from benchmarks.pipeline_script import Scripted
from benchmarks.text_to_sql import Bench
from bots.bootstrap.grants import EVERYBODY, grants_by_role
from bots.bootstrap.ladders import finder
from bots.bootstrap.validated import NoAnswers
from knowledge.naming import Names
from pipeline.adapters.models_prices import Price
from pipeline.adapters.models_rungs import Rung, RungClient
from pipeline.adapters.warehouses import open_warehouse
from pipeline.agents.ladder import Ladder
from pipeline.agents.prompts import Prompts
from pipeline.checkpoint import Ask, CheckpointKind, Decision
from pipeline.dates import Calendar
from pipeline.direct import Driven, drive, take_defaults
from pipeline.people import Person
from pipeline.result import Answer
from pipeline.run import Pipeline
from pipeline.state import RunState
from pipeline.workspace import Habits, Workspace
from pipeline.writing import Models
from tests.pipeline.agents.loopback import LoopbackModel

ASKER = Person(id="bench", name="Bench", roles=frozenset())


class Only:
    """The Workspaces port over one workspace."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def all(self) -> Sequence[Workspace]:
        return (self._workspace,)

    def get(self, name: str) -> Workspace | None:
        return self._workspace if name == self._workspace.name else None

    def unavailable(self) -> dict[str, str]:
        return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Came:
    """What one question came to. `faulty` says that the last answer of the model had a fault."""

    driven: Driven
    answered: bool
    right: bool
    faults: int
    faulty: bool

    @property
    def calls(self) -> int:
        return len(self.driven.state.spent)

    @property
    def tokens(self) -> int:
        return sum(spent.input_tokens + spent.output_tokens for spent in self.driven.state.spent)

    @property
    def cost(self) -> float:
        return sum(spent.cost or 0.0 for spent in self.driven.state.spent)

    @property
    def repair_cards(self) -> int:
        return sum(ask.kind is CheckpointKind.REPAIR for ask in self.driven.asked)


class Road:
    """Asks questions one after the other; `settings` are those of `Models`."""

    def __init__(
        self, bench: Bench, model: LoopbackModel, script: Scripted, settings: Mapping[str, Any]
    ) -> None:
        self.bench = bench
        self.script = script
        self._settings = dict(settings)
        rung = Rung(provider="openai-chat", model="bench", api_key="k", base_url=model.url)
        priced = replace(rung, price=Price(input=0.25, output=2.0))
        self._ladder = Ladder([RungClient(priced)] * 2, Prompts(), sleep=_at_once)
        self._open: dict[str, Workspace] = {}

    async def ask(self, item: Item) -> Came:
        """One question down the road, what is proposed to a person taken."""
        gold, dated = self.gold(item)
        self.script.begins(item["id"], gold, dated)
        before = self.script.faults
        today = dt.date.fromisoformat(item["now"][:10]) if item.get("now") else dt.date.today()
        state = RunState(question=item["question"], asker=ASKER, today=today)
        driven = await drive(Pipeline(Only(self._workspace(item["db"]))), state, _no_mending)
        answered = isinstance(driven.outcome, Answer)
        sql = driven.state.draft.sql if answered and driven.state.draft else ""
        return Came(
            driven=driven,
            answered=answered,
            right=bool(sql) and await asyncio.to_thread(self.bench.right, item, sql),
            faults=self.script.faults - before,
            faulty=self.script.last_faulty,
        )

    def gold(self, item: Item) -> tuple[str, tuple[str, ...]]:
        """The SQL that the model knows to be right, and the date columns that it names."""
        return spelled(item["gold"][0].strip().rstrip(";"), self.bench.known(item["db"]))

    async def close(self) -> None:
        """Close the model and the databases."""
        await self._ladder.close()
        await asyncio.gather(*(each.warehouse.close() for each in self._open.values()))

    def _workspace(self, db: str) -> Workspace:
        if db not in self._open:
            known = self.bench.known(db)
            self._open[db] = Workspace(
                name="bench",
                title="Bench",
                description="",
                known=known,
                names=Names(known.catalog, known.glossary),
                calendar=Calendar(),
                warehouse=open_warehouse(f"sqlite:///{self.bench.root / db}"),
                validated=NoAnswers(),
                grants=grants_by_role({}, known.catalog),
                habits=Habits(default_role=EVERYBODY),
                models=Models(writer=self._ladder, find_tables=finder(known), **self._settings),
            )
        return self._open[db]


async def _at_once(_seconds: float) -> None:
    return None


async def _no_mending(ask: Ask) -> Decision | None:
    """What is proposed is taken; at a repair card the person gives up."""
    return None if ask.kind is CheckpointKind.REPAIR else await take_defaults(ask)
