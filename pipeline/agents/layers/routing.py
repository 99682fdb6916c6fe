"""Which workspace a question is about, where the rules cannot tell: a listed one, or unsure."""

from collections.abc import Iterator, Sequence
from typing import Final

from pydantic import BaseModel, ConfigDict, Field

from pipeline.agents.layers.hearing import Layer
from pipeline.people import Person
from pipeline.workspace import Workspace

NAME: Final = "route"
_SIZES = (16, 6, 0)


class Routed(BaseModel):
    """From `route` to `match`: one listed workspace, or unsure, and then a person is asked."""

    model_config = ConfigDict(frozen=True)

    workspace: str = Field(max_length=200, description="a listed name; empty where unsure")
    unsure: bool = Field(description="true where the question may be about several, or about none")
    why: str = Field(default="", max_length=300)


def route_layer(question: str, asker: Person, candidates: Sequence[Workspace]) -> Layer[Routed]:
    """The layer over these candidates, each as far as the asker may know it."""
    names = [workspace.name for workspace in candidates]

    def problems(routed: Routed) -> Iterator[str]:
        if not routed.unsure and routed.workspace not in names:
            listed = ", ".join(names)
            yield f"“{routed.workspace}” is none of the listed names ({listed}). Or be unsure."

    tables = {each.name: _tables(each, asker) for each in candidates}
    sizes = [
        {
            "question": question,
            "workspaces": [
                {
                    "name": each.name,
                    "about": f"{each.title}. {each.description}",
                    "tables": tables[each.name][:size],
                }
                for each in candidates
            ],
        }
        for size in _SIZES
    ]
    return Layer(name=NAME, sizes=sizes, kind=Routed, problems=lambda said: tuple(problems(said)))


def _tables(workspace: Workspace, asker: Person) -> list[str]:
    known = workspace.known_to(asker)
    return [table.key for table in known.catalog.tables if table.key in known.allowed]
