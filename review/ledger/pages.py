"""The pages of a ledger: what is kept on each, and what is asked of it."""

import datetime as dt
from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

from pipeline.checkpoint import Audience
from pipeline.people import Person
from review.ledger.records import (
    Case,
    Checkpoint,
    Lease,
    Message,
    Owed,
    OwedStatus,
    Parcel,
    Run,
    RunStatus,
    StepTaken,
)
from review.settings import Kept


class Runs(Protocol):
    """Runs and their steps. `save` raises StaleError."""

    async def add(self, *new: Run) -> None: ...

    async def get(self, run: str) -> Run | None: ...

    async def listed(self, wanted: Collection[str]) -> Mapping[str, Run]: ...

    async def save(self, *saved: Run, held_by: str) -> None:
        """Write each over its version - 1, if `held_by` still has the lease of all."""
        ...

    async def renew(self, run: Run, until: dt.datetime) -> bool:
        """Keep the lease until then; False where it was lost."""
        ...

    async def active_in(self, thread: str) -> Sequence[Run]:
        """Runs of a thread that are not over."""
        ...

    async def of_person(
        self, asker: str, statuses: Sequence[RunStatus], limit: int
    ) -> Sequence[Run]:
        """A person's runs that stand so, newest first."""
        ...

    async def active_of(self, askers: Collection[str]) -> Mapping[str, int]:
        """How many runs of these people are not over and not waiting; nobody here has none."""
        ...

    async def at_work(self, most: int) -> int:
        """How many runs work or want to, counted no further than this."""
        ...

    async def ahead_in_workspace(self, run: Run, now: dt.datetime) -> int:
        """How many others of its workspace work, or were asked before it and want to."""
        ...

    async def to_do(self, now: dt.datetime, limit: int) -> Sequence[str]:
        """Runs that wait for nobody and that nobody has begun."""
        ...

    async def left(self, now: dt.datetime, limit: int) -> Sequence[str]:
        """Runs whose replica was silent for longer than it may."""
        ...

    async def release_all(self, now: dt.datetime) -> None: ...

    async def took(self, *steps: StepTaken) -> None: ...

    async def steps(self, run: str) -> Sequence[StepTaken]: ...

    async def latest(self, limit: int, workspace: str = "") -> Sequence[Run]:
        """The newest runs, newest first; only those of a workspace where one is named."""
        ...


class Checkpoints(Protocol):
    """Pauses for people."""

    async def add(self, *new: Checkpoint) -> None: ...

    async def get(self, checkpoint: str) -> Checkpoint | None: ...

    async def listed(self, wanted: Collection[str]) -> Mapping[str, Checkpoint]: ...

    async def held(self, wanted: Collection[str]) -> Mapping[str, tuple[Checkpoint, Run]]:
        """These with their runs; nobody else changes either until this transaction ends."""
        ...

    async def close(self, closed: Checkpoint, now: dt.datetime) -> bool:
        """Write the end of a checkpoint if it is still open; an answer also only before its due.

        False where somebody was first.
        """
        ...

    async def answer(self, answered: Sequence[Checkpoint], now: dt.datetime) -> None:
        """Write the answers to `held` ones, by the one statement that lets a decision count.

        Raises StaleError where one of them is over.
        """
        ...

    async def remind(self, checkpoint: str) -> bool:
        """Mark it reminded; False where somebody did, or it is over."""
        ...

    async def to_remind(self, now: dt.datetime, limit: int) -> Sequence[Checkpoint]: ...

    async def overdue(self, now: dt.datetime, limit: int) -> Sequence[Checkpoint]: ...

    async def open(self, limit: int) -> Sequence[Checkpoint]: ...

    async def open_to(self, audience: Audience, limit: int) -> Sequence[Checkpoint]:
        """What waits for these people, oldest first."""
        ...

    async def open_in(self, slot: str) -> Checkpoint | None:
        """The open checkpoint whose card is that message."""
        ...

    async def claim(self, checkpoint: str, by: Person) -> bool:
        """Say who looks at it; False where it is over."""
        ...

    async def release(self, checkpoint: str, now: dt.datetime) -> bool:
        """Nobody looks at it any more, and people are reminded of it; False where it is over."""
        ...


class Outbox(Protocol):
    """Notices owed to threads, in order."""

    async def owe(self, *owed: Owed) -> None:
        """Add them; earlier ones of their slots that nobody tried to send give way."""
        ...

    async def begin(self, *owed: Owed) -> None:
        """Add notices that are the first of their slots."""
        ...

    async def take(
        self, threads: Collection[str], lease: Lease, now: dt.datetime
    ) -> Sequence[Parcel]:
        """For sending, the first of each thread; not where it is for later or in other hands."""
        ...

    async def mark(self, *ended: Owed) -> None:
        """Write the ends or the next tries of sendings, of those whose lease was not lost."""
        ...

    async def became(self, messages_of: Mapping[str, Message]) -> None:
        """Remember the messages that these slots are shown by."""
        ...

    async def message(self, slot: str) -> str:
        """The surface's reference of the slot's message; empty for none yet."""
        ...

    async def slot_at(self, ref: str) -> tuple[str, str]:
        """The slot and the run of the message with this reference; empty for none of ours."""
        ...

    async def threads_owed(self, now: dt.datetime, limit: int) -> Sequence[str]: ...

    async def listed(self, status: OwedStatus, limit: int) -> Sequence[Owed]: ...

    async def release_all(self, now: dt.datetime) -> None: ...

    async def again(self, owed: int, now: dt.datetime) -> bool:
        """Owe a dead notice once more."""
        ...


class Cases(Protocol):
    """Review cases. `save` raises StaleError."""

    async def add(self, case: Case) -> None: ...

    async def get(self, case: str) -> Case | None: ...

    async def of_run(self, run: str) -> Case | None:
        """The newest case of a run."""
        ...

    async def asked_back_in(self, thread: str, asker: str) -> Case | None:
        """The case that waits for this person's reply in this thread."""
        ...

    async def save(self, case: Case) -> None: ...

    async def renew(self, case: Case, until: dt.datetime) -> bool:
        """Keep the lease until then; False where it was lost."""
        ...

    async def release_all(self, now: dt.datetime) -> None: ...

    async def to_do(self, now: dt.datetime, limit: int) -> Sequence[str]: ...


class Timetable(Protocol):
    """When there is something to look after."""

    async def first(self) -> dt.datetime | None:
        """When something is, or was, due that nobody has looked after; None for never."""
        ...

    async def next(self, now: dt.datetime) -> dt.datetime | None:
        """When, after now, a lease ends or something is due; None where nothing is ahead."""
        ...


class Retention(Protocol):
    """What is forgotten in time."""

    async def purge(self, before: Mapping[Kept, dt.datetime], limit: int) -> int:
        """Forget what is older than that of each kind; how many runs lost texts and results.

        With no run left, the other kinds follow. The audit's chain holds without its details.
        """
        ...
