"""Takes runs up: the lease, what people said meanwhile, and runs that end or wait right there."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import structlog

from pipeline.approval import Signed
from pipeline.checkpoint import Action
from pipeline.flow import Flow
from pipeline.state import RunState
from review import sentences as say
from review.ledger.errors import NewerStateError, UnreadableStateError
from review.ledger.notices import Working
from review.ledger.port import Pages
from review.ledger.records import Checkpoint, CheckpointStatus, Run, RunStatus, StepTaken
from review.ledger.stored import dump_state, load_state
from review.owed import owing
from review.runs import changes
from review.runs.changes import Change, keep
from review.runs.write_news import unsettled
from review.settings import Around, ReviewSettings

log = structlog.get_logger()
# Whoever is far back looks less often whether there is a place.
_SLOWEST = 5
# With the waits in between about eight minutes: as long as a rolling upgrade takes.
_MOST_LEFT_TO_NEWER = 10


def may_be_queued(run: Run) -> bool:
    """Whether it may be made to wait: not where a person's decision or another replica left it."""
    return run.status is RunStatus.READY and not run.checkpoint


async def queue_if_full(
    pages: Pages, run: Run, now: dt.datetime, settings: ReviewSettings
) -> Change | None:
    """The run put back for later where its workspace has enough at work; None where it goes on.

    Its asker is told once how many are before it: a message that counts down floods a chat.
    """
    limit = settings.per_workspace
    if not limit or not run.workspace:
        return None
    before = await pages.runs.ahead_in_workspace(run, now) - limit + 1
    if before <= 0:
        return None
    wait = settings.retry_wait * min(_SLOWEST, before)
    after = changes.later(run, now + wait)
    news = run.status is RunStatus.RUNNING or run.ready_at == run.created_at
    owed = (owing.owed_by(after, Working(queued=before), now),) if news else ()
    wake = (changes.wake_run(after, wait.total_seconds()),)
    return Change(run=after, held_by=run.lease.owner, owed=owed, wake=wake)


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """A run that this worker has the lease of, and its state as a value.

    `steps` were so quick that they are kept with the next one: the run's version, and its state as
    text, are the kept ones. `shown` says that this version of the run owes its notice already.
    """

    run: Run
    state: RunState
    steps: tuple[StepTaken, ...] = ()
    shown: bool = False

    @property
    def written(self) -> Run:
        """The run with the state as it is now, to be kept."""
        return replace(self.run, state=dump_state(self.state)) if self.steps else self.run


