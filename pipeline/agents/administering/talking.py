"""Between the pipeline's talk about a database and one turn of a model."""

from functools import partial

from pipeline.admin_talk import AdminTalk, WantedChange
from pipeline.agents.administering.last_words import objection_to
from pipeline.agents.backed import as_prose, claims_an_action
from pipeline.agents.ports import Talking, Turn
from pipeline.agents.prompts import as_tool_data
from pipeline.model_calls import AdminTask, Replied, Spent, Wants


def talking_of(task: AdminTask, talk: AdminTalk) -> Talking:
    """Where the talk stands, as a model's client needs it."""
    return Talking(
        history=talk.messages,
        results={call: as_tool_data(became) for call, became in talk.ended.items()},
        objection=partial(objection_to, wrote=bool(talk.made), writes=task.writes),
    )


def outcome_of(turn: Turn, spent: Spent, rung: int) -> Wants | Replied:
    """What a turn came to."""
    if not turn.calls:
        return Replied(text=turn.text, spent=spent, rung=rung)
    wanted = tuple(
        WantedChange(
            id=call.id,
            sql=call.arguments["sql"],
            explanation=_explained(call.arguments["explanation"]),
        )
        for call in turn.calls
    )
    return Wants(changes=wanted, messages=turn.history, spent=spent, rung=rung)


def _explained(text: str) -> str:
    """What a model says of its change to whoever approves it: nothing of the kind "it is done"."""
    said = as_prose(text)
    return "" if claims_an_action(said) else said
