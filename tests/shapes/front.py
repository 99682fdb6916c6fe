"""From a typed question to rows: the one place of the suite that knows how the product does it.

A typed question becomes an intent over the catalog that was read from the live database; the
product's own builder writes its SQL and its contract, and the real steps check, dry-run, execute
and tell it. What the catalog cannot answer (no such number, no such date, no key) is refused here
as a reader of words would refuse it.
"""

import asyncio
import datetime as dt
import json
import math
import re
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any, TypeAlias

from sqlglot import exp

from bots.bootstrap.workspaces import NoAnswers
from knowledge.adapters.introspection import read_catalog
from knowledge.adapters.value_index import read_values
from knowledge.catalog import Column, Table
from knowledge.clocks import with_clocks
from knowledge.glossary import Glossary
from knowledge.naming import Names
from pipeline.adapters.warehouses import open_warehouse
from pipeline.dates import Calendar
from pipeline.flow import Finish, Go, Pause
from pipeline.intent import Clause, Condition, Dimension, Intent, Measure, Related, Sorting
from pipeline.people import Person
from pipeline.result import Answer, Refusal
from pipeline.rules.building.joined import UnreachableError
from pipeline.rules.deciding import _written
from pipeline.rules.schema.holding import is_number_as_text, switch_values
from pipeline.rules.schema.known import Known
from pipeline.rules.telling.contracting import contract_of
from pipeline.sql import Grants, TableGrant
from pipeline.state import Draft, RunState
from pipeline.steps.check import check
from pipeline.steps.execute import execute
from pipeline.steps.interpret import interpret
from pipeline.workspace import Habits, Workspace
from tests.shapes.model import TODAY, Typed

