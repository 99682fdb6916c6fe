"""Checks SQL while a person types it, without running it."""

import asyncio

from bots.bootstrap.workspaces import LiveWorkspaces
from pipeline.checking import Failed, Forbidden, Passed, checked
from pipeline.contract import Contract
from review.cases.dossier import contract_of
from review.ledger.errors import ReviewError
from review.ledger.port import Ledger

_LONGEST = 20_000


class LiveDrafts:
    """The DraftCheck port over the workspaces and the ledger; no database is asked."""

    def __init__(self, workspaces: LiveWorkspaces, ledger: Ledger) -> None:
        self._workspaces = workspaces
        self._ledger = ledger

    async def findings(self, checkpoint: str, sql: str) -> tuple[str, ...] | None:
        try:
            async with self._ledger.read() as pages:
                found = await pages.checkpoints.get(checkpoint)
                run = await pages.runs.get(found.run) if found else None
        except ReviewError:
            return None
        workspace = self._workspaces.get(run.workspace) if run else None
        if found is None or run is None or workspace is None or len(sql) > _LONGEST:
            return None
        # What a reviewer writes may leave the contract; what an asker mends may not.
        contract = Contract() if found.case else contract_of(run)
        match await asyncio.to_thread(checked, sql, workspace, run.asker, contract):
            case Forbidden(reason=reason):
                return (reason,)
            case Failed(findings=findings):
                return findings
            case Passed():
                return ()
