"""`pick_columns`: which columns of wide tables a question needs; net or gross is asked."""

from pipeline.agents.layers.choosing_columns import (
    FEW,
    MANY,
    NAME,
    Ambiguous,
    columns_layer,
    open_pairs,
    pair_id,
)
from pipeline.agents.layers.hearing import is_over, one_call
from pipeline.agents.layers.understanding import settled_meanings, understood
from pipeline.agents.layers.when_asked import next_layer, when
from pipeline.agents.pruning import chosen_tables, definitions_for, told_tables
from pipeline.agents.schema import MOST_TABLES
from pipeline.checkpoint import Ask, CheckpointKind, Option, Question
from pipeline.clarifying.candidates import with_samples
from pipeline.clarifying.points import may_ask
from pipeline.flow import Go, Outcome, Pause
from pipeline.rules.schema.known import Known
from pipeline.state import RunState
from pipeline.workspace import Workspace


async def pick_columns(state: RunState, workspace: Workspace) -> Outcome:
    """Choose once, where there are many; a person settles net or gross."""
    models = workspace.models
    if models is None:
        return Go(state=state, to=next_layer(state, workspace, NAME))
    if not is_over(state, NAME):
        hits = await models.find_tables(state.question, MOST_TABLES)
        chosen = chosen_tables(state, workspace, hits)
        tables = told_tables(state, workspace, hits)
        most = FEW if when(NAME, workspace) == "always" else MANY
        if sum(len(table.columns) for table in tables) <= most:
            return Go(state=state, to=next_layer(state, workspace, NAME))
        told = (
            *understood(state),
            *settled_meanings(state),
            *definitions_for(state, workspace, chosen),
        )
        layer = columns_layer(state.question, told, tables)
        return Go(state=await one_call(state, models, layer), to=NAME)
    open_ = open_pairs(state)
    if open_ and may_ask(state, workspace):
        return Pause(state=state, ask=_card(open_, workspace.known_to(state.asker)))
    return Go(state=state, to=next_layer(state, workspace, NAME))


def _card(pairs: tuple[Ambiguous, ...], known: Known) -> Ask:
    return Ask(
        kind=CheckpointKind.COLUMNS,
        title="Which one do you mean?",
        questions=tuple(_question(pair, known) for pair in pairs),
    )


def _question(pair: Ambiguous, known: Known) -> Question:
    options = tuple(Option(id=name, label=_label(name)) for name in _spelled(pair, known))
    question = Question(
        id=pair_id(pair),
        text=f"“{pair.words}” may be any of these.",
        options=options,
        default=options[0].id,
    )
    return with_samples(question, "column", known)


def _spelled(pair: Ambiguous, known: Known) -> tuple[str, ...]:
    """The columns as the catalog spells them; all were listed, so all are there."""
    spelled = {
        f"{table.key}.{column.name}".lower(): f"{table.key}.{column.name}"
        for table in known.catalog.tables
        for column in table.columns
    }
    return tuple(dict.fromkeys(spelled.get(name.lower(), name) for name in pair.columns))


def _label(name: str) -> str:
    table, _, column = name.rpartition(".")
    return f"{column} of {table}".replace("_", " ")
