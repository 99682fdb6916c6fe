"""What people are shown of a change before they approve it, and who did."""

import datetime as dt
from dataclasses import dataclass

from pipeline.people import Person
from pipeline.result import Sample


@dataclass(frozen=True, slots=True, kw_only=True)
class Signed:
    """A person decided a checkpoint. `shown` is the digest of the change that its card showed."""

    by: Person
    at: dt.datetime
    checkpoint: str
    shown: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A previewed change. `digest` is over all that an approval binds but the approvers.

    `rows` is None where the engine could not try it out. `before` and `after` are the same rows;
    `changed` the (row, column) places of cells that differ; `named_by` the columns that tell people
    which row is meant: its key and its name. `remarks` say what became of it since then.
    `authors` may not approve it, nor may whoever is in `approvals` already.
    """

    digest: str
    tier: str
    explanation: str
    rows: int | None
    tried: bool
    expires: dt.datetime
    before: Sample | None = None
    after: Sample | None = None
    changed: tuple[tuple[int, int], ...] = ()
    named_by: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    undo_missing: str = ""
    authors: tuple[Person, ...] = ()
    approvals: tuple[Signed, ...] = ()
    quorum: int = 1
