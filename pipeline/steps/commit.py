"""`commit`: the approved change is written, once, and only as it was approved.

Taken again after a crash, the step finds in the book how far the write got; it never guesses.
"""

from dataclasses import replace

from pipeline.flow import Finish, Go, Happened, Outcome
from pipeline.result import Refusal
from pipeline.state import RunState
from pipeline.steps import write_ends as end
from pipeline.steps.preview import NAME as PREVIEW
from pipeline.steps.preview import switched_off
from pipeline.steps.write_attempt import Attempt
from pipeline.workspace import Workspace
from pipeline.writes.rules import WriteRules
from pipeline.writes.statements.permission import may_not_ask, not_allowed
from pipeline.writes.values import (
    Changed,
    Committed,
    Landed,
    NotWritten,
    Uncertain,
    WriteEntry,
    WriteStatus,
)

NAME = "commit"


async def commit(state: RunState, workspace: Workspace) -> Outcome:
    """Claim the approval; then write, or find out what became of an earlier attempt."""
    request, writing = state.write, workspace.writing
    assert request is not None, "approve comes before commit"  # noqa: S101 - the flow's order
    assert request.proposal is not None, "propose comes first"  # noqa: S101 - the flow's order
    if writing is None or writing.book is None or not request.counted:
        return Finish(state=state, outcome=switched_off())
    attempt = Attempt(
        state=state,
        workspace=workspace,
        writing=writing,
        book=writing.book(),
        request=request,
        proposal=request.proposal,
        approved=request.approved(),
    )
    status = await attempt.book.claim(attempt.id, state.run, attempt.approved.digest)
    match status:
        case WriteStatus.CLAIMED:
            return await _written(attempt)
        case WriteStatus.EXECUTING:
            return await _found_executing(attempt)
        case WriteStatus.UNKNOWN:
            return await _unknown(attempt)
        case WriteStatus.DONE:
            return end.receipt(attempt, await attempt.book.entry(attempt.id))
        case WriteStatus.FAILED:
            return _over(attempt, await attempt.book.entry(attempt.id))


async def _written(attempt: Attempt) -> Outcome:
    """COMMIT was never sent for this approval, and now only this attempt can send it."""
    refusal = _not_now(attempt)
    if refusal is not None:
        return await end.failed(attempt, refusal)

    async def before_commit(mark: str) -> None:
        await attempt.book.executing(attempt.id, mark)

    done = await attempt.writing.database.execute(attempt.proposal, attempt.approved, before_commit)
    match done:
        case Committed():
            return await end.committed(attempt, done)
        case Changed(reason=reason):
            return await _changed(attempt, reason)
        case NotWritten():
            return await end.failed(attempt, end.not_written(done.reason, done.next_step))
        case Uncertain():
            return await end.surfaced(attempt, done.reason, done.check_sql)


def _not_now(attempt: Attempt) -> Refusal | None:
    """Why the approval does not hold any more: the rules are read again, and so is the clock."""
    state, rules, now = attempt.state, attempt.writing.rules, attempt.writing.clock()
    tier = attempt.proposal.tier
    if attempt.approved.expires <= now:
        return end.not_written("The approval had expired before it could be written.")
    approvers = rules.people(each.by for each in attempt.request.counted)
    if len(approvers) < rules.needed(tier):
        return end.not_written("Too few people have approved this.")
    authors = rules.people((state.asker, *attempt.request.editors))
    if not rules.self_approval and authors & approvers:
        return end.not_written("Whoever asks for a change may not approve it.")
    if not rules.open_at(tier, now):
        return end.not_written(f"This may only be written from {rules.hours[tier]}.")
    return _other_roles(attempt, rules)


def _other_roles(attempt: Attempt, rules: WriteRules) -> Refusal | None:
    """Why the roles of today, of approvers and asker, do not allow it."""
    state = attempt.state
    if not all(rules.may_approve(rules.as_now(each.by)) for each in attempt.request.counted):
        return end.not_written("An approver has lost the role for it.")
    if rules.as_now(state.asker).roles != state.asker.roles:
        return end.not_written("The roles of whoever asked for this are others now.")
    refusal = may_not_ask(state.asker, rules, undoes=bool(attempt.request.undoes))
    known, grants = attempt.workspace.known.catalog, attempt.workspace.grants_of(state.asker)
    return refusal or not_allowed(attempt.proposal, state.asker, rules, known, grants)


async def _changed(attempt: Attempt, reason: str) -> Outcome:
    """What was approved is not what would happen: people look at it again."""
    again = end.told(reason=reason, again=True)
    await attempt.book.settle(attempt.id, WriteStatus.FAILED, again)
    return _asked_again(attempt, reason)


def _over(attempt: Attempt, entry: WriteEntry) -> Outcome:
    """The approval was used up by an attempt that could not say so any more."""
    known = end.known_of(entry)
    if known.get("again"):
        return _asked_again(attempt, str(known["reason"]))
    return end.used_up(attempt, entry)


def _asked_again(attempt: Attempt, reason: str) -> Go:
    """A new preview, which takes new approvals."""
    remark = f"Approved before, but what would happen has changed: {reason}"
    after = replace(attempt.state, write=attempt.request.anew(remark))
    details = {"sql": attempt.proposal.sql, "reason": reason}
    return Go(state=after, to=PREVIEW, noted=(Happened(action="write stopped", details=details),))


async def _found_executing(attempt: Attempt) -> Outcome:
    """An earlier attempt ended between COMMIT and its record: only the database knows."""
    entry = await attempt.book.entry(attempt.id)
    match await end.settled_mark(attempt, entry.mark):
        case Landed.COMMITTED:
            return await end.found_committed(attempt)
        case Landed.ABORTED:
            return await _rolled_back(attempt)
        case Landed.UNDECIDED:
            return await end.surfaced(attempt, end.NOBODY_KNOWS)


async def _rolled_back(attempt: Attempt) -> Outcome:
    """The database says that nothing was kept; writing it after all takes a new approval."""
    return await _changed(attempt, "the connection was lost and nothing was written.")


async def _unknown(attempt: Attempt) -> Outcome:
    """A person says what became of it, unless the database can tell by now."""
    entry = await attempt.book.entry(attempt.id)
    match await attempt.writing.database.landed(entry.mark) if entry.mark else Landed.UNDECIDED:
        case Landed.COMMITTED:
            return await end.found_committed(attempt)
        case Landed.ABORTED:
            return await end.failed(attempt, end.not_written("The database rolled it back."))
        case Landed.UNDECIDED:
            return await end.by_a_person(attempt, entry)
