"""`understand`: what an oddly worded question asks for; what is unclear in it is asked first."""

from dataclasses import replace

from pipeline.agents.layers.hearing import heard_of, is_over, one_call
from pipeline.agents.layers.understanding import (
    NAME,
    Meant,
    Unclear,
    meaning_id,
    open_meanings,
    understand_layer,
)
from pipeline.agents.layers.when_asked import next_layer
from pipeline.chart import ChartWish
from pipeline.checkpoint import Ask, CheckpointKind, Input, Option, Question
from pipeline.clarifying.points import may_ask
from pipeline.flow import Finish, Go, Outcome, Pause
from pipeline.reporting import Reporting
from pipeline.result import Refusal
from pipeline.state import RunState
from pipeline.steps.find_spans import asked_of_spans
from pipeline.workspace import Workspace
from pipeline.writes.request import WriteRequest

KIND = "kind of wish"
CHANGE, ASKS = "change", "question"
_REPORT, _PROPOSE = "outline", "propose"
_CHATTING = Refusal(
    code="small_talk",
    reason="That does not look like a question about data.",
    next_step="Ask for numbers, for example: How many orders did we get last month?",
)
_OF_SCHEMA = Refusal(
    code="of_schema",
    reason="I read that as a question about the database itself.",
    next_step="Ask: which tables are there? Or: describe the table NAME. Or: where is NAME?",
)
_READ_ONLY = Refusal(
    code="write",
    reason="I only read here, so nothing was changed.",
    next_step="Ask a question about the data, or ask the owner of the data to make the change.",
)


async def understand(state: RunState, workspace: Workspace) -> Outcome:
    """Have the question taken apart once; a person settles what may mean several things."""
    models = workspace.models
    if models is None:
        return Go(state=state, to=next_layer(state, workspace, NAME))
    if not is_over(state, NAME):
        known = workspace.known_to(state.asker)
        layer = understand_layer(state.question, known, workspace.names)
        return Go(state=await one_call(state, models, layer), to=NAME)
    meant = heard_of(state, NAME, Meant)
    elsewhere = _elsewhere(state, meant, workspace) if meant is not None else None
    if elsewhere is not None:
        return elsewhere
    state, ask = asked_of_spans(state, workspace)
    if ask is not None:
        return Pause(state=state, ask=ask)
    open_ = open_meanings(state)
    if open_ and may_ask(state, workspace):
        return Pause(state=state, ask=_card(open_))
    if meant is not None and meant.kind == "chart" and state.wish is None:
        state = replace(state, wish=ChartWish())
    return Go(state=state, to=next_layer(state, workspace, NAME))


def _elsewhere(state: RunState, meant: Meant, workspace: Workspace) -> Outcome | None:
    """Where it is no question about data; that a change is wanted only its asker can say."""
    match meant.kind:
        case "small talk":
            return Finish(state=state, outcome=_CHATTING)
        case "explain schema":
            return Finish(state=state, outcome=_OF_SCHEMA)
        case "report" if state.report is None:
            report = Reporting(topic=state.question)
            return Go(state=replace(state, report=report), to=_REPORT)
        case "admin request":
            return _of_change(state, workspace)
        case _:
            return None


def _of_change(state: RunState, workspace: Workspace) -> Outcome | None:
    chosen = state.choices.get(KIND)
    if chosen is None:
        return Pause(state=state, ask=_CHANGE_CARD)
    if chosen == ASKS:
        return None
    if workspace.writing is None:
        return Finish(state=state, outcome=_READ_ONLY)
    return Go(state=replace(state, write=WriteRequest()), to=_PROPOSE)


_CHANGE_CARD = Ask(
    kind=CheckpointKind.CLARIFICATION,
    title="Do you want something changed?",
    questions=(
        Question(
            id=KIND,
            text="Your words may ask for a change of the data, or for an answer from it.",
            options=(
                Option(id=ASKS, label="It is a question", detail="I only read for that"),
                Option(id=CHANGE, label="I want a change", detail="Others approve it first"),
            ),
            default=ASKS,
        ),
    ),
)


def _card(unclear: tuple[Unclear, ...]) -> Ask:
    return Ask(
        kind=CheckpointKind.CLARIFICATION,
        title="One question before I answer" if len(unclear) == 1 else "What do you mean?",
        questions=tuple(_question(each) for each in unclear),
    )


def _question(unclear: Unclear) -> Question:
    options = tuple(
        Option(id=str(place), label=reading) for place, reading in enumerate(unclear.readings)
    )
    key = meaning_id(unclear)
    typed = Input(id=f"{key}-words", label="In your own words", optional=True)
    text = f"What does “{unclear.words}” mean here?"
    return Question(id=key, text=text, options=options, default="0", inputs=(typed,))
