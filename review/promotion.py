"""What a verdict on an answer sets off outside the ledger: ports."""

import datetime as dt
from dataclasses import dataclass
from typing import Protocol

from pipeline.contract import Contract
from pipeline.people import Person
from pipeline.result import Answer, Refusal


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdicted:
    """An answer and what a reviewer said of it. `id` is the same however often it is handed over.

    `edited` says that the reviewer wrote the SQL, so that the contract may not fit it any more.
    """

    id: str
    answer: Answer
    contract: Contract
    asker: Person
    reviewer: Person
    at: dt.datetime
    edited: bool = False
    note: str = ""


class Promoter(Protocol):
    """Keeps what reviewers said for the next time. Both may be called twice for one verdict."""

    async def approve(self, verdicted: Verdicted) -> None:
        """Reuse this answer's query."""
        ...

    async def reject(self, verdicted: Verdicted) -> None:
        """Never reuse this answer's query."""
        ...


class Rerun(Protocol):
    """Runs SQL that a reviewer wrote, under every check that generated SQL has to pass."""

    async def rerun(self, answer: Answer, sql: str, asker: Person) -> Answer | Refusal:
        """The answer that this SQL gives to the same question, or why it was not run."""
        ...
