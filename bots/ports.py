"""What the surfaces need from the rest of the process."""

import datetime as dt
from collections.abc import Callable
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

    @property
    def groups(self) -> frozenset[str]:
        """The ids of the surfaces' groups that the configuration gives roles to."""
        ...

    def of(self, person: str, groups: frozenset[str]) -> frozenset[str]:
        """The roles of this person id, who is in these groups."""
        ...

    def name(self, person: str) -> str:
        """The configured name, empty where there is none."""
        ...

    def holders(self, role: str) -> tuple[str, ...]:
        """The ids of all people to whom the configuration gives this role by name."""
        ...
