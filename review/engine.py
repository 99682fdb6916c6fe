"""The engine: takes a run step by step until a person is needed or it is over."""

import asyncio
import datetime as dt
import time
from dataclasses import dataclass, replace

import structlog

from pipeline.approval import Signed
from pipeline.checkpoint import Action, Audience
from pipeline.flow import Finish, Flow, Go, Outcome, Pause
from pipeline.state import RunState
from review import changes, owing
from review import sentences as say
from review.changes import Change, keep
from review.errors import LedgerUnavailableError, StaleError, UnreadableStateError
from review.heartbeat import kept_alive
from review.ledger import Ledger, Pages
from review.lining_up import put_in_line, stands_in_line
from review.policy import Policies
from review.records import Checkpoint, CheckpointStatus, Lease, Run, StepTaken
from review.settings import Around, ReviewSettings
from review.spending import Paid
from review.stored import changed_fields, load_state
from review.write_news import also_told, unsettled

log = structlog.get_logger()

# What may pass by itself: the step is tried again before anybody is told.
_TRANSIENT = (ConnectionError, TimeoutError)
# A write whose outcome is not known yet is looked after for as long as it takes.
_MOST_DOUBLINGS = 7


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """A run that this worker has the lease of, and its state as a value."""

    run: Run
    state: RunState


