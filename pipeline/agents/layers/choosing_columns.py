"""Which columns of the chosen tables a question needs; keys and definitions are kept by code."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from pydantic import BaseModel, ConfigDict, Field

from pipeline.agents.backed import ProseLines
from pipeline.agents.layers.hearing import Layer, heard_of
from pipeline.agents.layers.literal import not_said
from pipeline.model_calls import ColumnSketch, TableSketch
from pipeline.state import RunState

NAME: Final = "pick_columns"
# So many columns together are all told where the layer is to be asked always.
FEW = 24
# So many are told by themselves: choosing means reading all of them once more, which spares nothing
# before they outgrow what a model is sent.
MANY = 100
_MOST = 40
_SHORT = 40


class Ambiguous(BaseModel):
    """Words that several columns may be meant by, such as a net and a gross price."""

    model_config = ConfigDict(frozen=True)

    words: str = Field(max_length=200, description="copied from the question")
    columns: list[str] = Field(min_length=2, max_length=4, description="table.column, as listed")


class Pruned(BaseModel):
    """From `pick_columns` to whoever writes the SQL: listed columns as `table.column`."""

    model_config = ConfigDict(frozen=True)

    columns: list[str] = Field(
        min_length=1, max_length=_MOST, description="table.column, as listed"
    )
    metric_assumptions: ProseLines = Field(
        default_factory=list, max_length=6, description="how each number is computed from them"
    )
    ambiguous: list[Ambiguous] = Field(default_factory=list, max_length=2)


def columns_layer(
    question: str, understood: Sequence[str], tables: Sequence[TableSketch]
) -> Layer[Pruned]:
    """The layer over the chosen tables."""
    names = {f"{t.key}.{c.name}".lower() for t in tables for c in t.columns}

    def problems(said: Pruned) -> Iterator[str]:
        both = (*said.columns, *(name for each in said.ambiguous for name in each.columns))
        for name in dict.fromkeys(both):
            if name.lower() not in names:
                yield f"There is no column “{name}”: write table.column as they are listed."
        yield from not_said("What is ambiguous,", (each.words for each in said.ambiguous), question)

    about = {"question": question, "understood": understood}
    sizes = [{**about, "tables": each} for each in _smaller(tables)]
    return Layer(name=NAME, sizes=sizes, kind=Pruned, problems=lambda said: tuple(problems(said)))


def open_pairs(state: RunState) -> tuple[Ambiguous, ...]:
    """The words that several columns fit and nobody has settled."""
    pruned = heard_of(state, NAME, Pruned)
    pairs = pruned.ambiguous if pruned else ()
    return tuple(pair for pair in pairs if pair_id(pair) not in state.choices)


def settled_pairs(state: RunState) -> tuple[str, ...]:
    """What people said which column is meant: it binds."""
    pruned = heard_of(state, NAME, Pruned)
    found = (
        (pair, state.choices.get(pair_id(pair), ""))
        for pair in (pruned.ambiguous if pruned else ())
    )
    return tuple(f"“{pair.words}” means the column {column}" for pair, column in found if column)


def pair_id(pair: Ambiguous) -> str:
    """The id under which a card asks it, as for any word that several columns fit."""
    return f"column:{pair.words.lower()}"


def pruned_tables(
    state: RunState, tables: Sequence[TableSketch], kept: Sequence[str]
) -> tuple[TableSketch, ...]:
    """The tables with the chosen columns, their keys, and what the kept texts speak of."""
    pruned = heard_of(state, NAME, Pruned)
    if pruned is None:
        return tuple(tables)
    wanted = {name.lower() for name in pruned.columns}
    wanted |= {name.lower() for pair in pruned.ambiguous for name in pair.columns}
    joins = [line for table in tables for line in table.joins]
    words = {word.lower() for text in (*kept, *joins) for word in re.findall(r"\w+", text)}
    return tuple(replace(table, columns=_kept(table, wanted, words)) for table in tables)


def _kept(table: TableSketch, wanted: set[str], words: set[str]) -> tuple[ColumnSketch, ...]:
    return tuple(
        column
        for column in table.columns
        if f"{table.key}.{column.name}".lower() in wanted
        or column.name.lower() in words
        or column.note.startswith("primary key")
    )


def _smaller(tables: Sequence[TableSketch]) -> Iterator[Sequence[TableSketch]]:
    """The tables with less and less about their columns; no column is ever left out."""
    yield tables
    yield [_told(table, notes=_SHORT, values=2) for table in tables]
    yield [_told(table, notes=0, values=0) for table in tables]


def _told(table: TableSketch, *, notes: int, values: int) -> TableSketch:
    columns = tuple(
        replace(column, note=column.note[:notes], values=column.values[:values])
        for column in table.columns
    )
    return replace(table, note=table.note[:notes], columns=columns)
