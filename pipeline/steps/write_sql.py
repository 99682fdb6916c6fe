"""`write_sql`: a model writes the SQL, one paid call at a time; code decides what binds it."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from knowledge.table_hit import TableHit
from pipeline.agents.approved_tools import approved_tools, as_approved
from pipeline.agents.backed import kept
from pipeline.agents.binding import bound
from pipeline.agents.brief import task_of
from pipeline.agents.exploring import Toolbox
from pipeline.agents.heard_layers import assumed_by_layers, doubts_tables, takes_for_granted
from pipeline.agents.layers.choosing_columns import NAME as COLUMNS
from pipeline.agents.layers.choosing_tables import NAME as TABLES_LAYER
from pipeline.agents.layers.places import place_filters
from pipeline.agents.schema import MOST_TABLES, readable, sketches, unsure_of
from pipeline.agents.settled import as_settled
from pipeline.agents.tool_calls import looked_at
from pipeline.agents.unused import unused
from pipeline.certainty import TABLES, as_read
from pipeline.contract import Contract
from pipeline.flow import Finish, Go, Outcome
from pipeline.model_calls import Away, Models, Spent, Unusable, Wrote
from pipeline.reading_by_rules import Written
from pipeline.result import Refusal
from pipeline.rules.asking.retired_words import told_in_place
from pipeline.state import Draft, RunState
from pipeline.workspace import Workspace

NAME = "write_sql"
CHECK = "check"
MODEL = "model"
_UNASKED = "No model could be asked; this is how the rules read the question."
_ANSWERLESS = "The models gave no answer that I could use."
_CEILING = (
    "Ask in fewer words, or ask an admin to raise max_input_tokens of a model under “models” in "
    "countersign.yaml."
)
_NO_WAY = "The model found no way to answer this from the data."


async def write_sql(state: RunState, workspace: Workspace) -> Outcome:
    """One call: the draft, or why there is none. What was paid is kept before more runs."""
    models = workspace.models
    if models is None:
        return _refuse(state, "no_model", "No model is set up for this workspace any more.")
    if objection := await models.objection(state.asker):
        return _refuse(state, "budget", objection)
    hits = await models.find_tables(state.question, MOST_TABLES)
    task = await task_of(state, workspace, hits)
    toolbox = _toolbox(state, workspace, models) if _explores(state, models) else None
    approved = await approved_tools(state, workspace)
    tools = (*(toolbox.tools() if toolbox else ()), *(approved.tools() if approved else ()))
    written = models.writer.write(task, state.rung, tools)
    wanted = range(_further(state, models)) if toolbox is None else ()
    # Samples are independent of one another: nobody waits for them longer than for the first.
    said, *others = await asyncio.gather(
        written, *(models.writer.sample(task, number) for number in wanted)
    )
    state = _sampled(state, others, workspace, hits)
    outcome = _after(said, state, workspace, hits, explored=toolbox is not None)
    if approved is not None and isinstance(said, Wrote):
        reused = await as_approved(said.sql, approved, state, workspace)
        if reused is not None:
            paid = _paid(reused, said.spent, said.rung)
            outcome = Go(state=replace(paid, other=None), to=CHECK)
    looks = (*(toolbox.looks if toolbox else ()), *(approved.looks if approved else ()))
    return replace(outcome, noted=looked_at(looks)) if looks else outcome


def _further(state: RunState, models: Models) -> int:
    """How many queries more are written, of a question that the rules cannot check."""
    first = state.attempts == 0 and not state.samples
    return models.samples - 1 if first and state.other is None else 0


def _sampled(
    state: RunState,
    others: Sequence[Wrote | Unusable | Away],
    workspace: Workspace,
    hits: Sequence[TableHit],
) -> RunState:
    """The state with what was paid for samples, and with those that could be answers."""
    spent = tuple(other.spent for other in others if not isinstance(other, Away))
    wrote = (other for other in others if isinstance(other, Wrote) and other.sql)
    found = (_bound(state, other, workspace, hits) for other in wrote if not other.cannot)
    fit = tuple(each for each in found if not each.findings)
    return replace(state, spent=(*state.spent, *spent), samples=(*state.samples, *fit))


def _after(
    said: Wrote | Unusable | Away,
    state: RunState,
    workspace: Workspace,
    hits: Sequence[TableHit],
    *,
    explored: bool,
) -> Outcome:
    models = workspace.models
    assert models is not None, "one was asked"  # noqa: S101 - whoever calls has looked
    match said:
        case Away(problem=problem, too_large=True):
            return _refuse(state, "too_large", problem, _CEILING)
        case Away(problem=problem):
            return _refuse(state, "model_away", problem)
        case Unusable() as answer:
            return _again(_paid(state, answer.spent, answer.rung), answer, models)
        case Wrote() as answer:
            paid = _paid(state, answer.spent, answer.rung)
            no = answer.cannot or not answer.sql
            if no and _is_narrowed(paid) and paid.attempts < models.most:
                # What was left out may be what is missing: all that is likely is told once.
                return Go(state=replace(paid, widened=True), to=NAME)
            if no and models.explore and not explored and paid.attempts < models.most:
                return Go(state=replace(paid, explore=True), to=NAME)
            return _written(paid, answer, workspace, hits)


def _is_narrowed(state: RunState) -> bool:
    """Whether layers before left tables or columns out that the asker may read."""
    chose = any(state.heard[name].output for name in (TABLES_LAYER, COLUMNS) if name in state.heard)
    return chose and not state.widened


def _explores(state: RunState, models: Models) -> bool:
    """Looking around costs many times as much: only after a no, and as the last try."""
    last = state.attempts == models.most - 1 and state.attempts > 0
    return models.explore and (state.explore or last)


def _toolbox(state: RunState, workspace: Workspace, models: Models) -> Toolbox:
    return Toolbox(
        workspace,
        state.asker,
        sketches(readable(workspace, state.asker), workspace, state.asker),
        models.find_tables,
        rows=models.summaries,
    )


def may_write_again(state: RunState, models: Models | None) -> bool:
    """Whether the findings go back to a model, or to a person."""
    draft = state.draft
    return (
        models is not None
        and draft is not None
        and draft.by == MODEL
        and state.attempts < models.most
    )


def _paid(state: RunState, spent: Spent, rung: int) -> RunState:
    """The next call, if there is one, is the next rung's."""
    return replace(state, spent=(*state.spent, spent), attempts=state.attempts + 1, rung=rung + 1)


