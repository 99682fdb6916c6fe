"""The Roles port over the settings, and over what is known of groups."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from bots.bootstrap.memberships import Memberships
from bots.settings import PersonSettings
from bots.settings.values import GROUP
from pipeline.people import Person

_ID: Final = re.compile(r"(?!group:)[a-z]+:[^:\s]+:[^:\s]+")


def is_person_id(text: str) -> bool:
    """Whether it is written as the id of a person: surface, workspace or tenant, and account."""
    return _ID.fullmatch(text) is not None


class ConfiguredRoles:
    """Roles by person id (`slack:TEAM:USER`) and by group id (`group:S0123456789`).

    Without memberships nobody is in a group. Whoever left has no role.
    """

    def __init__(
        self, people: Mapping[str, PersonSettings], memberships: Memberships | None = None
    ) -> None:
        named = {key: value for key, value in people.items() if not key.startswith(GROUP)}
        others = {other: value for value in named.values() for other in value.also}
        self._people = others | named
        self._ids = {
            ident: (key, *value.also)
            for key, value in named.items()
            for ident in (key, *value.also)
        }
        self._memberships = memberships
        self._groups = {
            key.removeprefix(GROUP): frozenset(value.roles)
            for key, value in people.items()
            if key.startswith(GROUP)
        }

    @property
    def groups(self) -> frozenset[str]:
        """The ids of the groups that the settings give roles to."""
        return frozenset(self._groups)

    @property
    def people(self) -> frozenset[str]:
        """The ids of all people whom the settings name."""
        return frozenset(self._people)

    def ids_of(self, person: str) -> tuple[str, ...]:
        """All ids of the person who has this one."""
        return self._ids.get(person, (person,))

    def of(self, person: str) -> frozenset[str]:
        known, ids = self._people.get(person), self.ids_of(person)
        roles = frozenset(known.roles) if known else frozenset[str]()
        if self._memberships is None:
            return roles
        if self._memberships.has_left(ids):
            return frozenset()
        for group in self._memberships.groups_of(ids):
            roles |= self._groups.get(group, frozenset())
        return roles | self._memberships.given_to(ids)

    def as_now(self, person: Person) -> Person:
        """The person with the roles that they have today."""
        return replace(person, roles=self.of(person.id))

    def members_with(self, role: str) -> frozenset[str]:
        """The ids of those who have the role by a group."""
        if self._memberships is None:
            return frozenset()
        groups = (group for group, roles in self._groups.items() if role in roles)
        return frozenset[str]().union(*map(self._memberships.members_of, groups))

    def holders(self, role: str) -> tuple[str, ...]:
        return tuple(sorted(key for key, value in self._people.items() if role in value.roles))

    def name(self, person: str) -> str:
        known = self._people.get(person)
        return known.name if known else ""
