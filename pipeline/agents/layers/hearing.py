"""How every small layer is asked: one paid call at a time, checked, and what is wrong said."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from pydantic import BaseModel

from pipeline.heard import Heard
from pipeline.model_calls import Asking, Away, Models, Spent
from pipeline.state import RunState

Output = TypeVar("Output", bound=BaseModel)

# The first try, and two more with what was wrong.
MOST_TRIES = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Layer(Generic[Output]):
    """One small layer for one question: `sizes` are its prompt's values, the fullest first.

    `problems` says what code finds wrong with an answer, for the model to read; nothing means good.
    """

    name: str
    sizes: Sequence[Mapping[str, Any]]
    kind: type[Output]
    problems: Callable[[Output], Sequence[str]]


def is_over(state: RunState, name: str) -> bool:
    """Whether the layer has its answer, or nobody is asked again."""
    return state.heard.get(name, Heard()).over


def was_heard(state: RunState, name: str) -> bool:
    """Whether the layer was asked before."""
    return name in state.heard


def heard_of(state: RunState, name: str, kind: type[Output]) -> Output | None:
    """The good answer of a layer; None where there is none."""
    output = state.heard.get(name, Heard()).output
    return kind.model_validate_json(output) if output else None


def was_refused(state: RunState, name: str) -> bool:
    """Whether the layer ended with an answer that code did not let pass."""
    heard = state.heard.get(name, Heard())
    return heard.over and heard.refused


async def one_call(state: RunState, models: Models, layer: Layer[Output]) -> RunState:
    """The state after one paid call, or after finding that nobody can be asked.

    The step goes on with itself afterwards: what was paid is kept before more is.
    """
    return await calls_together(state, models, (layer,))


async def calls_together(state: RunState, models: Models, layers: Sequence[Layer[Any]]) -> RunState:
    """The same for layers that do not need one another: one round trip, a call for each."""
    objection = await models.objection(state.asker)
    heard = await asyncio.gather(
        *(_heard(state, models, layer, objection=objection) for layer in layers)
    )
    for layer, (after, spent) in zip(layers, heard, strict=True):
        state = _kept(replace(state, spent=(*state.spent, *spent)), layer.name, after)
    return state


async def _heard(
    state: RunState, models: Models, layer: Layer[Output], *, objection: str
) -> tuple[Heard, tuple[Spent, ...]]:
    """Where the layer stands after one call, and what that cost."""
    heard = state.heard.get(layer.name, Heard())
    if objection:
        return replace(heard, over=True), ()
    sizes = tuple({**values, "problems": heard.problems} for values in layer.sizes)
    asking = Asking(layer=layer.name, sizes=sizes, kind=layer.kind)
    said = await models.writer.hear(asking, heard.rung)
    if isinstance(said, Away):
        return replace(heard, over=True), ()
    problems = (said.problem,) if said.output is None else tuple(layer.problems(said.output))
    tries = heard.tries + 1
    after = Heard(
        output=said.output.model_dump_json() if said.output and not problems else "",
        problems=problems,
        tries=tries,
        rung=said.rung + 1,
        over=not problems or tries >= MOST_TRIES,
        refused=said.output is not None and bool(problems),
    )
    return after, (said.spent,)


def forgotten(state: RunState, *names: str) -> RunState:
    """The state with nothing heard of these layers."""
    return replace(state, heard={k: heard for k, heard in state.heard.items() if k not in names})


def _kept(state: RunState, name: str, heard: Heard) -> RunState:
    return replace(state, heard={**state.heard, name: heard})
