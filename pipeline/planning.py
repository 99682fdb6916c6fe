"""Asks the rules planner, with everything a run knows so far.

Plain functions that may compute for tenths of a second where a question is open: steps call them
in a thread, so that the event loop never waits for one person's question.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from knowledge.glossary import Union
from pipeline.checkpoint import CheckpointKind, Input, Option, Question
from pipeline.hazards import CROWD, crowd, guarded, narrowed, settled_before, typed_name
from pipeline.hidden_words import hidden_words, not_open
from pipeline.open_definitions import closed_name, not_known
from pipeline.places.geography import placed, regional_table
from pipeline.places.unions import (
    misfits,
    region_by_region,
    regional_tables,
    spread,
    together,
    union_meant,
    without_all_regions,
)
from pipeline.reader.proposals import PICKED, planned_of
from pipeline.reading_by_rules import Alternative
from pipeline.rules.outcomes import Ask as Unsure
from pipeline.rules.outcomes import Cannot, Planned
from pipeline.rules.plan import plan
from pipeline.rules.schema.known import Known
from pipeline.rules.text.plain_words import listed
from pipeline.state import RunState
from pipeline.summed_rates import without_summed_rates
from pipeline.tables.chosen import as_chosen
from pipeline.times.values import TimeSpan
from pipeline.workspace import Workspace

_Outcome: TypeAlias = Planned | Unsure | Cannot
_NOT_TOGETHER = (
    "The regions have tables of their own, {tables}, and nobody has said that these fit together. "
    "Ask about one region, or have them declared under “unions” in the glossary."
)
_GONE = "I do not have the reading any more that you picked."
_NAME_IT = "Or type a part of the table's name"
_KINDS = {
    "tables": CheckpointKind.TABLES,
    "columns": CheckpointKind.COLUMNS,
    "geography": CheckpointKind.GEOGRAPHY,
}


def planned(
    state: RunState, workspace: Workspace, times: tuple[TimeSpan, ...], *, readings: bool = True
) -> Planned | Unsure | Cannot:
    """What the rules make of the question with the answers given so far.

    Without `readings` where nobody is asked to choose between them.
    """
    return planned_with(state, workspace, times, readings=readings)[0]


def planned_with(
    state: RunState, workspace: Workspace, times: Sequence[TimeSpan], *, readings: bool = True
) -> tuple[Planned | Unsure | Cannot, tuple[Unsure, ...]]:
    """What the rules make of it, and the points that a standing answer settled on the way."""
    own = workspace.known_to(state.asker)
    closed = closed_name(state.question, workspace.known, own, times)
    if closed:
        return Cannot(reason=not_known(closed), at_once=True, closed=True), ()
    hidden = hidden_words(state.question, workspace.known, own, times)
    if hidden:
        return Cannot(reason=not_open(hidden), at_once=True, closed=True), ()
    before, picked = _settled_before(state, own), _picked(state)
    said = {key: to for key, to in state.choices.items() if not to.startswith(PICKED)}
    choices, settled = {**before, **said}, list[Unsure]()
    if picked is None and len(said) < len(state.choices):
        return Cannot(reason=_GONE, at_once=True), ()
    while True:
        seen = narrowed(as_chosen(own, state.choices), choices)
        known, place = placed(state.question, seen, choices)
        many = _crowd(state, known, choices)
        outcome = (
            place
            or many
            or (
                _read(state, known, times, choices, readings=readings)
                if picked is None
                else planned_of(picked, state.question, known, choices, times)
            )
        )
        if not isinstance(outcome, Unsure) or outcome.id in choices:
            return without_summed_rates(outcome, own), tuple(settled)
        offered = [option.id for option in outcome.options]
        regional = regional_table(state.question, known, offered)
        answer = state.standing.get(outcome.id, "")
        if regional:
            choices[outcome.id] = regional
        elif answer in offered:
            choices[outcome.id] = answer
            settled.append(outcome)
        else:
            return outcome, tuple(settled)


def _picked(state: RunState) -> Alternative | None:
    """The reading beside those of the rules that a person picked on a card."""
    picked = set(state.choices.values())
    return next((each for each in state.alternatives if each.id in picked), None)


def _settled_before(state: RunState, known: Known) -> Mapping[str, str]:
    """What the turn before settled of this data; a person's word in this turn comes first."""
    if state.previous is None:
        return {}
    return settled_before(state.question, known, state.previous_contract)


