"""`intent`: what the question means in this catalog; every uncertain point is asked."""

from dataclasses import replace

from pipeline.flow import Finish, Go, Outcome, Pause
from pipeline.planning import asked, planned
from pipeline.result import Refusal
from pipeline.rules.plan import Ask as Unsure
from pipeline.rules.plan import Cannot, Planned
from pipeline.state import Draft, RunState
from pipeline.steps.write_sql import NAME as WRITE
from pipeline.workspace import Workspace

ADD_A_MODEL = (
    "Ask in other words with the names of the data, or ask an admin to add a model under "
    "`models:` in countersign.yaml, for freer questions."
)


async def intent(state: RunState, workspace: Workspace) -> Outcome:
    """Read the question with the rules; ask where they are unsure, hand over where they cannot."""
    models = workspace.models
    if models is not None and models.first and state.previous is None:
        return Go(state=state, to=WRITE)
    reading = planned(state, workspace, state.times)
    if isinstance(reading, Unsure):
        return Pause(state=state, ask=asked(reading))
    if isinstance(reading, Cannot) and models is not None:
        return Go(state=state, to=WRITE)
    if isinstance(reading, Cannot):
        refusal = Refusal(code="cannot", reason=reading.reason, next_step=ADD_A_MODEL)
        return Finish(state=state, outcome=refusal)
    return Go(
        state=replace(
            state,
            intent=reading.intent,
            leans=_leans(state, workspace, reading),
            contract=reading.contract,
            reading=reading.reading.removeprefix("I read this as: "),
            assumptions=reading.assumptions,
            confirmed=tuple(dict.fromkeys((*state.confirmed, *_left_out(reading)))),
            draft=Draft(sql=reading.sql, by="rules"),
        ),
        to="tables",
    )


def _left_out(reading: Planned) -> tuple[str, ...]:
    """What the person said to leave out, kept with the answer: it is never promoted in silence."""
    return tuple(f"left out: “{word}”" for word in reading.left_out)


def _leans(state: RunState, workspace: Workspace, reading: Planned) -> bool:
    """Whether the question means something else, or nothing, without the turn before."""
    if state.previous is None:
        return False
    alone = planned(replace(state, previous=None), workspace, state.times)
    return not isinstance(alone, Planned) or alone.sql != reading.sql
