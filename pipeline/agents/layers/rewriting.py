"""A follow-up as a whole question: written by a model, held against the last answer's contract."""

from typing import Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from pipeline.agents.backed import as_prose
from pipeline.agents.layers.hearing import Layer
from pipeline.agents.layers.kept_contract import Reads, not_kept
from pipeline.state import RunState

NAME: Final = "rewrite"
What: TypeAlias = Literal["number", "group", "condition", "period", "order", "limit"]
_GOES_ON = "The message begins like a follow-up: write what it makes of the last question."


class Change(BaseModel):
    """One thing that the message changes, and its words for it."""

    model_config = ConfigDict(frozen=True)

    what: What
    words: str = Field(min_length=1, max_length=200, description="copied from the message")


class Rewritten(BaseModel):
    """From `rewrite` to the person who confirms it: a whole question, and what changed in it."""

    model_config = ConfigDict(frozen=True)

    question: str = Field(min_length=3, max_length=500, description="it stands without the others")
    changes: list[Change] = Field(max_length=6)
    new_topic: bool = Field(
        default=False, description="true where the message does not go on from the last question"
    )


def rewrite_layer(state: RunState, told: tuple[str, ...], reads: Reads) -> Layer[Rewritten]:
    """The layer for a message; `told` is the last contract in words, `reads` the rules' reading."""

    def problems(said: Rewritten) -> tuple[str, ...]:
        if not as_prose(said.question):
            return ("The question is no sentence.",)
        if said.new_topic or same_words(said.question, state.question):
            return (_GOES_ON,) if reads.goes_on(state.question) else ()
        changes = [(each.what, each.words) for each in said.changes]
        return tuple(not_kept(state, said.question, changes, reads))

    values = {
        "message": state.question,
        "before": state.previous_question,
        "contract": told,
        "times": [span.words for span in state.previous_times],
    }
    return Layer(name=NAME, sizes=(values,), kind=Rewritten, problems=problems)


def same_words(one: str, other: str) -> bool:
    """Whether two texts differ in nothing but case, gaps and marks at their ends."""
    return _bare(one) == _bare(other)


def _bare(text: str) -> str:
    return " ".join(text.lower().strip(" .?!").split())
