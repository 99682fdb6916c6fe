"""Which of the likeliest tables a question needs: four at most, each by a name that was listed."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, Field

from pipeline.agents.layers.hearing import Layer, heard_of
from pipeline.model_calls import TableSketch
from pipeline.state import RunState

NAME: Final = "pick_tables"
MOST_CARDS = 10
MOST = 4
# Below it a person is asked before anything is written.
UNSURE = 0.5
# Cards, names of columns on each, letters of its note.
_SIZES = ((MOST_CARDS, 24, 200), (MOST_CARDS, 8, 80), (MOST_CARDS, 0, 80), (4, 0, 0))


class PickedTable(BaseModel):
    """One table that is needed, and what for."""

    model_config = ConfigDict(frozen=True)

    name: str = Field(max_length=300, description="as it is listed")
    why: str = Field(default="", max_length=200)


class Picked(BaseModel):
    """From `pick_tables` to `pick_columns`: names that stood on the cards, and nothing else."""

    model_config = ConfigDict(frozen=True)

    tables: list[PickedTable] = Field(min_length=1, max_length=MOST)
    confidence: float = Field(ge=0, le=1, description="that these are the right tables")


def tables_layer(
    question: str, understood: Sequence[str], cards: Sequence[TableSketch]
) -> Layer[Picked]:
    """The layer over these cards, the likeliest first."""
    names = {card.key.lower() for card in cards[:MOST_CARDS]}

    def problems(said: Picked) -> Iterator[str]:
        for each in said.tables:
            if each.name.lower() not in names:
                yield f"There is no card of a table “{each.name}”: use the listed names only."

    sizes = [
        {
            "question": question,
            "understood": understood,
            "cards": [_card(card, columns, note) for card in cards[:most]],
        }
        for most, columns, note in _SIZES
    ]
    return Layer(name=NAME, sizes=sizes, kind=Picked, problems=lambda said: tuple(problems(said)))


def picked_tables(state: RunState, keys: Sequence[str]) -> tuple[str, ...]:
    """The picked ones of these tables, spelled as the catalog does."""
    picked = heard_of(state, NAME, Picked)
    wanted = [each.name.lower() for each in picked.tables] if picked else []
    spelled = {key.lower(): key for key in keys}
    return tuple(dict.fromkeys(spelled[name] for name in wanted if name in spelled))


def _card(sketch: TableSketch, columns: int, note: int) -> dict[str, Any]:
    names = [column.name for column in sketch.columns[:columns]]
    more = len(sketch.columns) - len(names)
    return {"name": sketch.key, "note": sketch.note[:note], "columns": names, "more": more}
