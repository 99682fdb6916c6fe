"""What a verdict on an answer sets off outside the ledger: ports."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from knowledge.validated.query import ParameterKind, Role, ValidatedQuery
from pipeline.contract import Contract
from pipeline.people import Person
from pipeline.result import Answer, Refusal
from review.ledger.kept_queries import KeptQueries


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """How a reviewer wants an answer kept; empty means as it was proposed.

    `changing` names the parameters that other questions may fill; None for all that were found.
    """

    question: str = ""
    paraphrases: tuple[str, ...] = ()
    changing: frozenset[str] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdicted:
    """An answer and what a reviewer said of it. `id` is the same however often it is handed over.

    `edited` says that the reviewer wrote the SQL, so that the contract may not fit it any more.
    `restores` names the validated query that was demoted and is judged anew; empty for a new one.
    `seen` is the revision of it that the reviewer was shown; None where it was read just now.
    `used` names the approved query whose offer a person accepted for a question near to its own.
    """

    id: str
    answer: Answer
    contract: Contract
    asker: Person
    reviewer: Person
    at: dt.datetime
    edited: bool = False
    note: str = ""
    restores: str = ""
    seen: int | None = None
    used: str = ""
    wish: Wish = field(default_factory=Wish)


@dataclass(frozen=True, slots=True, kw_only=True)
class Earlier:
    """A question that was asked before, the SQL that answered it, and its day."""

    question: str
    sql: str
    today: dt.date


@dataclass(frozen=True, slots=True, kw_only=True)
class Superseded:
    """A verdict on a query that is another by now: what became of it, and what can be done."""

    reason: str
    next_step: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Changeable:
    """A value of the query that other questions may fill: what the question says for it.

    `role` and `kind` say what it is, of which `column`; `is_period` that it is a range of days.
    `fixed` says that reviewers did not want it filled, when they approved the query before.
    """

    name: str
    words: str
    value: str
    kind: ParameterKind = ParameterKind.TEXT
    role: Role = Role.VALUE
    column: str = ""
    is_period: bool = False
    fixed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """How an answer would be kept, before a reviewer says so.

    `paraphrases` are accepted already, `proposed` are not; `duplicates` are kept questions.
    """

    question: str
    paraphrases: tuple[str, ...] = ()
    proposed: tuple[str, ...] = ()
    parameters: tuple[Changeable, ...] = ()
    duplicates: tuple[str, ...] = ()


class Promoter(Protocol):
    """Keeps what reviewers said for the next time. All may be called twice for one verdict."""

    async def propose(
        self, verdicted: Verdicted, earlier: Sequence[Earlier] = ()
    ) -> Proposal | None:
        """How this answer would be kept; None where its workspace is away.

        Of the earlier questions, those that its SQL answers are proposed as wordings.
        """
        ...

    async def waiting(self, workspace: str) -> Sequence[ValidatedQuery]:
        """What was imported and nobody approved yet: the most used first, then what is new."""
        ...

    async def kept(self, query_id: str) -> ValidatedQuery | None:
        """The kept query of this id, in whatever status."""
        ...

    async def set_aside(
        self, query_id: str, reason: str, held: KeptQueries
    ) -> ValidatedQuery | None:
        """The query, out of use with the caller's transaction; None where none was in use."""
        ...

    async def turn_down(
        self, query_id: str, reason: str, held: KeptQueries
    ) -> ValidatedQuery | None:
        """The waiting query that nobody approved yet, never to answer; None where none waits."""
        ...

    async def approve(self, verdicted: Verdicted) -> Refusal | Superseded | None:
        """Reuse this answer's query; or why it is not kept."""
        ...

    async def reject(self, verdicted: Verdicted) -> Superseded | None:
        """Never reuse this answer's query; or who restored it meanwhile."""
        ...


class Rerun(Protocol):
    """Runs SQL that a reviewer wrote, under every check that generated SQL has to pass."""

    async def rerun(self, answer: Answer, sql: str, asker: Person) -> Answer | Refusal:
        """The answer that this SQL gives to the same question, or why it was not run."""
        ...
