"""Starter questions that were asked, and answered as they should be."""

import time
from collections.abc import Callable, Sequence
from pathlib import Path

from bots.bootstrap.asking import Direct, direct
from bots.settings import Settings
from knowledge.semantics.starters import Starter
from pipeline.direct import take_defaults
from pipeline.result import Answer, Cell

ENOUGH = 10
# Of more tables, those with rows and the most keys are drafted.
DRAFTED = 400
_MOST_TRIED = 40
# People wait for it: on a large database each try takes seconds.
_MOST_SECONDS = 60.0
_MOST_ROWS = 60
# A question that takes more cards than these is no start.
_MOST_CARDS = 1


async def tried_starters(
    settings: Settings,
    folder: Path,
    starters: Sequence[Starter],
    enough: int = ENOUGH,
    clock: Callable[[], float] = time.monotonic,
) -> tuple[str, ...]:
    """The questions of which the answers make sense, at most `enough`; each of them was run."""
    found: list[str] = []
    async with direct(settings, folder) as asking:
        until = clock() + _MOST_SECONDS
        for starter in starters[:_MOST_TRIED]:
            if len(found) == enough or clock() > until:
                break
            if await _makes_sense(asking, starter):
                found.append(starter.question)
    return tuple(found)


async def _makes_sense(asking: Direct, starter: Starter) -> bool:
    """Whether it is answered from its table, with rows, without a word that was left out."""
    driven = await asking.ask(starter.question, take_defaults)
    answer = driven.outcome
    if not isinstance(answer, Answer) or len(driven.asked) > _MOST_CARDS:
        return False
    read = {name.lower() for name in answer.tables}
    clear = not answer.left_out and not answer.ignored and starter.table.lower() in read
    fits = starter.least_rows <= len(answer.rows) <= _MOST_ROWS
    numbers = [row[-1] for row in answer.rows if row]
    return clear and fits and any(numbers) and _counts_right(numbers, starter)


def _counts_right(numbers: Sequence[Cell], starter: Starter) -> bool:
    """Whether what should be counts of rows are: no more than there are, all of them if one."""
    if starter.rows is None:
        return True
    counts = [number for number in numbers if isinstance(number, int)]
    if len(counts) != len(numbers):
        return False
    return sum(counts) <= starter.rows and (len(counts) > 1 or sum(counts) == starter.rows)
