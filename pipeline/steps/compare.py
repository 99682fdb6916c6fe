"""`compare`: a model's query beside other readings; where they differ a person chooses.

The other reading is that of the rules or, where they have none, further queries of models.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pipeline.agents.model_reads import Seen, looked
from pipeline.agents.same_rows import say_the_same
from pipeline.certainty import TABLES, as_read
from pipeline.checking import Passed, checked
from pipeline.checkpoint import Ask, CheckpointKind, Option, Question
from pipeline.clarifying.points import may_ask
from pipeline.flow import Go, Outcome, Pause
from pipeline.reader.agreement import canonical_sql
from pipeline.reading_by_rules import Reading, Written
from pipeline.result import Cell
from pipeline.state import Agreement, Draft, RunState
from pipeline.steps.write_sql import MODEL, as_written, may_write_again
from pipeline.steps.write_sql import NAME as WRITE
from pipeline.telling.summary import shown
from pipeline.telling.two_queries import said_apart
from pipeline.warehouse import Rows
from pipeline.workspace import Workspace

QUESTION, SAMPLES = "two readings", "queries of models"
OWN, MODELS = "own", "model"
_TITLE, _WHICH = "Which of these do you mean?", "Which reading is right?"
_INTRO = "A model and I read your question in two ways, and they give different rows."
_INTRO_SAMPLES = "Models read your question in different ways, and these give different rows."
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
    """How a model's query stands to another one, and what each gives where both ran."""

    agreement: Agreement
    models: str = ""
    other: str = ""


async def compare(state: RunState, workspace: Workspace) -> Outcome:
    """Go on where both say the same, or where nobody can tell without running what may not run."""
    draft, other = state.draft, state.other
    if draft is None or draft.by != MODEL:
        return Go(state=state)
    if other is None:
        return await _beside_samples(state, draft, workspace) if state.samples else Go(state=state)
    if state.choices.get(QUESTION) == OWN:
        return Go(state=_confirmed(as_read(state) or state), to=TABLES)
    ordered = bool(other.intent.order)
    found = await _compared(draft, other.sql, state, workspace, ordered=ordered)
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
    return Go(state=_said_otherwise(state, other.text))


async def _beside_samples(state: RunState, draft: Draft, workspace: Workspace) -> Outcome:
    """The draft stands where another query of a model gives the same; else a person chooses."""
    chosen = state.choices.get(SAMPLES, "")
    if chosen == _key(draft.sql):
        return Go(state=_confirmed(state))
    picked = next((each for each in state.samples if _key(each.sql) == chosen), None)
    if picked is not None:
        # The query that was picked passes all checks anew, and has nothing to be compared with.
        return Go(state=replace(_confirmed(as_written(state, picked)), samples=()), to=TABLES)
    found = [await _beside(draft, sample, state, workspace) for sample in state.samples]
    agreed = next((each for each in found if each.agreement.startswith("same")), None)
    if agreed is not None:
        return Go(state=replace(state, agreement=agreed.agreement))
    apart = [place for place, each in enumerate(found) if each.agreement == "other rows"]
    if not apart:
        return Go(state=state)
    state = replace(state, agreement="other rows")
    if may_ask(state, workspace):
        return Pause(state=state, ask=_samples_card(state, draft, workspace, found, apart))
    return Go(state=_said_otherwise(state, state.samples[apart[0]].text))


async def _beside(
    draft: Draft, sample: Written, state: RunState, workspace: Workspace
) -> _Compared:
    """How a sample compares; one that does not pass its checks says nothing."""
    passed = checked(sample.sql, workspace, state.asker, sample.contract)
    if not isinstance(passed, Passed):
        return _Compared("")
    return await _compared(draft, sample.sql, state, workspace, ordered=False)


def _said_otherwise(state: RunState, text: str) -> RunState:
    said = _OTHERWISE.format(text=text.rstrip("."))
    return replace(state, assumptions=(*state.assumptions, said))


def _confirmed(state: RunState) -> RunState:
    return replace(state, confirmed=(*state.confirmed, _CHOSEN))


async def _compared(
    draft: Draft, other: str, state: RunState, workspace: Workspace, *, ordered: bool
) -> _Compared:
    whole, dialect = draft.whole or draft.sql, workspace.warehouse.dialect
    if await workspace.compute(_same_query, whole, other, dialect):
        return _Compared("same query")
    if not workspace.habits.run_alternatives:
        return _Compared("")
    written = await looked(workspace, state.asker, whole)
    read = await looked(workspace, state.asker, other)
    if not (isinstance(written, Seen) and isinstance(read, Seen)):
        return _Compared("")
    if written.rows.truncated or read.rows.truncated:
        return _Compared("")
    same = say_the_same(written.rows, read.rows, ordered=ordered)
    kind: Agreement = "same rows" if same else "other rows"
    return _Compared(kind, models=_gist(written.rows), other=_gist(read.rows))


def _same_query(one: str, other: str, dialect: str) -> bool:
    return canonical_sql(one, dialect) == canonical_sql(other, dialect)


def _card(state: RunState, other: Reading, found: _Compared) -> Ask:
    """Both readings as options, with what each of them gives."""
    options = (
        Option(id=MODELS, label=state.reading, detail=found.models),
        Option(id=OWN, label=other.text, detail=found.other),
    )
    return _asked(QUESTION, _INTRO, options)


def _samples_card(
    state: RunState,
    draft: Draft,
    workspace: Workspace,
    found: Sequence[_Compared],
    apart: Sequence[int],
) -> Ask:
    """The readings of models as options: in a model's words, and what their queries do."""
    dialect, whole = workspace.warehouse.dialect, draft.whole or draft.sql
    first = said_apart(whole, state.samples[apart[0]].sql, dialect)[0]
    options = [_option(_key(draft.sql), state.reading, first, found[apart[0]].models)]
    told = set[str]()
    for place in apart:
        sample = state.samples[place]
        does = said_apart(whole, sample.sql, dialect)[1]
        option = _option(_key(sample.sql), sample.text, does, found[place].other)
        options += [option] if option.detail not in told else []
        told.add(option.detail)
    return _asked(SAMPLES, _INTRO_SAMPLES, tuple(options))


def _key(sql: str) -> str:
    """The option that stands for a query, whichever place it has."""
    return hashlib.sha256(sql.encode()).hexdigest()[:12]


def _option(key: str, reading: str, does: str, gives: str) -> Option:
    """A reading; `does` tells it apart where a model's words do not."""
    return Option(id=key, label=reading, detail="; ".join(part for part in (does, gives) if part))


def _asked(key: str, intro: str, options: tuple[Option, ...]) -> Ask:
    return Ask(
        kind=CheckpointKind.CLARIFICATION,
        title=_TITLE,
        intro=intro,
        questions=(Question(id=key, text=_WHICH, options=options, default=options[0].id),),
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
