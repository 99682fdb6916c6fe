"""How an attempt to write ends: recorded in the book first, then said."""

import asyncio
import json
from dataclasses import replace
from typing import Any

from pipeline.checkpoint import Ask, Audience, CheckpointKind, Fact, Option, Question
from pipeline.flow import Finish, Happened, Outcome, Pause
from pipeline.result import Refusal
from pipeline.steps.write_attempt import Attempt
from pipeline.writes.receipt import Receipt
from pipeline.writes.values import Committed, Landed, WriteEntry, WriteStatus

QUESTION = "write-outcome"
WRITTEN = "written"
NOT_WRITTEN = "not-written"
NOBODY_KNOWS = "The connection was lost while the change was being made."
# A transaction whose client died is decided within moments; nobody is asked before that.
_LOOKS = 8
_BETWEEN = 0.25


def told(**details: object) -> str:
    """What happened, as the book keeps it."""
    return json.dumps(details, ensure_ascii=False)


def known_of(entry: WriteEntry) -> dict[str, Any]:
    """What the book keeps of an approval."""
    found: dict[str, Any] = json.loads(entry.result or "{}")
    return found


def not_written(reason: str, next_step: str = "") -> Refusal:
    return Refusal(
        code="not_written",
        reason=f"{reason} Nothing was changed.",
        next_step=next_step or "Ask for the change again to get a fresh preview and approval.",
    )


async def failed(attempt: Attempt, refusal: Refusal) -> Outcome:
    """Nothing was written, and the approval is used up."""
    await attempt.book.settle(attempt.id, WriteStatus.FAILED, told(reason=refusal.reason))
    noted = (_noted(attempt, "not written", reason=refusal.reason),)
    return Finish(state=attempt.state, outcome=refusal, noted=noted)


async def committed(attempt: Attempt, done: Committed) -> Outcome:
    """It was written; this attempt saw it."""
    return await _done(attempt, done, vouched=False)


async def found_committed(attempt: Attempt) -> Outcome:
    """It was written by an attempt that could not say so any more.

    The undo script is that of the preview: the approved values were compared before COMMIT.
    """
    preview = attempt.request.preview
    assert preview is not None, "it was previewed"  # noqa: S101 - the flow's order
    done = Committed(
        rows=preview.rows, seconds=0.0, undo=preview.undo, undo_missing=preview.undo_missing
    )
    return await _done(attempt, done, vouched=False)


async def by_a_person(attempt: Attempt, entry: WriteEntry) -> Outcome:
    """What a person found, where the database could not say; without one they are asked."""
    chosen = attempt.state.choices.get(QUESTION)
    if chosen == WRITTEN:
        preview = attempt.request.preview
        assert preview is not None, "it was previewed"  # noqa: S101 - the flow's order
        done = Committed(
            rows=preview.rows, seconds=0.0, undo=preview.undo, undo_missing=preview.undo_missing
        )
        return await _done(attempt, done, vouched=True)
    if chosen == NOT_WRITTEN:
        return await failed(attempt, not_written("A person checked: the change was not made."))
    known = known_of(entry)
    return _asked(attempt, str(known.get("reason") or NOBODY_KNOWS), str(known.get("check", "")))


async def surfaced(attempt: Attempt, reason: str, check_sql: str = "") -> Outcome:
    """Nobody knows whether it was written: people are shown the evidence, and nothing is re-run."""
    check = check_sql or await attempt.writing.database.check_sql(attempt.proposal)
    result = told(reason=reason, check=check)
    await attempt.book.settle(attempt.id, WriteStatus.UNKNOWN, result)
    noted = (_noted(attempt, "write unknown", reason=reason, check=check),)
    return replace(_asked(attempt, reason, check), noted=noted)


async def settled_mark(attempt: Attempt, mark: str) -> Landed:
    """What the database says of that transaction, once it has had a moment to decide."""
    if not mark:
        return Landed.UNDECIDED
    landed = await attempt.writing.database.landed(mark)
    for _ in range(_LOOKS):
        if landed is not Landed.UNDECIDED:
            break
        await asyncio.sleep(_BETWEEN)
        landed = await attempt.writing.database.landed(mark)
    return landed


def receipt(attempt: Attempt, entry: WriteEntry) -> Outcome:
    """It was written and recorded before; only its receipt was not shown yet."""
    known = known_of(entry)
    done = Committed(
        rows=known.get("rows"),
        seconds=known.get("seconds", 0.0),
        undo=tuple(known.get("undo", ())),
        undo_missing=known.get("undo_missing", ""),
    )
    return _finished(attempt, done, vouched=known.get("vouched", False))


def used_up(attempt: Attempt, entry: WriteEntry) -> Outcome:
    """The approval was taken up before, and nothing came of it."""
    reason = str(known_of(entry).get("reason") or "It was not written.")
    return Finish(state=attempt.state, outcome=not_written(reason.removesuffix(_SUFFIX)))


_SUFFIX = " Nothing was changed."


async def _done(attempt: Attempt, done: Committed, *, vouched: bool) -> Outcome:
    result = told(
        rows=done.rows,
        seconds=done.seconds,
        undo=done.undo,
        undo_missing=done.undo_missing,
        vouched=vouched,
        tier=attempt.proposal.tier.value,
    )
    await attempt.book.settle(attempt.id, WriteStatus.DONE, result)
    return _finished(attempt, done, vouched=vouched)


def _finished(attempt: Attempt, done: Committed, *, vouched: bool) -> Finish:
    proposal, request = attempt.proposal, attempt.request
    outcome = Receipt(
        workspace=attempt.workspace.name,
        sql=proposal.sql,
        tier=proposal.tier,
        explanation=proposal.explanation,
        rows=done.rows,
        at=attempt.writing.clock(),
        asked_by=attempt.state.asker,
        approved_by=tuple(each.by for each in request.counted),
        seconds=done.seconds,
        undo=done.undo,
        undo_missing=done.undo_missing,
        vouched=vouched,
    )
    noted = (_noted(attempt, "written", rows="" if done.rows is None else str(done.rows)),)
    return Finish(state=attempt.state, outcome=outcome, noted=noted)


def _noted(attempt: Attempt, action: str, **details: str) -> Happened:
    approvers = ", ".join(attempt.approved.approvers)
    known = {
        "sql": attempt.proposal.sql,
        "tier": attempt.proposal.tier.value,
        "approved_by": approvers,
        "approval": attempt.id,
    }
    return Happened(action=action, details=known | details)


def _asked(attempt: Attempt, reason: str, check: str) -> Pause:
    """The evidence, the query that shows whether the change is there, and two buttons."""
    proposal = attempt.proposal
    facts = [
        Fact(label="What was sent", text=proposal.explanation),
        Fact(label="Rows approved", text=str(attempt.approved.rows or "not counted")),
        *([Fact(label="To see whether it is there", text=check)] if check else []),
    ]
    ask = Ask(
        kind=CheckpointKind.WRITE_OUTCOME,
        title="It is not known whether an approved change was written",
        intro="Nothing is run again by itself. Look in the database, then say what you found.",
        warning=reason,
        audience=Audience.REVIEWERS,
        facts=tuple(facts),
        sql=proposal.sql,
        questions=(
            Question(
                id=QUESTION,
                text="What did you find?",
                options=(
                    Option(id=WRITTEN, label="It was written"),
                    Option(id=NOT_WRITTEN, label="It was not written"),
                ),
            ),
        ),
    )
    return Pause(state=attempt.state, ask=ask)
