"""Who is in which group, who left, and who was given a role for an emergency: what is known now."""

import math
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field


@dataclass(slots=True)
class Memberships:
    """The last that was heard of each group. What is older than `stale_after` counts as nothing.

    `ticks` never jump, as clocks do. In an emergency a role is given until a tick.
    """

    stale_after: float
    ticks: Callable[[], float]
    _members: dict[str, tuple[float, frozenset[str]]] = field(default_factory=dict)
    _left: frozenset[str] = frozenset()
    _given: Mapping[str, Mapping[str, float]] = field(default_factory=dict)

    def heard(self, group: str, members: frozenset[str]) -> None:
        """Keep who is in the group now."""
        self._members[group] = (self.ticks(), members)

    @property
    def leavers(self) -> frozenset[str]:
        """The accounts that are gone or switched off."""
        return self._left

    def heard_of_leavers(self, accounts: Iterable[str]) -> None:
        self._left = frozenset(accounts)

    def given(self, roles: Mapping[str, Mapping[str, float]]) -> None:
        """The roles of emergencies by person, each with the seconds that it lasts."""
        now = self.ticks()
        self._given = {
            person: {role: now + seconds for role, seconds in each.items()}
            for person, each in roles.items()
        }

    def groups_of(self, people: Collection[str]) -> frozenset[str]:
        """The groups of a person who has these ids; one that nobody could read has no members."""
        return frozenset(
            group for group in self._members if not self.members_of(group).isdisjoint(people)
        )

    def members_of(self, group: str) -> frozenset[str]:
        """The ids of those in the group; none where it was not read for too long."""
        at, members = self._members.get(group, (-math.inf, frozenset[str]()))
        return members if at >= self.ticks() - self.stale_after else frozenset()

    def has_left(self, people: Collection[str]) -> bool:
        return not {account_of(each) for each in people}.isdisjoint(self._left)

    def given_to(self, people: Collection[str]) -> frozenset[str]:
        """The roles that a person has for an emergency."""
        now = self.ticks()
        return frozenset(
            role
            for person in people
            for role, until in self._given.get(person, {}).items()
            if until > now
        )


def account_of(person: str) -> str:
    """The person's account in the chat, whichever of its workspaces they came from."""
    surface, _, rest = person.partition(":")
    return f"{surface}:{rest.rpartition(':')[2]}"
