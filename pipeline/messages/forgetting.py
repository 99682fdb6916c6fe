"""`forget quarter`: what a person, or who looks after a glossary, no longer wants kept."""

import re
from collections.abc import Sequence

from pipeline.remembered.standing import Standing, StandingAnswer
from pipeline.result import Refusal
from pipeline.state import RunState
from pipeline.workspace import Workspaces

_FORGET = re.compile(r"^\s*(?:please\s+)?forget\b[\s,:]*(.*?)[\s.!]*$", re.IGNORECASE | re.DOTALL)
_SMALL = frozenset(("about", "that", "my", "the", "for", "me", "what", "you", "keep", "kept"))
_ALL = frozenset(("everything", "all", "choices", "preferences", "answers"))
_LONGEST = 8


async def forgotten(state: RunState, workspaces: Workspaces) -> Refusal | None:
    """What was forgotten, or what there is to forget; None for a question."""
    match = _FORGET.match(state.question)
    if match is None:
        return None
    wanted = [word for word in re.findall(r"[\w/'-]+", match[1].lower()) if word not in _SMALL]
    if len(wanted) > _LONGEST:
        return None
    stores = await _kept(state, workspaces)
    chosen = [(store, answer) for store, answer in stores if _speaks_of(answer, wanted, state)]
    for store, answer in chosen:
        await store.forget(answer)
    return _told([answer for _, answer in chosen], [answer for _, answer in stores])


async def _kept(state: RunState, workspaces: Workspaces) -> list[tuple[Standing, StandingAnswer]]:
    """What this person may have forgotten: their own, and everybody's where they are editors."""
    found: dict[tuple[str, str, str], tuple[Standing, StandingAnswer]] = {}
    for workspace in workspaces.all():
        editor = bool(state.asker.roles & workspace.habits.glossary_roles)
        for answer in await workspace.standing.of(workspace.name, state.asker.id):
            if answer.person or editor:
                key = (answer.workspace, answer.person, answer.question)
                found[key] = (workspace.standing, answer)
    return list(found.values())


def _speaks_of(answer: StandingAnswer, wanted: Sequence[str], state: RunState) -> bool:
    """Every word must be in it; "everything" is one's own, never everybody's."""
    if wanted and set(wanted) <= _ALL:
        return answer.person == state.asker.id
    said = f"{answer.said} {answer.question}".lower()
    return bool(wanted) and all(word in said for word in wanted)


def _told(gone: Sequence[StandingAnswer], kept: Sequence[StandingAnswer]) -> Refusal:
    if gone:
        lines = "; ".join(answer.said for answer in gone)
        return Refusal(code="forgotten", reason=f"Forgotten: {lines}. I will ask again.")
    if not kept:
        return Refusal(code="forgotten", reason="You have no saved choices.")
    lines = "; ".join(answer.said for answer in kept)
    return Refusal(
        code="forgotten",
        reason=f"Your saved choices: {lines}.",
        next_step="Write “forget” and a word of it, for example: forget quarter.",
    )
