"""`spell`: a question with several slips of the pen is shown as understood, before it is read."""

from dataclasses import replace

from pipeline.checkpoint import Ask, CheckpointKind, Input, InputKind, Option, Question
from pipeline.flow import Go, Outcome, Pause
from pipeline.rules.tagging.misspelt import Slip, of_time, put_right, slips_in
from pipeline.rules.text.spelling import KEPT
from pipeline.state import RunState
from pipeline.workspace import Workspace

NAME = "spelling"
TYPED = "spelling-words"
YES, AS_WRITTEN = "yes", "as-written"
_NOT = "not-"
_LONGEST = 2_000
# One slip in a name is put right and said with the answer.
_FEWEST = 2


async def spell(state: RunState, workspace: Workspace) -> Outcome:
    """Ask for a yes to all the words at once; a person may keep each as it was written."""
    choice = state.choices.get(NAME, "")
    typed = state.values.get(TYPED, "").strip()[:_LONGEST]
    # A model reads words with slips in them, and says how it read them.
    settled = workspace.models is not None or bool(state.message)
    if settled or state.previous is not None or state.draft is not None:
        return Go(state=state)
    if typed:
        return Go(state=_reworded(state, typed))
    slips = await workspace.compute(slips_in, state.question, workspace.known_to(state.asker))
    if len(slips) < _FEWEST and not any(map(of_time, slips)):
        return Go(state=state)
    if not choice:
        return Pause(state=state, ask=_card(state.question, slips))
    meant = [slip for slip in slips if choice not in (AS_WRITTEN, f"{_NOT}{slip[0]}")]
    kept = {f"{KEPT}{slip[0].lower()}": YES for slip in slips if slip not in meant}
    state = replace(state, choices={**state.choices, **kept})
    return Go(state=_reworded(state, put_right(state.question, meant)))


def _reworded(state: RunState, question: str) -> RunState:
    choices = {key: chosen for key, chosen in state.choices.items() if key != NAME}
    values = {key: text for key, text in state.values.items() if key != TYPED}
    return replace(state, question=question, message=state.question, choices=choices, values=values)


def _card(question: str, slips: tuple[Slip, ...]) -> Ask:
    several = len(slips) > 1
    apart = tuple(
        Option(id=f"{_NOT}{written}", label=f"Keep “{written}”", detail=f"not “{better}”")
        for written, better in slips
    )
    options = (
        Option(id=YES, label="Yes, that"),
        *(apart[:3] if several else ()),
        Option(id=AS_WRITTEN, label="Read it exactly as I wrote it"),
    )
    typed = Input(
        id=TYPED, label="Your question", kind=InputKind.TEXT, value=put_right(question, slips),
        optional=True,
    )  # fmt: skip
    return Ask(
        kind=CheckpointKind.CLARIFICATION,
        title="Is this what you meant?",
        questions=(
            Question(
                id=NAME,
                text=f"“{put_right(question, slips)}”",
                options=options,
                default=YES,
                inputs=(typed,),
            ),
        ),
    )
