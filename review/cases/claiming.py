"""A reviewer says that they look at a card, so that two do not do the same work."""

import datetime as dt
import hmac
from dataclasses import dataclass, replace

from pipeline.people import Person
from review.cases import changes as case_changes
from review.cases.dossier import matter_of
from review.ledger.notices import Asked, Notice, ReviewCase
from review.ledger.port import Pages
from review.ledger.records import Checkpoint, CheckpointStatus, Noted, Owed, Run
from review.ledger.threads import Thread
from review.owed.owing import asked_notice, owe
from review.policy.deciders import Policies, objection
from review.ports.desk import Closed, Counted, NotAllowed, Seen, Verdict


@dataclass(frozen=True, slots=True)
class Looking:
    """Who looks at a card, and where. Its name alone shows it to nobody: names can be guessed."""

    reader: Person
    where: Thread

    def finds(self, checkpoint: Checkpoint, run: Run) -> bool:
        """Whether the card stands there, for this reader too."""
        stands = checkpoint.thread
        here = (stands.surface, stands.channel) == (self.where.surface, self.where.channel)
        return here and (not stands.mixed or self.reader.id == run.asker.id)


class Claiming:
    """Takes claims in. A later claim takes over; a claim keeps nobody from deciding."""

    def __init__(self, policies: Policies, sample_rows: int) -> None:
        self._policies = policies
        self._sample_rows = sample_rows

    async def claim(
        self, pages: Pages, checkpoint_id: str, nonce: str, by: Person, now: dt.datetime
    ) -> Verdict:
        checkpoint = await pages.checkpoints.get(checkpoint_id)
        run = await pages.runs.get(checkpoint.run) if checkpoint is not None else None
        if checkpoint is None or run is None:
            return Closed(how="unknown")
        if not hmac.compare_digest(nonce.encode(), checkpoint.nonce.encode()):
            return Closed(how=CheckpointStatus.SUPERSEDED)
        policy = self._policies(run.workspace)
        if not policy.decides(checkpoint.ask.kind, by):
            pages.audit.note(_noted(checkpoint, by, "denied", now))
            return NotAllowed(reason=policy.who_decides(checkpoint.ask.kind))
        if not await pages.checkpoints.claim(checkpoint.id, by):
            return Closed(how=checkpoint.status)
        claimed = replace(checkpoint, claimed_by=by)
        pages.audit.note(_noted(claimed, by, "claimed", now))
        notice = await self.card(pages, claimed, run)
        if notice is not None:
            await owe(pages, (_card(claimed, run, notice, now),), now)
        return Counted()

    async def seen(
        self, pages: Pages, checkpoint_id: str, looking: Looking, now: dt.datetime
    ) -> Seen | None:
        """The card for this reader; buttons are for those alone who may decide it now."""
        reader = looking.reader
        checkpoint = await pages.checkpoints.get(checkpoint_id)
        run = await pages.runs.get(checkpoint.run) if checkpoint is not None else None
        if checkpoint is None or run is None or not looking.finds(checkpoint, run):
            return None
        notice = await self.card(pages, checkpoint, run)
        if notice is None:
            return None
        late = checkpoint.due is not None and checkpoint.due <= now
        is_open = checkpoint.status is CheckpointStatus.OPEN and not late
        barred = objection(checkpoint, run, reader, self._policies(run.workspace))
        return Seen(notice=notice, deciding=is_open and not barred)

    async def card(
        self, pages: Pages, checkpoint: Checkpoint, run: Run
    ) -> Asked | ReviewCase | None:
        """What the checkpoint's message shows now; None where its answer is gone."""
        if not checkpoint.case:
            return asked_notice(run, checkpoint)
        matter = await matter_of(pages, checkpoint.case, checkpoint.thread)
        if matter is None:
            return None
        return case_changes.card(matter, checkpoint, self._sample_rows)


def _card(checkpoint: Checkpoint, run: Run, notice: Notice, now: dt.datetime) -> Owed:
    by = checkpoint.claimed_by.id if checkpoint.claimed_by else ""
    return Owed(
        key=f"{checkpoint.slot}@{checkpoint.id}/{by}/{now.timestamp()}",
        run=run.id,
        thread=checkpoint.thread,
        slot=checkpoint.slot,
        notice=notice,
        due=now,
    )


def _noted(checkpoint: Checkpoint, by: Person, action: str, now: dt.datetime) -> Noted:
    details = {"wanted": "claim"} if action == "denied" else {}
    return Noted(
        at=now,
        actor=by.id,
        action=action,
        run=checkpoint.run,
        checkpoint=checkpoint.id,
        place=checkpoint.thread.key,
        details=details,
    )
