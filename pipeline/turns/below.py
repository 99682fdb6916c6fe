"""What somebody types below an open card: part of the question that is open, or another one."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from pipeline.flow import Outcome, Pause
from pipeline.planning import planned
from pipeline.rules.followup import sounds_like_a_follow_up
from pipeline.rules.outcomes import Ask as Unsure
from pipeline.rules.outcomes import Cannot, Planned
from pipeline.rules.tagging.tag import tagged
from pipeline.state import RunState
from pipeline.times.listed import default_times
from pipeline.workspace import Workspace

# `In 2025, how many orders were there?` asks too.
_ASKS = re.compile(r"\b(how|what|which|who|whose|when|where|why|list|show|count)\b", re.IGNORECASE)
_UNUSED = "I could not read “{}” as part of this question, so nothing changed."


def with_the_open_question(state: RunState, workspace: Workspace) -> RunState:
    """The open question with the reply in it; as it was, where the reply says nothing here.

    What stands by itself is a question of its own. So is what only a model may be able to read.
    """
    reply, below = state.question, replace(state, pinned=workspace.name, open_question="")
    if state.wish is not None and state.wish.alone:
        wish = replace(state.wish, alone=False)
        return replace(below, question=state.open_question, wish=wish)
    if _stands_alone(state, workspace):
        return replace(state, open_question="")
    below = replace(below, wish=state.wish or state.open_wish)
    amended = [
        replace(below, question=whole, message=reply)
        for asked in (*_regrouped(state, workspace), state.open_question)
        for whole in _joined(asked, reply)
    ]
    for tried in amended:
        if _is_read(tried, workspace):
            return tried
    if workspace.models is not None:
        return replace(state, open_question="")
    return replace(below, question=state.open_question, unused_reply=reply)


def told_on_the_card(outcome: Outcome) -> Outcome:
    """A card that is shown again says what was not taken into its question."""
    reply = outcome.state.unused_reply
    if not isinstance(outcome, Pause) or not reply:
        return outcome
    warning = f"{_UNUSED.format(reply)} {outcome.ask.warning}".strip()
    state = replace(outcome.state, unused_reply="")
    return replace(outcome, state=state, ask=replace(outcome.ask, warning=warning))


def _stands_alone(state: RunState, workspace: Workspace) -> bool:
    """Whether a reply is a question of its own: it begins as one does, and can be read."""
    asks = _ASKS.search(state.question) is not None or not sounds_like_a_follow_up(state.question)
    alone = replace(state, previous=None, previous_approved=False)
    return asks and _is_read(alone, workspace)


def _is_read(state: RunState, workspace: Workspace) -> bool:
    return not isinstance(_reading(state, workspace), Cannot)


def _reading(state: RunState, workspace: Workspace) -> Planned | Unsure | Cannot:
    times = default_times(state.question, state.today, workspace.calendar)
    return planned(state, workspace, times, readings=False)


def _regrouped(state: RunState, workspace: Workspace) -> Iterator[str]:
    """The open question without its groups, where the reply says others: `by month` instead."""
    asked = state.open_question
    grouped = _groups(asked, state, workspace) if _groups(state.question, state, workspace) else []
    for at, until in reversed(grouped):
        asked = f"{asked[:at].rstrip()}{asked[until:]}"
    if grouped:
        yield asked


def _groups(text: str, state: RunState, workspace: Workspace) -> list[tuple[int, int]]:
    """Where a text says for what each number is: `by region`, `per month`."""
    times = default_times(text, state.today, workspace.calendar)
    tags = tagged(text, workspace.known_to(state.asker), times, {})
    return [
        (tags.words[one.first].at, tags.words[other.last - 1].until)
        for one, other in pairwise(tags.items)
        if one.letter in "ye" and other.letter in "CTG"
    ]


def _joined(question: str, reply: str) -> Iterator[str]:
    asked = question.rstrip(" ?.!")
    yield f"{asked} {reply}"
    yield f"{asked}, {reply}"
