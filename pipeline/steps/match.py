"""`match`: whether a reviewer-approved query already answers the question."""

import hashlib
from dataclasses import replace

from knowledge.sentences import capital
from pipeline.approved.meant_now import means_another
from pipeline.approved.reusing import Offer, granted, other_values, reusing, told_days
from pipeline.checkpoint import Ask, CheckpointKind, Fact, Option, Question
from pipeline.dates import read_times
from pipeline.flow import Go, Outcome, Pause
from pipeline.matching.reading import as_accounted, decided
from pipeline.matching.stated import stated_days, states_all
from pipeline.open_definitions import closed_name
from pipeline.remembered.calendars import calendar_for
from pipeline.result import Trust
from pipeline.state import RunState
from pipeline.steps.same_question import asked_for_the_same, can_be_read, may_run, vouched_same
from pipeline.times.reading import spans
from pipeline.times.values import TimeSpan
from pipeline.workspace import Found, Workspace

NAME = "match"
QUESTION = "match"
USE, FRESH, DIFFERENT = "use", "fresh", "different"


async def match(state: RunState, workspace: Workspace) -> Outcome:
    """Offer the nearest validated query; a trusted one may run at once where people want that."""
    choice = state.choices.get(QUESTION, "")
    calendar = calendar_for(workspace.calendar, state.standing, state.asker)
    read = read_times(state.question, state.today, calendar)
    if state.previous is not None or state.ask_everything or choice == FRESH or read.problems:
        return Go(state=state)
    times = spans(read.ranges)
    found = await _nearest(state, workspace, times)
    if found is None:
        asked = await asked_for_the_same(state, workspace, times)
        if asked is not None:
            return Go(state=asked, to=NAME)
        found = await vouched_same(state, workspace, times)
    offer = await _offer(found, state, workspace, times)
    if offer is None:
        return Go(state=state)
    found, days = offer.found, offer.days
    card = _card_of(found)
    if choice in (USE, DIFFERENT) and card != state.offered:
        # What stood on the card is not what is found now: nobody has seen this one yet.
        choice = ""
    if choice == DIFFERENT:
        await workspace.validated.not_the_same(found.id, state.question)
        return Go(state=state)
    facts = told_days(days, times)
    sure = found.trust is Trust.TRUSTED and all(period.explicit for period in read.ranges)
    if choice == USE or (workspace.habits.match_auto and sure):
        near = "" if found.trust is Trust.TRUSTED else found.sql
        await workspace.validated.used(found.id, state.question, near=near, times=times)
        # What a person accepted although something differed is theirs to judge: semi-trusted.
        pressed = choice == USE
        state = reusing(replace(state, times=times), Offer(found, days), workspace, pressed=pressed)
        return Go(state=state, to="check")
    # Whoever goes on from the card's question without pressing means these times, too.
    return Pause(state=replace(state, offered=card, times=times), ask=_ask(found, facts, workspace))


async def offer_for(state: RunState, workspace: Workspace) -> Offer | None:
    """What is offered for a question that stands alone, with no model asked."""
    read = read_times(
        state.question, state.today, calendar_for(workspace.calendar, state.standing, state.asker)
    )
    if read.problems:
        return None
    times = spans(read.ranges)
    return await _offer(await _nearest(state, workspace, times), state, workspace, times)


async def _offer(
    found: Found | None, state: RunState, workspace: Workspace, times: tuple[TimeSpan, ...]
) -> Offer | None:
    if found is None or not await _helps(found, state, workspace, times):
        return None
    days = stated_days(found.sql, times, workspace, state.asker)
    if found.trust is not Trust.TRUSTED and not states_all(days, times):
        # The approved query cannot be asked for these days.
        return None
    return Offer(found, days)


async def _nearest(
    state: RunState, workspace: Workspace, times: tuple[TimeSpan, ...]
) -> Found | None:
    """The approved query to offer; the question is read only where its wording is another."""
    near = tuple(await workspace.validated.find(state.question, times))
    if not near:
        return None
    found: Found | None = near[0]
    if near[0].trust is not Trust.TRUSTED:
        found = await workspace.compute(decided, state, workspace, times, near)
    if found is None:
        return None
    return await workspace.compute(as_accounted, found, state, workspace, times)


def _card_of(found: Found) -> str:
    """What a person says yes to: this query with these values."""
    return hashlib.sha256(f"{found.id}\n{found.sql}".encode()).hexdigest()[:16]


async def _helps(
    found: Found, state: RunState, workspace: Workspace, times: tuple[TimeSpan, ...]
) -> bool:
    """Whether it is offered: not to who may not run it, nor where words mean another thing now."""
    if not may_run(found.sql, state, workspace):
        return False
    own = workspace.known_to(state.asker)
    if any(closed_name(each, workspace.known, own) for each in (state.question, found.question)):
        return False
    trusted = found.trust is Trust.TRUSTED
    if state.standing:
        another: bool = await workspace.compute(means_another, found.sql, state, workspace, times)
        if another:
            return False
    if trusted or found.reads_alike or not found.differs:
        return True
    # Where the question gets an answer of its own, a near one need not be offered.
    return not await workspace.compute(can_be_read, state, workspace, times)


def _ask(found: Found, times: tuple[Fact, ...], workspace: Workspace) -> Ask:
    """What would be answered, on which rows, and by which query."""
    trusted = found.trust is Trust.TRUSTED
    counted = " ".join(capital(each) for each in granted(found, workspace))
    return Ask(
        kind=CheckpointKind.MATCH,
        title=(
            "This question has an approved answer"
            if trusted
            else "A similar question has an approved answer"
        ),
        intro=_vouched(found),
        warning=(
            "" if trusted else f"It may not be what you ask: {found.unlike or 'please compare'}."
        ),
        facts=(
            Fact(label="What will be answered", text=found.question),
            *times,
            *other_values(found, times),
            *((Fact(label="What counts", text=counted),) if counted else ()),
        ),
        sql=found.sql,
        questions=(
            Question(
                id=QUESTION,
                text="Use this answer?",
                options=(
                    Option(id=USE, label="Use it", detail="With today's numbers"),
                    Option(id=FRESH, label="Ask fresh", detail="Work it out from my words"),
                    Option(
                        id=DIFFERENT,
                        label="Not the same question",
                        detail="Work it out, and do not offer this answer again",
                    ),
                ),
                default=USE if trusted else FRESH,
            ),
        ),
    )


def _vouched(found: Found) -> str:
    """Who checked it, and when; what was put in for this question."""
    when = f" on {found.approved_at.day} {found.approved_at:%b %Y}" if found.approved_at else ""
    by = found.approved_by or "a reviewer"
    others = " Your dates and numbers are used." if found.bound else ""
    return f"Checked by {by}{when}.{others}"
