"""Who may decide, and how long people have."""

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from pipeline.checkpoint import Audience, CheckpointKind
from pipeline.people import Person
from review import sentences as say
from review.business_hours import BusinessHours
from review.records import Checkpoint, Run
from review.threads import Thread


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewPolicy:
    """A workspace's rules for review. Without roles and a thread nobody can review.

    `next_thread` is where an escalated case goes. `due` and `remind_after` count from the card,
    within `hours` where the workspace has some; only reviewers keep them. `roles` are those
    that the workspace grants something, `default_role` that of everybody else.
    """

    reviewer_roles: frozenset[str] = frozenset()
    reviewers_thread: Thread | None = None
    asker_may_approve: bool = False
    due: dt.timedelta = dt.timedelta(days=3)
    remind_after: dt.timedelta = dt.timedelta(days=1)
    next_thread: Thread | None = None
    hours: BusinessHours | None = None
    roles: frozenset[str] = frozenset()
    default_role: str = ""

    def reads_as(self, person: Person) -> frozenset[str]:
        """The roles by which the workspace decides what a person may read."""
        return person.roles & self.roles or frozenset({self.default_role})

    def reviews(self, person: Person) -> bool:
        """Whether this person is one of the workspace's reviewers."""
        return bool(self.reviewer_roles & person.roles)

    def times(self, audience: Audience, opened: dt.datetime) -> tuple[dt.datetime, dt.datetime]:
        """When a card that was opened then is due, and when its people are reminded of it."""
        if self.hours is None or audience is not Audience.REVIEWERS:
            return opened + self.due, opened + self.remind_after
        return self.hours.after(opened, self.due), self.hours.after(opened, self.remind_after)


Policies: TypeAlias = Callable[[str], ReviewPolicy]


def objection(checkpoint: Checkpoint, run: Run, by: Person, policy: ReviewPolicy) -> str:
    """Why this person may not decide this checkpoint, in a sentence; empty where they may."""
    if checkpoint.ask.audience is Audience.ASKER:
        return "" if by.id == run.asker.id else say.only_the_asker(run.asker)
    if not policy.reviews(by):
        return say.ONLY_REVIEWERS
    if by.id == run.asker.id and not policy.asker_may_approve:
        return _OWN[checkpoint.ask.kind is CheckpointKind.REVIEW]
    return ""


_OWN = {True: say.NOT_YOUR_OWN_ANSWER, False: say.NOT_YOUR_OWN_WRITE}


def may_see(run: Run, person: Person, policy: ReviewPolicy, *, in_review: bool) -> bool:
    """The asker, reviewers of an open case, and in a shared thread who reads as the asker does.

    Roles decide which rows a person may read, and more roles do not always read more.
    """
    if person.id == run.asker.id:
        return True
    if in_review and policy.reviews(person):
        return True
    return not run.thread.private and policy.reads_as(run.asker) == policy.reads_as(person)
