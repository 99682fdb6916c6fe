"""A question becomes a run."""

import datetime as dt
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from pipeline.clarifying.larger_model import STEP as LARGER_STEP
from pipeline.clarifying.larger_model import asked_larger
from pipeline.flow import Flow
from pipeline.people import Person
from pipeline.result import Refusal, is_of_files
from pipeline.state import RunState
from review import sentences as say
from review.cases.dossier import answer_of
from review.cases.replying import passed_on
from review.ledger.errors import UnreadableStateError
from review.ledger.notices import Notice, Refused, Working
from review.ledger.port import Pages
from review.ledger.records import Run, RunStatus
from review.ledger.stored import dump_outcome, dump_state, load_state
from review.ledger.thread_files import workspace_of
from review.ledger.threads import Thread
from review.owed import owing
from review.ports.desk import (
    Closed,
    Counted,
    CountedBefore,
    Incoming,
    NotAllowed,
    Verdict,
)
from review.runs import changes
from review.runs.cancelling import supersede
from review.runs.changes import wake_run
from review.settings import Around, ReviewSettings
from review.writes import replies as write_replies
from review.writes.undoing import Undoing, take_typed_undo

# Nobody is told of a longer line than this.
_LONGEST_LINE = 200


class Asking:
    """Takes questions in. A run begins with the flow's first step, a changed one further down."""

    def __init__(
        self, flow: Flow, around: Around, settings: ReviewSettings, undoing: Undoing
    ) -> None:
        self._flow = flow
        self._undoing = undoing
        self._around = around
        self._settings = settings

    async def ask(self, pages: Pages, asked: Sequence[Incoming]) -> Sequence[str | None]:
        """The ids of the new runs; None for an event seen before, and for a reply to a reviewer."""
        now = self._around.clock()
        places = {each.event_key: place for place, each in reversed(list(enumerate(asked)))}
        ids = {event: self._around.ids() for event in places}
        new = await pages.talks.first_sights(ids, now)
        events = [event for event in places if event in new]
        begins = await self._begun(pages, {event: asked[places[event]] for event in events}, now)
        runs = [
            self._run(ids[event], first, self._fresh(first), now) for event, first in begins.items()
        ]
        for run in await self._taken_in(pages, runs, now):
            self._flow.expect(run.question, run.workspace)
        found: list[str | None] = [None] * len(asked)
        for event in events:
            incoming = asked[places[event]]
            further = event not in begins
            goes_on = not further or await self._goes_on(pages, incoming, ids[event], now)
            found[places[event]] = ids[event] if goes_on else None
        return found

    async def _begun(
        self, pages: Pages, asked: Mapping[str, Incoming], now: dt.datetime
    ) -> Mapping[str, Incoming]:
        """Those of these events that begin a thread, where nothing can be meant but a question."""
        firsts: dict[str, str] = {}
        for event, incoming in asked.items():
            firsts.setdefault(incoming.thread.key, event)
        fresh = await pages.talks.begin(firsts, now)
        return {event: asked[event] for key, event in firsts.items() if key in fresh}

    async def _goes_on(
        self, pages: Pages, incoming: Incoming, run_id: str, now: dt.datetime
    ) -> bool:
        """Take in what is said in a known thread. False for a reply that somebody waits for."""
        replied = (
            await passed_on(pages, incoming, now)
            or await write_replies.passed_on(pages, incoming, self._around)
            or await take_typed_undo(pages, incoming, self._undoing, now)
        )
        if replied:
            await pages.talks.became(incoming.event_key, "")
            return False
        ended = await supersede(pages, incoming.thread, incoming.asker, now)
        own = workspace_of(incoming.thread)
        if await pages.files.of(own):
            # A thread with files is asked about them, and about nothing else.
            incoming = replace(incoming, workspace=own)
            ended = [each for each in ended if each.workspace == own]
        run = self._run(run_id, incoming, await self._state(pages, incoming, ended), now)
        await self._taken_in(pages, (run,), now)
        return True

    async def change(self, pages: Pages, run_id: str, by: Person) -> Verdict:
        """The question again from the layer that took something for granted: it asks now."""
        old = await _own_run(pages, run_id, by, say.ONLY_ASKER_CHANGES)
        if not isinstance(old, Run):
            return old
        now = self._around.clock()
        incoming = Incoming(event="", text=old.question, thread=old.thread, asker=by)
        node, state = self._reopened(old, self._fresh(incoming))
        run = replace(self._run(self._around.ids(), incoming, state, now), node=node)
        await self._asked_again(pages, run, by, now)
        pages.audit.note(changes.noted_of(run, "changed", now, again=old.id, at=node))
        return Counted()

    async def follow(self, pages: Pages, run_id: str, question: str, by: Person) -> Verdict:
        """The follow-up as if it was typed below the answer that offers it."""
        old = await pages.runs.get(run_id)
        answer = answer_of(old) if old is not None else None
        if old is None or answer is None or question not in answer.next_questions:
            return Closed(how="unknown")
        known = await pages.talks.conversation(old.thread)
        if known is None or known.last_run != run_id:
            return NotAllowed(reason=say.THREAD_WENT_ON)
        now = self._around.clock()
        event = f"next:{run_id}:{by.id}:{question}"
        incoming = Incoming(event=event, text=question, thread=old.thread, asker=by)
        new = self._around.ids()
        if incoming.event_key not in await pages.talks.first_sights({incoming.event_key: new}, now):
            return CountedBefore()
        ended = await supersede(pages, old.thread, by, now)
        state = await self._state(pages, incoming, ended)
        await self._taken_in(pages, (self._run(new, incoming, state, now),), now)
        return Counted()

    async def ask_larger(self, pages: Pages, run_id: str, by: Person) -> Verdict:
        """The question again of the largest model, once; what was confirmed stays."""
        old = await _own_run(pages, run_id, by, say.ONLY_ASKER_ASKS_LARGER)
        if not isinstance(old, Run):
            return old
        now = self._around.clock()
        incoming = Incoming(event="", text=old.question, thread=old.thread, asker=by)
        state = self._larger(old, self._fresh(incoming))
        if state is None:
            return NotAllowed(reason=say.ASK_ANEW)
        run = replace(self._run(self._around.ids(), incoming, state, now), node=LARGER_STEP)
        # A second press is an event that was seen: nothing is paid for it.
        if not await pages.talks.first_sights({f"larger:{old.id}": run.id}, now):
            return NotAllowed(reason=say.ASKED_LARGER_BEFORE)
        await self._asked_again(pages, run, by, now)
        pages.audit.note(changes.noted_of(run, "asked a larger model", now, again=old.id))
        return Counted()

    async def _asked_again(self, pages: Pages, run: Run, by: Person, now: dt.datetime) -> None:
        """Take in a run in place of what still waits in its thread."""
        await supersede(pages, run.thread, by, now)
        await pages.talks.begin((run.thread.key,), now)
        await self._taken_in(pages, (run,), now)

    def _larger(self, old: Run, fresh: RunState) -> RunState | None:
        """The state that its query is written in anew; None on another day or with other rights."""
        try:
            before = load_state(old.state)
        except UnreadableStateError:
            return None
        same = before.today == fresh.today and before.asker.roles == fresh.asker.roles
        state = asked_larger(before) if same and before.workspace else None
        return None if state is None else replace(state, asker=fresh.asker)

    def _reopened(self, old: Run, fresh: RunState) -> tuple[str, RunState]:
        """What was above that layer stays, unless another day or other rights would change it."""
        try:
            before = load_state(old.state)
        except UnreadableStateError:
            return self._flow.names[0], replace(fresh, ask_everything=True)
        again = replace(
            fresh,
            pinned=before.workspace or before.pinned,
            previous=before.previous,
            previous_times=before.previous_times,
            previous_sql=before.previous_sql,
            previous_question=before.previous_question,
            previous_contract=before.previous_contract,
            previous_whole=before.previous_whole,
            ask_everything=True,
        )
        same = before.today == fresh.today and before.asker.roles == fresh.asker.roles
        if not (same and before.workspace):
            return self._flow.names[0], again
        node, above = self._flow.reopened(before)
        return node, replace(above, asker=fresh.asker)

    async def _taken_in(self, pages: Pages, runs: Sequence[Run], now: dt.datetime) -> Sequence[Run]:
        """Keep the runs, and tell whoever asked; those that there is room for.

        The others are kept as refused.
        """
        if not runs:
            return ()
        at_work = await pages.runs.at_work(self._settings.in_all or _LONGEST_LINE)
        of_each: Counter[str] = Counter()
        if self._settings.per_person:
            of_each.update(await pages.runs.active_of({run.asker.id for run in runs}))
        kept, owed = [], []
        for new in runs:
            run, refusal = new, self._no_room(at_work, of_each[new.asker.id])
            notice: Notice = Working(queued=max(0, at_work - self._settings.concurrency + 1))
            if refusal is not None:
                notice = Refused(refusal=refusal, run=new.id)
                outcome = dump_outcome(refusal)
                run = replace(new, status=RunStatus.FAILED, finished_at=now, outcome=outcome)
            else:
                at_work += 1
                of_each[new.asker.id] += 1
                pages.wake(wake_run(new))
            kept.append(run)
            owed.append(owing.owed_by(run, notice, now))
            pages.audit.note(changes.noted_of(run, "asked", now, question=run.question))
        await pages.runs.add(*kept)
        await owing.owe_first(pages, owed)
        return [run for run in kept if run.status is not RunStatus.FAILED]

    def _no_room(self, at_work: int, theirs: int) -> Refusal | None:
        """Why there is none for one more, where so many of all and of its asker are at work."""
        settings = self._settings
        if settings.in_all and at_work >= settings.in_all:
            return say.overloaded(at_work)
        too_many = settings.per_person and theirs >= settings.per_person
        return say.too_many(settings.per_person) if too_many else None

    async def _state(self, pages: Pages, incoming: Incoming, ended: Sequence[Run] = ()) -> RunState:
        """A fresh state; in a known thread, with what the turn before meant.

        A reply below the open card of an approved query goes on from the question on that card;
        below any other it may be part of the question that is open.
        """
        state = self._fresh(incoming)
        for run in reversed(ended):
            if (below := _below_card(run, state)) is not None:
                return below
            state = _below_question(run, state)
        known = await pages.talks.conversation(incoming.thread)
        if known is None or not known.last_run:
            return state
        if incoming.workspace and incoming.workspace != known.workspace:
            return state
        last = await pages.runs.get(known.last_run)
        if is_of_files(known.workspace) and not incoming.thread.root and not incoming.workspace:
            # In a chat without threads people go on without the files that are gone.
            return state
        state = replace(state, pinned=incoming.workspace or known.workspace)
        return state if last is None else _after(last, state)

    def _fresh(self, incoming: Incoming) -> RunState:
        return RunState(
            question=incoming.text,
            asker=incoming.asker,
            today=self._around.today(incoming.workspace, incoming.asker),
            pinned=incoming.workspace,
        )

    def _run(self, run_id: str, incoming: Incoming, state: RunState, now: dt.datetime) -> Run:
        return Run(
            id=run_id,
            thread=self._heard_in(incoming),
            asker=incoming.asker,
            question=incoming.text,
            node=self._flow.names[0],
            state=dump_state(state),
            ready_at=now,
            created_at=now,
            workspace=state.pinned,
        )

    def _heard_in(self, incoming: Incoming) -> Thread:
        """The thread; as one with strangers in it where the asker may see more than its readers."""
        common, thread = self._settings.common_roles, incoming.thread
        # Who reads a thread reads its files.
        open_to_all = thread.private or is_of_files(incoming.workspace)
        if common is None or open_to_all or incoming.asker.roles <= common:
            return thread
        return replace(thread, mixed=True)


