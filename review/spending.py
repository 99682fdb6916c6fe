"""What models cost, by whom and for what."""

import datetime as dt
from dataclasses import dataclass
from enum import StrEnum

from pipeline.writing import Spent


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
