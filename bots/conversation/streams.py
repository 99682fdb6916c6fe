"""The streamed messages of one process, found by their run and by their reference."""

from collections import OrderedDict
from collections.abc import Iterator
from typing import Final, Generic, Protocol, TypeVar

from pipeline.events import Event, StepStarted
from review.ledger.notices import Working

_MOST_KEPT: Final = 500


class Stream(Protocol):
    """A streamed message; one that is over takes no more news."""

    over: bool

    def tell(self, event: Event) -> None: ...

    def silence(self) -> None:
        """Send nothing more."""
        ...


S = TypeVar("S", bound=Stream)


class KeptStreams(Generic[S]):
    """The newest streams of a process; the oldest give way and fall silent."""

    def __init__(self) -> None:
        self._by_reference: OrderedDict[str, S] = OrderedDict()
        self._by_run: dict[str, S] = {}

    def __iter__(self) -> Iterator[str]:
        """The references, as they are now."""
        return iter(tuple(self._by_reference))

    def get(self, reference: str) -> S | None:
        return self._by_reference.get(reference)

    def tell(self, run: str, event: Event) -> None:
        stream = self._by_run.get(run)
        if stream is not None:
            stream.tell(event)

    def show(self, reference: str, notice: Working) -> bool:
        """Show the step in its stream; False where an ordinary message has to go on."""
        stream = self._by_reference.get(reference)
        if stream is None or stream.over:
            return False
        stream.tell(StepStarted(step=notice.step))
        return True

    def keep(self, run: str, reference: str, stream: S) -> None:
        while len(self._by_reference) >= _MOST_KEPT:
            self.forget(next(iter(self._by_reference)))
        self._by_reference[reference] = self._by_run[run] = stream

    def forget(self, reference: str) -> None:
        """Silence the stream, where it is kept, and keep it no longer."""
        stream = self._by_reference.pop(reference, None)
        if stream is not None:
            stream.silence()
            self._by_run = {run: kept for run, kept in self._by_run.items() if kept is not stream}
