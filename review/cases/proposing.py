"""How the answer of an open case would be kept: looked up before a reviewer decides."""

from pipeline.people import Person
from review import sentences as say
from review.cases.dossier import matter_of, restored_by
from review.ledger.port import Ledger, Pages
from review.policy.deciders import Policies, objection
from review.ports.desk import Closed, NotAllowed, Verdict
from review.ports.promotion import Promoter, Proposal, Verdicted
from review.settings import Around


class Proposing:
    """Asks the promoter about a case's answer; nothing changes by it."""

    def __init__(self, promoter: Promoter, around: Around, policies: Policies) -> None:
        self._promoter = promoter
        self._around = around
        self._policies = policies

    async def proposal(self, ledger: Ledger, checkpoint: str, by: Person) -> Proposal | Verdict:
        """The proposal, or why this person gets none. The ledger is not held meanwhile."""
        async with ledger.read() as pages:
            found = await self._about(pages, checkpoint, by)
        if not isinstance(found, Verdicted):
            return found
        proposal = await self._promoter.propose(found)
        return proposal or NotAllowed(reason=say.WORKSPACE_AWAY)

    async def _about(self, pages: Pages, checkpoint_id: str, by: Person) -> Verdicted | Verdict:
        checkpoint = await pages.checkpoints.get(checkpoint_id)
        matter = None
        if checkpoint is not None and checkpoint.case:
            matter = await matter_of(pages, checkpoint.case, checkpoint.thread)
        if checkpoint is None or matter is None:
            return Closed(how="unknown")
        reason = objection(checkpoint, matter.run, by, self._policies(matter.run.workspace))
        if reason:
            return NotAllowed(reason=reason)
        return Verdicted(
            id=matter.case.id,
            answer=matter.answer,
            contract=matter.contract,
            asker=matter.run.asker,
            reviewer=by,
            at=self._around.clock(),
            restores=restored_by(matter.run),
        )
