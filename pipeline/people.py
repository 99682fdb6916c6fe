"""People, as the surfaces verified them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """A person.

    `id` is `surface:tenant:user`; `roles` come from the configuration, never from a message.
    """

    id: str
    name: str = ""
    roles: frozenset[str] = frozenset()
    time_zone: str = ""
    locale: str = ""


def unchanged(person: Person) -> Person:
    """The person with the same roles, where nobody knows of others."""
    return person
