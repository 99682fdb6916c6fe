"""A workspace as the steps see it: what is known of its database, and how to reach it."""

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from knowledge.naming import Names
from knowledge.validated.query import ValidatedQuery
from pipeline.checkpoint import Fact
from pipeline.computing import IN_THREADS, Computing
from pipeline.dates import Calendar
from pipeline.model_calls import Models
from pipeline.people import Person
from pipeline.remembered.standing import KeptInMemory, Standing
from pipeline.result import Refusal, Trust
from pipeline.rules.schema.known import Known
from pipeline.sight import seen_by
from pipeline.sql import Grants, Policy, TableGrant
from pipeline.times.values import TimeSpan
from pipeline.warehouse import Warehouse
from pipeline.writes.rules import Writing

V = TypeVar("V")
# The label of a number that stands in no column: how many rows are wanted.
NUMBER = "the number"


def files_are_gone() -> Refusal:
    """What is said of a thread whose files are not kept any more."""
    return Refusal(
        code="files_gone",
        reason="The files of this thread are no longer kept.",
        next_step="Add the file again in this thread, or ask in a new one.",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A validated query that may answer, its parameters bound to the question's own.

    `differs` says that either question has words that the other one has not, `says_more` that the
    new one has; `unlike` is what differs, in words. `approved_at` is told as a day: it is of the
    workspace's time zone.
    `approved` is the SQL as it was approved, of whose literals `open_literals` may take other
    values (None: any). `may_be_trusted` says that its meaning may make it trusted, `reads_alike`
    that its own question is read like the new one. `vouched` is who approved it, and when.
    `query` is the whole row, for who binds other values.
    """

    id: str
    question: str
    sql: str
    trust: Trust
    reason: str
    approved: str = ""
    open_literals: frozenset[int] | None = None
    similarity: float = 0.0
    may_be_trusted: bool = False
    reads_alike: bool = False
    vouched: str = ""
    differs: bool = False
    says_more: bool = False
    unlike: str = ""
    bound: tuple[Fact, ...] = ()
    approved_by: str = ""
    approved_at: dt.datetime | None = None
    query: ValidatedQuery | None = None


class ValidatedAnswers(Protocol):
    """The validated queries of one workspace. No errors: what fails means nothing is found."""

    def expect(self, question: str) -> None:
        """Begin what takes long about a question that will be looked for in a moment."""
        ...

    async def find(self, question: str, times: Sequence[TimeSpan]) -> Sequence[Found]:
        """The approved queries near the question that do not contradict it, best first.

        The first one is trusted if it has the very wording, but for values that re-bind.
        """
        ...

    async def vouched(
        self, question: str, times: Sequence[TimeSpan], approved: str
    ) -> Found | None:
        """That approved question, semi-trusted at most; None where a guard finds it another one."""
        ...

    async def examples(self, question: str, limit: int) -> Sequence[tuple[str, str]]:
        """Approved questions like this one with their SQL, as examples for a model."""
        ...

    async def kept(self) -> Sequence[tuple[str, str]]:
        """Every approved question that answers now, with its SQL."""
        ...

    def meanings(self, question: str, sql: str, measures: Sequence[str]) -> Mapping[str, str]:
        """What the glossary says now of all that a question and its SQL depend on."""
        ...

    async def not_the_same(self, query: str, question: str) -> None:
        """Remember that this question is another one."""
        ...

    async def used(
        self, query: str, question: str, *, near: str = "", times: Sequence[TimeSpan] = ()
    ) -> None:
        """Remember that a person accepted this query for this question.

        `near` is the SQL that was accepted where the query is only near the question: its wording
        is then proposed to reviewers, with the query's own values.
        """
        ...

    def unembedded(self) -> int:
        """How many approved wordings have no vectors yet; words alone find them so far."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Habits:
    """What a workspace wants: what is always asked, and the limits of a query.

    At most `most_cards` cards of a run ask what is meant; people with one of the
    `glossary_roles` may keep an answer for everybody.

    A query that the database expects to cost more than `cost_limit`, in the unit of its own plans,
    or to give more than `rows_limit` rows, runs only if the asker says so.

    With `run_alternatives` other readings of a question are run to compare their rows;
    with `must_agree` an answer of one reading is asked about where the others have it nowhere.
    What all of them share is answered without a click if it is as probable as `precision`.
    The other readings are waited for at most `seconds_beside`.
    """

    match_auto: bool = False
    confirm_dates_always: bool = False
    confirm_tables_always: bool = False
    row_cap: int = 10_000
    timeout: dt.timedelta = dt.timedelta(seconds=30)
    most_cards: int = 2
    glossary_roles: frozenset[str] = frozenset()
    default_role: str = ""
    policy: Policy = field(default_factory=Policy)
    cost_limit: float | None = None
    rows_limit: float | None = None
    run_alternatives: bool = False
    must_agree: bool = False
    precision: float = 0.93
    seconds_beside: float = 10.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Workspace:
    """One database or domain. `grants` say what each role may read; no `models`: rules only.

    Without `writing` nothing here is ever changed.
    """

    name: str
    title: str
    description: str
    known: Known
    names: Names
    calendar: Calendar
    warehouse: Warehouse
    validated: ValidatedAnswers
    grants: Mapping[str, Grants] = field(default_factory=dict)
    habits: Habits = field(default_factory=Habits)
    models: Models | None = None
    writing: Writing | None = None
    standing: Standing = field(default_factory=KeptInMemory)
    sights: dict[frozenset[str], Known] = field(default_factory=dict)
    computing: Computing = IN_THREADS

    async def compute(self, function: Callable[..., V], *arguments: Any) -> V:
        """What a function of a module gives back, computed beside the event loop."""
        return await self.computing.run(self, function, *arguments)

    def known_to(self, person: Person) -> Known:
        """What is known of the database, as far as this person may read it."""
        roles = self._held(person)
        if roles not in self.sights:
            self.sights[roles] = seen_by(self.known, self.grants_of(person))
        return self.sights[roles]

    def _held(self, person: Person) -> frozenset[str]:
        return person.roles & frozenset(self.grants) or frozenset({self.habits.default_role})

    def grants_of(self, person: Person) -> Grants:
        """What a person may read: what any of their roles, or else the default role, allows."""
        held = self._held(person)
        found = [
            grant for role in sorted(held & set(self.grants)) for grant in self.grants[role].tables
        ]
        whole = {grant.table for grant in found if _unlimited(grant)}
        kept = (grant for grant in found if _unlimited(grant) or grant.table not in whole)
        return Grants(tables=tuple(kept))


class Workspaces(Protocol):
    """The workspaces of this installation, as they are known now."""

    def all(self) -> Sequence[Workspace]:
        """Every workspace whose catalog could be read."""
        ...

    def get(self, name: str) -> Workspace | None:
        """The workspace of that name."""
        ...

    def unavailable(self) -> Mapping[str, str]:
        """Names of workspaces that cannot be asked now, with a sentence why."""
        ...


def _unlimited(grant: TableGrant) -> bool:
    return grant.columns is None and not grant.row_filter and not grant.masks
