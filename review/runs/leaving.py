"""What somebody leaves behind who left: it moves on to others, or ends."""

import datetime as dt
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from review.ledger.port import Ledger
from review.ledger.records import Checkpoint, Noted
from review.runs import operating

SYSTEM = "system:identity"
_MOST = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """A card that waits, and the people whom it waits for or is looked at by."""

    checkpoint: Checkpoint
    asker: str

    @property
    def people(self) -> frozenset[str]:
        claimed = self.checkpoint.claimed_by
        return frozenset({self.asker} | ({claimed.id} if claimed else set()))


async def waiting(ledger: Ledger) -> Sequence[Waiting]:
    """The cards that wait, the oldest first."""
    async with ledger.read() as pages:
        cards = await pages.checkpoints.open(_MOST)
        runs = await pages.runs.listed({card.run for card in cards})
    return [
        Waiting(checkpoint=card, asker=runs[card.run].asker.id)
        for card in cards
        if card.run in runs
    ]


async def move_on(ledger: Ledger, left: Collection[str], now: dt.datetime) -> int:
    """Free what these people looked at, and end what they asked; how many cards that were."""
    moved = 0
    for each in await waiting(ledger):
        card = each.checkpoint
        async with ledger.begin() as pages:
            if each.asker in left:
                moved += await operating.cancel(pages, card.run, SYSTEM, now)
            elif card.claimed_by is not None and card.claimed_by.id in left:
                moved += await pages.checkpoints.release(card.id, now)
                noted = Noted(
                    at=now,
                    actor=SYSTEM,
                    action="freed: whoever looked at it left",
                    run=card.run,
                    checkpoint=card.id,
                )
                pages.audit.note(noted)
    return moved
