"""The engine: takes a run step by step until a person is needed or it is over."""

import asyncio
import datetime as dt
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import structlog

from pipeline.checkpoint import Audience
from pipeline.flow import Finish, Go, Outcome, Pause
from review import sentences as say
from review.ledger.errors import LedgerUnavailableError, StaleError
from review.ledger.heartbeat import kept_alive
from review.ledger.port import Ledger, Pages
from review.ledger.records import Lease, Run, StepTaken
from review.ledger.spending import Paid
from review.ledger.stored import changed_fields
from review.ledger.together import Together
from review.owed import owing
from review.policy.deciders import Policies
from review.runs import changes
from review.runs.changes import Change, keep, keep_all
from review.runs.handing_over import HandingOver
from review.runs.taking_up import Held, TakingUp
from review.runs.write_news import also_told

V = TypeVar("V")
log = structlog.get_logger()

# What may pass by itself: the step is tried again before anybody is told.
_TRANSIENT = (ConnectionError, TimeoutError)
# A write whose outcome is not known yet is looked after for as long as it takes.
_MOST_DOUBLINGS = 7


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenStep:
    """A step that was taken, before it is kept."""

    held: Held
    outcome: Outcome
    step: StepTaken

    @property
    def steps(self) -> tuple[StepTaken, ...]:
        """All steps since the run was kept last."""
        return (*self.held.steps, self.step)

    @property
    def paid(self) -> tuple[Paid, ...]:
        """The calls of models that this step paid."""
        after = self.outcome.state
        fresh = after.spent[len(self.held.state.spent) :]
        return tuple(
            Paid(
                run=self.held.run.id,
                number=self.step.number,
                place=place,
                person=self.held.run.asker.id,
                workspace=after.workspace,
                at=self.step.at,
                spent=spent,
            )
            for place, spent in enumerate(fresh)
        )


@dataclass(slots=True)
class _At:
    """Where a run is, while steps go on that are not kept yet."""

    held: Held


