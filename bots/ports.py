"""What the surfaces need from the rest of the process."""

import datetime as dt
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Final, Protocol, TypeAlias

# Who has this role sees how the installation is, whatever their chat says of them.
ADMIN: Final = "admin"
Clock: TypeAlias = Callable[[], dt.datetime]


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """How one part of the installation is, in a plain sentence."""

    what: str
    well: bool
    said: str


class DirectoryAway(Exception):
    """A chat's directory does not answer, or does not let us look; the reason is in words."""


class Directory(Protocol):
    """The groups and accounts of one chat. An account is `surface:user`, whichever its tenant."""

    def has(self, group: str) -> bool:
        """Whether a group with such an id is of this chat."""
        ...

    async def members(self, group: str) -> frozenset[str]:
        """The ids of the people in the group, those that are switched off left out.

        Raises DirectoryAway.
        """
        ...

    async def left(self, accounts: Collection[str]) -> frozenset[str]:
        """Those of these accounts that are gone or switched off. Raises DirectoryAway."""
        ...


class Health(Protocol):
    """How the installation is, for those who look after it. Raises nothing."""

    async def conditions(self) -> tuple[Condition, ...]: ...


class NoHealth:
    """Nothing is known of the installation."""

    async def conditions(self) -> tuple[Condition, ...]:
        return ()


class DraftCheck(Protocol):
    """Checks SQL that a person is typing, without running it. Raises nothing."""

    async def findings(self, checkpoint: str, sql: str) -> tuple[str, ...] | None:
        """What is wrong with it for that checkpoint; None where that cannot be told."""
        ...


class Roles(Protocol):
    """Which roles a person has. The configuration says so, never a message. Raises nothing."""

    def of(self, person: str) -> frozenset[str]:
        """The roles that this person has now, by name and by group."""
        ...

    def name(self, person: str) -> str:
        """The configured name, empty where there is none."""
        ...

    def holders(self, role: str) -> tuple[str, ...]:
        """The ids of all people to whom the configuration gives this role by name."""
        ...
