"""`approve`: people other than the asker say yes, to exactly what was previewed."""

from dataclasses import replace

from pipeline.approval import Change, Signed
from pipeline.checkpoint import Ask, Audience, CheckpointKind, Fact, Input, InputKind, Question
from pipeline.flow import Finish, Go, Outcome, Pause
from pipeline.hazards import values_left_out
from pipeline.result import Refusal
from pipeline.rules.schema.names import display_columns
from pipeline.state import RunState
from pipeline.steps.preview import switched_off
from pipeline.workspace import Workspace
from pipeline.writes.deciding import SQL
from pipeline.writes.request import WriteRequest
from pipeline.writes.rules import WriteRules
from pipeline.writes.values import Preview, Proposal

NAME = "approve"
_PROPOSE = "propose"


async def approve(state: RunState, workspace: Workspace) -> Outcome:
    """Wait until enough people have approved; an edit goes back to be checked and previewed."""
    request, writing = state.write, workspace.writing
    assert request is not None, "preview comes before approve"  # noqa: S101 - the flow's order
    if writing is None:
        return Finish(state=state, outcome=switched_off())
    if request.rejected is not None:
        return Finish(state=state, outcome=_rejected(request.rejected, request.why))
    if request.typed:
        return Go(state=state, to=_PROPOSE)
    proposal, preview = request.proposal, request.preview
    assert proposal is not None, "propose comes first"  # noqa: S101 - the flow's order
    assert preview is not None, "preview comes first"  # noqa: S101 - the flow's order
    approvers = writing.rules.people(each.by for each in request.counted)
    if len(approvers) >= writing.rules.needed(proposal.tier):
        return Go(state=state)
    left = values_left_out(proposal.sql, workspace.known_to(state.asker))
    seen = replace(preview, warnings=(*preview.warnings, *left))
    ask = _card(state, request, (proposal, seen), writing.rules)
    return Pause(state=state, ask=_placed(ask, proposal, workspace))


def _rejected(signed: Signed, why: str) -> Refusal:
    who = signed.by.name or "An approver"
    reason = f"{who} rejected this{f': {why}' if why else ''}. Nothing was changed."
    return Refusal(code="rejected", reason=reason, next_step="You can ask for a different change.")


def _card(
    state: RunState, request: WriteRequest, what: tuple[Proposal, Preview], rules: WriteRules
) -> Ask:
    proposal = what[0]
    hours = rules.hours.get(proposal.tier)
    facts = [Fact(label="Asked for", text=proposal.words or state.question)]
    facts += [Fact(label="As a model explains it", text=request.said)] if request.said else []
    facts += [Fact(label="Only from", text=str(hours))] if hours else []
    return Ask(
        kind=CheckpointKind.WRITE_APPROVAL,
        title=_title(state, request),
        audience=Audience.REVIEWERS,
        facts=tuple(facts),
        sql=proposal.sql,
        change=_change(state, request, what, rules),
        questions=(
            Question(
                id="write",
                text="",
                inputs=(Input(id=SQL, label="SQL", kind=InputKind.SQL, value=proposal.sql),),
            ),
        ),
    )


def _placed(ask: Ask, proposal: Proposal, workspace: Workspace) -> Ask:
    """The card with the name of the workspace, and the columns that name the rows of its table."""
    title = f"{ask.title} in {workspace.title or workspace.name}"
    table = next(filter(None, map(workspace.known.catalog.table, proposal.tables[:1])), None)
    if table is None or ask.change is None:
        return replace(ask, title=title)
    named_by = tuple(dict.fromkeys((*table.primary_key, *display_columns(table))))
    return replace(ask, title=title, change=replace(ask.change, named_by=named_by))


def _title(state: RunState, request: WriteRequest) -> str:
    who = state.asker.name or "Somebody"
    return f"{who} asks to undo a change" if request.undoes else f"{who} asks for a change"


def _change(
    state: RunState, request: WriteRequest, what: tuple[Proposal, Preview], rules: WriteRules
) -> Change:
    proposal, preview = what
    assert request.expires is not None, "it was previewed"  # noqa: S101 - the flow's order
    authors = () if rules.self_approval else (state.asker, *request.editors)
    return Change(
        digest=request.digest,
        tier=proposal.tier,
        explanation=proposal.explanation,
        rows=preview.rows,
        tried=preview.tried,
        expires=request.expires,
        before=preview.before,
        after=preview.after,
        changed=preview.changed,
        notes=preview.notes,
        warnings=preview.warnings,
        remarks=request.remarks,
        undo_missing="" if preview.undo else preview.undo_missing,
        authors=tuple(dict.fromkeys(authors)),
        approvals=request.counted,
        quorum=rules.needed(proposal.tier),
    )