class Engine:
    """Advances runs. Any replica may call it for any run at any time: the lease decides."""

    def __init__(
        self,
        ledger: Ledger,
        flow: Flow,
        policies: Policies,
        around: Around,
        settings: ReviewSettings,
    ) -> None:
        self._ledger = ledger
        self._flow = flow
        self._policies = policies
        self._around = around
        self._settings = settings

    async def advance(self, run_id: str) -> None:
        """Take the run as far as it goes without a person. Does nothing where others work on it."""
        held: Held | None = None
        try:
            held = await self._claim(run_id)
            while held is not None:
                held = await self._step(held)
        except StaleError:
            log.info("run_taken_over", run=run_id)
        except LedgerUnavailableError as error:
            log.warning("ledger_unavailable", run=run_id, reason=error.reason)
        except asyncio.CancelledError:
            await asyncio.shield(self._put_back(run_id))
            raise

    async def _claim(self, run_id: str) -> Held | None:
        now = self._around.clock()
        async with self._ledger.begin() as pages:
            run = await pages.runs.get(run_id)
            if run is None or not changes.claimable(run, now):
                return None
            if stands_in_line(run) and await self._made_to_wait(pages, run, now):
                return None
            mine = changes.claimed(run, self._around.owner, now + self._settings.hold)
            await pages.runs.save(mine, held_by=run.lease.owner)
            return await self._opened(pages, mine, now)

    async def _made_to_wait(self, pages: Pages, run: Run, now: dt.datetime) -> bool:
        waits = await put_in_line(pages, run, now, self._settings)
        if waits is not None:
            await keep(pages, waits, now)
        return waits is not None

    async def _opened(self, pages: Pages, run: Run, now: dt.datetime) -> Held | None:
        """The claimed run with what people said; None where it ends here."""
        worn = run.lease.attempts > self._settings.attempts
        # What became of a write that was sent is found out, however often that fails.
        if worn and not await unsettled(pages, run):
            await keep(pages, changes.failed(run, say.gave_up(run.id), now), now)
            return None
        checkpoint = await pages.checkpoints.get(run.checkpoint) if run.checkpoint else None
        if checkpoint is not None and _said_no(checkpoint) and not _hears_no(run):
            note = checkpoint.decision.note if checkpoint.decision else ""
            await keep(pages, changes.failed(run, say.rejected(checkpoint.by, note), now), now)
            return None
        try:
            run = replace(run, node=self._node(run))
            state = replace(load_state(run.state), run=run.id)
            return Held(run=run, state=self._with_decision(state, checkpoint))
        except UnreadableStateError as error:
            log.warning("state_unreadable", run=run.id, reason=error.reason)
            await keep(pages, changes.failed(run, say.unreadable(run.id), now), now)
            return None

    def _node(self, run: Run) -> str:
        node = self._settings.renamed.get(run.node, run.node)
        if node not in self._flow.names:
            reason = f"there is no step {node!r} in this version"
            raise UnreadableStateError(reason)
        return node

    def _with_decision(self, state: RunState, checkpoint: Checkpoint | None) -> RunState:
        if checkpoint is None or checkpoint.status is not CheckpointStatus.ANSWERED:
            return state
        if checkpoint.decision is None or checkpoint.by is None or checkpoint.at is None:
            return state
        signed = Signed(by=checkpoint.by, at=checkpoint.at, checkpoint=checkpoint.id)
        return self._flow.decided(state, checkpoint.ask, checkpoint.decision, signed)

    async def _step(self, held: Held) -> Held | None:
        """Take one step and keep what it says; None where the run waits or is over."""
        started = time.monotonic()
        run = held.run
        try:
            outcome = await self._outcome(held)
        except _TRANSIENT as error:
            await self._try_later(run, error)
            return None
        except (StaleError, LedgerUnavailableError):
            raise
        except Exception as error:  # noqa: BLE001 - whatever a step does, the person is answered
            await self._broken(run, error)
            return None
        taken = self._taken(held, outcome, time.monotonic() - started)
        return await self._kept(held, outcome, taken)

    async def _outcome(self, held: Held) -> Outcome:
        """What the step says, while the lease is kept alive."""
        work = self._flow.run(held.run.node, held.state)
        shown = False

        async def renew() -> bool:
            nonlocal shown
            first, shown = not shown, True
            return await self._renew(held.run, progress=first)

        return await kept_alive(work, renew, self._settings)

    async def _renew(self, run: Run, *, progress: bool) -> bool:
        """Keep the lease; the first time also show the step, as it is not one of the quick ones."""
        now = self._around.clock()
        async with self._ledger.begin() as pages:
            held = await pages.runs.renew(run, now + self._settings.hold)
            if held and progress:
                await owing.owe(pages, (owing.progress(run, now),), now)
            return held

    async def _kept(self, held: Held, outcome: Outcome, taken: StepTaken) -> Held | None:
        now = self._around.clock()
        change, goes_on = self._change(held.run, outcome, now)
        paid = _paid(held, outcome.state, taken)
        policy = self._policies(change.run.workspace)
        async with self._ledger.begin() as pages:
            change = await also_told(pages, change, outcome, policy, now)
            await keep(pages, replace(change, step=taken, paid=paid), now)
            if goes_on and not held.run.workspace:
                goes_on = not await self._made_to_wait(pages, change.run, now)
        return Held(run=change.run, state=outcome.state) if goes_on else None

    def _change(self, run: Run, outcome: Outcome, now: dt.datetime) -> tuple[Change, bool]:
        """The change, and whether this worker goes on with the next step."""
        if run.taken >= self._settings.most_steps and not isinstance(outcome, Finish):
            return changes.failed(run, say.gave_up(run.id), now), False
        match outcome:
            case Finish():
                return changes.finished(run, outcome, now), False
            case Pause():
                return self._paused(run, outcome, now), False
            case Go():
                return self._moved(run, outcome, now)

    def _moved(self, run: Run, go: Go, now: dt.datetime) -> tuple[Change, bool]:
        names = self._flow.names
        place = names.index(run.node) + 1
        node = go.to or (names[place] if place < len(names) else "")
        if node not in names:
            log.error("no_next_step", run=run.id, node=run.node, to=go.to)
            return changes.failed(run, say.broken(run.id), now), False
        after = changes.moved(run, go.state, node, now + self._settings.hold)
        return Change(run=after, held_by=run.lease.owner), True

    def _paused(self, run: Run, pause: Pause, now: dt.datetime) -> Change:
        policy = self._policies(pause.state.workspace)
        if pause.ask.audience is Audience.REVIEWERS and policy.has_nobody_for(pause.ask.kind):
            finish = Finish(state=pause.state, outcome=say.no_reviewers())
            return changes.finished(run, finish, now)
        after = changes.waiting(run, pause, f"{run.id}-{run.taken + 1}")
        checkpoint = changes.opened(after, pause, policy, self._around.nonces(), now)
        noted = changes.noted_of(after, "paused", now, kind=pause.ask.kind, title=pause.ask.title)
        return Change(
            run=after,
            held_by=run.lease.owner,
            owed=owing.asked(after, checkpoint, policy, now),
            opened=checkpoint,
            noted=(replace(noted, checkpoint=checkpoint.id),),
        )

    def _taken(self, held: Held, outcome: Outcome, seconds: float) -> StepTaken:
        return StepTaken(
            run=held.run.id,
            number=held.run.taken + 1,
            node=held.run.node,
            said=type(outcome).__name__.lower(),
            output=changed_fields(held.state, outcome.state),
            seconds=round(seconds, 6),
            at=self._around.clock(),
        )

    async def _try_later(self, run: Run, error: BaseException) -> None:
        log.warning("step_failed_for_now", run=run.id, node=run.node, error=repr(error))
        now = self._around.clock()
        wait = self._settings.retry_wait * 2 ** (
            min(run.lease.attempts - 1, _MOST_DOUBLINGS) if run.lease.attempts else 0
        )
        after = changes.later(run, now + wait)
        change = Change(
            run=_tried(after),
            held_by=run.lease.owner,
            wake=(changes.wake_run(after, wait.total_seconds()),),
        )
        async with self._ledger.begin() as pages:
            await keep(pages, change, now)

    async def _broken(self, run: Run, error: Exception) -> None:
        log.error("step_broke", run=run.id, node=run.node, exc_info=error)
        now = self._around.clock()
        async with self._ledger.begin() as pages:
            await keep(pages, changes.failed(run, say.broken(run.id), now), now)

    async def _put_back(self, run_id: str) -> None:
        """This process stops: let another go on at once."""
        try:
            async with self._ledger.begin() as pages:
                run = await pages.runs.get(run_id)
                if run is None or run.lease.owner != self._around.owner:
                    return
                after = changes.later(run, self._around.clock())
                await pages.runs.save(
                    replace(after, lease=Lease(attempts=max(0, run.lease.attempts - 1))),
                    held_by=run.lease.owner,
                )
                pages.wake(changes.wake_run(after))
        except (StaleError, LedgerUnavailableError):
            log.info("lease_left_to_run_out", run=run_id)


def _paid(held: Held, after: RunState, step: StepTaken) -> tuple[Paid, ...]:
    """The calls of models that this step paid."""
    fresh = after.spent[len(held.state.spent) :]
    return tuple(
        Paid(
            run=held.run.id,
            number=step.number,
            place=place,
            person=held.run.asker.id,
            workspace=after.workspace,
            at=step.at,
            spent=spent,
        )
        for place, spent in enumerate(fresh)
    )


def _said_no(checkpoint: Checkpoint) -> bool:
    decision = checkpoint.decision
    return decision is not None and decision.action in {Action.REJECT, Action.IGNORE}


def _hears_no(run: Run) -> bool:
    """Whether a model hears the no and goes on; a state that nobody can read ends with it."""
    try:
        return load_state(run.state).hears_no
    except UnreadableStateError:
        return False


def _tried(run: Run) -> Run:
    """A try within the same claim counts as one, however far the claim had come."""
    return replace(run, lease=replace(run.lease, attempts=max(1, run.lease.attempts)))
