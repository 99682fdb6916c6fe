"""`pick_tables`: which of many tables a question needs; in doubt a person chooses."""

from dataclasses import replace

from pipeline.agents.heard_layers import doubts_tables
from pipeline.agents.layers.choosing_tables import NAME, Picked, picked_tables, tables_layer
from pipeline.agents.layers.hearing import heard_of, is_over, one_call
from pipeline.agents.layers.understanding import settled_meanings, understood
from pipeline.agents.layers.when_asked import next_layer
from pipeline.agents.schema import MOST_TABLES, sketches, tables_for
from pipeline.checkpoint import Ask, Fact
from pipeline.clarifying.points import may_ask
from pipeline.contract import Contract
from pipeline.flow import Go, Outcome, Pause
from pipeline.state import RunState
from pipeline.tables.card import SEARCH, choose_card
from pipeline.tables.chosen import picked_in
from pipeline.workspace import Workspace


async def pick_tables(state: RunState, workspace: Workspace) -> Outcome:
    """Choose from the likeliest cards once; what a person picked stands."""
    models = workspace.models
    if models is None or picked_in(state.choices):
        return Go(state=_answered(state), to=next_layer(state, workspace, NAME))
    if not is_over(state, NAME):
        hits = await models.find_tables(state.question, MOST_TABLES)
        cards = sketches(tables_for(state, workspace, hits), workspace, state.asker)
        told = (*understood(state), *settled_meanings(state))
        layer = tables_layer(state.question, told, cards)
        return Go(state=await one_call(state, models, layer), to=NAME)
    picked = heard_of(state, NAME, Picked)
    open_ = doubts_tables(state) or SEARCH in state.values
    if picked is not None and open_ and may_ask(state, workspace):
        return Pause(state=_answered(state), ask=_card(state, picked, workspace))
    return Go(state=state, to=next_layer(state, workspace, NAME))


def _card(state: RunState, picked: Picked, workspace: Workspace) -> Ask:
    known = workspace.known_to(state.asker)
    keys = picked_tables(state, sorted(known.allowed))
    proposed = replace(state, contract=Contract(tables=keys))
    typed = state.values.get(SEARCH, "").strip()
    ask = choose_card(proposed, known, typed)
    return replace(ask, facts=_facts(picked), intro="I am not sure which tables you mean.")


def _facts(picked: Picked) -> tuple[Fact, ...]:
    return tuple(Fact(label=each.name, text=each.why) for each in picked.tables if each.why)


def _answered(state: RunState) -> RunState:
    """Typed words are not searched for twice."""
    values = {key: text for key, text in state.values.items() if key != SEARCH}
    return replace(state, values=values)
