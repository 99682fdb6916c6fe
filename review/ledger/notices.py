"""Notices: what a run owes people, as values. The bots turn each into a card."""

import datetime as dt
from dataclasses import dataclass
from typing import TypeAlias

from pipeline.checkpoint import Action, Ask
from pipeline.people import Person
from pipeline.result import Answer, Refusal
from pipeline.writes.receipt import Receipt


@dataclass(frozen=True, slots=True, kw_only=True)
class Working:
    """The run is under way, in the flow's `step`; `queued` runs stand before it."""

    step: str = ""
    queued: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A checkpoint is open. The card's buttons carry `checkpoint` and `nonce`."""

    checkpoint: str
    nonce: str
    ask: Ask
    asker: Person
    due: dt.datetime | None = None
    reminder: bool = False
    claimed_by: Person | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """A checkpoint is over: replaces its card.

    `how` is decided, expired or cancelled, `action` what the person did, `chosen` the labels.
    """

    ask: Ask
    how: str
    by: Person | None = None
    at: dt.datetime | None = None
    chosen: tuple[str, ...] = ()
    note: str = ""
    action: Action | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """The answer.

    `review` is empty, `open`, `approved`, `edited`, `rejected`; `reviewer` who said so.
    """

    answer: Answer
    run: str
    review: str = ""
    reviewer: Person | None = None
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """There is no answer, and why."""

    refusal: Refusal
    run: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Undone:
    """Who asked for the change that undid another one, and when that was written."""

    by: Person
    at: dt.datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """An approved change was written: the receipt, with a button that asks to take it back.

    `approval` names it where it is one of several changes of the run. `undone` says that it was
    taken back since then.
    """

    receipt: Receipt
    run: str
    approval: str = ""
    undone: Undone | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewCase:
    """A reviewer is asked for a verdict, in the reviewers' channel.

    Buttons carry `checkpoint` and `nonce`. `unasked` says that no person waits for the answer, so
    that there is nobody to ask back, and nothing to approve but the query itself.
    """

    checkpoint: str
    nonce: str
    answer: Answer
    asker: Person
    contract_lines: tuple[str, ...] = ()
    asker_note: str = ""
    claimed_by: Person | None = None
    unasked: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportsWait:
    """So many imported questions wait for reviewers. Its button carries `digest`, this message."""

    workspace: str
    digest: str
    waiting: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A plain sentence to people, e.g.

    a reviewer's question to the asker. `speaker` is whom it is from.
    """

    text: str
    speaker: Person | None = None
    reply_to: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Alerted:
    """Something that whoever looks after the installation must know; for each of them alone."""

    text: str


Notice: TypeAlias = (
    Working
    | Asked
    | Settled
    | Answered
    | Refused
    | Written
    | ReviewCase
    | ImportsWait
    | Said
    | Alerted
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery:
    """A notice on its way.

    `slot` names the message it belongs in: a later notice of a slot edits the earlier message.

    `key` makes sending idempotent; `replaces` is the surface's reference of the message to edit,
    empty for a new one; `only_for` is the id of the one person who may see it, empty for everybody
    in the thread; `under` is the reference of the message that it belongs below, empty for the
    thread's own first message.
    """

    key: str
    slot: str
    notice: Notice
    replaces: str = ""
    only_for: str = ""
    under: str = ""
