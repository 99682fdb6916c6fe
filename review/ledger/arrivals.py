"""Arrivals: what a surface has acknowledged and not taken in yet."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrival:
    """An event of a surface. `body` is the surface's own, for nobody else to read."""

    surface: str
    event: str
    body: str


class Arrivals(Protocol):
    """Arrivals, each held by one process until its lease ends."""

    async def keep(self, arrival: Arrival, now: dt.datetime, until: dt.datetime) -> bool:
        """Keep it, held by this process; False where it is kept already."""
        ...

    async def take(self, surface: str, now: dt.datetime, until: dt.datetime) -> Sequence[Arrival]:
        """Hold those that nobody holds any more."""
        ...

    async def drop(self, arrival: Arrival) -> None: ...

    async def release_all(self, now: dt.datetime) -> None: ...
