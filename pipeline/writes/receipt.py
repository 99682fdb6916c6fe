"""What is left of a change that was written."""

import datetime as dt
from dataclasses import dataclass

from pipeline.people import Person


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """A committed change. `undo` are the statements that take it back, or `undo_missing` says why.

    `vouched` says that a person found it written, where the database could not say.
    """

    workspace: str
    sql: str
    tier: str
    explanation: str
    rows: int | None
    at: dt.datetime
    asked_by: Person
    approved_by: tuple[Person, ...]
    seconds: float = 0.0
    undo: tuple[str, ...] = ()
    undo_missing: str = ""
    vouched: bool = False
