"""The asker's reply to what an approver wants to know of a change."""

import datetime as dt
from dataclasses import replace

from pipeline.checkpoint import Action, CheckpointKind, Fact
from pipeline.people import Person
from review import sentences as say
from review.ledger.notices import Said
from review.ledger.port import Pages
from review.ledger.records import Checkpoint, CheckpointStatus, Owed, Run, RunStatus
from review.ledger.threads import Thread
from review.owed import owing
from review.ports.desk import Incoming
from review.runs import changes
from review.runs.changes import Change, keep
from review.settings import Around

AGAIN = "+"


async def asked_back_in(
    pages: Pages, thread: Thread, asker: Person
) -> tuple[Run, Checkpoint, Checkpoint] | None:
    """The change whose approver waits for this person's next words, its card, and the question."""
    for run in await pages.runs.active_in(thread.key):
        if run.asker.id != asker.id or run.status is not RunStatus.WAITING:
            continue
        card = await pages.checkpoints.get(run.checkpoint)
        if card is None or card.ask.kind is not CheckpointKind.WRITE_APPROVAL:
            continue
        before = await pages.checkpoints.get(card.id.removesuffix(AGAIN))
        if before is not None and before.id != card.id and _asks(before):
            return run, card, before
    return None


async def passed_on(pages: Pages, incoming: Incoming, around: Around) -> bool:
    """Whether this message is such a reply; then it stands on the approvers' card."""
    found = await asked_back_in(pages, incoming.thread, incoming.asker)
    if found is None:
        return False
    run, card, before = found
    now = around.clock()
    over = replace(card, status=CheckpointStatus.SUPERSEDED, by=incoming.asker, at=now)
    if not await pages.checkpoints.close(over, now):
        return False
    after = replace(run, version=run.version + 1, checkpoint=f"{card.id}{AGAIN}")
    again = replace(
        card,
        id=after.checkpoint,
        nonce=around.nonces(),
        ask=replace(card.ask, facts=_told(card, before, incoming)),
    )
    owed = (
        replace(
            owing.owed_by(after, owing.asked_notice(after, again), now, again.slot),
            thread=again.thread,
            only_for="",
        ),
        _below(after, again, incoming.text, now),
        owing.owed_by(
            after,
            Said(text=say.REPLY_PASSED_ON, reply_to=run.asker.id),
            now,
            f"{owing.slot_of(after)}/replied/{after.version}",
        ),
    )
    noted = replace(changes.noted_of(after, "replied", now, text=incoming.text), checkpoint=card.id)
    await keep(pages, Change(run=after, opened=again, owed=owed, noted=(noted,)), now)
    return True


def _asks(checkpoint: Checkpoint) -> bool:
    decision = checkpoint.decision
    return decision is not None and decision.action is Action.ASK_BACK


def _told(card: Checkpoint, before: Checkpoint, incoming: Incoming) -> tuple[Fact, ...]:
    """The card's lines, with the question and the reply below them."""
    question = before.decision.note if before.decision is not None else ""
    who = say.name_of(before.by) if before.by is not None else ""
    return (
        *card.ask.facts,
        Fact(label=f"{who} asked", text=question),
        Fact(label=f"{say.name_of(incoming.asker)} replied", text=incoming.text),
    )


def _below(run: Run, card: Checkpoint, text: str, now: dt.datetime) -> Owed:
    slot = f"{card.slot}/said/{run.version}"
    owed = owing.owed_by(run, Said(text=say.reply(text)), now, slot)
    return replace(owed, thread=card.thread, only_for="", after_slot=card.slot)
