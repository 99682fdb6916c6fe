"""Approved writes as values: what is proposed, previewed, approved, and what happened."""

import datetime as dt
import hashlib
from dataclasses import dataclass
from enum import StrEnum

from pipeline.result import Sample
from pipeline.tier import Tier


class WriteStatus(StrEnum):
    """How far an approved write got. Nothing leaves `unknown` but by a person."""

    CLAIMED = "claimed"
    EXECUTING = "executing"
    DONE = "done"
    FAILED = "failed"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """One statement that somebody wants run. `sql` is the regenerated text, the only one shown.

    `words` are those in which the change was asked for; `explanation` is what the statement does,
    checked against its tree. `tables` are catalog keys; `kind` is the inspection's. `undoes` names
    the write that it takes back; such a statement comes from that write's own record only.
    """

    sql: str
    dialect: str
    tier: Tier
    kind: str
    tables: tuple[str, ...]
    explanation: str
    words: str = ""
    undoes: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """What the statement would do, seen in a transaction that was rolled back.

    `rows` is the exact number of rows it affects, None for a schema change, and where the engine
    could not try it out (then `tried` is False and `notes` say what is known). `before` and `after`
    are the same rows, in one order; `changed` the (row, column) indexes of cells that differ.
    `notes` are plain facts (triggers, cascades, locks, time), `warnings` what should worry people.
    `fingerprint` is that of the touched tables' schema; `undo` the statements that take it back,
    empty with `undo_missing` saying why. `image` stands for the values of the rows before and after
    it, so that a change by somebody else in between is noticed.
    """

    rows: int | None
    tried: bool
    fingerprint: str
    before: Sample | None = None
    after: Sample | None = None
    changed: tuple[tuple[int, int], ...] = ()
    notes: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    seconds: float = 0.0
    undo: tuple[str, ...] = ()
    undo_missing: str = ""
    image: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Impossible:
    """The statement cannot be run as it is. `reason` is a sentence, `next_step` what helps."""

    reason: str
    next_step: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Approved:
    """What people approved, exactly. Its `digest` binds the approval to it.

    `undoable` is False where taking it back was tried with the preview, in vain.
    """

    sql: str
    rows: int | None
    fingerprint: str
    approvers: tuple[str, ...]
    expires: dt.datetime
    image: str = ""
    undoable: bool = True

    @property
    def digest(self) -> str:
        """A SHA-256 over every part, in hexadecimal."""
        parts = (
            self.sql,
            str(self.rows),
            self.fingerprint,
            self.image,
            *sorted(self.approvers),
            self.expires.astimezone(dt.UTC).isoformat(),
        )
        return hashlib.sha256("\x1f".join(parts).encode()).hexdigest()


@dataclass(frozen=True, slots=True, kw_only=True)
class Committed:
    """The write was committed. `undo` takes back exactly this change, where that is possible."""

    rows: int | None
    seconds: float
    undo: tuple[str, ...] = ()
    undo_missing: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Changed:
    """Nothing was written: what was approved is no longer what would happen, said in `reason`."""

    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NotWritten:
    """Nothing was written: the database refused, and its transaction was rolled back."""

    reason: str
    next_step: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Uncertain:
    """Whether it was committed is not known; only a person may go on.

    `check_sql` is a read that shows whether the change is there.
    """

    reason: str
    check_sql: str = ""


class Landed(StrEnum):
    """What the database says of a transaction that was sent earlier."""

    COMMITTED = "committed"
    ABORTED = "aborted"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteEntry:
    """What is on record of an approval. `mark` is that of its transaction, `result` JSON."""

    status: WriteStatus
    mark: str = ""
    result: str = ""
