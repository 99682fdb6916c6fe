"""A refusal of a word that another workspace of the asker knows says where it is."""

import re
from collections.abc import Iterable
from dataclasses import replace

from pipeline.flow import Finish, Outcome
from pipeline.result import Refusal
from pipeline.state import RunState
from pipeline.workspace import Workspace

# Said of one database, and not true of all that the person may ask.
_NOWHERE = "in this data"
_QUOTED = re.compile(r"“([^”]+)”")


def told_elsewhere(outcome: Outcome, here: Workspace, everywhere: Iterable[Workspace]) -> Outcome:
    """The outcome; where it refuses a value that only another workspace has, that is said."""
    if not isinstance(outcome, Finish) or not isinstance(outcome.outcome, Refusal):
        return outcome
    refused, state = outcome.outcome, outcome.state
    missing = [set(words.lower().split()) for words in _QUOTED.findall(refused.reason)]
    own = {value.lower() for value in _values(state, here)} if missing else set[str]()
    for other in everywhere if missing else ():
        if other.name == here.name:
            continue
        for value in _values(state, other):
            said = set(value.lower().split())
            alike = any(words <= said or said <= words for words in missing)
            if alike and value.lower() not in own:
                return replace(outcome, outcome=_elsewhere(refused, value, here, other))
    return outcome


def _values(state: RunState, workspace: Workspace) -> list[str]:
    """The stored values that the question says, as it says them."""
    spans = workspace.known_to(state.asker).values.spans(state.question)
    return [state.question[at:until] for at, until, _ in spans]


def _elsewhere(refused: Refusal, value: str, here: Workspace, other: Workspace) -> Refusal:
    names = [workspace.title or workspace.name for workspace in (here, other)]
    told = f"I looked in {names[0]}, and “{value}” is in {names[1]}."
    return replace(
        refused,
        reason=told if _NOWHERE in refused.reason else f"{refused.reason} {told}",
        next_step=f"Ask that in a new message that says {names[1]}, so that I look there.",
    )
