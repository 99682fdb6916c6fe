"""Who may decide, and how long people have."""

import datetime as dt
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from pipeline.checkpoint import Ask, Audience, CheckpointKind
from pipeline.people import Person, unchanged
from pipeline.tier import Tier
from pipeline.writes.rules import WriteRules
from review import sentences as say
from review.ledger.records import Checkpoint, Run
from review.ledger.threads import Thread
from review.policy.business_hours import BusinessHours
from review.policy.sentences import ROLES_CHANGED


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewPolicy:
    """A workspace's rules for review. Without roles and a thread nobody can review.

    `next_thread` is where an escalated case goes. `due` and `remind_after` count from the card,
    within `hours` where the workspace has some; only reviewers keep them. `roles` are those
    that the workspace grants something, `default_role` that of everybody else.

    `writes` are the rules for changes, None where nothing may be changed; `audit_thread` is told
    of each. `known_as` gives the one id of a person who has several, on several surfaces; `as_now`
    the person with the roles of today.
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
    writes: WriteRules | None = None
    audit_thread: Thread | None = None
    known_as: Mapping[str, str] = field(default_factory=dict)
    as_now: Callable[[Person], Person] = unchanged

    def are_one(self, one: Person, other: Person) -> bool:
        """Whether these are the same person, perhaps on two surfaces."""
        return self.known_as.get(one.id, one.id) == self.known_as.get(other.id, other.id)

    def decides(self, kind: CheckpointKind, person: Person) -> bool:
        """Whether this person is one of those who decide such cards in the reviewers' channel."""
        if kind in WRITES:
            return self.writes is not None and self.writes.may_approve(person)
        return self.reviews(person)

    def who_decides(self, kind: CheckpointKind) -> str:
        """A sentence for somebody who does not decide such cards: who does."""
        if kind in WRITES:
            return say.only_approvers(sorted(self.writes.approver_roles) if self.writes else ())
        return say.only_reviewers(sorted(self.reviewer_roles))

    def has_nobody_for(self, kind: CheckpointKind) -> bool:
        """Whether nobody could ever decide such a card."""
        roles = self.reviewer_roles
        if kind in WRITES:
            roles = self.writes.approver_roles if self.writes is not None else frozenset()
        return not roles or self.reviewers_thread is None

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


WRITES = frozenset({CheckpointKind.WRITE_APPROVAL, CheckpointKind.WRITE_OUTCOME})
Policies: TypeAlias = Callable[[str], ReviewPolicy]


def objection(checkpoint: Checkpoint, run: Run, by: Person, policy: ReviewPolicy) -> str:
    """Why this person may not decide this checkpoint, in a sentence; empty where they may."""
    if checkpoint.ask.audience is Audience.ASKER:
        if by.id != run.asker.id:
            return say.only_the_asker(run.asker)
        # What was worked out so far, and where it is answered, goes by the roles of then.
        return "" if by.roles == run.asker.roles else ROLES_CHANGED
    if checkpoint.ask.kind in WRITES:
        return _objection_to_approver(checkpoint.ask, run, by, policy)
    if not policy.reviews(by):
        return policy.who_decides(checkpoint.ask.kind)
    if policy.are_one(by, run.asker) and not policy.asker_may_approve:
        return _OWN[checkpoint.ask.kind is CheckpointKind.REVIEW]
    return ""


def _objection_to_approver(ask: Ask, run: Run, by: Person, policy: ReviewPolicy) -> str:
    rules = policy.writes
    if rules is None or not rules.may_approve(by):
        return policy.who_decides(ask.kind)
    authors = ask.change.authors if ask.change is not None else ()
    if policy.are_one(by, run.asker) and not rules.self_approval:
        return say.NOT_YOUR_OWN_WRITE
    if any(policy.are_one(by, author) for author in authors):
        return say.NOT_YOUR_OWN_EDIT
    return ""


def objection_to_approval(ask: Ask, by: Person, policy: ReviewPolicy, now: dt.datetime) -> str:
    """Why this approver's yes does not count now, in a sentence; empty where it does."""
    change, rules = ask.change, policy.writes
    if change is None or rules is None:
        return ""
    if any(policy.are_one(by, signed.by) for signed in change.approvals):
        return say.APPROVED_ALREADY
    tier = Tier(change.tier)
    return "" if rules.open_at(tier, now) else say.outside_hours(str(rules.hours[tier]))


_OWN = {True: say.NOT_YOUR_OWN_ANSWER, False: say.NOT_YOUR_OWN_WRITE}


def may_see(run: Run, person: Person, policy: ReviewPolicy, *, in_review: bool) -> bool:
    """The asker, reviewers of an open case, and in a shared thread who reads as the asker did.

    Roles decide which rows a person may read, and more roles do not always read more: an asker
    whose roles are others now asks again.
    """
    if in_review and policy.reviews(person):
        return True
    reads_alike = policy.reads_as(run.asker) == policy.reads_as(person)
    return reads_alike and (person.id == run.asker.id or not run.thread.private)
