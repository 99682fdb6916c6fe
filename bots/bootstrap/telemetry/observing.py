"""The ports of the product, watched: each does what it did, and is measured and traced.

Labels and attributes are names of steps, workspaces, models and classes. Who asked, what they
asked, values and results are in none of them.
"""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, cast

import structlog
from prometheus_client import Histogram

from bots.bootstrap.telemetry.measures import MEASURES, Measures
from bots.bootstrap.telemetry.spans import TRACES, Traces
from pipeline.agents.ports import (
    Limits,
    ModelClient,
    Output,
    Prompt,
    Talking,
    Turn,
    Usage,
)
from pipeline.approval import Signed
from pipeline.checkpoint import Ask, Decision
from pipeline.flow import Finish, Flow, Outcome, Pause
from pipeline.model_calls import SoFar, Tool
from pipeline.people import Person
from pipeline.result import Answer, Refusal
from pipeline.sql.text.without_values import without_values
from pipeline.state import RunState
from pipeline.warehouse import Warehouse
from review.ledger.notices import Delivery
from review.ledger.threads import Thread
from review.ports.desk import Desk, Postman, Verdict

# What the conventions for generative AI call our providers.
_PROVIDERS: Final = {"openai-chat": "openai", "azure": "azure.ai.openai"}
_OK: Final = "ok"


@contextmanager
def _timed(seconds: Histogram, *labels: str) -> Iterator[None]:
    """Observe how long it takes; what is raised is the last label, by its class."""
    began, outcome = time.monotonic(), _OK
    try:
        yield
    except BaseException as error:
        outcome = type(error).__name__
        raise
    finally:
        seconds.labels(*labels, outcome).observe(time.monotonic() - began)


class ObservedFlow:
    """The same flow (see `pipeline.flow.Flow`); every log line of a step has its run's id."""

    def __init__(self, flow: Flow, measures: Measures = MEASURES, traces: Traces = TRACES) -> None:
        self._flow = flow
        self._measures = measures
        self._traces = traces

    @property
    def names(self) -> tuple[str, ...]:
        return self._flow.names

    def expect(self, question: str, workspace: str) -> None:
        self._flow.expect(question, workspace)

    async def run(self, name: str, state: RunState) -> Outcome:
        about = {"countersign.step": name, "countersign.run": state.run}
        began = time.monotonic()
        with (
            structlog.contextvars.bound_contextvars(run=state.run, step=name),
            self._traces.span(f"step {name}", about, run=state.run) as span,
        ):
            try:
                outcome = await self._flow.run(name, state)
            except Exception as error:
                self._measures.broken.labels(name, type(error).__name__).inc()
                raise
            finally:
                self._measures.steps.labels(name).observe(time.monotonic() - began)
            span.set_attribute("countersign.said", type(outcome).__name__.lower())
            span.set_attribute("countersign.workspace", outcome.state.workspace)
        self._note(name, state, outcome)
        return outcome

    def _note(self, name: str, before: RunState, outcome: Outcome) -> None:
        for spent in outcome.state.spent[len(before.spent) :]:
            self._measures.tokens.labels(spent.model, "input").inc(spent.input_tokens)
            self._measures.tokens.labels(spent.model, "output").inc(spent.output_tokens)
            self._measures.tokens.labels(spent.model, "cached").inc(spent.cached_tokens)
            self._measures.cost.labels(spent.model).inc(spent.cost or 0.0)
        match outcome:
            case Pause():
                self._measures.pauses.labels(name, str(outcome.ask.kind)).inc()
            case Finish():
                said = _ending(outcome)
                self._measures.runs.labels(said).inc()
                about = {
                    "countersign.run": before.run,
                    "countersign.workspace": outcome.state.workspace,
                    "countersign.outcome": said,
                }
                self._traces.run_ended(before.run, about)
            case _:
                pass

    def reopened(self, state: RunState) -> tuple[str, RunState]:
        return self._flow.reopened(state)

    def decided(self, state: RunState, ask: Ask, decision: Decision, signed: Signed) -> RunState:
        return self._flow.decided(state, ask, decision, signed)


def _ending(finish: Finish) -> str:
    """How a run ended: by the trust of its answer, or the code of its refusal."""
    match finish.outcome:
        case Answer() as answer:
            return f"answer:{answer.trust}"
        case Refusal() as refusal:
            return f"refusal:{refusal.code}"
        case _:
            return "written"


class ObservedPostman:
    """The same postman (see `review.ports.desk.Postman`)."""

    def __init__(
        self, postman: Postman, measures: Measures = MEASURES, traces: Traces = TRACES
    ) -> None:
        self._postman = postman
        self._measures = measures
        self._traces = traces

    async def deliver(self, thread: Thread, delivery: Delivery) -> str:
        kind, outcome, began = type(delivery.notice).__name__, _OK, time.monotonic()
        about: dict[str, str | bool] = {
            "countersign.surface": thread.surface,
            "countersign.card": kind,
            "countersign.edits": bool(delivery.replaces),
        }
        # Whoever sends has bound the run for its log lines.
        run = str(structlog.contextvars.get_contextvars().get("run", ""))
        try:
            with self._traces.span(f"card {kind}", about, run=run):
                return await self._postman.deliver(thread, delivery)
        except Exception as error:
            outcome = type(error).__name__
            raise
        finally:
            self._measures.cards.labels(thread.surface, kind, outcome).inc()
            self._measures.card_seconds.labels(thread.surface).observe(time.monotonic() - began)

    async def find(self, thread: Thread, key: str) -> str | None:
        return await self._postman.find(thread, key)


