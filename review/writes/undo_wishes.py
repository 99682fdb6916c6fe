"""A person writes "undo it" below the receipt of a change: the same as its button."""

import datetime as dt
from dataclasses import replace

from pipeline.result import Refusal
from pipeline.writes.undo.asked import asks_to_undo
from review import sentences as say
from review.cases.dossier import changes_made, receipt_of
from review.ledger.notices import Refused
from review.ledger.port import Pages
from review.ledger.records import Run
from review.owed import owing
from review.ports.desk import Incoming, NotAllowed, UndoWaits, Verdict
from review.writes.undoing import Undoing


async def passed_on(pages: Pages, incoming: Incoming, undoing: Undoing, now: dt.datetime) -> bool:
    """Whether this message is such a wish about the thread's last change; then it is taken up."""
    if not asks_to_undo(incoming.text):
        return False
    known = await pages.talks.conversation(incoming.thread)
    run = await pages.runs.get(known.last_run) if known is not None and known.last_run else None
    subjects = _subjects(run) if run is not None else ()
    if run is None or not subjects:
        return False
    objection = say.WHICH_UNDO
    if len(subjects) == 1:
        verdict = await undoing.undo(pages, subjects[0], incoming.asker)
        objection = _objection(verdict)
    if objection:
        await _told(pages, run, incoming, objection, now)
    return True


def _subjects(run: Run) -> tuple[str, ...]:
    """What the buttons below its receipts carry."""
    if receipt_of(run) is not None:
        return (run.id,)
    return tuple(made.approval for made in changes_made(run))


def _objection(verdict: Verdict) -> str:
    match verdict:
        case NotAllowed(reason=reason):
            return reason
        case UndoWaits(by=by):
            return say.undo_waits(by.name)
        case _:
            return ""


async def _told(
    pages: Pages, run: Run, incoming: Incoming, objection: str, now: dt.datetime
) -> None:
    refusal = Refusal(code="no_undo", reason=objection)
    slot = f"{owing.slot_of(run)}/undo/{incoming.event_key}"
    owed = owing.owed_by(run, Refused(refusal=refusal, run=run.id), now, slot)
    only_for = incoming.asker.id if owed.only_for else ""
    await owing.owe(pages, (replace(owed, thread=incoming.thread, only_for=only_for),), now)
