"""What a workspace allows of writes: who may ask, who may approve, what, and when."""

import datetime as dt
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field

from typing_extensions import override

from pipeline.people import Person, unchanged
from pipeline.tier import Tier
from pipeline.writes.ports import WritableDatabase, WriteBook

APPROVABLE = (Tier.T1, Tier.T2)
_EVERY_DAY = frozenset(range(7))


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteHours:
    """Days, Monday being 0, and their hours; hours over midnight belong to their first day."""

    zone: dt.tzinfo
    opens: dt.time
    closes: dt.time
    days: frozenset[int] = _EVERY_DAY

    def hold(self, moment: dt.datetime) -> bool:
        """Whether the moment is within them."""
        local = moment.astimezone(self.zone)
        time, day = local.time(), local.weekday()
        if self.opens < self.closes:
            return day in self.days and self.opens <= time < self.closes
        if time >= self.opens:
            return day in self.days
        return time < self.closes and (day - 1) % 7 in self.days

    @override
    def __str__(self) -> str:
        return f"{self.opens:%H:%M} to {self.closes:%H:%M} ({self.zone})"


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteRules:
    """A workspace's rules for writes. `tables` are lower-case catalog keys, None for all of them.

    A tier without `hours` may be written at any time. `approvers` are the names to wait for.
    `known_as` gives the one id of a person who has several, on several surfaces; `as_now` the
    person with the roles of today.
    """

    asker_roles: frozenset[str]
    approver_roles: frozenset[str]
    approvers: tuple[str, ...] = ()
    tables: frozenset[str] | None = None
    tiers: frozenset[Tier] = frozenset(APPROVABLE)
    hours: Mapping[Tier, WriteHours] = field(default_factory=dict)
    quorum: Mapping[Tier, int] = field(default_factory=dict)
    self_approval: bool = False
    budget: dt.timedelta = dt.timedelta(seconds=10)
    expires_after: dt.timedelta = dt.timedelta(hours=24)
    known_as: Mapping[str, str] = field(default_factory=dict)
    as_now: Callable[[Person], Person] = unchanged

    def people(self, several: Iterable[Person]) -> frozenset[str]:
        """One id for each of them, whichever surface they came from."""
        return frozenset(self.known_as.get(each.id, each.id) for each in several)

    def needed(self, tier: Tier) -> int:
        """How many people must approve a change of this tier."""
        return self.quorum.get(tier, 1)

    def open_at(self, tier: Tier, moment: dt.datetime) -> bool:
        """Whether a change of this tier may be approved and written at that moment."""
        hours = self.hours.get(tier)
        return hours is None or hours.hold(moment)

    def may_ask(self, person: Person) -> bool:
        return bool(self.asker_roles & person.roles)

    def may_approve(self, person: Person) -> bool:
        return bool(self.approver_roles & person.roles)


async def nothing_to_catch_up() -> None:
    """Where nobody else writes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Writing:
    """All that a workspace needs for writes. `book` gives a book for one attempt to write.

    Without a book nothing is ever written: what was sent could not be remembered. `catch_up` reads
    the catalog again where a change of the schema was written since, by whichever replica.
    """

    database: WritableDatabase
    rules: WriteRules
    clock: Callable[[], dt.datetime]
    book: Callable[[], WriteBook] | None = None
    catch_up: Callable[[], Awaitable[None]] = nothing_to_catch_up
