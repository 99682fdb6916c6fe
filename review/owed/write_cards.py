"""Where a change waits for approval, until when, and what its asker reads meanwhile."""

import datetime as dt

from pipeline.checkpoint import Ask, CheckpointKind
from review import sentences as say
from review.policy.deciders import ReviewPolicy


def deadlines(
    ask: Ask, policy: ReviewPolicy, now: dt.datetime
) -> tuple[dt.datetime | None, dt.datetime | None]:
    """When a card is due and when people are reminded; an approval ends when what it binds does.

    What became of a write is asked until somebody says it.
    """
    due, remind_at = policy.times(ask.audience, now)
    if ask.kind is CheckpointKind.WRITE_OUTCOME:
        return None, remind_at
    if ask.change is None:
        return due, remind_at
    expires = ask.change.expires
    return expires, remind_at if remind_at < expires else None


def reviewers_slot(asker_slot: str, taken: int, ask: Ask) -> str:
    """The message of a card in the reviewers' channel; what has changed gets one of its own."""
    slot = f"{asker_slot}/reviewers"
    if ask.kind is CheckpointKind.WRITE_OUTCOME or (ask.change and ask.change.remarks):
        return f"{slot}/{taken}"
    return slot


def waiting_line(ask: Ask, policy: ReviewPolicy) -> str:
    """What stands in the asker's thread while others decide."""
    if ask.kind is CheckpointKind.WRITE_OUTCOME:
        return say.WAITING_FOR_OUTCOME
    if ask.change is None:
        return say.waiting_for_reviewers(ask.title)
    rules, change = policy.writes, ask.change
    progress = say.approvals_so_far(len(change.approvals), change.quorum)
    return say.waiting_for_approval(change.explanation, rules.approvers if rules else (), progress)
