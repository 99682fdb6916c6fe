"""`read`: whether the text is a question, a wish for a change, or neither."""

import re
from dataclasses import replace

from pipeline.charts.wish import chart_wish
from pipeline.contract import Contract
from pipeline.flow import Finish, Go, Outcome
from pipeline.messages.anew import LEFT_BEHIND, starts_anew
from pipeline.messages.courtesies import without_courtesies
from pipeline.messages.forgetting import forgotten
from pipeline.reporting import Reporting
from pipeline.reports.wish import report_topic
from pipeline.result import Refusal
from pipeline.state import RunState
from pipeline.workspace import Workspaces
from pipeline.writes.request import WriteRequest
from pipeline.writes.statements.typed import statement_in
from pipeline.writes.undo.asked import asks_to_undo
from pipeline.writes.wishes.reading import wish_in

LONGEST = 2_000
_CHART_WORDS = "chart graph plot diagram draw"
# What is made is named, because people also say "create a list of"; a rate is no wish.
_WRITE = re.compile(
    r"^\s*(please\s+|can you\s+|could you\s+)?("
    r"(insert|update|delete|drop|alter|truncate|revoke|rename|merge|remove)\b"
    r"(?!\s+(in|on|of|rates?|frequency|counts?|dates?|times?)\b)"
    r"|create\s+((or|replace|a|an|the|new|unique|temporary|temp)\s+)*"
    r"(table|view|index|user|role|database|schema|column|trigger|function|procedure|record|row)\b"
    r"|grant\b.*\bto\b)"
    r"|\badd an? (index|column|table|row)\b|\bset the \w+( \w+)* (of|to)\b",
    re.IGNORECASE,
)


def surely_a_change(text: str) -> bool:
    """Whether the words can only ask to change data; others may be about an answer."""
    return bool(_WRITE.search(text) or statement_in(text))


async def read(state: RunState, workspaces: Workspaces) -> Outcome:
    """Tell a wished change from a question; refuse what is neither, or is too long."""
    if state.write is not None or state.report is not None:
        return Go(state=state)
    state = _plainly(state)
    text = state.question.strip()
    refusal = _unreadable(text) or await _let_go(state, workspaces)
    if refusal is not None:
        kept = _alone(state) if refusal is LEFT_BEHIND else state
        return Finish(state=kept, outcome=refusal)
    state = _with_wishes(state, workspaces)
    sure = surely_a_change(text)
    if state.report is not None or (not sure and not wish_in(text)):
        return Go(state=state)
    if any(workspace.writing is not None for workspace in workspaces.all()):
        return Go(state=replace(state, write=WriteRequest()))
    if not sure:
        return Go(state=state)
    reason, next_step = READ_ONLY
    refusal = Refusal(code="write", reason=reason, next_step=next_step)
    return Finish(state=state, outcome=refusal)


def _plainly(state: RunState) -> RunState:
    """The state with the question alone, without what people say around one."""
    alone = without_courtesies(state.question) if len(state.question) <= LONGEST else ""
    found = bool(alone) and alone != state.question.strip()
    return replace(state, question=alone) if found else state


async def _let_go(state: RunState, workspaces: Workspaces) -> Refusal | None:
    """What the person no longer wants remembered; None for a question."""
    if starts_anew(state.question):
        return LEFT_BEHIND
    return await forgotten(state, workspaces)


def _alone(state: RunState) -> RunState:
    """The state without the turns before: what is kept of this run is all that the next one has."""
    return replace(
        state,
        pinned="",
        previous=None,
        previous_times=(),
        previous_sql="",
        previous_question="",
        previous_contract=Contract(),
    )


def _with_wishes(state: RunState, workspaces: Workspaces) -> RunState:
    """What is to be made of the answer, apart from what is asked: a report, or a chart."""
    topic = report_topic(state.question)
    if topic:
        return replace(state, report=Reporting(topic=topic))
    named = any(workspace.names.weight(_CHART_WORDS) for workspace in workspaces.all())
    question, wish = chart_wish(state.question.strip(), may_be_names=named)
    return state if wish is None else replace(state, question=question, wish=wish)


def _unreadable(text: str) -> Refusal | None:
    if asks_to_undo(text):
        return Refusal(
            code="undo",
            reason="I do not know which change you mean, so nothing was changed.",
            next_step="Write that in the thread of the change, or press “Undo…” below its receipt.",
        )
    if not any(character.isalnum() for character in text):
        return Refusal(
            code="empty",
            reason="I could not find a question in that message.",
            next_step="Ask in a sentence, for example: How many orders did we get last month?",
        )
    if len(text) > LONGEST:
        return Refusal(
            code="too_long",
            reason=f"That message has {len(text):,} characters; I read questions of up to "
            f"{LONGEST:,}.",
            next_step="Ask for one thing in a sentence or two.",
        )
    return None


READ_ONLY = (
    "That asks to change data. I only read here, so nothing was changed.",
    (
        "Ask the owner of the data to make the change. Your administrator can also allow "
        "requests for changes, which other people approve."
    ),
)
