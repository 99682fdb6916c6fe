"""A small shop on a real SQLite file, the workspace over it, and fakes of the ports beside it."""

import datetime as dt
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from knowledge.adapters.introspection import read_catalog
from knowledge.adapters.value_index import read_values
from knowledge.glossary import Glossary, TableNote
from knowledge.naming import Names
from pipeline.adapters.warehouses import open_warehouse
from pipeline.checkpoint import Ask
from pipeline.dates import Calendar
from pipeline.flow import Finish, Go, Outcome, Pause
from pipeline.people import Person
from pipeline.result import Answer, Refusal, Trust
from pipeline.rules.schema.known import Known
from pipeline.sql import Grants, TableGrant
from pipeline.state import Draft, RunState
from pipeline.times.values import TimeSpan
from pipeline.warehouse import Plan, Rows, WarehouseError
from pipeline.workspace import Found, Workspace

TODAY = dt.date(2026, 11, 3)
ANA = Person(id="slack:T:ANA", name="Ana", roles=frozenset({"reader"}))


_SCHEMA = """
CREATE TABLE customer (customer_id INTEGER PRIMARY KEY, name TEXT, country TEXT);
CREATE TABLE product (product_id INTEGER PRIMARY KEY, title TEXT, price REAL);
CREATE TABLE purchase (
    purchase_id INTEGER PRIMARY KEY,
    customer_id INTEGER REFERENCES customer (customer_id),
    bought_on TEXT
);
CREATE TABLE line (
    line_id INTEGER PRIMARY KEY,
    purchase_id INTEGER REFERENCES purchase (purchase_id),
    product_id INTEGER REFERENCES product (product_id),
    quantity INTEGER
);
INSERT INTO customer VALUES
    (1, 'Ines', 'Spain'), (2, 'Bo', 'Canada'), (3, 'Cy', 'Canada');
INSERT INTO product VALUES (1, 'Lamp', 20), (2, 'Chair', 50.5), (3, 'Desk', 200);
INSERT INTO purchase VALUES
    (1, 1, '2026-09-05'), (2, 2, '2026-10-07'), (3, 2, '2026-10-20'), (4, 3, '2026-11-01');
INSERT INTO line VALUES (1, 1, 1, 2), (2, 2, 2, 1), (3, 3, 3, 1), (4, 3, 1, 4), (5, 4, 1, 1);
"""


@dataclass
class FakeValidated:
    """Validated answers that find what they were told to find."""

    found: Found | None = None
    refused: list[tuple[str, str]] = field(default_factory=list)
    taken: list[tuple[str, str]] = field(default_factory=list)
    near: list[str] = field(default_factory=list)
    expected: list[str] = field(default_factory=list)
    approved: tuple[tuple[str, str], ...] = ()

    def expect(self, question: str) -> None:
        self.expected.append(question)

    async def find(self, question: str, times: Sequence[TimeSpan]) -> Sequence[Found]:  # noqa: ARG002 - the port has it
        return (self.found,) if self.found is not None else ()

    async def examples(self, question: str, limit: int) -> Sequence[tuple[str, str]]:  # noqa: ARG002 - the port has it
        return self.approved[:limit]

    async def vouched(
        self, question: str, times: Sequence[TimeSpan], approved: str
    ) -> Found | None:
        del question, times, approved
        return None

    async def kept(self) -> Sequence[tuple[str, str]]:
        return ()

    def meanings(self, question: str, sql: str, measures: Sequence[str]) -> Mapping[str, str]:
        del question, sql, measures
        return {}

    def unembedded(self) -> int:
        return 0

    async def not_the_same(self, query: str, question: str) -> None:
        self.refused.append((query, question))

    async def used(
        self, query: str, question: str, *, near: str = "", times: Sequence[TimeSpan] = ()
    ) -> None:
        del times
        self.taken.append((query, question))
        self.near += [question] if near else []


@dataclass
class FailingWarehouse:
    """A database on which planning, running or both go wrong."""

    on_explain: WarehouseError | None = None
    on_run: WarehouseError | None = None
    dialect: str = "sqlite"
    ran: list[str] = field(default_factory=list)

    async def run(
        self,
        sql: str,
        *,
        parameters: Sequence[object] = (),  # noqa: ARG002 - the port has it
        timeout: float = 30.0,  # noqa: ARG002, ASYNC109 - the port has it
        row_cap: int = 10,  # noqa: ARG002 - the port has it
        byte_cap: int = 10,  # noqa: ARG002 - the port has it
    ) -> Rows:
        self.ran.append(sql)
        if self.on_run:
            raise self.on_run
        return Rows(columns=(), rows=())

    async def explain(self, sql: str) -> Plan:
        if self.on_explain:
            raise self.on_explain
        return Plan(text=sql)

    async def check(self) -> Sequence[str]:
        return ()

    async def close(self) -> None:
        return None


@dataclass
class FakeWorkspaces:
    """Workspaces from a list, and those that are away."""

    open: Sequence[Workspace] = ()
    away: Mapping[str, str] = field(default_factory=dict)

    def all(self) -> Sequence[Workspace]:
        return self.open

    def get(self, name: str) -> Workspace | None:
        return next((each for each in self.open if each.name == name), None)

    def unavailable(self) -> Mapping[str, str]:
        return self.away


def write_shop(path: Path, *more: str) -> Path:
    """The shop's file, with further statements after its own."""
    connection = sqlite3.connect(path)
    connection.executescript(_SCHEMA + ";".join(more))
    connection.close()
    return path


def a_workspace(path: Path, **changes: Any) -> Workspace:
    """The workspace over that file; everybody may read everything."""
    url = f"sqlite:///{path}"
    catalog = read_catalog(url, workspace="shop")
    note = TableNote(table="customer", description="people who bought something")
    known = Known(catalog, Glossary(tables=(note,)), read_values(url, catalog))
    workspace = Workspace(
        name="shop",
        title="Shop",
        description="what we sell",
        known=known,
        names=Names(catalog, known.glossary),
        calendar=Calendar(),
        warehouse=open_warehouse(url),
        validated=FakeValidated(),
        grants={"reader": everything(*(t.key for t in catalog.tables))},
    )
    return replace(workspace, **changes)


def everything(*tables: str) -> Grants:
    return Grants(tables=tuple(TableGrant(table=table) for table in tables))


def a_state(question: str = "How many customers?", **changes: Any) -> RunState:
    state = RunState(question=question, asker=ANA, today=TODAY, workspace="shop")
    return replace(state, **changes)


def a_draft(sql: str = "SELECT COUNT(*) FROM customer", **changes: Any) -> Draft:
    return replace(Draft(sql=sql, by="rules"), **changes)


def a_found(**changes: Any) -> Found:
    found = Found(
        id="q1",
        question="How many customers are there?",
        sql="SELECT COUNT(*) AS customers FROM customer",
        trust=Trust.TRUSTED,
        reason="Approved by Rui on 3 Nov 2026; same meaning.",
        approved_by="Rui",
    )
    return replace(found, **changes)


def went_on(outcome: Outcome) -> RunState:
    assert isinstance(outcome, Go), outcome
    return outcome.state


def asked(outcome: Outcome) -> Ask:
    assert isinstance(outcome, Pause), outcome
    return outcome.ask


def refused(outcome: Outcome) -> Refusal:
    assert isinstance(outcome, Finish), outcome
    assert isinstance(outcome.outcome, Refusal)
    return outcome.outcome


def answered(outcome: Outcome) -> Answer:
    assert isinstance(outcome, Finish), outcome
    assert isinstance(outcome.outcome, Answer)
    return outcome.outcome