def _after(last: Run, state: RunState) -> RunState:
    try:
        before = load_state(last.state)
    except UnreadableStateError:
        return state
    theirs = before.asker.id == state.asker.id
    if last.thread.mixed and not theirs:
        # What was asked and answered there is read by nobody else in the thread.
        return state
    own = before.draft if theirs else None
    return replace(
        state,
        previous=before.intent,
        previous_times=before.times,
        previous_sql=(own.whole or own.sql) if own else "",
        previous_question=before.question if before.draft else "",
        previous_contract=before.contract,
        previous_approved=before.matched is not None,
    )


def _below_question(run: Run, state: RunState) -> RunState:
    """The state with the question that a card was open for; as it is, where none was asked."""
    try:
        before = load_state(run.state)
    except UnreadableStateError:
        return state
    asked = before.write is None and before.report is None and before.draft is None
    if not asked or not before.workspace or state.open_question:
        return state
    return replace(
        state, open_question=before.question, open_in=before.workspace, open_wish=before.wish
    )


def _below_card(run: Run, state: RunState) -> RunState | None:
    """The state after a card with an approved query that nobody took; None after any other."""
    try:
        before = load_state(run.state)
    except UnreadableStateError:
        return None
    if not before.offered or before.draft is not None or before.intent is not None:
        return None
    workspace = before.workspace or before.pinned
    if state.pinned not in ("", workspace):
        return None
    return replace(
        state,
        pinned=workspace,
        previous_times=before.times,
        previous_question=before.question,
        previous_approved=True,
    )


async def _own_run(pages: Pages, run_id: str, by: Person, only_asker: str) -> Run | Verdict:
    """The run whose question is asked again; else why this person may not."""
    old = await pages.runs.get(run_id)
    if old is None:
        return Closed(how="unknown")
    if not old.question:
        return Closed(how="expired")
    return old if by.id == old.asker.id else NotAllowed(reason=only_asker)
