"""What all small layers heard, for whoever writes the SQL: understood, binding, and assumed."""

from pipeline.agents.layers.choosing_columns import NAME as COLUMNS
from pipeline.agents.layers.choosing_columns import Pruned, open_pairs, settled_pairs
from pipeline.agents.layers.choosing_tables import NAME as TABLES
from pipeline.agents.layers.choosing_tables import UNSURE, Picked
from pipeline.agents.layers.hearing import heard_of
from pipeline.agents.layers.places import place_filters
from pipeline.agents.layers.routing import NAME as ROUTE
from pipeline.agents.layers.routing import Routed
from pipeline.agents.layers.understanding import NAME as UNDERSTAND
from pipeline.agents.layers.understanding import (
    Meant,
    open_meanings,
    settled_meanings,
    understood,
)
from pipeline.clarifying.points import CHANGE_ASKS
from pipeline.rules.schema.known import Known
from pipeline.state import RunState


def understanding_of(state: RunState) -> tuple[str, ...]:
    """The question as it was taken apart; a courtesy to the next model, which binds nothing."""
    open_ = (f"“{each.words}” probably means {each.readings[0]}" for each in open_meanings(state))
    return (*understood(state), *open_, *_metric_assumptions(state))


def said_to_bind(state: RunState, known: Known) -> tuple[str, ...]:
    """What people settled on the way, and the places as the map has them."""
    places = (
        f"“{each.words}” means {each.column} {each.operator} ({', '.join(map(str, each.values))})"
        for each in place_filters(state, known)
    )
    return (*settled_meanings(state), *settled_pairs(state), *places)


def assumed_by_layers(state: RunState) -> tuple[str, ...]:
    """What was taken for granted on the way, for the person to read."""
    routed = heard_of(state, ROUTE, Routed)
    found = [f"I took this to be about {state.workspace}."] if routed and not routed.unsure else []
    found += [
        f"I took “{each.words}” to mean {each.readings[0]}, without asking. {CHANGE_ASKS}"
        for each in open_meanings(state)
    ]
    found += [
        f"“{pair.words}” may be any of {', '.join(pair.columns)}. {CHANGE_ASKS}"
        for pair in open_pairs(state)
    ]
    return (*found, *_metric_assumptions(state))


def takes_for_granted(state: RunState) -> bool:
    """Whether something was taken for granted on the way that *Change* asks."""
    return bool(open_meanings(state) or open_pairs(state))


def doubts_tables(state: RunState) -> bool:
    """Whether the layer that chose the tables was not sure of them."""
    picked = heard_of(state, TABLES, Picked)
    return picked is not None and picked.confidence < UNSURE


def _metric_assumptions(state: RunState) -> tuple[str, ...]:
    meant, pruned = heard_of(state, UNDERSTAND, Meant), heard_of(state, COLUMNS, Pruned)
    said = (
        *(meant.metric_assumptions if meant else ()),
        *(pruned.metric_assumptions if pruned else ()),
    )
    return tuple(dict.fromkeys(text.strip() for text in said if text.strip()))
