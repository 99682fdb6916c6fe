"""What a refused question may ask instead: approved questions near it, else what is known."""

import asyncio
from collections.abc import Sequence
from itertools import islice

from pipeline.checking import Passed, checked
from pipeline.contract import Contract
from pipeline.people import Person
from pipeline.rules.linking.answerable import answerable
from pipeline.rules.text.plain_words import listed
from pipeline.state import RunState
from pipeline.workspace import Workspace

_MOST = 3
# Some of the nearest may be of data that the asker may not read.
_LOOKED_AT = 3 * _MOST


async def askable(state: RunState, workspaces: Sequence[Workspace]) -> str:
    """A sentence with a few questions that the asker may ask, by turns of the workspaces."""
    near = [await _approved(state, workspace) for workspace in workspaces]
    by_turns = dict.fromkeys(row[at] for at in range(_MOST) for row in near if at < len(row))
    if by_turns:
        quoted = [f"“{question}”" for question in islice(by_turns, _MOST)]
        return f"I can answer, for example, {listed(quoted)}."
    known = [await workspace.compute(_known, state, workspace) for workspace in workspaces]
    return " ".join(dict.fromkeys(filter(None, known)))


def may_run(sql: str, workspace: Workspace, person: Person) -> bool:
    """Whether the person may read what an approved query reads."""
    return isinstance(checked(sql, workspace, person, Contract()), Passed)


async def _approved(state: RunState, workspace: Workspace) -> list[str]:
    found = await workspace.validated.examples(state.question, _LOOKED_AT)

    def readable() -> list[str]:
        allowed = (question for question, sql in found if may_run(sql, workspace, state.asker))
        return list(islice(allowed, _MOST))

    return await asyncio.to_thread(readable)


def _known(state: RunState, workspace: Workspace) -> str:
    return answerable(workspace.known_to(state.asker))
