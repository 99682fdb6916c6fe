"""`preview`: what the change would do, tried out in a transaction that is rolled back."""

from collections.abc import Sequence
from dataclasses import replace

from pipeline.flow import Finish, Go, Happened, Outcome
from pipeline.result import Refusal
from pipeline.state import RunState
from pipeline.workspace import Workspace
from pipeline.writes.preview.breaking import Use, broken_by, glossary_uses
from pipeline.writes.request import WriteRequest, kept_as_it_was
from pipeline.writes.rules import Writing
from pipeline.writes.values import Impossible, Preview, Proposal

NAME = "preview"


async def preview(state: RunState, workspace: Workspace) -> Outcome:
    """Let the database say what would happen; nothing is kept of it."""
    request, writing = state.write, workspace.writing
    assert request is not None, "propose comes before preview"  # noqa: S101 - the flow's order
    assert request.proposal is not None, "propose comes first"  # noqa: S101 - the flow's order
    if writing is None:
        return Finish(state=state, outcome=switched_off())
    seen = await writing.database.preview(request.proposal, writing.rules.budget)
    if isinstance(seen, Impossible):
        return _impossible(state, request, seen)
    broken = broken_by(request.proposal, await _uses(workspace))
    seen = replace(seen, warnings=(*seen.warnings, *broken))
    after = replace(state, write=_previewed(request, seen, writing))
    details = _told(request.proposal) | {
        "rows": "" if seen.rows is None else str(seen.rows),
        "fingerprint": seen.fingerprint,
    }
    return Go(state=after, noted=(Happened(action="previewed", details=details),))


async def _uses(workspace: Workspace) -> Sequence[Use]:
    """All that people keep which leans on the schema."""
    kept = await workspace.validated.kept()
    named = [Use(name=f"the approved question “{asked}”", sql=sql) for asked, sql in kept]
    return (*named, *glossary_uses(workspace.known.glossary))


def _impossible(state: RunState, request: WriteRequest, seen: Impossible) -> Outcome:
    told = {} if request.proposal is None else _told(request.proposal)
    noted = (Happened(action="preview refused", details=told | {"reason": seen.reason}),)
    if request.former is not None:
        kept = kept_as_it_was(request, seen.reason)
        return Go(state=replace(state, write=kept), noted=noted)
    reason = f"{seen.reason} Nothing was changed."
    refusal = Refusal(code="cannot_write", reason=reason, next_step=seen.next_step)
    return Finish(state=state, outcome=refusal, noted=noted)


def switched_off() -> Refusal:
    """The settings changed while the change was on its way."""
    return Refusal(
        code="write",
        reason="Changes are switched off for this workspace. Nothing was changed.",
        next_step="The administrator of this workspace can switch them on.",
    )


def _previewed(request: WriteRequest, seen: Preview, writing: Writing) -> WriteRequest:
    """The request as people are asked to approve it; nobody has yet."""
    expires = writing.clock() + writing.rules.expires_after
    return replace(request, preview=seen, expires=expires, approvals=(), former=None)


def _told(proposal: Proposal) -> dict[str, str]:
    return {"sql": proposal.sql, "tier": proposal.tier, "explanation": proposal.explanation}
