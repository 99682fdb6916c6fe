"""A follow-up in words of its own: a whole question that is proven to mean the same."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from pipeline.intent import Clause, Condition, Intent
from pipeline.planning import planned
from pipeline.rules.outcomes import Planned
from pipeline.rules.telling.parts_in_words import measured
from pipeline.rules.text.plain_words import listed, plain
from pipeline.state import RunState
from pipeline.times.listed import default_times
from pipeline.workspace import Workspace

_MOST_TRIED = 6


def standalone_question(state: RunState, workspace: Workspace) -> str:
    """The whole question that a follow-up stands for; its reading where no question is proven.

    Empty for a question that leans on nothing. Proven is one that the rules, asked it alone, read
    into the very SQL of the follow-up.
    """
    if not state.leans:
        return ""
    whole = planned(state, workspace, state.times, readings=False)
    if state.intent is None or not isinstance(whole, Planned):
        return state.reading
    for tried, question in enumerate(_questions(state.intent, state)):
        if tried == _MOST_TRIED:
            break
        alone = replace(state, question=question, previous=None, previous_times=())
        times = default_times(question, state.today, workspace.calendar)
        found = planned(alone, workspace, times, readings=False)
        if isinstance(found, Planned) and found.sql == whole.sql:
            return question
    return state.reading


def _questions(intent: Intent, state: RunState) -> Iterator[str]:
    """Ways to ask for an intent; none where it holds more than these words can say."""
    said_plainly = not (intent.having or intent.both or intent.compared or intent.limit)
    if not intent.measures or not said_plainly:
        return
    what = listed(measured(measure) for measure in intent.measures)
    groups = listed(d.grain or plain(d.column) for d in intent.dimensions)
    by = f" by {groups}" if groups else ""
    told = [tuple(_told(clause, state)) for clause in intent.filters if not _own(clause, intent)]
    for words in product(*told):
        yield what + by + "".join(f" {each}" for each in words)


def _own(clause: Clause, intent: Intent) -> bool:
    """Whether a condition belongs to a metric's definition, and is never said."""
    names = {measure.name for measure in intent.measures if measure.name}
    return not isinstance(clause, Condition) and getattr(clause, "words", "") in names


def _told(clause: Clause, state: RunState) -> Iterator[str]:
    """Ways to say one condition, the likeliest first."""
    if not isinstance(clause, Condition):
        return
    if clause.operator == "within":
        start, end = (str(value) for value in clause.values)
        for span in (*state.times, *state.previous_times):
            if span.start and span.end and (str(span.start), str(span.end)) == (start, end):
                yield span.words
        return
    if clause.operator == "=" and len(clause.values) == 1:
        value = clause.values[0]
        yield f"in {value}"
        yield f"for {value}"
        yield f"with {plain(clause.column)} {value}"
