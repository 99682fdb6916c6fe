"""What happens inside a run while it happens, as values for whoever shows it.

An event is a hint: it is told once, nobody waits for it, and what a run comes to does not depend
on it. What people must get is a notice of the review layer.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from pipeline.model_calls import Spent


@dataclass(frozen=True, slots=True, kw_only=True)
class StepStarted:
    """The flow's step begins."""

    step: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StepFinished:
    """The flow's step said what it has to say."""

    step: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCalled:
    """A model looks something up. What it asks for stays out: it may hold values."""

    tool: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolReturned:
    """The model has its answer, or a sentence on why there is none."""

    tool: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Paid:
    """A model was paid."""

    spent: Spent


@dataclass(frozen=True, slots=True, kw_only=True)
class TextChecked:
    """The words of the answer so far, every number of which was found in the result before."""

    text: str


Event: TypeAlias = StepStarted | StepFinished | ToolCalled | ToolReturned | Paid | TextChecked
Listener: TypeAlias = Callable[[Event], None]


class Live(Protocol):
    """Shows what goes on in a run. Never waits and never raises."""

    def tell(self, run: str, event: Event) -> None: ...


_LISTENING: ContextVar[Listener | None] = ContextVar("listening", default=None)


@contextmanager
def heard_by(listener: Listener) -> Iterator[None]:
    """All that is told in here, and in tasks begun in here, reaches this listener."""
    before = _LISTENING.set(listener)
    try:
        yield
    finally:
        _LISTENING.reset(before)


def tell(event: Event) -> None:
    """Tell whoever listens; where nobody does, nothing happens."""
    listener = _LISTENING.get()
    if listener is not None:
        listener(event)


def is_heard() -> bool:
    """Whether anybody listens: only then is it worth telling more than the end."""
    return _LISTENING.get() is not None