def _crowd(state: RunState, known: Known, choices: Mapping[str, str]) -> Unsure | None:
    """Which table is meant, where more of them share a word than a card can offer."""
    if state.previous is not None:
        return None
    typed = next((text for key, text in state.values.items() if key.startswith(CROWD)), "")
    return crowd(state.question, known, choices, typed)


def _read(
    state: RunState,
    known: Known,
    times: Sequence[TimeSpan],
    choices: Mapping[str, str],
    *,
    readings: bool,
) -> Planned | Unsure | Cannot:
    """One reading; with `all regions`, of the regional tables together where the map allows it.

    Where no region has a table of its own, `in each region` groups by what is called so.
    """
    blanked = without_all_regions(state.question)
    # Nothing goes on from tables that are gone, or not of this workspace.
    there = set(state.previous_contract.tables) <= {table.key for table in known.catalog.tables}
    previous = state.previous if there else None

    def reading(of: Known, question: str = blanked or state.question) -> _Outcome:
        def over(about: Known) -> _Outcome:
            return plan(
                question,
                about,
                times=times,
                choices=choices,
                previous=previous,
                readings=readings,
            )

        return guarded(question, of, choices, over, times=times)

    before = union_meant(previous, known.glossary)
    if before is not None:
        return _whole(before, known, reading)
    plain = reading(known)
    if blanked is None:
        return plain
    for union in known.glossary.unions:
        whole = _whole(union, known, reading)
        if _is_of(whole, union, plain):
            return whole
    apart = regional_tables(_tables_of(plain), known.glossary)
    if apart:
        return Cannot(reason=_NOT_TOGETHER.format(tables=listed(apart)))
    return reading(known, state.question) if region_by_region(state.question) else plain


def _whole(
    union: Union, known: Known, reading: Callable[[Known], Planned | Unsure | Cannot]
) -> Planned | Unsure | Cannot:
    """The reading over the union's tables together."""
    misfit = misfits(union, known)
    if misfit:
        return Cannot(reason=misfit, unexplained=union.tables)
    at = together(union, known)
    found = reading(at.known)
    return spread(found, at, known) if isinstance(found, Planned) else found


def _is_of(
    whole: Planned | Unsure | Cannot, union: Union, plain: Planned | Unsure | Cannot
) -> bool:
    """Whether the question is about that union, and not about other tables only."""
    if isinstance(whole, Planned):
        return set(union.tables) <= set(whole.contract.tables)
    touched = bool(set(union.tables) & set(_tables_of(plain)))
    return touched or (isinstance(whole, Unsure) and not isinstance(plain, Planned))


def _tables_of(outcome: Planned | Unsure | Cannot) -> Sequence[str]:
    """The tables that are read, or that it is between."""
    if isinstance(outcome, Planned):
        return outcome.contract.tables
    ids = [option.id for option in outcome.options] if isinstance(outcome, Unsure) else []
    return list(dict.fromkeys([*ids, *(each.rpartition(".")[0] for each in ids)]))


def kind_of_card(unsure: Unsure) -> CheckpointKind:
    """The checkpoint that a point of the planner belongs to."""
    return _KINDS.get(unsure.kind, CheckpointKind.CLARIFICATION)


def question_of(unsure: Unsure) -> Question:
    """The planner's point as a question on a card."""
    options = tuple(
        Option(id=option.id, label=option.label, detail=option.detail) for option in unsure.options
    )
    inputs: tuple[Input, ...] = ()
    if unsure.id.startswith(f"{CROWD}:"):
        inputs = (Input(id=typed_name(unsure.id), label=_NAME_IT),)
    return Question(
        id=unsure.id, text=unsure.prompt, options=options, default=unsure.default, inputs=inputs
    )
