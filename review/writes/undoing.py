"""Taking a written change back: a change of its own, that people approve like any other."""

import datetime as dt
from collections.abc import Collection
from dataclasses import replace

from pipeline.admin_talk import MadeChange
from pipeline.people import Person
from pipeline.result import Refusal
from pipeline.state import RunState
from pipeline.writes.receipt import Receipt
from pipeline.writes.request import WriteRequest
from pipeline.writes.undo.asked import asks_to_undo
from pipeline.writes.values import Proposal
from review import sentences as say
from review.cases.dossier import changes_made, receipt_of
from review.ledger.errors import UnreadableStateError
from review.ledger.notices import Refused, Working
from review.ledger.port import Pages
from review.ledger.records import Run
from review.ledger.stored import dump_state, load_state
from review.ledger.threads import Thread
from review.owed import owing
from review.policy.deciders import Policies, ReviewPolicy
from review.ports.desk import Closed, Counted, Incoming, NotAllowed, UndoWaits, Verdict
from review.runs import changes
from review.runs.changes import wake_run
from review.settings import Around

# So many changes written later are looked through; an older one is seldom taken back twice.
_MOST = 500
UNDONE_ALREADY = (
    "This change was already undone, so it is not undone twice. The change that undid it has a "
    "receipt with its own Undo."
)


class Undoing:
    """Takes wishes to undo in. `first` is the name of the step that a run begins with."""

    def __init__(self, first: str, around: Around, policies: Policies) -> None:
        self._first = first
        self._around = around
        self._policies = policies

    async def undo(self, pages: Pages, subject: str, by: Person) -> Verdict:
        """Ask for the statement that the receipt of a run, or of one approval in it, kept."""
        done, made = await _found(pages, subject)
        if done is None or made is None:
            return Closed(how="unknown")
        policy = self._policies(done.workspace)
        objection = _objection(made.receipt, by, policy)
        if objection:
            return NotAllowed(reason=objection)
        # It reads SQL, and whoever never takes a change back need not load what does.
        from pipeline.writes.undo.undoing import taking_back

        now = self._around.clock()
        proposal = taking_back(made.receipt.undo[0], made.proposal, made.approval)
        if proposal is None:
            return NotAllowed(reason=say.NO_UNDO)
        run = self._run(done, proposal, by, policy)
        # Two who press at once come one after the other.
        await pages.writes.lock_run(done.id)
        # Who asked for the change does so in its thread, others perhaps where reviewers sit.
        threads = (done.thread, run.thread, policy.reviewers_thread)
        waiting = await _waiting(pages, made.approval, {each.key for each in threads if each})
        if waiting is not None:
            return UndoWaits(by=waiting.asker, at=waiting.created_at)
        if await _was_taken_back(pages, made.approval, done.workspace):
            return NotAllowed(reason=UNDONE_ALREADY)
        await pages.runs.add(run)
        pages.audit.note(changes.noted_of(run, "asked", now, question=run.question, undoes=done.id))
        await owing.owe(pages, (owing.owed_by(run, Working(), now),), now)
        pages.wake(wake_run(run))
        return Counted()

    def _run(self, done: Run, proposal: Proposal, by: Person, policy: ReviewPolicy) -> Run:
        now = self._around.clock()
        question = proposal.explanation
        state = RunState(
            question=question,
            asker=by,
            today=self._around.today(done.workspace, by),
            pinned=done.workspace,
            write=WriteRequest(undoes=proposal.undoes, proposal=proposal),
        )
        return Run(
            id=self._around.ids(),
            thread=_thread(done, by, policy),
            asker=by,
            question=question,
            node=self._first,
            state=dump_state(state),
            ready_at=now,
            created_at=now,
            workspace=done.workspace,
        )


def _objection(receipt: Receipt, by: Person, policy: ReviewPolicy) -> str:
    rules = policy.writes
    if rules is None or not (rules.may_ask(by) or rules.may_approve(by)):
        return say.MAY_NOT_UNDO
    return "" if receipt.undo else receipt.undo_missing or say.NO_UNDO


async def _found(pages: Pages, subject: str) -> tuple[Run | None, MadeChange | None]:
    """The run and its change: the one that it ended with, or the one of that approval."""
    run = await pages.runs.get(subject)
    if run is not None:
        return run, _last_made(run)
    card = await pages.checkpoints.get(subject)
    run = await pages.runs.get(card.run) if card is not None else None
    if run is None:
        return None, None
    made = (each for each in changes_made(run) if each.approval == subject)
    return run, next(made, None)


async def _waiting(pages: Pages, approval: str, threads: Collection[str]) -> Run | None:
    """The run that is to take the change of this approval back; None where none is at it."""
    for thread in sorted(threads):
        for run in await pages.runs.active_in(thread):
            if _takes_back(run) == approval:
                return run
    return None


async def _was_taken_back(pages: Pages, approval: str, workspace: str) -> bool:
    """Whether one of the changes written since took this one back."""
    for write in await pages.writes.written_in(workspace, _MOST):
        if write.approval == approval:
            return False
        run = await pages.runs.get(write.run)
        if run is not None and _takes_back(run) == approval:
            return True
    return False


def _takes_back(run: Run) -> str:
    write = _write_of(run)
    return write.undoes if write is not None else ""


def _last_made(run: Run) -> MadeChange | None:
    """The change that a run ended with; None where it ended otherwise."""
    receipt, write = receipt_of(run), _write_of(run)
    if receipt is None or write is None or write.proposal is None or not write.counted:
        return None
    approval = write.counted[-1].checkpoint
    return MadeChange(approval=approval, proposal=write.proposal, receipt=receipt)


def _write_of(run: Run) -> WriteRequest | None:
    """What a run knows of its change; None where it is about none, or cannot be read."""
    try:
        return load_state(run.state).write
    except UnreadableStateError:
        return None


def _thread(done: Run, by: Person, policy: ReviewPolicy) -> Thread:
    """Where the change was asked for; what few may read there is nobody else's thread."""
    if by.id == done.asker.id or not (done.thread.private or done.thread.mixed):
        return done.thread
    return policy.reviewers_thread or replace(done.thread, mixed=True)


async def take_typed_undo(
    pages: Pages, incoming: Incoming, undoing: Undoing, now: dt.datetime
) -> bool:
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
        objection = _refused_because(verdict)
    if objection:
        await _send_refusal(pages, run, incoming, objection, now)
    return True


def _subjects(run: Run) -> tuple[str, ...]:
    """What the buttons below its receipts carry."""
    if receipt_of(run) is not None:
        return (run.id,)
    return tuple(made.approval for made in changes_made(run))


def _refused_because(verdict: Verdict) -> str:
    match verdict:
        case NotAllowed(reason=reason):
            return reason
        case UndoWaits(by=by):
            return say.undo_waits(by.name)
        case _:
            return ""


async def _send_refusal(
    pages: Pages, run: Run, incoming: Incoming, objection: str, now: dt.datetime
) -> None:
    refusal = Refusal(code="no_undo", reason=objection)
    slot = f"{owing.slot_of(run)}/undo/{incoming.event_key}"
    owed = owing.owed_by(run, Refused(refusal=refusal, run=run.id), now, slot)
    only_for = incoming.asker.id if owed.only_for else ""
    await owing.owe(pages, (replace(owed, thread=incoming.thread, only_for=only_for),), now)
