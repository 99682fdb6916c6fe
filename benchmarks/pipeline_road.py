"""The pipeline over each database of the questions, with one model on loopback behind it."""

import asyncio
import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Protocol

from benchmarks.pipeline_faults import spelled
from benchmarks.pipeline_questions import Item
from benchmarks.text_to_sql import MOST_OFFERED, Bench
from bots.bootstrap.grants import EVERYBODY, grants_by_role
from bots.bootstrap.ladders import finder
from bots.bootstrap.workspaces import NoAnswers
from knowledge.naming import Names
from pipeline.adapters.models_prices import Price
from pipeline.adapters.models_rungs import Rung, RungClient
from pipeline.adapters.warehouses import open_warehouse
from pipeline.agents.ladder import Ladder, Layer
from pipeline.agents.prompts import Prompts
from pipeline.checkpoint import Action, Ask, CheckpointKind, Decision, Question
from pipeline.dates import Calendar
from pipeline.direct import Decide, Driven, drive, take_defaults
from pipeline.model_calls import Models
from pipeline.people import Person
from pipeline.result import Answer
from pipeline.rules.schema.known import Known
from pipeline.state import RunState
from pipeline.steps.dates import NO_TIME
from pipeline.steps_in_order import Pipeline
from pipeline.workspace import Habits, ValidatedAnswers, Workspace
from tests.pipeline.agents.loopback import LoopbackModel

SAMPLES = ("sample 1", "sample 2")
ASKER = Person(id="bench", name="Bench", roles=frozenset())


class Begun(Protocol):
    """A script of the model that is told which question comes next; it counts its faults."""

    faults: int
    last_faulty: bool

    def begins(self, item: Item, gold: str, dated: tuple[str, ...], known: Known) -> None: ...


class These:
    """The Workspaces port over these workspaces."""

    def __init__(self, *workspaces: Workspace) -> None:
        self._workspaces = {workspace.name: workspace for workspace in workspaces}

    def all(self) -> Sequence[Workspace]:
        return tuple(self._workspaces.values())

    def get(self, name: str) -> Workspace | None:
        return self._workspaces.get(name)

    def unavailable(self) -> dict[str, str]:
        return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """What is there beside the question's own database.

    `together` are databases that are workspaces of one product, `approved` the approved answers
    of a database.
    """

    together: tuple[str, ...] = ()
    approved: Mapping[str, ValidatedAnswers] = field(default_factory=dict)


def name_of(db: str) -> str:
    """The workspace over a database."""
    return Path(db).stem


@dataclass(frozen=True, slots=True, kw_only=True)
class Came:
    """What one question came to, what cards propose taken.

    `faulty` says that the last answer of the model had a fault, `clicked` that another answer on a
    card of a person who knows what is right would have led to it.
    """

    driven: Driven
    answered: bool
    right: bool
    clicked: bool
    faults: int
    faulty: bool

    @property
    def calls(self) -> int:
        return len(self.driven.state.spent)

    @property
    def tokens(self) -> int:
        return sum(spent.input_tokens + spent.output_tokens for spent in self.driven.state.spent)

    def tokens_of(self, step: str) -> int:
        """Those that went into the calls of one layer."""
        return sum(spent.input_tokens for spent in self.driven.state.spent if spent.step == step)

    @property
    def cost(self) -> float:
        return sum(spent.cost or 0.0 for spent in self.driven.state.spent)

    @property
    def repair_cards(self) -> int:
        return sum(ask.kind is CheckpointKind.REPAIR for ask in self.driven.asked)


