"""What the desk in the Home tab says."""

import datetime as dt

from bots.wording.moments import moment, who
from pipeline.checkpoint import CheckpointKind
from pipeline.people import Person
from review.ports.agenda import OwnQuestion, Queued, WaitsFor

PENDING = "Waiting for you"
OPEN = "Your open questions"
RECENT = "Your latest answers"
QUEUE = "Reviewers' queue"
KEPT = "What I remember for you"
FORGET = "Forget"
FORGOTTEN = "Forgotten. I will ask you again."
HEALTH = "Workspaces"
NOTHING = "Nothing waits for you, and you have no open questions. Ask me one!"
QUEUE_EMPTY = "Nothing waits for a reviewer."
QUEUE_FILTERED = "Nothing in the queue fits these filters."
OPEN_LINK = "Open"
REFRESH = "Refresh"
ALL_WORKSPACES = "All workspaces"
SHOW = "Show"
FILTER = "Show these"
WORKSPACE = "Workspace"
EVERYTHING = "Everything"
UNCLAIMED = "Nobody is working on it"
MINE = "Taken by me"
ANSWERS = "Answers to review"
CHANGES = "Changes to approve"
PICK = "Do something with several at once:"
PICK_HINT = "Choose from the queue"
CLAIM = "I'll take these"
APPROVE = "Approve these answers"
APPROVE_SURE = "Approve these answers?"
APPROVE_WHAT = (
    "Each answer becomes trusted and is offered again. Changes to data are not approved here: "
    "open each of them."
)
APPROVE_YES = "Approve"
APPROVE_NO = "Go back"
REJECT = "Reject these answers…"
REJECT_TITLE = "Reject these answers"
REJECT_WHAT = (
    "Each asker is told the reason, and the query is not used. `countersign knowledge "
    "restore` restores it. Changes to data are decided on their own card."
)
REJECT_NOTE = "Why? Each asker will read this."
REJECT_YES = "Reject"
NONE_PICKED = "Choose something from the queue first."
LEDGER = "Ledger"
MESSAGES = "Messages"
WELL = "✅"
ILL = "⚠️"

_TURN = {
    WaitsFor.YOU: "Your decision",
    WaitsFor.US: "I am working on it",
    WaitsFor.REVIEWERS: "A reviewer decides",
    WaitsFor.NOBODY: "Answered",
}


def own_line(item: OwnQuestion, reader: Person) -> str:
    turn = item.title if item.waits_for is WaitsFor.YOU and item.title else _TURN[item.waits_for]
    parts = [turn, item.workspace, f"asked {moment(item.asked_at, reader)}"]
    return " · ".join(part for part in parts if part)


def queued_line(item: Queued, reader: Person) -> str:
    kind = "Answer" if item.kind is CheckpointKind.REVIEW else "Change"
    parts = [f"{kind} for {who(item.asker)}", item.workspace]
    parts.append(f"due {moment(item.due, reader)}" if item.due else "")
    parts.append(f"👤 {who(item.claimed_by)}" if item.claimed_by else "")
    return " · ".join(part for part in parts if part)


def more(count: int) -> str:
    return f"and {count} more. Use the filters to see them."


def left_out(count: int) -> str:
    return f"and {count} more."


def done(counted: int, of: int, reasons: tuple[str, ...]) -> str:
    said = f"Done: {counted} of {of}."
    return " ".join((said, *dict.fromkeys(reasons)))


LOST = "the data cannot be reached at the moment"


def healthy(tables: int) -> str:
    return f"{tables:,} tables can be asked about"


def embedding(count: int) -> str:
    wordings = "1 approved wording is" if count == 1 else f"{count:,} approved wordings are"
    return f"{wordings} being indexed. Until then, only the same words find them."


def undelivered(count: int) -> str:
    messages = "1 message" if count == 1 else f"{count} messages"
    return f"{messages} could not be delivered; see `countersign runs`."


def as_of(at: dt.datetime, reader: Person) -> str:
    return f"As of {moment(at, reader)}"
