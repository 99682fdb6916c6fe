"""What models cost, by whom and for what."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from pipeline.model_calls import Spent


class By(StrEnum):
    """What a bill is made out by."""

    STEP = "step"
    MODEL = "model"
    PERSON = "person"
    WORKSPACE = "workspace"
    RUN = "run"
    DAY = "day"


@dataclass(frozen=True, slots=True, kw_only=True)
class Paid:
    """One paid call of a run's step. `place` tells the calls of one step apart."""

    run: str
    number: int
    place: int
    person: str
    workspace: str
    at: dt.datetime
    spent: Spent


@dataclass(frozen=True, slots=True, kw_only=True)
class Bill:
    """What the calls of one step, model, person, workspace, run or day come to.

    `cost` is in US dollars; `unpriced` calls, whose price nobody knows, are not in it.
    """

    of: str
    calls: int
    input_tokens: int
    output_tokens: int
    cached_tokens: int
    cost: float
    unpriced: int


class Spending(Protocol):
    """What models cost."""

    async def paid(self, calls: Sequence[Paid]) -> None: ...

    async def of_run(self, run: str) -> Sequence[Paid]:
        """Every paid call of a run, in order."""
        ...

    async def total(self, since: dt.datetime, by: By | None = None, of: str = "") -> float:
        """US dollars spent since then, in all or of one."""
        ...

    async def bills(self, since: dt.datetime, by: By) -> Sequence[Bill]:
        """What was spent since then, the dearest first; days in their order."""
        ...
