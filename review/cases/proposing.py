"""How the answer of an open case would be kept: looked up before a reviewer decides."""

import asyncio
from collections.abc import Iterable, Sequence

from pipeline.people import Person
from review import sentences as say
from review.cases.dossier import answer_of, matter_of, restored_by, used_near
from review.ledger.errors import UnreadableStateError
from review.ledger.port import Ledger, Pages
from review.ledger.records import Run
from review.ledger.stored import load_state
from review.policy.deciders import Policies, objection
from review.ports.desk import Closed, NotAllowed, Verdict
from review.ports.promotion import Earlier, Promoter, Proposal, Verdicted
from review.settings import Around

# A form opens within seconds: so many of the latest runs are looked through for other wordings.
_MOST_EARLIER = 300


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
            if not isinstance(found, tuple):
                return found
            verdicted, case_run = found
            latest = await pages.runs.latest(_MOST_EARLIER, case_run.workspace)
        earlier = await asyncio.to_thread(_earlier, latest, case_run)
        proposal = await self._promoter.propose(verdicted, earlier)
        return proposal or NotAllowed(reason=say.WORKSPACE_AWAY)

    async def _about(
        self, pages: Pages, checkpoint_id: str, by: Person
    ) -> tuple[Verdicted, Run] | Verdict:
        checkpoint = await pages.checkpoints.get(checkpoint_id)
        matter = None
        if checkpoint is not None and checkpoint.case:
            matter = await matter_of(pages, checkpoint.case, checkpoint.thread)
        if checkpoint is None or matter is None:
            return Closed(how="unknown")
        reason = objection(checkpoint, matter.run, by, self._policies(matter.run.workspace))
        if reason:
            return NotAllowed(reason=reason)
        verdicted = Verdicted(
            id=matter.case.id,
            answer=matter.answer,
            contract=matter.contract,
            asker=matter.run.asker,
            reviewer=by,
            at=self._around.clock(),
            restores=restored_by(matter.run),
            used=used_near(matter.run),
        )
        return verdicted, matter.run


def _earlier(runs: Iterable[Run], case_run: Run) -> Sequence[Earlier]:
    """What was asked on its own before, first in the thread of the case.

    Of the thread, a question without an answer counts too: the next one may have said it better.
    What others asked in private stays private.
    """
    theirs: list[Earlier] = []
    others: list[Earlier] = []
    for run in runs:
        in_thread = run.thread.key == case_run.thread.key and run.asker.id == case_run.asker.id
        if run.id == case_run.id or restored_by(run):
            continue
        if run.thread.private and run.asker.id != case_run.asker.id:
            continue
        found = _asked_alone(run, answered=not in_thread)
        if found is not None:
            (theirs if in_thread else others).append(found)
    return (*theirs, *others)


def _asked_alone(run: Run, *, answered: bool) -> Earlier | None:
    try:
        state = load_state(run.state)
    except UnreadableStateError:
        return None
    if state.write is not None or state.admin is not None or state.leans or not state.question:
        return None
    answer = answer_of(run)
    if answer is None:
        return None if answered else Earlier(question=state.question, sql="", today=state.today)
    question = answer.standalone or answer.question
    return Earlier(question=question, sql=answer.reusable_sql or answer.sql, today=state.today)
