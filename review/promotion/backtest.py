"""Backtest: what people asked before, replayed against the approved queries."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from knowledge.validated.store import wording_key
from pipeline.result import Trust
from pipeline.state import RunState
from pipeline.steps.match import offer_for
from pipeline.workspace import Workspace
from review.cases.dossier import restored_by
from review.ledger.errors import UnreadableStateError
from review.ledger.port import Ledger
from review.ledger.records import Run
from review.ledger.stored import load_state


@dataclass(frozen=True, slots=True, kw_only=True)
class PastQuestions:
    """The questions of the ledger that stand alone, and how often each was asked.

    `left_out` counts follow-ups, changes and what cannot be read any more.
    """

    states: tuple[RunState, ...] = ()
    times: tuple[int, ...] = ()
    left_out: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Offered:
    """What is offered for a question: no `trust` is nothing."""

    trust: Trust | None = None
    query: str = ""
    question: str = ""
    sql: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Replayed:
    """A past question, how often it was asked, and what is offered now and after a change."""

    question: str
    times: int
    now: Offered
    then: Offered = field(default_factory=Offered)

    @property
    def changes(self) -> bool:
        """Whether the change offers it another query, another statement or another trust."""
        return (self.now.trust, self.now.query, self.now.sql) != (
            self.then.trust,
            self.then.query,
            self.then.sql,
        )


async def past_questions(ledger: Ledger, workspace: str, limit: int) -> PastQuestions:
    """The newest questions of a workspace, each with its day and its asker's rights once."""
    async with ledger.read() as pages:
        runs = await pages.runs.latest(limit, workspace)
    states: dict[object, RunState] = {}
    times: dict[object, int] = {}
    left_out = 0
    for run in runs:
        state = _replayable(run, workspace)
        if state is None:
            left_out += not restored_by(run)
            continue
        asked = (wording_key(state.question), state.today, state.asker.roles, _kept(state))
        states.setdefault(asked, state)
        times[asked] = times.get(asked, 0) + 1
    return PastQuestions(
        states=tuple(states.values()), times=tuple(times.values()), left_out=left_out
    )


async def replayed(past: PastQuestions, workspace: Workspace) -> Sequence[Offered]:
    """What the workspace's approved queries would be offered for, one for each question."""
    return [await _offered(state, workspace) for state in past.states]


def _replayable(run: Run, workspace: str) -> RunState | None:
    """The question as it came to be matched; None for what was never matched."""
    try:
        state = load_state(run.state)
    except UnreadableStateError:
        return None
    if not state.question or state.previous is not None or restored_by(run):
        return None
    if state.write is not None or state.admin is not None:
        return None
    return RunState(
        question=state.question,
        asker=run.asker,
        today=state.today,
        pinned=workspace,
        workspace=workspace,
        standing=state.standing,
    )


def _kept(state: RunState) -> tuple[tuple[str, str], ...]:
    return tuple(sorted(state.standing.items()))


async def _offered(state: RunState, workspace: Workspace) -> Offered:
    offer = await offer_for(state, workspace)
    if offer is None:
        return Offered()
    found = offer.found
    return Offered(
        trust=found.trust,
        query=found.id,
        question=found.question,
        sql=found.sql,
        reason=found.reason if found.trust is Trust.TRUSTED else found.unlike,
    )
