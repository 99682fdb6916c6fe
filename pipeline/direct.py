"""Drives a flow from question to outcome in one go: for the terminal, scripts and benchmarks."""

import datetime as dt
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeAlias

from pipeline.approval import Signed
from pipeline.checkpoint import Action, Ask, Audience, Decision
from pipeline.flow import Finish, Flow, Go, Pause
from pipeline.result import Answer, Refusal
from pipeline.state import RunState
from pipeline.writes.receipt import Receipt

Decide: TypeAlias = Callable[[Ask], Awaitable[Decision | None]]

# A flow that asks more often than this is asking in circles.
MOST_ASKS = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Driven:
    """How it ended, and what was asked on the way."""

    outcome: Answer | Refusal
    state: RunState
    asked: tuple[Ask, ...]


async def drive(flow: Flow, state: RunState, decide: Decide) -> Driven:
    """Run every step; `decide` answers each pause, None gives up."""
    asked: list[Ask] = []
    place = 0
    while True:
        outcome = await flow.run(flow.names[place], state)
        state = outcome.state
        match outcome:
            case Finish():
                ended = outcome.outcome
                assert not isinstance(ended, Receipt), "here is no book"  # noqa: S101 - no writes here
                return Driven(outcome=ended, state=state, asked=tuple(asked))
            case Go():
                place = flow.names.index(outcome.to) if outcome.to else place + 1
            case Pause():
                decision = await decide(outcome.ask) if len(asked) < MOST_ASKS else None
                asked.append(outcome.ask)
                if decision is None:
                    left = _left_open(outcome.ask)
                    return Driven(outcome=left, state=state, asked=tuple(asked))
                state = flow.decided(state, outcome.ask, decision, _signed(state, len(asked)))


def _signed(state: RunState, number: int) -> Signed:
    """The asker answers everything here; what only others may decide is never answered."""
    day = dt.datetime.combine(state.today, dt.time(), dt.UTC)
    return Signed(by=state.asker, at=day, checkpoint=str(number))


async def take_defaults(ask: Ask) -> Decision | None:
    """What the card proposes; None where only a person can decide."""
    if ask.audience is Audience.REVIEWERS:
        return None
    choices: dict[str, str] = {}
    values: dict[str, str] = {}
    for question in ask.questions:
        if question.options and question.default:
            choices[question.id] = question.default
        elif question.inputs and all(each.value or each.optional for each in question.inputs):
            values |= {each.id: each.value for each in question.inputs}
        else:
            return None
    return Decision(
        action=Action.EDIT if values else Action.APPROVE, choices=choices, values=values
    )


def _left_open(ask: Ask) -> Refusal:
    """Why nothing was run: the point that nobody settled, in its own words."""
    points = " ".join(question.text for question in ask.questions if not question.default)
    return Refusal(
        code="unanswered",
        reason=f"{points} The question was left open, so nothing was run.".strip(),
        next_step="Ask again and choose one of the answers.",
    )
