"""The Roles port over the settings."""

from collections.abc import Mapping
from dataclasses import replace

from bots.settings import PersonSettings
from pipeline.people import Person

_GROUP = "group:"


class ConfiguredRoles:
    """Roles by person id (`slack:TEAM:USER`) and by group id (`group:S0123456789`)."""

    def __init__(self, people: Mapping[str, PersonSettings]) -> None:
        named = {key: value for key, value in people.items() if not key.startswith(_GROUP)}
        others = {other: value for value in named.values() for other in value.also}
        self._people = others | named
        self._groups = {
            key.removeprefix(_GROUP): frozenset(value.roles)
            for key, value in people.items()
            if key.startswith(_GROUP)
        }

    @property
    def groups(self) -> frozenset[str]:
        return frozenset(self._groups)

    def of(self, person: str, groups: frozenset[str]) -> frozenset[str]:
        known = self._people.get(person)
        own = frozenset(known.roles) if known else frozenset[str]()
        return own.union(*(self._groups.get(group, frozenset()) for group in groups))

    def as_now(self, person: Person) -> Person:
        """The person with the roles that the settings give them today.

        Who is in a group only their chat knows: what any group gives stays theirs.
        """
        of_groups = person.roles.intersection(self.of("", self.groups))
        return replace(person, roles=self.of(person.id, frozenset()) | of_groups)

    def holders(self, role: str) -> tuple[str, ...]:
        return tuple(sorted(key for key, value in self._people.items() if role in value.roles))

    def name(self, person: str) -> str:
        known = self._people.get(person)
        return known.name if known else ""