@contextmanager
def observed_statement(
    warehouse: Warehouse,
    workspace: str,
    operation: str,
    sql: str,
    seen: tuple[Measures, Traces] = (MEASURES, TRACES),
) -> Iterator[None]:
    """Measure and trace a statement that a warehouse runs; the span has no values."""
    measures, traces = seen
    about = {
        "db.system.name": _SYSTEMS.get(warehouse.dialect, warehouse.dialect),
        "db.namespace": workspace,
        "db.operation.name": operation,
    }
    if traces.is_on:
        about["db.query.text"] = without_values(sql, warehouse.dialect)
    with (
        _timed(measures.sql, workspace),
        traces.span(f"{operation} {workspace}", about, within=True),
    ):
        yield


_SYSTEMS: Final = {"postgres": "postgresql"}


class ObservedModel:
    """The same model (see `pipeline.agents.ports.ModelClient`), by the GenAI conventions."""

    def __init__(
        self, model: ModelClient, measures: Measures = MEASURES, traces: Traces = TRACES
    ) -> None:
        self._model = model
        self._measures = measures
        self._traces = traces

    @property
    def name(self) -> str:
        return self._model.name

    @property
    def max_input_tokens(self) -> int:
        return self._model.max_input_tokens

    async def answer(
        self, prompt: Prompt, kind: type[Output], so_far: SoFar | None = None
    ) -> tuple[Output, Usage]:
        with self._called("chat") as used:
            output, usage = await self._model.answer(prompt, kind, so_far)
            used.append(usage)
            return output, usage

    async def explore(
        self, prompt: Prompt, kind: type[Output], tools: Sequence[Tool], limits: Limits
    ) -> tuple[Output, Usage]:
        with self._called("invoke_agent") as used:
            output, usage = await self._model.explore(prompt, kind, tools, limits)
            used.append(usage)
            return output, usage

    async def converse(
        self, prompt: Prompt, talking: Talking, tools: Sequence[Tool], limits: Limits
    ) -> tuple[Turn, Usage]:
        with self._called("invoke_agent") as used:
            turn, usage = await self._model.converse(prompt, talking, tools, limits)
            used.append(usage)
            return turn, usage

    async def close(self) -> None:
        await self._model.close()

    @contextmanager
    def _called(self, operation: str) -> Iterator[list[Usage]]:
        provider, _, model = self.name.partition(":")
        about = {
            "gen_ai.operation.name": operation,
            "gen_ai.provider.name": _PROVIDERS.get(provider, provider),
            "gen_ai.request.model": model,
        }
        used: list[Usage] = []
        with (
            _timed(self._measures.calls, self.name),
            self._traces.span(f"{operation} {model}", about, within=True) as span,
        ):
            yield used
            for usage in used:
                span.set_attribute("gen_ai.usage.input_tokens", usage.input_tokens)
                span.set_attribute("gen_ai.usage.output_tokens", usage.output_tokens)


class _ObservedDesk:
    """The calls of the desk by which people decide; every other is the desk's own."""

    def __init__(self, desk: Desk, measures: Measures, traces: Traces) -> None:
        self._desk = desk
        self._measures = measures
        self._traces = traces

    def __getattr__(self, name: str) -> Any:
        return getattr(self._desk, name)

    async def decide(self, checkpoint: str, nonce: str, decision: Decision, by: Person) -> Verdict:
        with self._decided("decide", checkpoint=checkpoint) as verdicts:
            verdicts.append(await self._desk.decide(checkpoint, nonce, decision, by))
            return verdicts[0]

    async def reconsider(self, run: str, by: Person, note: str = "") -> Verdict:
        with self._decided("reconsider", run) as verdicts:
            verdicts.append(await self._desk.reconsider(run, by, note))
            return verdicts[0]

    async def send_to_review(self, run: str, by: Person, note: str = "") -> Verdict:
        with self._decided("send_to_review", run) as verdicts:
            verdicts.append(await self._desk.send_to_review(run, by, note))
            return verdicts[0]

    async def change(self, run: str, by: Person) -> Verdict:
        with self._decided("change", run) as verdicts:
            verdicts.append(await self._desk.change(run, by))
            return verdicts[0]

    async def ask_larger(self, run: str, by: Person) -> Verdict:
        with self._decided("ask_larger", run) as verdicts:
            verdicts.append(await self._desk.ask_larger(run, by))
            return verdicts[0]

    async def undo(self, subject: str, by: Person) -> Verdict:
        with self._decided("undo") as verdicts:
            verdicts.append(await self._desk.undo(subject, by))
            return verdicts[0]

    async def feedback(self, run: str, by: Person, good: bool, note: str = "") -> None:  # noqa: FBT001 - one vote
        await self._desk.feedback(run, by, good, note)
        self._measures.votes.labels("yes" if good else "no").inc()

    @contextmanager
    def _decided(self, call: str, run: str = "", checkpoint: str = "") -> Iterator[list[Verdict]]:
        verdicts: list[Verdict] = []
        about = {"countersign.call": call, "countersign.checkpoint": checkpoint}
        with self._traces.span(f"decision {call}", about, run=run) as span:
            yield verdicts
            verdict = type(verdicts[0]).__name__
            span.set_attribute("countersign.verdict", verdict)
        self._measures.decisions.labels(call, verdict).inc()


def observed_desk(desk: Desk, measures: Measures = MEASURES, traces: Traces = TRACES) -> Desk:
    """The same desk, its decisions and votes counted."""
    return cast("Desk", _ObservedDesk(desk, measures, traces))
