"""A person decides: one statement, by which one decision counts."""

import datetime as dt
import hmac
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pipeline.checkpoint import Action, Ask, Audience, CheckpointKind, Decision
from pipeline.people import Person
from review import changes, owing
from review import sentences as say
from review.case_verdicts import CaseVerdicts
from review.changes import keep
from review.desk import AlreadyDecided, Closed, Counted, NotAllowed, Verdict
from review.errors import StaleError
from review.ledger import Pages
from review.policy import Policies, objection, objection_to_approval
from review.records import Checkpoint, CheckpointStatus, Noted, Run
from review.settings import Around
from review.stored import DECISION
from review.threads import NOWHERE
from review.timekeeping import waits_for


@dataclass(frozen=True, slots=True, kw_only=True)
class Pressed:
    """A person's decision on a checkpoint, as the card with this nonce offered it."""

    checkpoint: str
    nonce: str
    decision: Decision
    by: Person


class Deciding:
    """Takes decisions in."""

    def __init__(self, around: Around, policies: Policies, verdicts: CaseVerdicts) -> None:
        self._around = around
        self._policies = policies
        self._verdicts = verdicts

    async def decide_all(self, pages: Pages, several: Sequence[Pressed]) -> Sequence[Verdict]:
        """Whether each counts: one after the other, so that of two on one card the first does."""
        return [await self.decide(pages, each) for each in several]

    async def decide(self, pages: Pages, pressed: Pressed) -> Verdict:
        now, decision, by = self._around.clock(), pressed.decision, pressed.by
        checkpoint = await pages.checkpoints.get(pressed.checkpoint)
        run = await pages.runs.get(checkpoint.run) if checkpoint is not None else None
        if checkpoint is None or run is None:
            return Closed(how="unknown")
        refused = self._refused(checkpoint, run, pressed)
        if refused is not None:
            pages.audit.note(_noted(run, checkpoint, by, "denied", decision, now))
            return refused
        decided = replace(
            checkpoint, status=CheckpointStatus.ANSWERED, decision=decision, by=by, at=now
        )
        if not await pages.checkpoints.close(decided, now):
            pages.audit.note(_noted(run, checkpoint, by, "came too late", decision, now))
            return _ended(await pages.checkpoints.get(checkpoint.id) or checkpoint)
        pages.audit.note(_noted(run, checkpoint, by, "decided", decision, now))
        await self._carried_on(pages, decided, run, now)
        return Counted(ask=checkpoint.ask)

    def _refused(self, checkpoint: Checkpoint, run: Run, pressed: Pressed) -> Verdict | None:
        """Why this decision is not even tried."""
        nonce, decision, by = pressed.nonce, pressed.decision, pressed.by
        if checkpoint.status is not CheckpointStatus.OPEN:
            return _ended(checkpoint)
        if not hmac.compare_digest(nonce.encode(), checkpoint.nonce.encode()):
            return Closed(how="superseded")
        policy = self._policies(run.workspace)
        reason = objection(checkpoint, run, by, policy) or _unusable(checkpoint.ask, decision)
        if not reason and decision.action is Action.APPROVE:
            now = self._around.clock()
            reason = objection_to_approval(checkpoint.ask, by, policy, now)
        if not reason and decision.action is Action.ESCALATE and policy.next_thread is None:
            reason = say.NOBODY_NEXT
        if not reason and decision.action is Action.ASK_BACK and run.thread == NOWHERE:
            reason = say.NOBODY_ASKED
        return NotAllowed(reason=reason) if reason else None

    async def _carried_on(
        self, pages: Pages, decided: Checkpoint, run: Run, now: dt.datetime
    ) -> None:
        if decided.case:
            await self._verdicts.take(pages, decided, run, now)
            return
        if not waits_for(run, decided):
            raise StaleError(run.id)
        asks_back = decided.decision is not None and decided.decision.action is Action.ASK_BACK
        elsewhere = decided.ask.audience is Audience.REVIEWERS
        if elsewhere and (asks_back or _escalates(decided)):
            await self._asked_again(pages, decided, run, now)
            return
        await keep(pages, changes.resumed(run, decided, now), now)

    async def _asked_again(
        self, pages: Pages, decided: Checkpoint, run: Run, now: dt.datetime
    ) -> None:
        """A reviewer wants to know more, or hands it on: the card gets fresh buttons."""
        policy = self._policies(run.workspace)
        after = replace(run, version=run.version + 1, checkpoint=f"{decided.id}+")
        thread = policy.next_thread if _escalates(decided) else decided.thread
        again = replace(
            decided,
            id=after.checkpoint,
            nonce=self._around.nonces(),
            thread=thread or decided.thread,
            slot=f"{decided.slot}+" if _escalates(decided) else decided.slot,
            status=CheckpointStatus.OPEN,
            decision=None,
            by=None,
            at=None,
        )
        owed = owing.asked(after, again, policy, now)[:1]
        if _escalates(decided):
            owed = (*owed, *owing.settled(after, decided, "decided", now))
        else:
            owed = (*owed, owing.asks_back(after, decided, now))
        change = changes.Change(run=after, opened=again, owed=owed)
        await keep(pages, change, now)


def _escalates(checkpoint: Checkpoint) -> bool:
    return checkpoint.decision is not None and checkpoint.decision.action is Action.ESCALATE


def _unusable(ask: Ask, decision: Decision) -> str:
    if ask.kind is CheckpointKind.WRITE_OUTCOME and not _says_what_was_found(ask, decision):
        return say.ONLY_BUTTONS
    wants = decision.action is Action.ASK_BACK and not decision.note.strip()
    return say.NOTE_NEEDED if wants else ""


def _says_what_was_found(ask: Ask, decision: Decision) -> bool:
    offered = {(each.id, option.id) for each in ask.questions for option in each.options}
    return decision.action is Action.APPROVE and bool(offered & set(decision.choices.items()))


def _ended(checkpoint: Checkpoint) -> Verdict:
    """What to tell somebody who came after the end."""
    if checkpoint.status is CheckpointStatus.OPEN:
        return Closed(how=CheckpointStatus.EXPIRED)
    answered = checkpoint.status is CheckpointStatus.ANSWERED
    if answered and checkpoint.by is not None and checkpoint.at is not None:
        return AlreadyDecided(by=checkpoint.by, at=checkpoint.at)
    return Closed(how=checkpoint.status)


def _noted(
    run: Run, checkpoint: Checkpoint, by: Person, action: str, decision: Decision, now: dt.datetime
) -> Noted:
    return Noted(
        at=now,
        actor=by.id,
        action=action,
        run=run.id,
        checkpoint=checkpoint.id,
        place=checkpoint.thread.key,
        details={"kind": checkpoint.ask.kind, "decision": DECISION.dump(decision)},
    )
