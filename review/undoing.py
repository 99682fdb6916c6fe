"""Taking a written change back: a change of its own, that people approve like any other."""

from dataclasses import replace

from pipeline.people import Person
from pipeline.state import RunState
from pipeline.writes.receipt import Receipt
from pipeline.writes.request import WriteRequest
from pipeline.writes.undo.undoing import taking_back
from pipeline.writes.values import Proposal
from review import changes
from review import sentences as say
from review.changes import owe, wake_run
from review.desk import Closed, Counted, NotAllowed, Verdict
from review.dossier import receipt_of
from review.errors import UnreadableStateError
from review.ledger import Pages
from review.notices import Working
from review.policy import Policies, ReviewPolicy
from review.records import Run
from review.settings import Around
from review.stored import dump_state, load_state
from review.threads import Thread


class Undoing:
    """Takes wishes to undo in. `first` is the name of the step that a run begins with."""

    def __init__(self, first: str, around: Around, policies: Policies) -> None:
        self._first = first
        self._around = around
        self._policies = policies

    async def undo(self, pages: Pages, run_id: str, by: Person) -> Verdict:
        """Ask for the statement that the receipt kept."""
        done = await pages.runs.get(run_id)
        receipt = receipt_of(done) if done is not None else None
        if done is None or receipt is None:
            return Closed(how="unknown")
        policy = self._policies(done.workspace)
        objection = _objection(receipt, by, policy)
        if objection:
            return NotAllowed(reason=objection)
        now = self._around.clock()
        proposal = _inverse(done, receipt)
        if proposal is None:
            return NotAllowed(reason=say.NO_UNDO)
        run = self._run(done, proposal, by, policy)
        await pages.runs.add(run)
        pages.audit.note(changes.noted_of(run, "asked", now, question=run.question, undoes=done.id))
        await owe(pages, (changes.owed_by(run, Working(), now),), now)
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


def _inverse(done: Run, receipt: Receipt) -> Proposal | None:
    """The statement that the receipt kept, as a proposal; None where it is not one of ours."""
    try:
        write = load_state(done.state).write
    except UnreadableStateError:
        return None
    if write is None or write.proposal is None or not write.counted:
        return None
    return taking_back(receipt.undo[0], write.proposal, write.counted[-1].checkpoint)


def _thread(done: Run, by: Person, policy: ReviewPolicy) -> Thread:
    """Where the change was asked for; what few may read there is nobody else's thread."""
    if by.id == done.asker.id or not (done.thread.private or done.thread.mixed):
        return done.thread
    return policy.reviewers_thread or replace(done.thread, mixed=True)
