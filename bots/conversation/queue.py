"""The reviewers' queue on a desk: what is shown of it, and what is done with several at once."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bots.wording import home as say
from bots.wording import replies
from pipeline.checkpoint import Action, CheckpointKind, Decision
from pipeline.people import Person
from review.ports.agenda import Queued
from review.ports.desk import Counted, CountedBefore, Desk, Verdict

ALL: Final = "*"
KINDS: Final = {
    ALL: say.EVERYTHING,
    "unclaimed": say.UNCLAIMED,
    "mine": say.MINE,
    "answers": say.ANSWERS,
    "changes": say.CHANGES,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """What of the queue is shown; a star is everything."""

    workspace: str = ALL
    kind: str = ALL


def fitting(queue: Sequence[Queued], filters: Filters, reader: Person) -> list[Queued]:
    """What the filters let through, oldest first."""
    return [each for each in queue if _fits(each, filters, reader)]


def workspaces_of(queue: Sequence[Queued], filters: Filters) -> dict[str, str]:
    """The workspaces to choose from, by value; the chosen one stays, to be taken off."""
    found = {each.workspace for each in queue} | {filters.workspace}
    return {ALL: say.ALL_WORKSPACES} | {name: name for name in sorted(found - {ALL})}


def value_of(item: Queued) -> str:
    """What a choice in the queue carries."""
    return f"{item.checkpoint}|{item.nonce}"


async def claim_all(desk: Desk, picked: set[str], by: Person) -> str:
    """Take what was picked; a sentence for whoever did."""
    found = await _picked(desk, picked, by)
    return _told([await desk.claim(each.checkpoint, each.nonce, by) for each in found], by)


async def approve_all(desk: Desk, picked: set[str], by: Person) -> str:
    """Answers only: a change is approved on its own card, where its preview is."""
    return await _decide_all(desk, picked, Decision(action=Action.APPROVE), by)


async def reject_all(desk: Desk, picked: set[str], note: str, by: Person) -> str:
    """Answers only, all for the same reason."""
    if not any(picked):
        return say.NONE_PICKED
    if not note.strip():
        return replies.TYPE_SOMETHING
    decision = Decision(action=Action.REJECT, note=note.strip())
    return await _decide_all(desk, picked, decision, by)


async def any_left(desk: Desk, picked: set[str], by: Person) -> bool:
    """Whether this person may still decide something of what was picked: asked before why."""
    return any(each.kind is CheckpointKind.REVIEW for each in await _picked(desk, picked, by))


async def _decide_all(desk: Desk, picked: set[str], decision: Decision, by: Person) -> str:
    outcomes = [
        await desk.decide(each.checkpoint, each.nonce, decision, by)
        for each in await _picked(desk, picked, by)
        if each.kind is CheckpointKind.REVIEW
    ]
    return _told(outcomes, by)


async def _picked(desk: Desk, picked: set[str], by: Person) -> list[Queued]:
    """What was picked and is still in this person's queue: a payload proves nothing."""
    return [each for each in (await desk.open_for(by)).queue if value_of(each) in picked]


def _told(outcomes: Sequence[Verdict], person: Person) -> str:
    if not outcomes:
        return say.NONE_PICKED
    counted = sum(isinstance(each, Counted | CountedBefore) for each in outcomes)
    reasons = (replies.verdict(each, person) for each in outcomes)
    return say.done(counted, len(outcomes), tuple(filter(None, reasons)))


def _fits(item: Queued, filters: Filters, reader: Person) -> bool:
    if filters.workspace not in (ALL, item.workspace):
        return False
    is_answer = item.kind is CheckpointKind.REVIEW
    claimed = item.claimed_by.id if item.claimed_by else ""
    return {
        "unclaimed": not claimed,
        "mine": claimed == reader.id,
        "answers": is_answer,
        "changes": not is_answer,
    }.get(filters.kind, True)