def _again(state: RunState, answer: Unusable, models: Models) -> Outcome:
    if state.attempts >= models.most:
        reason = f"{_ANSWERLESS} {answer.problem}"
        return _refuse(state, "model_unusable", reason, answer.fix)
    old = state.draft.sql if state.draft else ""
    draft = Draft(sql=old, by=MODEL, findings=(answer.problem,))
    return Go(state=replace(state, draft=draft), to=NAME)


def _written(
    state: RunState, answer: Wrote, workspace: Workspace, hits: Sequence[TableHit]
) -> Outcome:
    if answer.cannot or not answer.sql:
        known = workspace.known_to(state.asker)
        why = kept(answer.cannot, _facts(state, answer), known)
        return _refuse(state, "cannot", why or _NO_WAY)
    return Go(state=as_written(state, _bound(state, answer, workspace, hits)))


def as_written(state: RunState, written: Written) -> RunState:
    """The state with that query of a model as its draft."""
    return replace(
        state,
        draft=Draft(sql=written.sql, by=MODEL, model=written.model, findings=written.findings),
        contract=written.contract,
        reading=written.text,
        taken=takes_for_granted(state),
        assumptions=written.assumptions,
        ignored=written.ignored,
        unsure_of_tables=written.unsure_of_tables,
    )


def _facts(state: RunState, answer: Wrote) -> tuple[str, ...]:
    """What a model's words may speak of."""
    asked_for = (state.question, *state.values.values(), *(span.words for span in state.times))
    return (answer.sql, *asked_for, state.previous_question, state.previous_sql)


def _bound(
    state: RunState, answer: Wrote, workspace: Workspace, hits: Sequence[TableHit]
) -> Written:
    """The query with what binds it, and those words of the model that the facts hold."""
    known, facts = workspace.known_to(state.asker), _facts(state, answer)
    binding = bound(state, as_settled(workspace.known, state), answer.sql, answer.date_columns)
    left_out = unused(state.question, answer.sql, workspace, state.times, state.asker)
    contract, misplaced = _placed(state, binding.contract, workspace)
    told = set(state.draft.findings if state.draft else ())
    # Told once and left out again, it may be meant so: then the asker reads of it.
    fresh = tuple(sentence for sentence in left_out if sentence not in told)
    ignored = tuple(sentence for sentence in left_out if sentence in told)
    said = (
        *assumed_by_layers(state),
        *(kept(text, facts, known) for text in answer.metric_assumptions),
        *(kept(text, facts, known) for text in answer.assumptions),
        *binding.assumptions,
        *_in_place(state, contract, workspace),
        *(f"not as asked: {sentence}" for sentence in ignored),
    )
    return Written(
        sql=answer.sql,
        text=kept(answer.reading, facts, known) or state.question,
        contract=contract,
        model=answer.spent.model,
        findings=(*binding.findings, *misplaced, *fresh),
        assumptions=tuple(dict.fromkeys(filter(None, said))),
        ignored=ignored,
        unsure_of_tables=doubts_tables(state) or unsure_of(contract.tables, hits, workspace),
    )


def _placed(
    state: RunState, contract: Contract, workspace: Workspace
) -> tuple[Contract, tuple[str, ...]]:
    """The contract with the places that the map knows, and a sentence for each that is missing."""
    filters = place_filters(state, workspace.known_to(state.asker))
    read = {key.lower() for key in contract.tables}
    held = tuple(f for f in filters if f.column.rpartition(".")[0].lower() in read)
    missing = tuple(
        f"The question says “{each.words}”, which is about {each.column}, but the query does not "
        "read that table."
        for each in filters
        if each not in held
    )
    return replace(contract, filters=(*contract.filters, *held)), missing


def _in_place(state: RunState, contract: Contract, workspace: Workspace) -> list[str]:
    """Which columns stand in place of others in what the question names."""
    named = {*contract.tables, *(measure.name for measure in contract.measures)}
    known = workspace.known_to(state.asker)
    return told_in_place(known, state.question, named, state.choices)


def _refuse(state: RunState, code: str, reason: str, fix: str = "") -> Outcome:
    """Without a model's answer that of the rules stands, where they have one."""
    said = f"A model found no answer: {reason}" if code == "cannot" else _UNASKED
    read = as_read(state, said)
    if read is not None:
        return Go(state=read, to=TABLES)
    step = fix or {
        "cannot": "Ask in other words, with the names of the data.",
        "model_away": "Try again in a few minutes, or tell an admin.",
        "budget": "Ask in the names of the data, or ask an admin for a larger budget.",
    }.get(code, "Ask in other words, or tell an admin.")
    return Finish(state=state, outcome=Refusal(code=code, reason=reason, next_step=step))
