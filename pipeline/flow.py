"""The flow: named steps in order, and what a step may say."""

from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

from pipeline.approval import Signed
from pipeline.checkpoint import Ask, Decision
from pipeline.result import Answer, Refusal
from pipeline.state import RunState
from pipeline.writes.receipt import Receipt


@dataclass(frozen=True, slots=True, kw_only=True)
class Happened:
    """Something that the audit keeps of a step, in the transaction that keeps the step."""

    action: str
    details: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Go:
    """Go on with the next step, or with the step named by `to`.

    `ended` is how one of several changes ended, of which people are told now.
    """

    state: RunState
    to: str = ""
    noted: tuple[Happened, ...] = ()
    ended: Receipt | Refusal | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Pause:
    """Wait for a person.

    After the decision the same step runs again with the answers in its state.
    """

    state: RunState
    ask: Ask
    noted: tuple[Happened, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Finish:
    """The run is over."""

    state: RunState
    outcome: Answer | Refusal | Receipt
    noted: tuple[Happened, ...] = ()


Outcome: TypeAlias = Go | Pause | Finish


class Flow(Protocol):
    """What the engine needs of the pipeline.

    Errors: none; a step turns every failure into a `Finish` or a `Pause`.
    """

    @property
    def names(self) -> tuple[str, ...]:
        """The steps, in order. The first is where a run begins."""
        ...

    def expect(self, question: str, workspace: str) -> None:
        """A run of that question begins in a moment: begin what takes long about it.

        `workspace` is the one that it is pinned to, or empty. Only a hint: nothing depends on it.
        """
        ...

    async def run(self, name: str, state: RunState) -> Outcome:
        """What the step of that name says of this state."""
        ...

    def reopened(self, state: RunState) -> tuple[str, RunState]:
        """Where a person's *Change* of an answered run begins, and the state above that step."""
        ...

    def decided(self, state: RunState, ask: Ask, decision: Decision, signed: Signed) -> RunState:
        """The state with a person's answer in it, all below the answered layer forgotten."""
        ...
