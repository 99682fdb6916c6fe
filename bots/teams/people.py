"""People of a Teams tenant, with the roles that the configuration gives them."""

from bots.ports import Roles
from bots.teams.activities import SURFACE, Speaker
from pipeline.people import Person

_PARTS = 3


def person_id(tenant: str, user: str) -> str:
    return f"{SURFACE}:{tenant}:{user}"


def user_of(person: str) -> str:
    """The directory's id of a person id; empty for a person of another surface."""
    parts = person.split(":")
    return parts[2] if len(parts) == _PARTS and parts[0] == SURFACE else ""


class TeamsPeople:
    """Who somebody is: the directory's id and the tenant count, never a name or a chat's id."""

    def __init__(self, roles: Roles) -> None:
        self._roles = roles

    def person(self, speaker: Speaker) -> Person:
        ident = person_id(speaker.tenant, speaker.user)
        return Person(
            id=ident,
            name=self._roles.name(ident) or speaker.name,
            roles=self._roles.of(ident),
            time_zone=speaker.time_zone,
            locale=speaker.locale,
        )

    def by_id(self, ident: str) -> Person:
        """The person of an id that we signed ourselves."""
        return Person(id=ident, name=self._roles.name(ident), roles=self._roles.of(ident))