class TakingUp:
    """Takes leases, of all runs that are wanted at the same moment in the same transaction."""

    def __init__(self, flow: Flow, around: Around, settings: ReviewSettings) -> None:
        self.flow = flow
        self.around = around
        self.settings = settings

    async def take_all(self, pages: Pages, wanted: Sequence[str]) -> Sequence[Held | None]:
        """The runs; None for one that others work on, or that waits or ends here."""
        now = self.around.clock()
        found = await pages.runs.listed(frozenset(wanted))
        mine: dict[str, Run] = {}
        for run in found.values():
            if not changes.claimable(run, now):
                continue
            if may_be_queued(run) and await self.made_to_wait(pages, run, now):
                continue
            if changes.was_cut_off(run) and await self._made_to_rest(pages, run, now):
                continue
            mine[run.id] = changes.claimed(run, self.around.owner, now + self.settings.hold)
            if self.settings.per_workspace:
                # Whoever is looked at next sees that a place is taken.
                await _save(pages, found, {run.id: mine[run.id]})
        if not self.settings.per_workspace:
            await _save(pages, found, mine)
        decided = {run.checkpoint for run in mine.values() if run.checkpoint}
        checkpoints = await pages.checkpoints.listed(decided)
        opened = {
            run.id: await self._opened(pages, run, checkpoints.get(run.checkpoint), now)
            for run in mine.values()
        }
        # Of two who want the same run, one gets it.
        return [opened.pop(run, None) for run in wanted]

    def begun(self, ready: Run, decided: Checkpoint, now: dt.datetime) -> Held | None:
        """The run taken up with the decision that makes it ready, which is kept with it.

        None for one that ends with it, or that cannot be read: that is told by whoever takes it.
        """
        if _said_no(decided):
            return None
        mine = changes.begun(ready, self.around.owner, now + self.settings.hold)
        try:
            return replace(self._readable(mine, decided), shown=True)
        except UnreadableStateError:
            return None

    async def made_to_wait(self, pages: Pages, run: Run, now: dt.datetime) -> bool:
        """Put the run back in its workspace's line where that has enough at work."""
        waits = await queue_if_full(pages, run, now, self.settings)
        if waits is not None:
            await keep(pages, waits, now)
        return waits is not None

    async def _made_to_rest(self, pages: Pages, run: Run, now: dt.datetime) -> bool:
        """Put a run back for a while that was cut off again and again, or end it at last.

        Processes are stopped for many reasons, so that a few times say nothing of the run. One that
        ends its process itself leaves the others time in between.
        """
        settings, cut_off = self.settings, run.cut_off + 1
        log.warning("run_cut_off", run=run.id, node=run.node, times=cut_off)
        if cut_off < settings.cut_off_rests:
            return False
        if cut_off >= settings.cut_off_ends and not await unsettled(pages, run):
            refusal = say.cut_off(run.id, cut_off)
            await keep(pages, changes.failed(run, refusal, now), now)
            return True
        wait = settings.rest(cut_off)
        after = replace(changes.later(run, now + wait), cut_off=cut_off)
        wake = (changes.wake_run(after, wait.total_seconds()),)
        await keep(pages, Change(run=after, held_by=run.lease.owner, wake=wake), now)
        return True

    async def _opened(
        self, pages: Pages, run: Run, checkpoint: Checkpoint | None, now: dt.datetime
    ) -> Held | None:
        """The claimed run with what people said; None where it ends here."""
        worn = run.lease.attempts >= self.settings.attempts
        # What became of a write that was sent is found out, however often that fails.
        if worn and not await unsettled(pages, run):
            await keep(pages, changes.failed(run, say.gave_up(run.id), now), now)
            return None
        if checkpoint is not None and _said_no(checkpoint) and not _hears_no(run):
            note = checkpoint.decision.note if checkpoint.decision else ""
            await keep(pages, changes.failed(run, say.rejected(checkpoint.by, note), now), now)
            return None
        try:
            return self._readable(run, checkpoint)
        except UnreadableStateError as error:
            if isinstance(error, NewerStateError) and run.cut_off < _MOST_LEFT_TO_NEWER:
                await self._left_to_newer(pages, run, now)
                return None
            log.warning("state_unreadable", run=run.id, reason=error.reason)
            await keep(pages, changes.failed(run, say.unreadable(run.id), now), now)
            return None

    async def _left_to_newer(self, pages: Pages, run: Run, now: dt.datetime) -> None:
        """Put back a run that a replica of a newer version can take up.

        In a rolling upgrade both versions are there for a while. It counts as cut off, so that the
        waits grow, and its asker is told at last where no newer version is left.
        """
        cut_off = run.cut_off + 1
        wait = self.settings.rest(max(cut_off, self.settings.cut_off_rests))
        log.info("left_to_newer_version", run=run.id, node=run.node, times=cut_off)
        after = replace(changes.later(run, now + wait), cut_off=cut_off)
        wake = (changes.wake_run(after, wait.total_seconds()),)
        await keep(pages, Change(run=after, held_by=run.lease.owner, wake=wake), now)

    def _readable(self, run: Run, checkpoint: Checkpoint | None) -> Held:
        """The run under its step's name now. Raises UnreadableStateError."""
        run = replace(run, node=self._node(run))
        state = replace(load_state(run.state), run=run.id)
        return Held(run=run, state=self._with_decision(state, checkpoint))

    def _node(self, run: Run) -> str:
        node = self.settings.renamed.get(run.node, run.node)
        if node not in self.flow.names:
            reason = f"there is no step {node!r} in this version"
            raise NewerStateError(reason)
        return node

    def _with_decision(self, state: RunState, checkpoint: Checkpoint | None) -> RunState:
        if checkpoint is None or checkpoint.status is not CheckpointStatus.ANSWERED:
            return state
        if checkpoint.decision is None or checkpoint.by is None or checkpoint.at is None:
            return state
        signed = Signed(by=checkpoint.by, at=checkpoint.at, checkpoint=checkpoint.id)
        return self.flow.decided(state, checkpoint.ask, checkpoint.decision, signed)


async def _save(pages: Pages, before: Mapping[str, Run], after: Mapping[str, Run]) -> None:
    """Write the claims over what the last holders left. Raises StaleError."""
    holders = {before[run].lease.owner for run in after}
    for holder in sorted(holders):
        theirs = (run for run in after.values() if before[run.id].lease.owner == holder)
        await pages.runs.save(*theirs, held_by=holder)


def _said_no(checkpoint: Checkpoint) -> bool:
    decision = checkpoint.decision
    return decision is not None and decision.action in {Action.REJECT, Action.IGNORE}


def _hears_no(run: Run) -> bool:
    """Whether a model hears the no and goes on; a state that nobody can read ends with it."""
    try:
        return load_state(run.state).hears_no
    except UnreadableStateError:
        return False
