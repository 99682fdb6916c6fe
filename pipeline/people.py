"""People, as the surfaces verified them."""

from dataclasses import dataclass, replace


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

    def holding(self, roles: frozenset[str]) -> "Person":
        """The person with those of their roles alone that are among these."""
        return replace(self, roles=self.roles & roles)


def unchanged(person: Person) -> Person:
    """The person with all of their roles, where nobody knows which they lost."""
    return person
