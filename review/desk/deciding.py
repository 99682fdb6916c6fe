"""A person decides: one statement, by which one decision counts."""

import datetime as dt
import hmac
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pipeline.checkpoint import Action, Ask, Audience, CheckpointKind, Decision
from pipeline.people import Person
from review import sentences as say
from review.cases.promotion_wish import CASE_CHOICES, CASE_VALUES
from review.cases.verdicts import CaseVerdicts
from review.ledger.errors import StaleError
from review.ledger.port import Pages
from review.ledger.records import Checkpoint, CheckpointStatus, Noted, Run
from review.ledger.stored import DECISION
from review.ledger.threads import NOWHERE
from review.owed import owing
from review.policy.deciders import Policies, objection, objection_to_approval
from review.ports.desk import AlreadyDecided, Closed, Counted, CountedBefore, NotAllowed, Verdict
from review.runs import changes
from review.runs.handing_over import HandingOver
from review.runs.taking_up import TakingUp
from review.runs.timekeeping import waits_for
from review.settings import Around


@dataclass(frozen=True, slots=True, kw_only=True)
class Pressed:
    """A person's decision on a checkpoint, as the card with this nonce offered it."""

    checkpoint: str
    nonce: str
    decision: Decision
    by: Person


@dataclass(frozen=True, slots=True, kw_only=True)
class _Matter:
    """A press, and what it is on as the ledger has it."""

    pressed: Pressed
    checkpoint: Checkpoint
    run: Run

    def decided(self, now: dt.datetime) -> Checkpoint:
        pressed, answered = self.pressed, CheckpointStatus.ANSWERED
        return replace(
            self.checkpoint, status=answered, decision=pressed.decision, by=pressed.by, at=now
        )


class Deciding:
    """Takes decisions in."""

    def __init__(
        self,
        around: Around,
        policies: Policies,
        verdicts: CaseVerdicts,
        taking_up: TakingUp,
        handing_over: HandingOver,
    ) -> None:
        self._around = around
        self._policies = policies
        self._verdicts = verdicts
        self._taking_up = taking_up
        self._handing_over = handing_over

    async def decide_all(self, pages: Pages, several: Sequence[Pressed]) -> Sequence[Verdict]:
        """Whether each counts. Of two on one run, the later one finds what the first has done."""
        verdicts: dict[int, Verdict] = {}
        left = dict(enumerate(several))
        while left:
            found = await _looked_up(pages, left)
            unknown = (place for place in left if place not in found)
            verdicts |= {place: Closed(how="unknown") for place in unknown}
            firsts: dict[str, int] = {}
            for place, each in found.items():
                firsts.setdefault(each.run.id, place)
            taken = {place: found[place] for place in firsts.values()}
            verdicts |= await self._decided(pages, taken)
            left = {place: each.pressed for place, each in found.items() if place not in taken}
        return [verdicts[place] for place in range(len(several))]

    async def decide(self, pages: Pages, pressed: Pressed) -> Verdict:
        (verdict,) = await self.decide_all(pages, (pressed,))
        return verdict

    async def _decided(self, pages: Pages, matters: Mapping[int, _Matter]) -> Mapping[int, Verdict]:
        """Whether each counts, where no two are on one run."""
        now = self._around.clock()
        verdicts: dict[int, Verdict] = {}
        tried: dict[int, Checkpoint] = {}
        for place, matter in matters.items():
            if _is_over(matter.checkpoint, now):
                verdicts[place] = ended = _ended(matter)
                again = isinstance(ended, CountedBefore)
                action = "decided the same again" if again else "came too late"
                pages.audit.note(_noted(matter, action, now))
                continue
            refused = self._refused(matter)
            if refused is None:
                tried[place] = matter.decided(now)
            else:
                pages.audit.note(_noted(matter, "denied", now))
                verdicts[place] = refused
        # Nobody was before them: they are held since they were looked up.
        await pages.checkpoints.answer(list(tried.values()), now)
        kept: list[changes.Change] = []
        for place, decided in tried.items():
            pages.audit.note(_noted(matters[place], "decided", now))
            verdicts[place] = Counted(ask=decided.ask)
            kept += await self._carried_on(pages, decided, matters[place].run, now)
        await changes.keep_all(pages, kept, now)
        return verdicts

    async def may_decide(self, pages: Pages, pressed: Pressed) -> Verdict:
        """Counted where a decision of this person would count; else what they are told.

        Asked before a dialog opens: nobody fills in what is refused when it is sent.
        """
        now = self._around.clock()
        matter = (await _looked_up(pages, {0: pressed})).get(0)
        if matter is None:
            return Closed(how="unknown")
        if _is_over(matter.checkpoint, now):
            return _ended(matter)
        refused = self._not_theirs(matter)
        if refused is None:
            return Counted(ask=matter.checkpoint.ask)
        pages.audit.note(_noted(matter, "denied", now))
        return refused

    def _not_theirs(self, matter: _Matter) -> Verdict | None:
        """Why nothing that this person presses on this card counts."""
        checkpoint, pressed = matter.checkpoint, matter.pressed
        if not hmac.compare_digest(pressed.nonce.encode(), checkpoint.nonce.encode()):
            return Closed(how="superseded")
        policy = self._policies(matter.run.workspace)
        reason = objection(checkpoint, matter.run, pressed.by, policy)
        return NotAllowed(reason=reason) if reason else None

    def _refused(self, matter: _Matter) -> Verdict | None:
        """Why this decision is not even tried."""
        refused = self._not_theirs(matter)
        if refused is not None:
            return refused
        checkpoint, run = matter.checkpoint, matter.run
        decision, by = matter.pressed.decision, matter.pressed.by
        policy = self._policies(run.workspace)
        reason = _unusable(checkpoint, decision)
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
    ) -> Sequence[changes.Change]:
        """What is still to be kept of it."""
        if decided.case:
            await self._verdicts.take(pages, decided, run, now)
            return ()
        if not waits_for(run, decided):
            raise StaleError(run.id)
        asks_back = decided.decision is not None and decided.decision.action is Action.ASK_BACK
        elsewhere = decided.ask.audience is Audience.REVIEWERS
        if elsewhere and (asks_back or _escalates(decided)):
            return (self._asked_again(decided, run, now),)
        return (self._resumed(pages, decided, run, now),)

    def _resumed(
        self, pages: Pages, decided: Checkpoint, run: Run, now: dt.datetime
    ) -> changes.Change:
        """The run goes on: here and at once where there is room, else where somebody has."""
        change = changes.resumed(run, decided, now)
        if len(pages.once_kept) >= self._handing_over.room:
            return change
        held = self._taking_up.begun(change.run, decided, now)
        if held is None:
            return change
        pages.once_kept.append(lambda: self._handing_over.put(held))
        # Under the name that its step has in the row: a replica of the last version may need it.
        return replace(change, run=replace(held.run, node=run.node), wake=())

    def _asked_again(self, decided: Checkpoint, run: Run, now: dt.datetime) -> changes.Change:
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
        return changes.Change(run=after, opened=again, owed=owed)