ASKER = Person(id="terminal:local:ana", name="Ana", roles=frozenset({"reader"}))
YES = "yes"
_PERIODS = {
    "day": re.compile(r"(\d{4}-\d{2}-\d{2})([ T]00:00:00)?"),
    "month": re.compile(r"(\d{4}-\d{2})(-01([ T]00:00:00)?)?"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """Rows came back. `columns` are their labels."""

    rows: tuple[tuple[Any, ...], ...]
    columns: tuple[str, ...] = ()
    truncated: bool = False
    sql: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedBack:
    """A person must say which of several is meant."""

    said: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """A plain no, with its reason. `mended` says that SQL of our own did not pass or run."""

    said: str
    own_sql: str = ""


Reaction: TypeAlias = Answered | AskedBack | Refused


class UnfitError(Exception):
    """The catalog does not hold what the question is about in that form."""

    def __init__(self, name: str, wanted: str) -> None:
        super().__init__(f"{name} holds no {wanted}")


class NotInCatalogError(LookupError):
    """A table or column is not in the catalog, or more than once."""

    def __init__(self, found: int, name: str) -> None:
        super().__init__(f"{found} of {name} in the catalog")


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where the logical tables and columns of a shape are: (schema, name) and column names."""

    tables: dict[str, tuple[str, str]]
    columns: dict[str, str]


def open_workspace(
    url: str, *, zone: str = "UTC", stored: str = "", row_filters: dict[str, str] | None = None
) -> Workspace:
    """The workspace over a live database. Readers may read every column, by name."""
    catalog = read_catalog(url, workspace="shape")
    timed = with_clocks(catalog, Glossary(), zone, stored)
    known = Known(timed, Glossary(), read_values(url, timed))
    filters = row_filters or {}
    grants = tuple(
        TableGrant(
            table=table.key,
            columns=frozenset(column.name for column in table.columns),
            row_filter=filters.get(table.name, ""),
        )
        for table in catalog.tables
    )
    return Workspace(
        name="shape", title="Shape", description="", known=known,
        names=Names(catalog, Glossary()), calendar=Calendar(time_zone=zone),
        warehouse=open_warehouse(url), validated=NoAnswers(),
        grants={"reader": Grants(tables=grants)}, habits=Habits(default_role="reader"),
    )  # fmt: skip


class Front:
    """Puts typed questions to one workspace."""

    def __init__(self, workspace: Workspace, place: Place) -> None:
        self.workspace = workspace
        self.place = place

    @property
    def known(self) -> Known:
        return self.workspace.known

    def table(self, logical: str) -> Table:
        """The one table or view of the catalog that a logical table is."""
        schema, name = self.place.tables[logical]
        found = [t for t in self.known.catalog.tables if _in_database(t.name) == name]
        exact = [t for t in found if _in_database(t.schema) == schema]
        exact = exact or [t for t in found if not t.schema]
        if len(exact) != 1:
            raise NotInCatalogError(len(exact), f"table {schema}.{name}")
        return exact[0]

    def column(self, logical: str, name: str) -> Column:
        table, called = self.table(logical), self.place.columns.get(name, name)
        found = [column for column in table.columns if _in_database(column.name) == called]
        if len(found) != 1:
            raise NotInCatalogError(len(found), f"column {table.key}.{called}")
        return found[0]

    def ref(self, logical: str, name: str) -> str:
        return f"{self.table(logical).key}.{self.column(logical, name).name}"

    async def ask(self, asked: Typed, *, cap: int = 0) -> Reaction:
        """What the product does with a typed question."""
        try:
            intent = self.intent(asked)
            sql, builder = _written(intent, self.known)
        except UnfitError as error:
            return Refused(said=str(error))
        except UnreachableError as error:
            return AskedBack(said=str(error))
        if builder.parallel or builder.unsettled:
            return AskedBack(said="which key is meant")
        workspace = self.workspace
        if cap:
            workspace = replace(workspace, habits=replace(workspace.habits, row_cap=cap))
        state = RunState(
            question=asked.kind, asker=ASKER, today=TODAY, workspace="shape", intent=intent,
            contract=contract_of(intent, builder, self.known), draft=Draft(sql=sql, by="rules"),
        )  # fmt: skip
        return await _told(state, workspace)

    def intent(self, asked: Typed) -> Intent:
        """The intent of a typed question over the live catalog."""
        table = self.table(asked.table).key
        conditions = [self._condition(asked.table, *where) for where in asked.where]
        if asked.period is not None:
            name, start, end = asked.period
            self._dated(asked.table, name)
            values = (start.isoformat(), end.isoformat())
            ref = self.ref(asked.table, name)
            conditions.append(Condition(column=ref, operator="within", values=values))
        related = [
            Related(table=self.table(other).key, negated=negated)
            for other, negated in ((asked.has, False), (asked.has_no, True))
            if other
        ]
        filters: tuple[Clause, ...] = (*conditions, *related)
        if asked.number == "list":
            refs = tuple(self.ref(asked.table, name) for name in asked.of)
            order = (Sorting(by=refs[0]),)
            return Intent(subject=table, outputs=refs, filters=filters, order=order)
        measure = self._measure(asked, table)
        if not asked.by:
            return Intent(subject=table, measures=(measure,), outputs=(0,), filters=filters)
        owner, _, name = asked.by.rpartition(".")
        owner = owner or asked.table
        if asked.grain:
            self._dated(owner, name)
        dimension = Dimension(column=self.ref(owner, name), grain=asked.grain)
        return Intent(
            subject=table, measures=(measure,), dimensions=(dimension,), filters=filters,
            outputs=(dimension.column, 0), limit=asked.top or None,
            order=(Sorting(by=0, descending=True),) if asked.top else (),
        )  # fmt: skip

    def _measure(self, asked: Typed, table: str) -> Measure:
        if asked.number == "count":
            return Measure(function="count", table=table)
        refs = [self.ref(asked.table, name) for name in asked.of]
        if asked.number == "distinct":
            return Measure(function="count", table=table, column=refs[0], distinct=True)
        for name in asked.of:
            column = self.column(asked.table, name)
            as_text = is_number_as_text(column) and len(asked.of) == 1
            if not column.kind.is_number and not as_text:
                raise UnfitError(name, "numbers")
        if len(refs) == 1:
            return Measure(function=asked.number, table=table, column=refs[0])
        product = self._product(asked)
        return Measure(function="metric", table=table, name="product", expression=product)

    def _product(self, asked: Typed) -> str:
        """The SQL of a glossary's metric, as somebody writes it who knows the database."""
        schema = self.table(asked.table).schema
        one, other = (
            exp.column(
                self.place.columns[name],
                table=self.place.tables[asked.table][1],
                db=self.place.tables[asked.table][0] if schema else None,
                quoted=True,
            )
            for name in asked.of
        )
        total = exp.Sum(this=exp.Mul(this=one, expression=other))
        return total.sql(dialect=self.known.catalog.dialect)

    def _condition(self, table: str, name: str, operator: str, value: Any) -> Condition:
        ref, column = self.ref(table, name), self.column(table, name)
        if value is True or value is False:
            switch = switch_values(column)
            if switch is None:
                raise UnfitError(name, "yes and no")
            return Condition(column=ref, operator="=", values=(switch[0 if value else 1],))
        values = value if isinstance(value, tuple) else () if value is None else (value,)
        plain = tuple(
            each if isinstance(each, str | int | float) else
            float(each) if isinstance(each, Decimal) else str(each)
            for each in values
        )  # fmt: skip
        return Condition(column=ref, operator=operator, values=plain)

    def _dated(self, table: str, name: str) -> None:
        if not self.column(table, name).kind.is_dated:
            raise UnfitError(name, "dates")


def _in_database(name: str) -> str:
    """A name of the catalog, which may keep a dot inside it as one that looks like it."""
    return name.replace("\u2024", ".")


async def _told(state: RunState, workspace: Workspace) -> Reaction:
    """The steps from the draft on, as every run takes them."""
    for step in (check, execute, interpret):
        outcome = await step(state, workspace)
        match outcome:
            case Go():
                state = outcome.state
            case Pause():
                return Refused(said=outcome.ask.warning, own_sql=outcome.ask.sql)
            case Finish(outcome=Refusal() as refusal):
                sql = state.draft.sql if state.draft else ""
                return Refused(said=refusal.reason, own_sql=sql)
            case Finish(outcome=Answer() as answer):
                return Answered(
                    rows=answer.rows, columns=answer.columns, truncated=answer.truncated,
                    sql=answer.sql,
                )  # fmt: skip
            case _:
                break
    return Refused(said="no step ended the run", own_sql=str(state.draft))


def run(front: Front, asked: Typed, *, cap: int = 0) -> Reaction:
    return asyncio.run(front.ask(asked, cap=cap))


# ---------------------------------------------------------------- rows against rows


@dataclass(frozen=True, slots=True, kw_only=True)
class Likeness:
    """How rows are compared: in order, with periods first, and numbers how near."""

    ordered: bool = False
    grain: str = ""
    precision: float = 1e-9


def same_rows(
    wanted: Sequence[Sequence[Any]], got: Sequence[Sequence[Any]], like: Likeness
) -> bool:
    """Whether the rows that came back are the right ones."""
    if len(wanted) != len(got) or any(len(w) != len(g) for w, g in zip(wanted, got, strict=True)):
        return False
    left = [list(row) for row in got]
    for row in wanted:
        places = range(1) if like.ordered else range(len(left))
        hit = next((n for n in places if _same_row(row, left[n], like)), None)
        if hit is None:
            return False
        del left[hit]
    return True


def _same_row(wanted: Sequence[Any], got: Sequence[Any], like: Likeness) -> bool:
    return all(
        _same_period(w, g, like.grain)
        if like.grain and place == 0
        else same_cell(w, g, like.precision)
        for place, (w, g) in enumerate(zip(wanted, got, strict=True))
    )


def _same_period(wanted: Any, got: Any, grain: str) -> bool:
    found = _PERIODS[grain].fullmatch(got) if isinstance(got, str) else None
    return found[1] == wanted if found else wanted is None and got is None


def same_cell(wanted: Any, got: Any, precision: float = 1e-9) -> bool:  # noqa: PLR0911 - one line a type
    """Whether a cell of an answer says what was stored, or computed."""
    match wanted:
        case None:
            return got is None
        case bool():
            return got in (wanted, int(wanted))
        case float() if not math.isfinite(wanted):
            return bool(got == ("not a number" if math.isnan(wanted) else "infinite"))
        case int() if isinstance(got, int) and not isinstance(got, bool):
            return wanted == got
        case int() | float() | Decimal():
            plain = isinstance(got, int | float) and not isinstance(got, bool)
            return plain and math.isclose(
                float(wanted), float(got), rel_tol=precision, abs_tol=1e-9
            )
        case dt.datetime():
            return _same_moment(wanted, got)
        case dt.date():
            return got in (wanted.isoformat(), f"{wanted.isoformat()} 00:00:00")
        case uuid.UUID():
            return str(wanted) == str(got).lower()
        case dict() | list():
            return isinstance(got, str) and bool(json.loads(got) == wanted)
        case _:
            return bool(str(wanted) == got)


def _same_moment(wanted: dt.datetime, got: Any) -> bool:
    found = dt.datetime.fromisoformat(str(got))
    if wanted.tzinfo is not None and found.tzinfo is None:
        found = found.replace(tzinfo=dt.UTC)
    return wanted == found
