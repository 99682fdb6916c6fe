"""The desk: everything that a surface may ask of the review layer."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

from pipeline.checkpoint import Ask, Decision
from pipeline.people import Person
from pipeline.result import Answer
from pipeline.writes.receipt import Receipt
from review.ledger.arrivals import Arrival
from review.ledger.notices import Asked, Delivery, ReviewCase
from review.ledger.threads import Thread
from review.owed.alerting import Alert
from review.ports.agenda import Agenda
from review.ports.promotion import Proposal


@dataclass(frozen=True, slots=True, kw_only=True)
class Incoming:
    """A question as it arrived.

    `event` is the surface's event id: a redelivered one is seen once.
    """

    event: str
    text: str
    thread: Thread
    asker: Person
    workspace: str = ""

    @property
    def event_key(self) -> str:
        """The event, told apart from those of other surfaces and tenants."""
        return self.thread.of_event(self.event)


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """The decision counts; `ask` is what was decided, for a surface that shows it at once."""

    ask: Ask | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedBefore:
    """The same person has decided the very same: nothing changes, and they may not have heard."""

    ask: Ask | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class AlreadyDecided:
    """Somebody was first."""

    by: Person
    at: dt.datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoWaits:
    """Somebody has asked for the same undo, and it is not over yet."""

    by: Person
    at: dt.datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Closed:
    """The checkpoint is expired, cancelled or unknown: `how` says which."""

    how: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NotAllowed:
    """This person may not decide this; `reason` is a sentence for them."""

    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """An imported question that nobody has looked at; `used` is how often it was asked before.

    `untitled` says that `question` only stands in for one that nobody has said yet.
    """

    id: str
    question: str
    sql: str
    used: int = 0
    untitled: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RejectedImports:
    """Imported questions to reject, for one reason; `digest` is the card that tells of them."""

    workspace: str
    digest: str
    queries: frozenset[str]
    note: str


Verdict: TypeAlias = Counted | CountedBefore | AlreadyDecided | UndoWaits | Closed | NotAllowed


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenCheckpoint:
    """What a modal needs to show of a checkpoint."""

    id: str
    nonce: str
    ask: Ask
    open: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """The card of a checkpoint for one reader. `deciding` says that buttons are for them."""

    notice: Asked | ReviewCase
    deciding: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Spoken:
    """A message on a surface: the event it was heard as, and the reference it was sent under."""

    thread: Thread
    event: str = ""
    reference: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Traced:
    """The run behind a message. `checkpoint` is open on the card of that very message."""

    run: str
    asker: Person
    question: str
    thread: Thread
    over: bool
    answered: bool = False
    checkpoint: OpenCheckpoint | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LastSaid:
    """What a thread was told last: an answer or a receipt, and what reviewers decided on it.

    `review` is the status of its case, empty where none was opened.
    """

    run: str
    answer: Answer | None = None
    receipt: Receipt | None = None
    review: str = ""
    reviewer: Person | None = None
    reviewed_at: dt.datetime | None = None


class Desk(Protocol):
    """What surfaces call.

    Every method is one short transaction: safe to await before acknowledging.
    """

    async def ask(self, incoming: Incoming) -> str | None:
        """The id of the new run; None for an event that was seen before."""
        ...

    async def arrived(self, arrival: Arrival) -> bool:
        """Keep what is acknowledged before it is taken in; False where it is kept already."""
        ...

    async def arrivals(self, surface: str) -> Sequence[Arrival]:
        """What a process that ended had acknowledged and not taken in: now this one's to do."""
        ...

    async def taken_in(self, arrival: Arrival) -> None:
        """Nothing is left to do for it."""
        ...

    async def decide(self, checkpoint: str, nonce: str, decision: Decision, by: Person) -> Verdict:
        """Whether the decision counts."""
        ...

    async def may_decide(self, checkpoint: str, nonce: str, by: Person) -> Verdict:
        """Counted where a decision of this person would count: asked before a dialog opens."""
        ...

    async def checkpoint(self, checkpoint: str) -> OpenCheckpoint | None:
        """The checkpoint as it stands."""
        ...

    async def seen(self, checkpoint: str, reader: Person, where: Thread) -> Seen | None:
        """The card as this person may use it; None for one that does not stand where they look."""
        ...

    async def proposal(self, checkpoint: str, by: Person) -> Proposal | Verdict:
        """How the answer of a review case would be kept, for somebody who may decide it."""
        ...

    async def next_imported(self, workspace: str, digest: str, by: Person) -> Verdict:
        """Show reviewers the next imported question as a card; `digest` is the card pressed."""
        ...

    async def imported(self, workspace: str, by: Person) -> Sequence[Waiting] | NotAllowed:
        """The imported questions that wait and are on no card, the most used first."""
        ...

    async def reject_imported(self, rejected: RejectedImports, by: Person) -> int | NotAllowed:
        """Let none of these imported questions ever answer; how many counted."""
        ...

    async def may_reconsider(self, run: str, by: Person) -> Verdict:
        """Whether this person may take the approved query behind an answer out of use."""
        ...

    async def reconsider(self, run: str, by: Person, note: str = "") -> Verdict:
        """Take the approved query behind an answer out of use, and have reviewers judge it anew."""
        ...

    async def answer(self, run: str) -> Answer | None:
        """The answer of a finished run, with all rows kept."""
        ...

    async def may_see(self, run: str, person: Person) -> bool:
        """Whether this person may see that run's result."""
        ...

    async def send_to_review(self, run: str, by: Person, note: str = "") -> Verdict:
        """Open a review case for a finished run."""
        ...

    async def may_send_to_review(self, run: str, by: Person) -> Verdict:
        """Counted where this person could open a review case: asked before its form opens."""
        ...

    async def change(self, run: str, by: Person) -> Verdict:
        """Ask the run's confirmations again, none assumed."""
        ...

    async def follow(self, run: str, question: str, by: Person) -> Verdict:
        """Ask a follow-up that the answer of a run offers, in its thread."""
        ...

    async def ask_larger(self, run: str, by: Person) -> Verdict:
        """Ask the run's question once more, of the largest model; what was confirmed stays."""
        ...

    async def undo(self, subject: str, by: Person) -> Verdict:
        """Ask to take the change of a run or of an approval back; people approve that as well."""
        ...

    async def feedback(self, run: str, by: Person, good: bool, note: str = "") -> None:  # noqa: FBT001 - one vote
        """Keep a person's vote on an answer."""
        ...

    async def cancel(self, thread: Thread, by: Person) -> bool:
        """Stop what runs or waits in this thread. False where nothing does."""
        ...

    async def knows(self, thread: Thread) -> bool:
        """Whether this thread is a conversation with us (so that no mention is needed)."""
        ...

    async def remove_files(self, thread: Thread, by: Person) -> int | None:
        """Remove the files of a thread; how many there were, None where others added them."""
        ...

    async def open_for(self, person: Person) -> Agenda:
        """What is on this person's desk."""
        ...

    async def forget(self, question: str, by: Person) -> bool:
        """Forget this person's own standing answer; False where there is none."""
        ...

    async def alert(self, alert: Alert) -> None:
        """Tell those who look after the installation, each alone, once a day."""
        ...

    async def claim(self, checkpoint: str, nonce: str, by: Person) -> Verdict:
        """Say that this reviewer looks at it."""
        ...

    async def traced(self, spoken: Spoken) -> Traced | None:
        """The run that a message asked, or that speaks in it."""
        ...

    async def stop(self, run: str, by: Person) -> bool:
        """Stop one run on its asker's word. False where there is nothing to stop."""
        ...

    async def ask_back(self, incoming: Incoming, reference: str) -> Verdict | None:
        """A reviewer's words below the card with this reference, as a question to the asker.

        None where no such card waits for reviewers; Closed for an event seen before.
        """
        ...

    async def who_decides(self, reference: str) -> str | None:
        """Who decides on the card with this reference, in a sentence.

        None where no such card waits for reviewers.
        """
        ...

    async def last_said(self, thread: Thread) -> LastSaid | None:
        """The last answer or receipt of a thread; None where there is none."""
        ...

    async def awaits_reply(self, thread: Thread, person: Person) -> bool:
        """Whether a reviewer waits for this person's next words in this thread."""
        ...


class MessageGone(Exception):
    """The message to edit, or its channel, is not there any more."""


class TryLater(Exception):
    """The surface is busy or away; `seconds` to wait at least."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        super().__init__(f"The surface asks to try again in {seconds:g} s.")


class ShutOut(TryLater):
    """We are not let in any more: somebody has to mend the installation first."""


class Undeliverable(Exception):
    """The surface refuses this message for good; `reason` says why."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(f"The surface refused the message: {reason}")


class Postman(Protocol):
    """Delivers notices on one or more surfaces. Raises MessageGone, TryLater, Undeliverable."""

    async def deliver(self, thread: Thread, delivery: Delivery) -> str:
        """Send or edit the message; the surface's reference of it."""
        ...

    async def find(self, thread: Thread, key: str) -> str | None:
        """The reference of the message sent under this key, where the surface can tell."""
        ...
