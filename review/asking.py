"""A question becomes a run."""

import datetime as dt
from dataclasses import replace

from pipeline.people import Person
from pipeline.result import Refusal
from pipeline.state import RunState
from review import changes, write_replies
from review import sentences as say
from review.cancelling import supersede
from review.changes import owe, wake_run
from review.desk import Closed, Counted, Incoming, NotAllowed, Verdict
from review.errors import UnreadableStateError
from review.ledger import Pages
from review.notices import Notice, Refused, Working
from review.records import Run, RunStatus
from review.replying import passed_on
from review.settings import Around, ReviewSettings
from review.stored import dump_outcome, dump_state, load_state
from review.threads import Thread

# Nobody is told of a longer line than this.
_LONGEST_LINE = 200


class Asking:
    """Takes questions in. `first` is the name of the step that a run begins with."""

    def __init__(self, first: str, around: Around, settings: ReviewSettings) -> None:
        self._first = first
        self._around = around
        self._settings = settings

    async def ask(self, pages: Pages, incoming: Incoming) -> str | None:
        """The id of the new run; None for an event seen before, and for a reply to a reviewer."""
        now = self._around.clock()
        place = incoming.thread
        event = place.of_event(incoming.event)
        if not await pages.talks.first_sight(event, now):
            return None
        if await passed_on(pages, incoming, now):
            return None
        if await write_replies.passed_on(pages, incoming, self._around):
            return None
        await supersede(pages, place, incoming.asker, now)
        run = self._run(incoming, await self._state(pages, incoming), now)
        await pages.talks.became(event, run.id)
        return await self._taken_in(pages, run, now)

    async def change(self, pages: Pages, run_id: str, by: Person) -> Verdict:
        """The same question once more, with nothing confirmed yet."""
        old = await pages.runs.get(run_id)
        if old is None:
            return Closed(how="unknown")
        if not old.question:
            return Closed(how="expired")
        if by.id != old.asker.id:
            return NotAllowed(reason=say.ONLY_ASKER_CHANGES)
        now = self._around.clock()
        incoming = Incoming(event="", text=old.question, thread=old.thread, asker=by)
        state = replace(_as_asked(old, self._fresh(incoming)), ask_everything=True)
        run = self._run(incoming, state, now)
        await supersede(pages, old.thread, by, now)
        await self._taken_in(pages, run, now)
        pages.audit.note(changes.noted_of(run, "changed", now, again=old.id))
        return Counted()

    async def _taken_in(self, pages: Pages, run: Run, now: dt.datetime) -> str:
        await pages.talks.begin(run.thread, now)
        ahead = await pages.runs.at_work(self._settings.in_all or _LONGEST_LINE)
        refusal = await self._no_room(pages, run.asker, ahead)
        notice: Notice = Working(queued=max(0, ahead - self._settings.concurrency + 1))
        if refusal is not None:
            notice = Refused(refusal=refusal, run=run.id)
            run = replace(
                run, status=RunStatus.FAILED, finished_at=now, outcome=dump_outcome(refusal)
            )
        await pages.runs.add(run)
        pages.audit.note(changes.noted_of(run, "asked", now, question=run.question))
        await owe(pages, (changes.owed_by(run, notice, now),), now)
        if refusal is None:
            pages.wake(wake_run(run))
        return run.id

    async def _no_room(self, pages: Pages, asker: Person, ahead: int) -> Refusal | None:
        settings = self._settings
        if settings.in_all and ahead >= settings.in_all:
            return say.overloaded(ahead)
        if settings.per_person and await pages.runs.active_of(asker.id) >= settings.per_person:
            return say.too_many(settings.per_person)
        return None

    async def _state(self, pages: Pages, incoming: Incoming) -> RunState:
        """A fresh state; in a known thread, with what the turn before meant."""
        state = self._fresh(incoming)
        known = await pages.talks.conversation(incoming.thread)
        if known is None or not known.last_run:
            return state
        if incoming.workspace and incoming.workspace != known.workspace:
            return state
        last = await pages.runs.get(known.last_run)
        state = replace(state, pinned=incoming.workspace or known.workspace)
        return state if last is None else _after(last, state)

    def _fresh(self, incoming: Incoming) -> RunState:
        return RunState(
            question=incoming.text,
            asker=incoming.asker,
            today=self._around.today(incoming.workspace, incoming.asker),
            pinned=incoming.workspace,
        )

    def _run(self, incoming: Incoming, state: RunState, now: dt.datetime) -> Run:
        return Run(
            id=self._around.ids(),
            thread=self._heard_in(incoming),
            asker=incoming.asker,
            question=incoming.text,
            node=self._first,
            state=dump_state(state),
            ready_at=now,
            created_at=now,
            workspace=state.pinned,
        )

    def _heard_in(self, incoming: Incoming) -> Thread:
        """The thread; as one with strangers in it where the asker may see more than its readers."""
        common, thread = self._settings.common_roles, incoming.thread
        if common is None or thread.private or incoming.asker.roles <= common:
            return thread
        return replace(thread, mixed=True)


def _after(last: Run, state: RunState) -> RunState:
    try:
        before = load_state(last.state)
    except UnreadableStateError:
        return state
    own = before.draft if before.asker.id == state.asker.id else None
    return replace(
        state,
        previous=before.intent,
        previous_times=before.times,
        previous_sql=(own.whole or own.sql) if own else "",
    )


def _as_asked(old: Run, state: RunState) -> RunState:
    """What the old run began with."""
    try:
        before = load_state(old.state)
    except UnreadableStateError:
        return state
    return replace(
        state,
        pinned=before.workspace or before.pinned,
        previous=before.previous,
        previous_times=before.previous_times,
        previous_sql=before.previous_sql,
    )
