"""`administer`: a model works on the database; what it wants changed goes the way of every change.

A turn is one paid step: what only reads runs at once in it, and it ends at calls for changes. Each
of those is proposed, previewed, approved and written by the steps for it; how it ended comes back
here, and the model's next turn begins with that.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from pipeline.admin_talk import AdminTalk, MadeChange, WantedChange
from pipeline.agents.administering import AdminToolbox, RefusedCall
from pipeline.agents.backed import kept
from pipeline.agents.schema import readable
from pipeline.agents.tool_calls import looked_at
from pipeline.flow import Finish, Go, Happened, Outcome
from pipeline.model_calls import AdminTask, Away, Models, Replied, Spent, Unusable, Wants
from pipeline.result import Answer, Refusal
from pipeline.state import RunState
from pipeline.steps.write_ends import QUESTION as OUTCOME
from pipeline.workspace import Workspace
from pipeline.writes.receipt import Receipt
from pipeline.writes.request import WriteRequest

NAME = "administer"
_PROPOSE = "propose"
_MOST_CHANGES = 10
_MOST_ROUNDS = 12
_MOST_TABLES = 60
_MODEL = "The model that worked on this"
_NOTHING_BACKED = (
    "The model that worked on this said nothing that I could find in the data. Nothing was changed."
)


async def administer(state: RunState, workspace: Workspace) -> Outcome:
    """Propose the next change that is wanted; without one it is the model's turn."""
    talk = state.admin or AdminTalk()
    wanted = talk.next_wanted
    if wanted is not None:
        return Go(state=replace(state, admin=talk, write=_request(wanted)), to=_PROPOSE)
    models = workspace.models
    if models is None:
        return _stopped(state, talk, "No model is set up for this workspace any more.")
    if talk.rounds >= _MOST_ROUNDS:
        return _stopped(state, talk, f"{_MODEL} came to no end.")
    if objection := await models.objection(state.asker):
        return _stopped(state, talk, objection)
    return await _turn(replace(state, write=None), talk, workspace, models)


async def _turn(state: RunState, talk: AdminTalk, workspace: Workspace, models: Models) -> Outcome:
    left = _MOST_CHANGES - talk.asked
    toolbox = AdminToolbox(workspace, state.asker, rows=models.summaries, left=left)
    task = _task(state, workspace, writes=toolbox.writes)
    said = await models.writer.administer(task, talk, toolbox.tools())
    noted = (*looked_at(toolbox.looks), *map(_noted, toolbox.refused))
    facts = (state.question, talk.messages, *toolbox.said, *talk.told)
    backs = partial(kept, facts=facts, known=workspace.known_to(state.asker))
    return replace(_after(said, state, talk, backs), noted=noted)


def _after(
    said: Wants | Replied | Unusable | Away,
    state: RunState,
    talk: AdminTalk,
    backs: Callable[[str], str],
) -> Go | Finish:
    match said:
        case Away(problem=problem):
            return _stopped(state, talk, problem)
        case Unusable():
            paid = _paid(state, said.spent)
            if talk.failed:
                return _stopped(paid, talk, f"{_MODEL} gave no answer that I could use.")
            again = replace(talk, failed=True, rung=said.rung + 1)
            return Go(state=replace(paid, admin=again), to=NAME)
        case Wants():
            return Go(state=_wanting(_paid(state, said.spent), talk, said), to=NAME)
        case Replied():
            paid = replace(_paid(state, said.spent), admin=talk)
            # What was done is said by the receipts; of the model's words only what they back.
            words = backs(said.text)
            sentences = (*talk.told, *((words,) if words else ()))
            return _told(paid, state.workspace, sentences or (_NOTHING_BACKED,))


def _noted(call: RefusedCall) -> Happened:
    details = {
        "tool": call.tool,
        "sql": call.sql,
        "said": call.explanation,
        "reason": call.reason,
    }
    return Happened(action="tool refused", details=details)


def _task(state: RunState, workspace: Workspace, *, writes: bool) -> AdminTask:
    tables = [table.key for table in readable(workspace, state.asker)]
    return AdminTask(
        question=state.question,
        today=state.today,
        dialect=workspace.known.catalog.dialect,
        tables=tuple(tables[:_MOST_TABLES]),
        before=state.previous_sql,
        writes=writes,
    )


def _wanting(state: RunState, talk: AdminTalk, wants: Wants) -> RunState:
    after = replace(
        talk,
        messages=wants.messages,
        wanted=wants.changes,
        ended={},
        asked=talk.asked + len(wants.changes),
        rounds=talk.rounds + 1,
        rung=wants.rung,
        failed=False,
    )
    return replace(state, admin=after)


def _request(wanted: WantedChange) -> WriteRequest:
    return WriteRequest(typed=wanted.sql, call=wanted.id, said=wanted.explanation)


def reported(outcome: Outcome) -> Outcome:
    """The end of a change that a model wanted: not the run's, but told to the model."""
    if not isinstance(outcome, Finish) or isinstance(outcome.outcome, Answer):
        return outcome
    state, ended = outcome.state, outcome.outcome
    talk, request = state.admin, state.write
    if talk is None or request is None or not request.call:
        return outcome
    after = replace(
        talk,
        ended=talk.ended | {request.call: _became(ended)},
        told=(*talk.told, _line(request, ended)),
        made=(*talk.made, *_made(request, ended)),
    )
    # What a person found of this one says nothing of the next.
    choices = {key: chosen for key, chosen in state.choices.items() if key != OUTCOME}
    state = replace(state, admin=after, choices=choices)
    return Go(state=state, to=NAME, noted=outcome.noted, ended=ended)


def _became(ended: Receipt | Refusal) -> str:
    """What the model reads of it."""
    if isinstance(ended, Refusal):
        return f"Not written. {ended.reason}"
    return f"Written, as people approved it: {ended.sql}\n{ended.explanation} {_rows(ended)}"


def _line(request: WriteRequest, ended: Receipt | Refusal) -> str:
    """What its asker reads of it in the end."""
    if isinstance(ended, Receipt):
        return f"Written: {ended.explanation} {_rows(ended)}".strip()
    what = request.proposal.explanation if request.proposal is not None else request.typed
    return f"Not written: {what} {ended.reason}"


def _rows(receipt: Receipt) -> str:
    if receipt.rows is None:
        return ""
    return "1 row was changed." if receipt.rows == 1 else f"{receipt.rows:,} rows were changed."


def _made(request: WriteRequest, ended: Receipt | Refusal) -> tuple[MadeChange, ...]:
    if not isinstance(ended, Receipt) or request.proposal is None:
        return ()
    approval = request.counted[-1].checkpoint
    return (MadeChange(approval=approval, proposal=request.proposal, receipt=ended),)


def _stopped(state: RunState, talk: AdminTalk, problem: str) -> Finish:
    """No more turns: what was done is told anyway."""
    after = replace(state, admin=talk, write=None)
    if talk.told:
        return _told(after, state.workspace, (*talk.told, problem))
    reason = f"{problem} Nothing was changed." if talk.asked else problem
    step = "Ask in other words, or write the statement itself: run this: UPDATE …"
    return Finish(state=after, outcome=Refusal(code="model", reason=reason, next_step=step))


def _told(state: RunState, workspace: str, sentences: tuple[str, ...]) -> Finish:
    answer = Answer(
        question=state.question,
        workspace=workspace,
        summary="\n".join(sentences),
        reading="",
        sql="",
        columns=(),
        rows=(),
    )
    return Finish(state=replace(state, write=None), outcome=answer)


def _paid(state: RunState, spent: Spent) -> RunState:
    return replace(state, spent=(*state.spent, spent))
