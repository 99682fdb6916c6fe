"""What wakes work: a port. Rows are the truth and a job is only a hint that one may be ready."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol


class JobKind(StrEnum):
    """What there is to do."""

    RUN = "run"
    CASE = "case"
    POST = "post"
    IMPORT = "import"
    RECONSIDER = "reconsider"


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """Look at this run, review case, thread (its owed notices), import or approved query.

    `delay` is in seconds. A `begun` one was in the hands of a replica that died: it does not stand
    in line again.
    """

    kind: JobKind
    id: str
    delay: float = 0.0
    begun: bool = False


class Dispatcher(Protocol):
    """Calls the worker for every job, some time soon, on some replica. A lost job loses nothing."""

    @property
    def room(self) -> int:
        """How many runs could begin here at once."""
        ...

    def wake(self, job: Job) -> None:
        """Somebody should look at this."""
        ...

    async def start(self, work: Callable[[Job], Awaitable[None]]) -> None:
        """Begin to hand jobs to `work`."""
        ...

    async def stop(self, grace: float) -> None:
        """Take no more jobs; let the ones at work end within `grace` seconds, then cancel them."""
        ...
