"""Talks: the page of the ledger on which conversations are kept."""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Protocol

from review.ledger.records import Conversation, Vote
from review.ledger.threads import Thread


class Talks(Protocol):
    """What is kept of conversations: events seen, turns and votes."""

    async def first_sight(self, event: str, now: dt.datetime) -> bool:
        """Remember an event; False where it was seen before."""
        ...

    async def first_sights(self, events: Mapping[str, str], now: dt.datetime) -> Set[str]:
        """Remember events and the runs that come of them; those that were not seen before."""
        ...

    async def became(self, event: str, run: str) -> None:
        """Remember which run came of an event."""
        ...

    async def run_of(self, event: str) -> str:
        """The run that came of an event; empty where none did."""
        ...

    async def conversation(self, thread: Thread) -> Conversation | None: ...

    async def begin(self, keys: Iterable[str], now: dt.datetime) -> Set[str]:
        """From now on these threads are known; those that were not before."""
        ...

    async def keep(self, conversations: Sequence[Conversation], now: dt.datetime) -> None:
        """What threads remember from now on; of each thread at most one."""
        ...

    async def vote(self, vote: Vote) -> None: ...

    async def votes(self, run: str) -> Sequence[Vote]: ...
