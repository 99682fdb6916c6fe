"""Token ceilings: what is left out so that a prompt fits, and what never is."""

import math
from collections.abc import Callable, Iterator
from dataclasses import replace

from pipeline.agents.ports import Prompt
from pipeline.model_calls import ColumnSketch, TableSketch, WritingTask

# Fewer bytes a token than any tokeniser in use makes of English, SQL or JSON: it errs upwards.
_BYTES_A_TOKEN = 3.0
_AROUND = 400
_SHORT = 40


def tokens(text: str) -> int:
    """At least as many tokens as a model counts in the text, made without any tokeniser."""
    return math.ceil(len(text.encode()) / _BYTES_A_TOKEN)


def size_of(prompt: Prompt) -> int:
    """The estimate for a whole request, with what the form of the answer adds."""
    return tokens(prompt.instructions) + tokens(prompt.text) + _AROUND


def fitted(
    task: WritingTask, ceiling: int, render: Callable[[WritingTask], Prompt]
) -> Prompt | None:
    """The fullest prompt under the ceiling; None where even the barest is over it."""
    for smaller in smaller_tasks(task):
        prompt = render(smaller)
        if size_of(prompt) <= ceiling:
            return prompt
    return None


def smaller_tasks(task: WritingTask) -> Iterator[WritingTask]:
    """The task with less and less about the data; question, periods and bindings stay whole."""
    yield task
    task = replace(task, tables=tuple(_short(table) for table in task.tables))
    yield task
    task = replace(task, examples=task.examples[:1])
    yield task
    half = max(1, (len(task.tables) + 1) // 2)
    task = replace(task, tables=task.tables[:half], examples=())
    yield task
    task = replace(task, tables=tuple(_bare(table) for table in task.tables))
    yield task
    while len(task.tables) > 1:
        task = replace(task, tables=task.tables[: len(task.tables) // 2])
        yield task


def _short(table: TableSketch) -> TableSketch:
    columns = tuple(
        replace(column, note=column.note[:_SHORT], values=column.values[:3])
        for column in table.columns
    )
    return replace(table, note=table.note[:_SHORT], columns=columns)


def _bare(table: TableSketch) -> TableSketch:
    columns = tuple(ColumnSketch(name=column.name, type=column.type) for column in table.columns)
    return replace(table, note="", columns=columns)
