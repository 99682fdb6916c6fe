"""Which approved question may mean the same: only proposed, the guards of matching decide."""

from collections.abc import Iterator, Sequence
from typing import Final

from pydantic import BaseModel, ConfigDict, Field

from pipeline.agents.layers.hearing import Layer

NAME: Final = "propose_match"
MOST = 10
_SIZES = (MOST, 4)


class Proposed(BaseModel):
    """From `match` to the guards: one of the listed questions, or none."""

    model_config = ConfigDict(frozen=True)

    same_as: str = Field(
        max_length=2_000, description="the listed question, copied; empty for none"
    )
    why: str = Field(default="", max_length=300)


def match_layer(question: str, approved: Sequence[str]) -> Layer[Proposed]:
    """The layer over approved questions, the nearest first."""

    def problems(said: Proposed) -> Iterator[str]:
        if said.same_as and said.same_as not in approved:
            yield f"“{said.same_as}” is not listed: copy a listed question, or leave it empty."

    sizes = [{"question": question, "approved": approved[:size]} for size in _SIZES]
    return Layer(name=NAME, sizes=sizes, kind=Proposed, problems=lambda said: tuple(problems(said)))
