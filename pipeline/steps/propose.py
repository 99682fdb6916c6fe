"""`propose`: the wished change as one statement, explained, that its asker may ask for."""

from dataclasses import replace

from pipeline.agents.administering import TOOLS
from pipeline.checkpoint import Ask, CheckpointKind
from pipeline.flow import Finish, Go, Happened, Outcome, Pause
from pipeline.remembered.calendars import calendar_for
from pipeline.result import Refusal
from pipeline.state import RunState
from pipeline.steps.administer import NAME as ADMINISTER
from pipeline.steps.approve import NAME as APPROVE
from pipeline.steps.read import READ_ONLY, surely_a_change
from pipeline.steps.understand import CHANGE, KIND
from pipeline.times.listed import default_times
from pipeline.workspace import Workspace
from pipeline.writes.building.proposing import Proposed, Unclear, Wish, proposed
from pipeline.writes.request import WriteRequest, kept_as_it_was
from pipeline.writes.rules import Writing
from pipeline.writes.statements.permission import may_not_ask, not_allowed
from pipeline.writes.statements.typed import statement_in, statement_proposed
from pipeline.writes.values import Impossible, Proposal
from pipeline.writes.wishes.several import several_in

NAME = "propose"
QUESTIONS = "about"
_UNCLEAR = Refusal(
    code="unclear_change",
    reason="I do not understand which change you mean, so nothing was changed.",
    next_step="Say it in other words, for example: set the price of product 7 to 12.50. Or write "
    "the statement itself: run this: UPDATE …",
)


async def propose(state: RunState, workspace: Workspace) -> Outcome:
    """Find the statement; whoever may not have it made is told so before anything is tried."""
    request, writing = state.write, workspace.writing
    assert request is not None, "the wish was read first"  # noqa: S101 - the flow's order
    several = _several(state, request)
    found: Proposed = several
    if several is None:
        found = await workspace.compute(_found, state, request, workspace)
    # What its asker called a change is no question any more: another look would ask it again.
    sure = state.choices.get(KIND) == CHANGE or surely_a_change(state.question)
    if found is None and not sure:
        return Go(state=replace(state, write=None), to=QUESTIONS)
    if writing is None:
        reason, next_step = READ_ONLY
        return _refused(state, Refusal(code="write", reason=reason, next_step=next_step))
    refusal = may_not_ask(state.asker, writing.rules, undoes=bool(request.undoes))
    if refusal is not None:
        return _refused(state, refusal)
    if (found is None or several is not None) and workspace.models is not None:
        return Go(state=replace(state, write=None), to=ADMINISTER)
    return _said(found, state, workspace, writing)


def _said(found: Proposed, state: RunState, workspace: Workspace, writing: Writing) -> Outcome:
    """What becomes of a wish that may be had."""
    if isinstance(found, Unclear):
        return Pause(state=state, ask=_question(found))
    if not isinstance(found, Proposal):
        return _no(state, _reason(found))
    refusal = _forbidden(found, state, workspace, writing)
    return _proposed(state, found) if refusal is None else _no(state, refusal, found)


def _several(state: RunState, request: WriteRequest) -> Impossible | None:
    """Why the rules take no message with several wishes; None for any other."""
    if request.typed or request.undoes or statement_in(state.question):
        return None
    wishes = several_in(state.question)
    if not wishes:
        return None
    listed = ", then ".join(f"“{wish.rstrip(' .!')}”" for wish in wishes)
    return Impossible(
        reason=f"That asks for {len(wishes)} changes at once.",
        next_step=f"Ask for one after the other: {listed}.",
    )


def _found(state: RunState, request: WriteRequest, workspace: Workspace) -> Proposed:
    policy = workspace.habits.policy
    if request.typed:
        return statement_proposed(
            request.typed, workspace.known.catalog, policy, words=state.question
        )
    if request.undoes:
        return request.proposal
    calendar = calendar_for(workspace.calendar, state.standing, state.asker)
    wish = Wish(
        words=state.question,
        choices=state.choices,
        values=state.values,
        times=default_times(state.question, state.today, calendar),
    )
    return proposed(wish, workspace.known_to(state.asker), policy)


def _forbidden(
    found: Proposal, state: RunState, workspace: Workspace, writing: Writing
) -> Refusal | None:
    grants = workspace.grants_of(state.asker)
    return not_allowed(found, state.asker, writing.rules, workspace.known.catalog, grants)


def _reason(found: Impossible | None) -> Refusal:
    if found is None:
        return _UNCLEAR
    reason = f"{found.reason} Nothing was changed."
    return Refusal(code="cannot_write", reason=reason, next_step=found.next_step)


def _question(unclear: Unclear) -> Ask:
    return Ask(
        kind=CheckpointKind.CLARIFICATION,
        title="Which change do you mean?",
        intro=unclear.intro,
        questions=unclear.questions,
    )


def _proposed(state: RunState, found: Proposal) -> Outcome:
    request = state.write or WriteRequest()
    former = request.former
    if former is not None and former.proposal is not None and former.proposal.sql == found.sql:
        return Go(state=replace(state, write=former), to=APPROVE)
    after = replace(request.anew(*_edited(request, found)), typed="", proposal=found)
    details = _told(found) | (
        {"tool": TOOLS[found.tier], "said": request.said} if request.call else {}
    )
    noted = Happened(action="proposed", details=details)
    return Go(state=replace(state, write=after), noted=(noted,))


def _edited(request: WriteRequest, found: Proposal) -> tuple[str, ...]:
    """What the approvers should know of an edit: above all where it is another change now."""
    former = request.former.proposal if request.former is not None else None
    if former is None or request.edited_by is None:
        return ()
    who = request.edited_by.name or "an approver"
    differs = [
        f"{what}: {then} before, {now} now"
        for what, then, now in (
            ("tier", former.tier.value, found.tier.value),
            ("kind", former.kind, found.kind),
            ("tables", ", ".join(former.tables), ", ".join(found.tables)),
        )
        if then != now
    ]
    if not differs:
        return (f"The statement was edited by {who}.",)
    return (f"The edit by {who} makes this another change than was asked for.", *differs)


def _no(state: RunState, refusal: Refusal, found: Proposal | None = None) -> Outcome:
    """A refused edit leaves the change as it was, without its approvals; a refused wish ends."""
    request = state.write
    details = {"reason": refusal.reason} | ({} if found is None else _told(found))
    if request is None or request.former is None:
        return _refused(state, refusal, details)
    kept = kept_as_it_was(request, refusal.reason)
    noted = Happened(action="edit refused", details=details | {"sql": request.typed})
    return Go(state=replace(state, write=kept), to=APPROVE, noted=(noted,))


def _refused(state: RunState, refusal: Refusal, details: dict[str, str] | None = None) -> Finish:
    known = {"reason": refusal.reason, "asked": state.question}
    noted = Happened(action="write refused", details=known | (details or {}))
    return Finish(state=state, outcome=refusal, noted=(noted,))


def _told(found: Proposal) -> dict[str, str]:
    return {
        "sql": found.sql,
        "tier": found.tier.value,
        "explanation": found.explanation,
        "tables": ", ".join(found.tables),
    }
