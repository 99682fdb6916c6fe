"""Roles that somebody has for an emergency: for a time, for a reason, and known to the admins."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True, kw_only=True)
class EmergencyRole:
    """A role of a person until then; `by` gave it, for this reason."""

    person: str
    role: str
    until: dt.datetime
    reason: str
    by: str


class Emergencies(Protocol):
    """The roles of emergencies. One that is over is kept, and gives nothing."""

    async def give(self, given: EmergencyRole) -> None:
        """Give the role, or give it longer."""
        ...

    async def end(self, person: str, now: dt.datetime) -> bool:
        """End all that this person has; False where there is nothing."""
        ...

    async def holding(self, now: dt.datetime) -> Sequence[EmergencyRole]:
        """Those that are not over."""
        ...
