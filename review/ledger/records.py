"""The ledger's rows as values."""

import datetime as dt
from dataclasses import dataclass, field
from enum import StrEnum

from pipeline.checkpoint import Ask, Decision
from pipeline.people import Person
from review.ledger.notices import Notice
from review.ledger.threads import Thread


class RunStatus(StrEnum):
    """Where a run stands."""

    READY = "ready"
    RUNNING = "running"
    WAITING = "waiting"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


ACTIVE = (RunStatus.READY, RunStatus.RUNNING, RunStatus.WAITING)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lease:
    """Who works on a row, and until when nobody else may. An empty owner is nobody.

    `attempts` counts the tries that failed; of a notice, those that were begun.
    """

    owner: str = ""
    until: dt.datetime | None = None
    attempts: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """A question's way through the pipeline. Every save writes `version` over `version - 1`.

    `state` and `outcome` are stored text: a run that no code can read any more is still a row.
    `phase` counts the messages of the run in its thread; `checkpoint` is the one it waits for, or
    whose decision its next step will see; `taken` counts the steps so far; `cut_off` how often a
    process died, or was silent for too long, at the very step that comes next.
    """

    id: str
    thread: Thread
    asker: Person
    question: str
    node: str
    state: str
    ready_at: dt.datetime
    created_at: dt.datetime
    workspace: str = ""
    status: RunStatus = RunStatus.READY
    version: int = 1
    lease: Lease = field(default_factory=Lease)
    phase: int = 1
    checkpoint: str = ""
    taken: int = 0
    finished_at: dt.datetime | None = None
    outcome: str = ""
    cut_off: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class StepTaken:
    """One step of a run: what it said, and how long it took."""

    run: str
    number: int
    node: str
    said: str
    output: str
    seconds: float
    at: dt.datetime


class CheckpointStatus(StrEnum):
    """Where a checkpoint stands; only an open one can be decided."""

    OPEN = "open"
    ANSWERED = "answered"
    EXPIRED = "expired"
    CANCELLED = "cancelled"
    SUPERSEDED = "superseded"


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkpoint:
    """A pause for a person. `case` names the review case it belongs to, empty for a run's own.

    `slot` is the message that shows its card, in `thread`; `reminded` that it was asked twice;
    `claimed_by` who said that they look at it, which keeps nobody else from deciding.
    """

    id: str
    run: str
    nonce: str
    ask: Ask
    thread: Thread
    slot: str
    opened_at: dt.datetime
    case: str = ""
    status: CheckpointStatus = CheckpointStatus.OPEN
    due: dt.datetime | None = None
    remind_at: dt.datetime | None = None
    reminded: bool = False
    claimed_by: Person | None = None
    decision: Decision | None = None
    by: Person | None = None
    at: dt.datetime | None = None


class OwedStatus(StrEnum):
    """Where an owed notice stands. A superseded one gave way to a later one of its slot, unsent."""

    OWED = "owed"
    SENDING = "sending"
    SENT = "sent"
    SUPERSEDED = "superseded"
    DEAD = "dead"


@dataclass(frozen=True, slots=True, kw_only=True)
class Owed:
    """A notice owed to a thread. `after_slot` names the message that a plain sentence answers."""

    key: str
    run: str
    thread: Thread
    slot: str
    notice: Notice
    due: dt.datetime
    only_for: str = ""
    after_slot: str = ""
    id: int = 0
    status: OwedStatus = OwedStatus.OWED
    lease: Lease = field(default_factory=Lease)
    trouble: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parcel:
    """A notice claimed for sending, the message it edits, and the message it stands below."""

    owed: Owed
    replaces: str = ""
    under: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """What a notice became on its surface: the reference of the message."""

    run: str
    ref: str
    at: dt.datetime


class CaseStatus(StrEnum):
    """Where a review case stands. `working` has a verdict that is being carried out."""

    OPEN = "open"
    ASKED_BACK = "asked_back"
    WORKING = "working"
    APPROVED = "approved"
    EDITED = "edited"
    REJECTED = "rejected"
    CLOSED = "closed"


LIVE = (CaseStatus.OPEN, CaseStatus.ASKED_BACK, CaseStatus.WORKING)


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A reviewer is asked about a finished run. Saved like a run: one version over the other.

    `cut_off` is how often the work on its verdict ended with its process.
    """

    id: str
    run: str
    workspace: str
    sent_by: Person
    opened_at: dt.datetime
    ready_at: dt.datetime
    note: str = ""
    status: CaseStatus = CaseStatus.OPEN
    rounds: int = 1
    checkpoint: str = ""
    version: int = 1
    lease: Lease = field(default_factory=Lease)
    closed_at: dt.datetime | None = None
    cut_off: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    """What a thread remembers for the next turn."""

    thread: str
    last_run: str = ""
    workspace: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Vote:
    """A person's vote on an answer."""

    run: str
    by: Person
    good: bool
    note: str
    at: dt.datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Noted:
    """What happened, for the audit: who did what to which run, where and when, and what exactly."""

    at: dt.datetime
    actor: str
    action: str
    run: str = ""
    checkpoint: str = ""
    place: str = ""
    details: dict[str, str] = field(default_factory=dict)