class Engine:
    """Advances runs. Any replica may call it for any run at any time: the lease decides."""

    def __init__(
        self,
        ledger: Ledger,
        policies: Policies,
        taking_up: TakingUp,
        handing_over: HandingOver,
    ) -> None:
        self._ledger = ledger
        self._policies = policies
        self._flow = taking_up.flow
        self._around = taking_up.around
        self._settings = taking_up.settings
        self._taking_up = taking_up
        self._handing_over = handing_over
        self._together = Together(ledger, self._alone, eager=2)

    async def advance(self, run_id: str) -> None:
        """Take the run as far as it goes without a person. Does nothing where others work on it."""
        held: Held | None = None
        try:
            held = self._handing_over.taken(run_id, self._around.clock())
            if held is None:
                held = await self._together.kept(run_id, self._taking_up.take_all)
            while held is not None:
                held = await self._step(held)
        except StaleError:
            log.info("run_taken_over", run=run_id)
        except LedgerUnavailableError as error:
            log.warning("ledger_unavailable", run=run_id, reason=error.reason)
        except asyncio.CancelledError:
            await asyncio.shield(self._put_back(run_id))
            raise

    async def let_go(self) -> None:
        """Let others go on with what was handed over, and nobody here came to."""
        for run_id in self._handing_over.left():
            await self._put_back(run_id)

    async def _step(self, held: Held) -> Held | None:
        """Take steps until one is to be kept, and keep them; None where it waits or is over."""
        at, shown = _At(held), held.shown

        async def renew() -> bool:
            nonlocal shown
            first, shown = not shown, True
            return await self._renew(at.held.run, progress=first)

        try:
            taken = await kept_alive(self._taken_from(at), renew, self._settings)
        except _TRANSIENT as error:
            await self._try_later(at.held, error)
            return None
        except (StaleError, LedgerUnavailableError):
            raise
        except Exception as error:  # noqa: BLE001 - whatever a step does, the person is answered
            await self._broken(at.held, error)
            return None
        return await self._together.kept(taken, self._keep_all)

    async def _taken_from(self, at: _At) -> TakenStep:
        """The next step that is to be kept."""
        while True:
            held, started = at.held, time.monotonic()
            outcome = await self._flow.run(held.run.node, held.state)
            step = self._taken(held, outcome, time.monotonic() - started)
            taken = TakenStep(held=held, outcome=outcome, step=step)
            further = self._put_off(taken)
            if further is None:
                return taken
            at.held = further

    async def _renew(self, run: Run, *, progress: bool) -> bool:
        """Keep the lease; the first time also show the step, as it is not one of the quick ones."""
        now = self._around.clock()
        async with self._ledger.begin() as pages:
            held = await pages.runs.renew(run, now + self._settings.hold)
            if held and progress:
                await owing.owe(pages, (owing.progress(run, now),), now)
            return held

    def _put_off(self, taken: TakenStep) -> Held | None:
        """What goes on after a step that is quicker to take again than to keep by itself.

        A process that dies takes it again: whatever may not be done twice is done by another.
        """
        held, outcome = taken.held, taken.outcome
        if not isinstance(outcome, Go) or not self._is_quick(taken):
            return None
        if outcome.noted or outcome.ended or outcome.state.write is not None:
            return None
        node = self._next(held.run, outcome)
        if node not in self._flow.names or held.run.taken >= self._settings.most_steps:
            return None
        state, until = outcome.state, taken.step.at + self._settings.hold
        run = changes.stepped(held.run, state, node, until)
        return Held(run=run, state=state, steps=(*held.steps, taken.step))

    def _is_quick(self, taken: TakenStep) -> bool:
        """Whether that step, and all that is not kept yet, took no time and cost nothing."""
        held, state = taken.held, taken.outcome.state
        since = held.steps[0].at if held.steps else taken.step.at
        paid = len(state.spent) > len(held.state.spent)
        enters = bool(self._settings.per_workspace) and state.workspace != held.run.workspace
        waited = taken.step.at - since + dt.timedelta(seconds=taken.step.seconds)
        return not paid and not enters and waited < self._settings.unseen

    async def _keep_all(self, pages: Pages, several: Sequence[TakenStep]) -> Sequence[Held | None]:
        """Keep what steps said; None where a run waits or is over."""
        now = self._around.clock()
        kept: list[tuple[Change, bool]] = []
        for taken in several:
            change, goes_on = self._change(taken.held, taken.outcome, now)
            policy = self._policies(change.run.workspace)
            change = await also_told(pages, change, taken.outcome, policy, now)
            kept.append((replace(change, steps=taken.steps, paid=taken.paid), goes_on))
        # Whoever comes to a workspace after another sees that a place is taken.
        entering = {place for place, each in enumerate(kept) if self._enters(several[place], *each)}
        await keep_all(
            pages, [c for place, (c, _) in enumerate(kept) if place not in entering], now
        )
        found: list[Held | None] = []
        for place, (change, goes_on) in enumerate(kept):
            waits = place in entering and await self._entered(pages, change, now)
            state = several[place].outcome.state
            found.append(Held(run=change.run, state=state) if goes_on and not waits else None)
        return found

    def _enters(self, taken: TakenStep, change: Change, goes_on: bool) -> bool:  # noqa: FBT001 - of a pair
        limited = bool(self._settings.per_workspace) and bool(change.run.workspace)
        return goes_on and limited and not taken.held.run.workspace

    async def _entered(self, pages: Pages, change: Change, now: dt.datetime) -> bool:
        """Keep the change; whether the run has to wait in the line of its workspace."""
        await keep(pages, change, now)
        return await self._taking_up.made_to_wait(pages, change.run, now)

    def _change(self, held: Held, outcome: Outcome, now: dt.datetime) -> tuple[Change, bool]:
        """The change, and whether this worker goes on with the next step."""
        if held.run.taken >= self._settings.most_steps and not isinstance(outcome, Finish):
            return changes.failed(held.written, say.gave_up(held.run.id), now), False
        match outcome:
            case Finish():
                return changes.finished(held.run, outcome, now), False
            case Pause():
                return self._paused(held.run, outcome, now), False
            case Go():
                return self._moved(held, outcome, now)

    def _next(self, run: Run, go: Go) -> str:
        """The step that comes next; empty where there is none."""
        names = self._flow.names
        place = names.index(run.node) + 1
        return go.to or (names[place] if place < len(names) else "")

    def _moved(self, held: Held, go: Go, now: dt.datetime) -> tuple[Change, bool]:
        run, node = held.run, self._next(held.run, go)
        if node not in self._flow.names:
            log.error("no_next_step", run=run.id, node=run.node, to=go.to)
            return changes.failed(held.written, say.broken(run.id), now), False
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

    async def _try_later(self, held: Held, error: BaseException) -> None:
        run = held.written
        log.warning("step_failed_for_now", run=run.id, node=run.node, error=repr(error))
        now = self._around.clock()
        wait = self._settings.retry_wait * 2 ** min(run.lease.attempts, _MOST_DOUBLINGS)
        after = changes.later(run, now + wait)
        change = Change(
            run=replace(after, lease=Lease(attempts=run.lease.attempts + 1)),
            held_by=run.lease.owner,
            steps=held.steps,
            wake=(changes.wake_run(after, wait.total_seconds()),),
        )
        async with self._ledger.begin() as pages:
            await keep(pages, change, now)

    async def _broken(self, held: Held, error: Exception) -> None:
        run, now = held.written, self._around.clock()
        log.error("step_broke", run=run.id, node=run.node, exc_info=error)
        change = changes.failed(run, say.broken(run.id), now)
        async with self._ledger.begin() as pages:
            await keep(pages, replace(change, steps=held.steps), now)

    async def _alone(self, work: Callable[[Pages], Awaitable[V]]) -> V:
        async with self._ledger.begin() as pages:
            return await work(pages)

    async def _put_back(self, run_id: str) -> None:
        """This process stops: let another go on at once."""
        try:
            async with self._ledger.begin() as pages:
                run = await pages.runs.get(run_id)
                if run is None or run.lease.owner != self._around.owner:
                    return
                after = changes.later(run, self._around.clock())
                await pages.runs.save(after, held_by=run.lease.owner)
                pages.wake(changes.wake_run(after))
        except (StaleError, LedgerUnavailableError):
            log.info("lease_left_to_run_out", run=run_id)