class Road:
    """Asks questions one after the other; `settings` are those of `Models`."""

    def __init__(
        self,
        bench: Bench,
        model: LoopbackModel,
        script: Begun,
        settings: Mapping[str, Any],
        decide: Decide | None = None,
        *,
        scene: Scene | None = None,
    ) -> None:
        self.bench = bench
        self._scene = scene or Scene()
        self.script = script
        self._decide = decide or no_mending
        self._settings = dict(settings)
        rung = Rung(provider="openai-chat", model="bench", api_key="k", base_url=model.url)
        priced = replace(rung, price=Price(input=0.25, output=2.0))
        # Scripts tell a further query of a question by the name of its model.
        further = [RungClient(replace(priced, model=name)) for name in SAMPLES]
        self._ladder = Ladder(
            [RungClient(priced)] * 2,
            Prompts(),
            layers={"sample": Layer(rungs=tuple(further))},
            sleep=_at_once,
        )
        self._open: dict[str, Workspace] = {}

    async def ask(self, item: Item) -> Came:
        """One question down the road, what is proposed to a person taken."""
        before = self.script.faults
        driven = await self._driven(item, self._decide)
        faults, faulty = self.script.faults - before, self.script.last_faulty
        right = await self._is_right(item, driven)
        return Came(
            driven=driven,
            answered=isinstance(driven.outcome, Answer),
            right=right,
            clicked=not right and await self._after_a_click(item, driven),
            faults=faults,
            faulty=faulty,
        )

    async def _driven(self, item: Item, decide: Decide) -> Driven:
        today = dt.date.fromisoformat(item["now"][:10]) if item.get("now") else dt.date.today()
        state = RunState(question=item["question"], asker=ASKER, today=today)
        if "after" in item:
            state = following(state, (await self._driven(item["after"], decide)).state)
        gold, dated = self.gold(item)
        self.script.begins(item, gold, dated, self.bench.known(item["db"]))
        open_ = [self._workspace(db) for db in self._scene.together or (item["db"],)]
        return await drive(Pipeline(These(*open_)), state, decide)

    async def _is_right(self, item: Item, driven: Driven) -> bool:
        draft = driven.state.draft if isinstance(driven.outcome, Answer) else None
        if draft is None or driven.state.workspace != name_of(item["db"]):
            return False
        return await asyncio.to_thread(self.bench.right, item, draft.sql)

    async def _after_a_click(self, item: Item, driven: Driven) -> bool:
        """Whether one other answer leads to what is right; words that are no date count as one."""
        if self._decide is not no_mending:
            return False
        questions = [question for ask in driven.asked for question in ask.questions]
        for pressed in other_answers(questions):
            if await self._is_right(item, await self._driven(item, pressing(pressed))):
                return True
        return False

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
                name=name_of(db),
                title="",
                description="",
                known=known,
                names=Names(known.catalog, known.glossary),
                calendar=Calendar(),
                warehouse=open_warehouse(f"sqlite:///{self.bench.root / db}"),
                validated=self._scene.approved.get(db, NoAnswers()),
                grants=grants_by_role({}, known.catalog),
                # As the product has it for files of this machine.
                habits=Habits(default_role=EVERYBODY, run_alternatives=True),
                models=Models(writer=self._ladder, find_tables=finder(known), **self._settings),
            )
        return self._open[db]


def following(state: RunState, before: RunState) -> RunState:
    """The state of a message in the thread of what was answered before."""
    draft = before.draft
    return replace(
        state,
        pinned=before.workspace,
        previous=before.intent,
        previous_times=before.times,
        previous_sql=(draft.whole or draft.sql) if draft else "",
        previous_question=before.question if draft else "",
        previous_contract=before.contract,
    )


async def _at_once(_seconds: float) -> None:
    return None


async def no_mending(ask: Ask) -> Decision | None:
    """What is proposed is taken; at a repair card the person gives up."""
    return None if ask.kind is CheckpointKind.REPAIR else await take_defaults(ask)


def other_answers(questions: Sequence[Question]) -> Iterator[dict[str, str]]:
    """Each of the first options that was not proposed; and no date at all, for all such words."""
    for question in questions:
        for option in question.options[:MOST_OFFERED]:
            if option.id != question.default:
                yield {question.id: option.id}
    undated = {q.id: NO_TIME for q in questions if any(o.id == NO_TIME for o in q.options)}
    if undated:
        yield undated


def pressing(pressed: Mapping[str, str]) -> Decide:
    """Somebody who presses these where they are offered, and else takes what is proposed."""

    async def decide(ask: Ask) -> Decision | None:
        usual = await no_mending(ask)
        offered = {question.id for question in ask.questions}
        chosen = {key: option for key, option in pressed.items() if key in offered}
        if usual is None:
            return Decision(action=Action.APPROVE, choices=chosen) if chosen else None
        return replace(usual, choices={**usual.choices, **chosen})

    return decide
