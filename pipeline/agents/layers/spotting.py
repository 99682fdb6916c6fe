"""Which words of a question are times or places; what they mean is code's to say."""

from typing import Final

from pydantic import BaseModel, ConfigDict, Field

from pipeline.agents.layers.hearing import Layer
from pipeline.agents.layers.literal import not_said

NAME: Final = "find_spans"
_MOST = 6


class Spotted(BaseModel):
    """From `find_spans` to calendar and map: stretches of the question, copied letter by letter."""

    model_config = ConfigDict(frozen=True)

    times: list[str] = Field(max_length=_MOST, description="words for a time, copied")
    places: list[str] = Field(max_length=_MOST, description="words for a place, copied")


def spans_layer(question: str, known: tuple[str, ...]) -> Layer[Spotted]:
    """The layer for a question, of whose words for time these are understood already."""

    def problems(said: Spotted) -> tuple[str, ...]:
        return (
            *not_said("The time", said.times, question),
            *not_said("The place", said.places, question),
        )

    sizes = [{"question": question, "known": known}]
    return Layer(name=NAME, sizes=sizes, kind=Spotted, problems=problems)
