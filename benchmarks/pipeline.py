"""Measures the model-backed road: a model on loopback, scripted by gold answers, makes faults.

    python -m benchmarks.pipeline --questions ../shared/cases/text_to_sql/questions.jsonl

Without questions it asks its own few over a small shop. Every question goes to the model first, so
that the layers below are measured and not the rules.
"""

import argparse
import asyncio
import datetime as dt
import json
import random
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pydantic_ai.models
import structlog

from benchmarks.pipeline_faults import BROKEN, WRONG, broken, spelled, wrong
from benchmarks.pipeline_offline import offline
from benchmarks.pipeline_questions import own_questions
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
from tests.pipeline.agents.loopback import Answered, LoopbackModel, Reply, Request, loopback_model

Item = dict[str, Any]
ASKER = Person(id="bench", name="Bench", roles=frozenset())
RATE = 0.2


@dataclass(slots=True)
class Tally:
    """What one kind of fault did."""

    kind: str
    questions: int = 0
    right: int = 0
    answered: int = 0
    faults: int = 0
    faulty_answered: int = 0
    calls: int = 0
    tokens: int = 0
    cost: float = 0.0
    cards: int = 0


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


@dataclass
class Scripted:
    """Answers with the gold of the question that is being asked, now and then with a fault."""

    kind: str = ""
    gold: str = ""
    date_columns: tuple[str, ...] = ()
    dice: random.Random = field(default_factory=lambda: random.Random(7))  # noqa: S311 - no secret
    faults: int = 0
    last_faulty: bool = False

    def __call__(self, request: Request) -> Reply:
        del request
        self.last_faulty = False
        if self.kind and self.dice.random() < RATE:
            made = self._fault()
            if made is not None:
                self.faults += 1
                self.last_faulty = True
                return made
        return self._answer(self.gold)

    def _answer(self, sql: str) -> Reply:
        dated = list(self.date_columns)
        return Answered({"sql": sql, "reading": "as asked", "date_columns": dated})

    def _fault(self) -> Reply | None:
        if self.kind in BROKEN:
            return broken(self.gold, self.kind)
        turned = wrong(self.gold, self.kind, self.dice)
        return None if turned is None else self._answer(turned)


class Road:
    """The pipeline over each database, with one model on loopback behind it."""

    def __init__(self, bench: Bench, model: LoopbackModel, script: Scripted) -> None:
        self.bench = bench
        self.script = script
        price = Price(input=0.25, output=2.0)
        rung = Rung(provider="openai-chat", model="bench", api_key="k", base_url=model.url)
        self.ladder = Ladder(
            [RungClient(replace(rung, price=price))] * 2, Prompts(), sleep=_at_once
        )
        self._open: dict[str, Workspace] = {}

    def workspace(self, db: str) -> Workspace:
        if db not in self._open:
            known = self.bench.known(db)
            models = Models(writer=self.ladder, find_tables=finder(known), first=True)
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
                models=models,
            )
        return self._open[db]

    async def ask(self, item: Item) -> Driven:
        today = dt.date.fromisoformat(item["now"][:10]) if item.get("now") else dt.date.today()
        state = RunState(question=item["question"], asker=ASKER, today=today)
        gold = item["gold"][0].strip().rstrip(";")
        self.script.gold, self.script.date_columns = spelled(gold, self.bench.known(item["db"]))
        return await drive(Pipeline(Only(self.workspace(item["db"]))), state, _no_mending)

    async def close(self) -> None:
        await self.ladder.close()
        await asyncio.gather(*(w.warehouse.close() for w in self._open.values()))


async def _at_once(_seconds: float) -> None:
    return None


async def _no_mending(ask: Ask) -> Decision | None:
    """What is proposed is taken; at a repair card the person gives up."""
    return None if ask.kind is CheckpointKind.REPAIR else await take_defaults(ask)


