"""What the surfaces need from the rest of the process."""

import datetime as dt
from collections.abc import Callable
from typing import Protocol, TypeAlias

Clock: TypeAlias = Callable[[], dt.datetime]


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
