"""Which change of a workspace's schema was written last, as every replica can find out."""

import json

from pipeline.tier import Tier
from review.ledger.port import Ledger

# Further back than this nobody looks: a catalog is read again by itself before so many changes.
_MOST = 50


class SchemaChanges:
    """Asks the ledger; the same answer on every replica."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    async def last_in(self, workspace: str) -> str:
        """The approval of the last change of that schema; empty where there was none lately.

        Raises LedgerUnavailableError.
        """
        async with self._ledger.read() as pages:
            written = await pages.writes.written_in(workspace, _MOST)
        tiers = ((each.approval, json.loads(each.entry.result or "{}")) for each in written)
        return next((one for one, known in tiers if known.get("tier") == Tier.T2.value), "")
