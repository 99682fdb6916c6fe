"""A flow that tells what goes on in it."""

from functools import partial

import structlog

from pipeline.approval import Signed
from pipeline.checkpoint import Ask, Decision
from pipeline.events import Event, Live, Paid, StepFinished, StepStarted, TextChecked, heard_by
from pipeline.flow import Finish, Flow, Outcome
from pipeline.result import Answer
from pipeline.state import RunState

log = structlog.get_logger()


class Narrated:
    """The same flow (see `pipeline.flow.Flow`); every step is shown while it is taken."""

    def __init__(self, flow: Flow, live: Live) -> None:
        self._flow = flow
        self._live = live

    @property
    def names(self) -> tuple[str, ...]:
        return self._flow.names

    def expect(self, question: str, workspace: str) -> None:
        self._flow.expect(question, workspace)

    async def run(self, name: str, state: RunState) -> Outcome:
        with heard_by(partial(self._told, state.run)):
            self._told(state.run, StepStarted(step=name))
            outcome = await self._flow.run(name, state)
        for event in _came_of(name, state, outcome):
            self._told(state.run, event)
        return outcome

    def reopened(self, state: RunState) -> tuple[str, RunState]:
        return self._flow.reopened(state)

    def decided(self, state: RunState, ask: Ask, decision: Decision, signed: Signed) -> RunState:
        return self._flow.decided(state, ask, decision, signed)

    def _told(self, run: str, event: Event) -> None:
        try:
            self._live.tell(run, event)
        except Exception:
            # What is only shown never stops the work.
            log.exception("event_not_shown", run=run)


def _came_of(name: str, before: RunState, outcome: Outcome) -> tuple[Event, ...]:
    """What the step paid, its end, and the answer's words where it has brought them."""
    fresh = outcome.state.spent[len(before.spent) :]
    paid = tuple(Paid(spent=spent) for spent in fresh)
    ended = outcome.outcome if isinstance(outcome, Finish) else None
    words = (TextChecked(text=ended.summary),) if isinstance(ended, Answer) else ()
    return (*paid, StepFinished(step=name), *words)
