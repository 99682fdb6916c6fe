"""The ladder: models in order of cost, each within its ceiling, the next where one is away."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import partial
from typing import Any, TypeAlias, TypeVar

import structlog
from pydantic import BaseModel

from pipeline.admin_talk import AdminTalk
from pipeline.agents.administering.talking import outcome_of, talking_of
from pipeline.agents.budget import fitted, size_of
from pipeline.agents.outputs import Sentence, Written
from pipeline.agents.ports import (
    Limits,
    ModelAwayError,
    ModelClient,
    Prompt,
    Turn,
    UnusableAnswerError,
    Usage,
)
from pipeline.agents.prompts import Prompts
from pipeline.model_calls import (
    AdminTask,
    Asking,
    Away,
    Filled,
    Replied,
    SoFar,
    Spent,
    TellingTask,
    Told,
    Tool,
    Unusable,
    Wants,
    WritingTask,
    Wrote,
)
from pipeline.small_layers import CEILINGS

log = structlog.get_logger()
Output = TypeVar("Output", bound=BaseModel)
Got = TypeVar("Got")
Sleep: TypeAlias = Callable[[float], Awaitable[None]]

_NOBODY = "No model could be reached"
_TOO_LARGE = "Your question, what is confirmed and the barest schema fit into no model's input"


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """How often one model is tried again after a failure that may pass, and how long in between."""

    tries: int = 3
    first_wait: float = 1.0
    longest_wait: float = 20.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Layer:
    """What one layer has of its own: its models, cheapest first, and its limits with tools."""

    rungs: tuple[ModelClient, ...] = ()
    requests: int = 10
    calls: int = 24
    ceiling: int | None = None


_USUAL = Layer()


class Ladder:
    """The SqlWriter port over configured models, the cheapest first.

    A layer of `layers`, by its name, has models or limits of its own.
    """

    def __init__(
        self,
        rungs: Sequence[ModelClient],
        prompts: Prompts,
        *,
        layers: Mapping[str, Layer] | None = None,
        concurrency: int = 4,
        patience: Patience | None = None,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        self._rungs = tuple(rungs)
        self._layers = layers or {}
        self._prompts = prompts
        self._patience = patience or Patience()
        self._sleep = sleep
        self._places = asyncio.Semaphore(concurrency)

    async def write(
        self, task: WritingTask, rung: int, tools: Sequence[Tool] = ()
    ) -> Wrote | Unusable | Away:
        await self._prompts.caught_up()
        step = "explore" if tools else "write_sql"
        layer, begun = self._written_by(task, step, rung)
        rungs = self._of(layer)
        first = min(rung - begun, len(rungs) - 1)
        places = [(at + begun, rungs[at]) for at in range(first, len(rungs))]
        return await self._writes(task, step, places, tools)

    def largest(self) -> str:
        return self._of("write_sql")[-1].name

    async def sample(self, task: WritingTask, number: int) -> Wrote | Unusable | Away:
        await self._prompts.caught_up()
        # Without models of its own, the one that writes is asked again.
        own = self._layers.get("sample", _USUAL).rungs or self._of("write_sql")[:1]
        place = number % len(own)
        return await self._writes(task, "sample", [(place, own[place])])

    async def _writes(
        self,
        task: WritingTask,
        step: str,
        rungs: Sequence[tuple[int, ModelClient]],
        tools: Sequence[Tool] = (),
    ) -> Wrote | Unusable | Away:
        """One paid call of the first of these models that can be asked."""
        problem = _NOBODY
        for place, client in rungs:
            prompt = fitted(task, client.max_input_tokens, partial(self._writing, step))
            if prompt is None:
                problem = _TOO_LARGE
                continue
            try:
                written, spent = await self._asked(client, prompt, Written, step, tools)
            except ModelAwayError as error:
                log.warning("model_away", model=error.model, reason=error.reason)
                continue
            except UnusableAnswerError as error:
                log.warning("model_answer_unusable", model=error.model, reason=error.reason)
                spent = _spent(client, prompt, step, error.usage, 0.0)
                return Unusable(problem=error.reason, spent=spent, rung=place, fix=error.fix)
            return _wrote(written, spent, place)
        return Away(problem=f"{problem}.", too_large=problem == _TOO_LARGE)

    async def tell(self, task: TellingTask, so_far: SoFar | None = None) -> Told | Away:
        asking = Asking(layer="tell", sizes=(fields_of(task),), kind=Sentence, so_far=so_far)
        filled = await self.hear(asking, 0)
        if isinstance(filled, Away):
            return filled
        return Told(text=filled.output.text if filled.output else "", spent=filled.spent)

    async def fill(
        self, layer: str, values: Mapping[str, Any], kind: type[Output]
    ) -> Filled[Output] | Away:
        return await self.hear(Asking(layer=layer, sizes=(values,), kind=kind), 0)

    async def hear(self, asking: Asking[Output], rung: int) -> Filled[Output] | Away:
        await self._prompts.caught_up()
        problem, layer = _NOBODY, asking.layer
        rungs = self._of(layer)
        for place in range(min(rung, len(rungs) - 1), len(rungs)):
            client = rungs[place]
            prompt = self._fullest(asking, client)
            if prompt is None:
                problem = _TOO_LARGE
                continue
            try:
                output, spent = await self._heard(client, prompt, asking)
            except ModelAwayError as error:
                log.warning("model_away", model=error.model, reason=error.reason)
                continue
            except UnusableAnswerError as error:
                log.warning("model_answer_unusable", model=error.model, reason=error.reason)
                spent = _spent(client, prompt, layer, error.usage, 0.0)
                return Filled(output=None, spent=spent, problem=error.reason, rung=place)
            return Filled(output=output, spent=spent, rung=place)
        return Away(problem=f"{problem}.", too_large=problem == _TOO_LARGE)

    def _fullest(self, asking: Asking[Output], client: ModelClient) -> Prompt | None:
        """The first prompt under the ceiling of the layer and of the model."""
        own = self._layers.get(asking.layer, _USUAL).ceiling
        ceiling = own or CEILINGS.get(asking.layer, client.max_input_tokens)
        prompts = (self._prompts.render(asking.layer, values) for values in asking.sizes)
        most = min(ceiling, client.max_input_tokens)
        return next((prompt for prompt in prompts if size_of(prompt) <= most), None)

    async def administer(
        self, task: AdminTask, talk: AdminTalk, tools: Sequence[Tool]
    ) -> Wants | Replied | Unusable | Away:
        await self._prompts.caught_up()
        prompt = self._prompts.render("administer", fields_of(task))
        talking = talking_of(task, talk)
        rungs = self._of("administer")
        for place in range(min(talk.rung, len(rungs) - 1), len(rungs)):
            client = rungs[place]

            async def call(client: ModelClient = client) -> tuple[Turn, Usage]:
                limits = self._limits("administer", client)
                return await client.converse(prompt, talking, tools, limits)

            try:
                turn, spent = await self._patiently(client, prompt, "administer", call)
            except ModelAwayError as error:
                log.warning("model_away", model=error.model, reason=error.reason)
                continue
            except UnusableAnswerError as error:
                log.warning("model_answer_unusable", model=error.model, reason=error.reason)
                spent = _spent(client, prompt, "administer", error.usage, 0.0)
                return Unusable(problem=error.reason, spent=spent, rung=place, fix=error.fix)
            return outcome_of(turn, spent, place)
        return Away(problem=f"{_NOBODY}.")

    async def close(self) -> None:
        """Close every connection."""
        own = (client for layer in self._layers.values() for client in layer.rungs)
        for client in dict.fromkeys((*self._rungs, *own)):
            await client.close()

    def _of(self, layer: str) -> tuple[ModelClient, ...]:
        """The models of a layer: its own, or everybody's."""
        return self._layers.get(layer, _USUAL).rungs or self._rungs

    def _written_by(self, task: WritingTask, step: str, rung: int) -> tuple[str, int]:
        """The layer that writes this time, and the rung at which its own models begin."""
        mends = step == "write_sql" and bool(task.findings) and rung > 0
        own = mends and bool(self._layers.get("repair", _USUAL).rungs)
        return ("repair", 1) if own else (step, 0)

    def _limits(self, layer: str, client: ModelClient) -> Limits:
        """Every request sends all that was looked at before: five full ones at most."""
        own = self._layers.get(layer, _USUAL)
        return Limits(
            requests=own.requests, calls=own.calls, input_tokens=5 * client.max_input_tokens
        )

    def _writing(self, step: str, task: WritingTask) -> Prompt:
        name = "explore" if step == "explore" else "write_sql"
        return self._prompts.render(name, fields_of(task))

    async def _heard(
        self, client: ModelClient, prompt: Prompt, asking: Asking[Output]
    ) -> tuple[Output, Spent]:
        async def call() -> tuple[Output, Usage]:
            return await client.answer(prompt, asking.kind, asking.so_far)

        return await self._patiently(client, prompt, asking.layer, call)

    async def _asked(
        self,
        client: ModelClient,
        prompt: Prompt,
        kind: type[Output],
        step: str,
        tools: Sequence[Tool] = (),
    ) -> tuple[Output, Spent]:
        """One answer in that form; with tools after looking around."""

        async def call() -> tuple[Output, Usage]:
            if tools:
                return await client.explore(prompt, kind, tools, self._limits(step, client))
            return await client.answer(prompt, kind)

        return await self._patiently(client, prompt, step, call)

    async def _patiently(
        self,
        client: ModelClient,
        prompt: Prompt,
        step: str,
        call: Callable[[], Awaitable[tuple[Got, Usage]]],
    ) -> tuple[Got, Spent]:
        """What the call gives, after as many tries as it takes and patience allows."""
        tries = 0
        while True:
            tries += 1
            started = time.monotonic()
            try:
                async with self._places:
                    output, usage = await call()
            except ModelAwayError as error:
                if not error.passing or tries >= self._patience.tries:
                    raise
                await self._sleep(self._wait(tries, error))
                continue
            return output, _spent(client, prompt, step, usage, time.monotonic() - started)

    def _wait(self, tries: int, error: ModelAwayError) -> float:
        wait = (
            error.wait if error.wait is not None else self._patience.first_wait * 2 ** (tries - 1)
        )
        return min(wait, self._patience.longest_wait)


def _spent(client: ModelClient, prompt: Prompt, step: str, usage: Usage, seconds: float) -> Spent:
    return Spent(
        step=step,
        model=client.name,
        prompt=prompt.version,
        input_tokens=usage.input_tokens,
        output_tokens=usage.output_tokens,
        cached_tokens=usage.cached_tokens,
        cost=usage.cost,
        seconds=round(seconds, 3),
    )


def _wrote(written: Written, spent: Spent, rung: int) -> Wrote:
    return Wrote(
        sql=written.sql.strip().removesuffix(";").strip(),
        reading=written.reading,
        assumptions=tuple(written.assumptions),
        metric_assumptions=tuple(written.metric_assumptions),
        date_columns=tuple(written.date_columns),
        cannot=written.cannot.strip(),
        spent=spent,
        rung=rung,
    )


def fields_of(task: WritingTask | TellingTask | AdminTask) -> dict[str, Any]:
    return {field.name: getattr(task, field.name) for field in fields(task)}