def _escalates(checkpoint: Checkpoint) -> bool:
    return checkpoint.decision is not None and checkpoint.decision.action is Action.ESCALATE


def _unusable(checkpoint: Checkpoint, decision: Decision) -> str:
    """Why a card cannot be decided like this, in a sentence; it stays open."""
    ask = checkpoint.ask
    offered = _is_offered(checkpoint, decision)
    if ask.kind is CheckpointKind.WRITE_OUTCOME:
        says = decision.action is Action.APPROVE and bool(decision.choices) and offered
        return "" if says else say.ONLY_BUTTONS
    if decision.action is Action.ASK_BACK and not decision.note.strip():
        return say.NOTE_NEEDED
    if not offered:
        return say.NOT_OFFERED
    answers = decision.action in (Action.APPROVE, Action.EDIT)
    return say.NOTHING_CHOSEN if answers and _leaves_open(ask, decision) else ""


def _is_offered(checkpoint: Checkpoint, decision: Decision) -> bool:
    """Whether the card, or for a case the form behind it, has all that the decision says."""
    if not checkpoint.case:
        return checkpoint.ask.offers(decision)
    choices, values = decision.choices.items(), decision.values
    return choices <= CASE_CHOICES.items() and values.keys() <= CASE_VALUES


def _leaves_open(ask: Ask, decision: Decision) -> bool:
    """Whether a card that asks something was answered with nothing."""
    asks = any(each.options or each.inputs for each in ask.questions)
    is_verdict = ask.kind in (CheckpointKind.REVIEW, CheckpointKind.WRITE_APPROVAL)
    return asks and not is_verdict and not (decision.choices or any(decision.values.values()))


def _is_over(checkpoint: Checkpoint, now: dt.datetime) -> bool:
    overdue = checkpoint.due is not None and checkpoint.due <= now
    return overdue or checkpoint.status is not CheckpointStatus.OPEN


def _ended(matter: _Matter) -> Verdict:
    """What to tell somebody who came after the end."""
    checkpoint = matter.checkpoint
    if checkpoint.status is CheckpointStatus.OPEN:
        return Closed(how=CheckpointStatus.EXPIRED)
    answered = checkpoint.status is CheckpointStatus.ANSWERED
    if answered and checkpoint.by is not None and checkpoint.at is not None:
        if _says_the_same(matter.pressed, checkpoint):
            # The answer to the commit may have been lost on its way.
            return CountedBefore(ask=checkpoint.ask)
        return AlreadyDecided(by=checkpoint.by, at=checkpoint.at)
    return Closed(how=checkpoint.status)


def _says_the_same(pressed: Pressed, checkpoint: Checkpoint) -> bool:
    same_card = hmac.compare_digest(pressed.nonce.encode(), checkpoint.nonce.encode())
    same_person = checkpoint.by is not None and checkpoint.by.id == pressed.by.id
    return same_card and same_person and checkpoint.decision == pressed.decision


def _noted(matter: _Matter, action: str, now: dt.datetime) -> Noted:
    checkpoint, decision = matter.checkpoint, matter.pressed.decision
    return Noted(
        at=now,
        actor=matter.pressed.by.id,
        action=action,
        run=matter.run.id,
        checkpoint=checkpoint.id,
        place=checkpoint.thread.key,
        details={"kind": checkpoint.ask.kind, "decision": DECISION.dump(decision)},
    )


async def _looked_up(pages: Pages, several: Mapping[int, Pressed]) -> Mapping[int, _Matter]:
    """What each is on; what is on nothing of ours is left out."""
    found = await pages.checkpoints.held({each.checkpoint for each in several.values()})
    matters: dict[int, _Matter] = {}
    for place, pressed in several.items():
        if pressed.checkpoint in found:
            checkpoint, run = found[pressed.checkpoint]
            matters[place] = _Matter(pressed=pressed, checkpoint=checkpoint, run=run)
    return matters
