"""From a message on a surface back to the run behind it."""

from dataclasses import replace

from pipeline.checkpoint import Audience
from review.cases.dossier import answer_of, receipt_of
from review.ledger.port import Pages
from review.ledger.records import ACTIVE, Checkpoint, CheckpointStatus
from review.ledger.threads import Thread
from review.ports.desk import LastSaid, OpenCheckpoint, Spoken, Traced


async def traced(pages: Pages, spoken: Spoken) -> Traced | None:
    """The run that the message asked, or that speaks in it; None where it has none."""
    slot, run_id = "", ""
    if spoken.reference:
        slot, run_id = await pages.outbox.slot_at(spoken.reference)
    if not run_id and spoken.event:
        run_id = await pages.talks.run_of(spoken.thread.of_event(spoken.event))
    run = await pages.runs.get(run_id) if run_id else None
    if run is None:
        return None
    checkpoint = await pages.checkpoints.open_in(slot) if slot else None
    return Traced(
        run=run.id,
        asker=run.asker,
        question=run.question,
        thread=run.thread,
        over=run.status not in ACTIVE,
        answered=answer_of(run) is not None,
        checkpoint=opened(checkpoint) if checkpoint is not None else None,
    )


async def last_said(pages: Pages, thread: Thread) -> LastSaid | None:
    """The answer or receipt that the thread's last run ended with; None where it has none."""
    known = await pages.talks.conversation(thread)
    run = await pages.runs.get(known.last_run) if known is not None and known.last_run else None
    if run is None:
        return None
    answer, receipt = answer_of(run), receipt_of(run)
    if answer is None and receipt is None:
        return None
    said = LastSaid(run=run.id, answer=answer, receipt=receipt)
    case = await pages.cases.of_run(run.id)
    if case is None:
        return said
    card = await pages.checkpoints.get(case.checkpoint) if case.checkpoint else None
    return replace(
        said,
        review=case.status.value,
        reviewer=card.by if card is not None else None,
        reviewed_at=card.at if card is not None else None,
    )


async def card_of_reviewers(pages: Pages, reference: str) -> Checkpoint | None:
    """The checkpoint whose card this message is, where reviewers are asked."""
    slot, _ = await pages.outbox.slot_at(reference)
    checkpoint = await pages.checkpoints.open_in(slot) if slot else None
    asked = checkpoint is not None and checkpoint.ask.audience is Audience.REVIEWERS
    return checkpoint if asked else None


def opened(checkpoint: Checkpoint) -> OpenCheckpoint:
    """A checkpoint as surfaces see it."""
    is_open = checkpoint.status is CheckpointStatus.OPEN
    return OpenCheckpoint(
        id=checkpoint.id, nonce=checkpoint.nonce, ask=checkpoint.ask, open=is_open
    )
