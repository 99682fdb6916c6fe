"""Within `intent`, the learned readers beside the grammar: asked too, and waited for shortly."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import TypeAlias

import structlog

from pipeline.agents.model_reads import Seen, looked
from pipeline.checking import Passed, checked
from pipeline.clarifying.points import may_ask, uncertain
from pipeline.computing import ComputingFailed
from pipeline.hazards import narrowed
from pipeline.planning import planned
from pipeline.reader.beside import (
    NONE,
    QUESTION,
    AllRead,
    FirstOutcome,
    all_read,
    is_read_beside,
)
from pipeline.reader.proposals import Proposal, Proposals, Sought, proposals_of, readers_of
from pipeline.reader.reader import MOST_OFFERED, MOST_RUN, Row
from pipeline.reader.shipped import shipped
from pipeline.rules.halves import NONE_OF_THESE
from pipeline.rules.outcomes import Ask as Unsure
from pipeline.rules.outcomes import Cannot, Planned
from pipeline.state import RunState
from pipeline.tables.chosen import as_chosen
from pipeline.workspace import Workspace

_Outcome: TypeAlias = Planned | Unsure | Cannot
_Results: TypeAlias = Mapping[str, Sequence[Row] | None]
# Answers of the steps before: days and the database are no readings.
_ABOVE = ("dates-", "span", "workspace", "match")
_MOST_CHECKED = 6
log = structlog.get_logger()


async def beside(
    state: RunState, workspace: Workspace, first: _Outcome
) -> tuple[RunState, _Outcome, bool]:
    """The outcome of all readings, and whether it is a card of its own.

    An answer that the grammar did not give is kept as if a person had picked it.
    Where the readers have nothing to add, do not answer soon, or fail, the grammar's stands.
    """
    if state.choices.get(QUESTION) == NONE and isinstance(first, Planned):
        return state, Cannot(reason=NONE_OF_THESE), False
    stands = isinstance(first, Planned) and not workspace.habits.must_agree
    if stands or not _is_asked(state, workspace) or not is_read_beside(first):
        return state, first, False
    try:
        async with asyncio.timeout(workspace.habits.seconds_beside):
            found = await _all(state, workspace, first)
    except (TimeoutError, ComputingFailed) as error:
        log.warning("read_by_the_grammar_alone", reason=repr(error))
        return state, first, False
    if found is None or found.outcome == first:
        return state, first, False
    state = replace(state, alternatives=found.alternatives)
    if found.picked:
        picked = {**state.choices, QUESTION: found.picked}
        return replace(state, choices=picked), found.outcome, False
    return state, found.outcome, True


def _is_asked(state: RunState, workspace: Workspace) -> bool:
    """Whether it is a first question that nobody explained yet, and no model reads it."""
    alone = state.previous is None and state.write is None and state.report is None
    explained = any(not key.startswith(_ABOVE) for key in state.choices)
    asks = may_ask(state, workspace) and not state.ask_everything
    return workspace.models is None and alone and not explained and asks


async def _all(state: RunState, workspace: Workspace, first: _Outcome) -> AllRead | None:
    beginnings = await workspace.compute(_read, state, workspace, first)
    if beginnings is None:
        return None
    proposals, options = beginnings
    rows: _Results | None = None
    if workspace.habits.run_alternatives:
        ours = [
            each.planned.sql
            for some in (proposals.public, proposals.business)
            for each in some[:MOST_RUN]
        ]
        theirs = [each.sql for each in (first, *options.values()) if isinstance(each, Planned)]
        rows = await _results(state, workspace, list(dict.fromkeys((*ours, *theirs))))
    return await workspace.compute(_compared, workspace, first, options, proposals, rows)


def _read(
    state: RunState, workspace: Workspace, first: _Outcome
) -> tuple[Proposals, Mapping[str, _Outcome]] | None:
    """What the readers propose, and what the options of the grammar lead to.

    None where nothing is proposed, or a card asks several things: each has options of its own.
    """
    known = workspace.known_to(state.asker)
    seen = narrowed(as_chosen(known, state.choices), state.choices)
    sought = Sought(state.question, state.today, state.times, state.choices)
    proposed = proposals_of(sought, seen, readers_of(known))
    found = Proposals(
        public=_passing(proposed.public, state, workspace),
        business=_passing(proposed.business, state, workspace),
    )
    if isinstance(first, Planned):
        return found, {}
    if not (found.public or found.business):
        return None
    if isinstance(first, Cannot):
        return found, {}
    if len(uncertain(state, workspace, state.times).points) > 1:
        return None
    options = {
        option.id: planned(
            replace(state, choices={**state.choices, first.id: option.id}), workspace, state.times
        )
        for option in first.options[:MOST_OFFERED]
    }
    return found, options


def _passing(
    proposed: Sequence[Proposal], state: RunState, workspace: Workspace
) -> tuple[Proposal, ...]:
    return tuple(islice((e for e in proposed if _passes(e, state, workspace)), _MOST_CHECKED))


def _passes(proposal: Proposal, state: RunState, workspace: Workspace) -> bool:
    """Whether the statement passes every check that needs no database, as it will have to."""
    planned = proposal.planned
    return isinstance(checked(planned.sql, workspace, state.asker, planned.contract), Passed)


async def _results(state: RunState, workspace: Workspace, statements: Sequence[str]) -> _Results:
    """The rows of statements that pass every check for this person; None for one that does not."""
    found: dict[str, Sequence[Row] | None] = {}
    for sql in statements:
        seen = await looked(workspace, state.asker, sql)
        if isinstance(seen, Seen):
            # Of rows that were cut nothing is known: two such results are never the same.
            found[sql] = () if seen.rows.truncated else seen.rows.rows
        else:
            found[sql] = None
    return found


def _compared(
    workspace: Workspace,
    first: _Outcome,
    options: Mapping[str, _Outcome],
    proposals: Proposals,
    results: _Results | None,
) -> AllRead:
    return all_read(
        FirstOutcome(outcome=first, options=options),
        proposals,
        shipped(),
        workspace.known.catalog.dialect,
        must_agree=workspace.habits.must_agree,
        precision=workspace.habits.precision,
        run=None if results is None else results.get,
    )
