"""`compare`: a model's query beside the rules' own reading; where they differ a person chooses."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pipeline.agents.model_reads import Seen, looked
from pipeline.agents.same_rows import say_the_same
from pipeline.certainty import TABLES, as_read
from pipeline.checkpoint import Ask, CheckpointKind, Option, Question
from pipeline.clarifying.points import may_ask
from pipeline.flow import Go, Outcome, Pause
from pipeline.reader.agreement import canonical_sql
from pipeline.reading_by_rules import Reading
from pipeline.result import Cell
from pipeline.state import Agreement, Draft, RunState
from pipeline.steps.write_sql import MODEL, may_write_again
from pipeline.steps.write_sql import NAME as WRITE
from pipeline.telling.summary import shown
from pipeline.warehouse import Rows
from pipeline.workspace import Workspace

QUESTION = "two readings"
OWN, MODELS = "own", "model"
_DIFFERS = (
    "Nothing is wrong with the query itself. But a program read the question as “{text}”, and its "
    "query gives other rows: {sql} Where the question says what your query does, give it again as "
    "it is; else correct it."
)
_OTHERWISE = "Another way to read the question gives other rows: {text}."
_CHOSEN = "this reading of two"
_LONGEST = 60


@dataclass(frozen=True, slots=True)
class _Compared:
    """How two readings stand to each other, and what each gives where both ran."""

    agreement: Agreement
    models: str = ""
    own: str = ""


async def compare(state: RunState, workspace: Workspace) -> Outcome:
    """Go on where both say the same, or where nobody can tell without running what may not run."""
    draft, other = state.draft, state.other
    if draft is None or other is None or draft.by != MODEL:
        return Go(state=state)
    if state.choices.get(QUESTION) == OWN:
        return Go(state=_confirmed(as_read(state) or state), to=TABLES)
    found = await _compared(draft, other, state, workspace)
    state = replace(state, agreement=found.agreement)
    if state.choices.get(QUESTION) == MODELS:
        return Go(state=_confirmed(state))
    if found.agreement != "other rows":
        return Go(state=state)
    if not state.compared and may_write_again(state, workspace.models):
        told = replace(draft, findings=(_DIFFERS.format(text=other.text, sql=other.sql),))
        return Go(state=replace(state, draft=told, compared=True), to=WRITE)
    if may_ask(state, workspace):
        return Pause(state=state, ask=_card(state, other, found))
    said = _OTHERWISE.format(text=other.text.rstrip("."))
    return Go(state=replace(state, assumptions=(*state.assumptions, said)))


def _confirmed(state: RunState) -> RunState:
    return replace(state, confirmed=(*state.confirmed, _CHOSEN))


async def _compared(
    draft: Draft, other: Reading, state: RunState, workspace: Workspace
) -> _Compared:
    whole, dialect = draft.whole or draft.sql, workspace.warehouse.dialect
    if await workspace.compute(_same_query, whole, other.sql, dialect):
        return _Compared("same query")
    if not workspace.habits.run_alternatives:
        return _Compared("")
    written = await looked(workspace, state.asker, whole)
    read = await looked(workspace, state.asker, other.sql)
    if not (isinstance(written, Seen) and isinstance(read, Seen)):
        return _Compared("")
    if written.rows.truncated or read.rows.truncated:
        return _Compared("")
    same = say_the_same(written.rows, read.rows, ordered=bool(other.intent.order))
    kind: Agreement = "same rows" if same else "other rows"
    return _Compared(kind, models=_gist(written.rows), own=_gist(read.rows))


def _same_query(one: str, other: str, dialect: str) -> bool:
    return canonical_sql(one, dialect) == canonical_sql(other, dialect)


def _card(state: RunState, other: Reading, found: _Compared) -> Ask:
    """Both readings as options, with what each of them gives."""
    return Ask(
        kind=CheckpointKind.CLARIFICATION,
        title="Which of these do you mean?",
        intro="A model and I read your question in two ways, and they give different rows.",
        questions=(
            Question(
                id=QUESTION,
                text="Which reading is right?",
                options=(
                    Option(id=MODELS, label=state.reading, detail=found.models),
                    Option(id=OWN, label=other.text, detail=found.own),
                ),
                default=MODELS,
            ),
        ),
    )


def _gist(rows: Rows) -> str:
    """What a result begins with, in a few words."""
    if not rows.rows:
        return "gives no rows"
    count = "1 row" if len(rows.rows) == 1 else f"{len(rows.rows):,} rows"
    return f"gives {count}, first: {_first(rows.rows[0])}"


def _first(row: Sequence[Cell]) -> str:
    text = ", ".join(shown(cell) for cell in row)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
