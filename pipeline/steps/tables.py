"""`tables`: the tables the answer comes from; others are chosen, searched and joined by people."""

from collections.abc import Mapping
from dataclasses import replace

from pipeline.agents.layers.choosing_columns import NAME as COLUMNS
from pipeline.agents.layers.hearing import forgotten
from pipeline.flow import Finish, Go, Outcome, Pause
from pipeline.planning import planned
from pipeline.result import Refusal
from pipeline.rules.outcomes import Cannot
from pipeline.rules.schema.known import Known
from pipeline.state import RunState
from pipeline.steps.write_sql import MODEL
from pipeline.steps.write_sql import NAME as WRITE
from pipeline.tables.card import (
    NO,
    OTHERS,
    QUESTION,
    SEARCH,
    YES,
    choose_card,
    confirm_card,
    keys_card,
)
from pipeline.tables.chosen import (
    INSTEAD,
    JOIN,
    PATH,
    PICKED,
    apart,
    ends_of,
    picked_in,
    replaced,
    with_bridges,
)
from pipeline.tables.joins import is_joined_so, join_conditions
from pipeline.workspace import Workspace

MOST = 4
_TAKEN = "paths written"
_REJECTED = Refusal(
    code="tables_rejected",
    reason="You said that these are not the right tables, so I did not run the query.",
    next_step="Ask again with the name of the data you mean.",
)


async def tables(state: RunState, workspace: Workspace) -> Outcome:
    """More than four tables, doubtful ones, or a workspace that always asks: a person says yes."""
    if state.choices.get(QUESTION) == NO:
        return Finish(state=state, outcome=_REJECTED)
    if state.draft is not None and state.draft.findings:
        return Go(state=state)  # it is written anew first
    known = workspace.known_to(state.asker)
    typed = state.values.get(SEARCH, "").strip()
    if typed or state.choices.get(QUESTION) == OTHERS:
        anew = _asked_anew(state)
        return Pause(state=anew, ask=choose_card(anew, known, typed))
    if picked_in(state.choices):
        return await workspace.compute(_of_the_picked, state, workspace, known)
    return _as_read(state, workspace, known)


def _as_read(state: RunState, workspace: Workspace, known: Known) -> Outcome:
    """The tables and joins of the SQL, confirmed where that is wanted."""
    again = _other_way(state, known)
    if again is not None:
        return Go(state=again, to=_writer(state))
    confirmed = state.choices.get(QUESTION) == YES
    always = workspace.habits.confirm_tables_always or state.ask_everything
    needs = len(state.contract.tables) > MOST or state.unsure_of_tables or always
    if needs and not confirmed:
        return Pause(state=state, ask=confirm_card(state, known))
    return Go(state=_confirmed(state) if confirmed else state)


def _of_the_picked(state: RunState, workspace: Workspace, known: Known) -> Outcome:
    """Go on where the SQL reads what was picked; else have it written from that."""
    picked = picked_in(state.choices)
    gap = apart(picked, known, state.choices)
    if gap is not None:
        card = keys_card(*gap, known)
        problem = f"Nothing joins {gap[0]} and {gap[1]}."
        return Pause(state=state, ask=card or choose_card(_unpicked(state), known, "", problem))
    reached = set(with_bridges(picked, known))
    joined = {each for key in state.choices if key.startswith(JOIN) for each in ends_of(key)}
    if set(state.contract.tables) <= reached | joined and state.draft is not None:
        return Go(state=_confirmed(state))
    instead = replaced(picked, state.contract.tables)
    if instead:
        state = replace(state, choices={**state.choices, INSTEAD: instead})
    if _writer(state) != WRITE:
        reading = planned(state, workspace, state.times)
        if isinstance(reading, Cannot) and workspace.models is None:
            problem = f"From these tables it cannot be answered. {reading.reason}"
            return Pause(state=state, ask=choose_card(_unpicked(state), known, "", problem))
    return Go(state=_unwritten(state), to=_writer(state))


def _other_way(state: RunState, known: Known) -> RunState | None:
    """The state to write anew from, where a person wants another join than the one in the SQL."""
    joins = join_conditions(state.draft.sql if state.draft else "", known.catalog.dialect)
    wanted = [
        key
        for key, way in state.choices.items()
        if key.startswith(PATH) and not is_joined_so(way, *_names(key), joins)
    ]
    # Written anew once: whoever writes it and does not join so is not asked for ever.
    if not wanted or state.choices.get(_TAKEN) == ",".join(wanted):
        return None
    return _unwritten(replace(state, choices={**state.choices, _TAKEN: ",".join(wanted)}))


def _names(key: str) -> tuple[str, str]:
    one, other = ends_of(key)
    return one.rpartition(".")[2], other.rpartition(".")[2]


def _writer(state: RunState) -> str:
    """The step that wrote the SQL writes it again."""
    return WRITE if state.draft is not None and state.draft.by == MODEL else "intent"


def _unwritten(state: RunState) -> RunState:
    # Columns were chosen from the tables before: of these all are told.
    fresh = forgotten(state, COLUMNS)
    return replace(fresh, draft=None, attempts=0, rung=0, explore=False, unsure_of_tables=False)


def _asked_anew(state: RunState) -> RunState:
    """Neither the wish to choose nor the typed words are answered twice."""
    return replace(
        state,
        choices=_without(state.choices, QUESTION, PICKED, INSTEAD),
        values=_without(state.values, SEARCH),
    )


def _unpicked(state: RunState) -> RunState:
    return replace(state, choices=_without(state.choices, PICKED, INSTEAD))


def _without(found: Mapping[str, str], *keys: str) -> dict[str, str]:
    return {key: text for key, text in found.items() if key not in keys}


def _confirmed(state: RunState) -> RunState:
    line = f"tables: {', '.join(state.contract.tables)}"
    return replace(state, confirmed=tuple(dict.fromkeys((*state.confirmed, line))))