async def tallied(road: Road, items: Sequence[Item], kind: str) -> Tally:
    """All questions once, with this kind of fault in a fifth of the answers."""
    tally = Tally(kind=kind or "none")
    road.script.kind, road.script.faults = kind, 0
    road.script.dice = random.Random(11)  # noqa: S311 - no secret
    for item in items:
        driven = await road.ask(item)
        answered = isinstance(driven.outcome, Answer)
        sql = driven.state.draft.sql if answered and driven.state.draft else ""
        right = bool(sql) and await asyncio.to_thread(road.bench.right, item, sql)
        tally.questions += 1
        tally.answered += answered
        tally.right += right
        tally.faulty_answered += answered and road.script.last_faulty and not right
        tally.calls += len(driven.state.spent)
        tally.tokens += sum(s.input_tokens + s.output_tokens for s in driven.state.spent)
        tally.cost += sum(s.cost or 0.0 for s in driven.state.spent)
        tally.cards += any(ask.kind is CheckpointKind.REPAIR for ask in driven.asked)
    tally.faults = road.script.faults
    return tally


def shown(tally: Tally) -> str:
    n = max(tally.questions, 1)
    return (
        f"{tally.kind:18} {tally.right / n:8.1%} {tally.answered / n:8.1%} {tally.faults:7} "
        f"{tally.faulty_answered:10} {tally.calls / n:8.2f} {tally.tokens / n:9.0f} "
        f"{1000 * tally.cost / n:9.3f} {tally.cards:6}"
    )


HEAD = (
    f"{'fault (20%)':18} {'right':>8} {'answered':>8} {'faults':>7} {'passed on':>10} "
    f"{'calls/q':>8} {'tokens/q':>9} {'$/1000 q':>9} {'cards':>6}"
)


async def measured(root: Path, items: Sequence[Item], say: Callable[[str], None]) -> list[Tally]:
    """The table, a line for each kind of fault, the first without any."""
    script = Scripted()
    async with loopback_model(script) as model:
        road = Road(Bench(root), model, script)
        say(HEAD)
        found = []
        with pydantic_ai.models.override_allow_model_requests(allow_model_requests=True):
            for kind in ("", *BROKEN, *WRONG):
                found.append(await tallied(road, items, kind))
                say(shown(found[-1]))
        await road.close()
    return found


def asks_for_today(gold: str) -> bool:
    """Whether the SQL takes the date from the database."""
    return any(word in gold.lower() for word in ("'now'", '"now"', "current_"))


def figures(found: Sequence[Tally]) -> dict[str, Any]:
    clean = found[0]
    n = max(clean.questions, 1)
    worst = min((t for t in found if t.kind in BROKEN), key=lambda t: t.right)
    meant = [t for t in found if t.kind in WRONG]
    return {
        "questions": clean.questions,
        "right_without_faults": round(clean.right / n, 4),
        "worst_broken": {"kind": worst.kind, "right": round(worst.right / n, 4)},
        "wrong_passed_on": {t.kind: [t.faulty_answered, t.faults] for t in meant},
        "tokens_per_question": round(clean.tokens / n),
        "calls_per_question": round(clean.calls / n, 3),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--questions", type=Path)
    parser.add_argument("--every", type=int, default=8, help="of the questions take each n-th")
    options = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    with tempfile.TemporaryDirectory() as folder:
        if options.questions is None:
            items, root = own_questions(Path(folder)), Path(folder)
        else:
            lines = options.questions.read_text("utf8").splitlines()
            items, root = (
                [json.loads(line) for line in lines if line.strip()],
                options.questions.parent,
            )
        answerable = [item for item in items if not item.get("unanswerable")]
        # Gold that asks the database for today keeps to no fixed dates, as a model is told to.
        asked = [item for item in answerable if not asks_for_today(item["gold"][0])]
        print(f"{len(answerable) - len(asked)} questions left out: their gold asks for today")
        chosen = asked if options.questions is None else asked[:: options.every]
        result = figures(asyncio.run(measured(root, chosen, print)))
        result |= offline(root, asked, options.questions, print)
    print(json.dumps(result))


if __name__ == "__main__":
    main()
