"""The thin layer of words: a question is asked as a person writes it, and every click is tried."""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import yaml

from pipeline.checkpoint import Action, Ask, Decision
from pipeline.direct import Driven, drive, take_defaults
from pipeline.result import Answer
from pipeline.state import RunState
from pipeline.steps_in_order import Pipeline
from pipeline.workspace import Workspace
from tests.pipeline.shop import FakeWorkspaces
from tests.shapes.engines import Engine, Servers
from tests.shapes.front import ASKER, Likeness, same_rows
from tests.shapes.model import TODAY, Typed, answer
from tests.shapes.running import (
    ASKED,
    BADLY,
    CRASHED,
    REFUSED,
    RIGHT,
    WRONG,
    Cell,
    Marks,
    Opened,
    opened,
)
from tests.shapes.shapes import SHAPES, Shape

PLAIN_NAMES = "plain names"
_MOST_OPTIONS = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Worded:
    """A question in words, the shapes that it is asked on, and what it means."""

    ask: str
    shapes: Sequence[str] | str
    right: tuple[Typed, ...]

    def is_asked_on(self, shape: Shape) -> bool:
        if self.shapes == PLAIN_NAMES:
            return shape.call("sales") == "sales" and shape.call("day") == "day"
        return shape.name in self.shapes


def worded() -> tuple[Worded, ...]:
    """The questions of the file; each of its shapes is one of the suite."""
    listed = yaml.safe_load(Path(__file__).with_name("words.yaml").read_text("utf8"))
    found = tuple(
        Worded(ask=each["ask"], shapes=each["shapes"], right=tuple(map(_typed, each["right"])))
        for each in listed
    )
    named = {name for each in found if each.shapes != PLAIN_NAMES for name in each.shapes}
    unknown = named - {shape.name for shape in SHAPES}
    assert not unknown, f"words.yaml names shapes that are not there: {sorted(unknown)}"
    return found


def _typed(said: dict[str, Any]) -> Typed:
    lists = {key: _frozen(value) for key, value in said.items()}
    return Typed(**lists)


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def asked_on(one: Opened) -> Iterator[tuple[Worded, Marks]]:
    """Every question that is asked on a shape, with what came of it."""
    for each in worded():
        if each.is_asked_on(one.shape):
            wanted = [answer(typed, one.tables, one.sense) for typed in each.right]
            yield each, told(one, each.ask, each.right, wanted)


def word_cells(shape: Shape, engine: Engine, servers: Servers) -> Iterator[Cell]:
    """Every cell in words of a shape on an engine."""
    with opened(shape, engine, servers) as one:
        for each, (verdict, said) in asked_on(one):
            yield Cell(
                engine=engine.name, shape=shape.name, kind=f"“{each.ask}”",
                verdict=verdict, said=said,
            )  # fmt: skip


def told(
    one: Opened, question: str, right: Sequence[Typed], wanted: Sequence[list[tuple[Any, ...]]]
) -> Marks:
    """What came of a question in words: any of the answers is right."""
    return asyncio.run(_told(one, question, list(zip(right, wanted, strict=True))))


async def _told(
    one: Opened, question: str, right: Sequence[tuple[Typed, list[tuple[Any, ...]]]]
) -> Marks:
    workspace = one.front.workspace

    def is_right(driven: Driven) -> bool:
        return any(_is_right(driven, typed, rows, one) for typed, rows in right)

    try:
        first = await _asked(workspace, question, {})
        if not first.asked:
            if not isinstance(first.outcome, Answer):
                return REFUSED, first.outcome.reason
            if is_right(first):
                return RIGHT, ""
            spoken = bool(first.outcome.left_out or first.outcome.ignored)
            said = f"{first.outcome.rows[:8]} by {first.outcome.sql}"
            return (BADLY if spoken else WRONG), f"{said}, not {right[0][1][:8]}"
        card = first.asked[0]
        for option in card.questions[0].options[:_MOST_OPTIONS]:
            if is_right(await _asked(workspace, question, {card.questions[0].id: option.id})):
                return ASKED, card.questions[0].text
    except Exception as error:  # noqa: BLE001 - whatever is raised is a crash
        return CRASHED, f"{type(error).__name__}: {error}"
    offered = [option.label for option in card.questions[0].options[:_MOST_OPTIONS]]
    return BADLY, f"{card.questions[0].text} {offered}"


async def _asked(workspace: Workspace, question: str, choices: dict[str, str]) -> Driven:
    """The run, its first card answered as `choices` say, further ones by what they propose."""

    async def decide(ask: Ask) -> Decision | None:
        if any(question.id in choices for question in ask.questions):
            return Decision(action=Action.APPROVE, choices=choices)
        return await take_defaults(ask)

    state = RunState(question=question, asker=ASKER, today=TODAY)
    named = replace(workspace, title="Shop", description="a shop and what it sold")
    return await drive(Pipeline(FakeWorkspaces(open=(named,))), state, decide)


def _is_right(driven: Driven, asked: Typed, wanted: list[tuple[Any, ...]], one: Opened) -> bool:
    """Whether an answer has the right rows; it may show more columns."""
    outcome = driven.outcome
    if not isinstance(outcome, Answer):
        return False
    like = Likeness(
        ordered=bool(asked.top), grain=asked.grain, precision=max(one.engine.precision, 1e-6)
    )
    if asked.top and len(outcome.columns) == 1:
        # Which ones they are is an answer too.
        wanted = [row[:1] for row in wanted]
    width = len(wanted[0]) if wanted else len(outcome.columns)
    rows = [tuple(map(one.engine.same, row)) if asked.by else row for row in outcome.rows]
    # A number comes last, what it is of first; what is shown between is more than was asked.
    cut = [row if width >= len(row) else (*row[: width - 1], row[-1]) for row in rows]
    return same_rows(wanted, cut, like) or same_rows(wanted, [r[:width] for r in rows], like)
