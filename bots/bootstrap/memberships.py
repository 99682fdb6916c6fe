"""Who is in which group, who left, and who was given a role for an emergency: what is known now."""

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
        accounts, oldest = {account_of(each) for each in people}, self.ticks() - self.stale_after
        return frozenset(
            group
            for group, (at, members) in self._members.items()
            if at >= oldest and not accounts.isdisjoint(members)
        )

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
