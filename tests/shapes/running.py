"""Runs the cells of the suite, and says of each whether what came back is right."""

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

from tests.shapes.engines import ENGINES, Engine, Servers
from tests.shapes.front import (
    Answered,
    AskedBack,
    Front,
    Likeness,
    Place,
    Reaction,
    open_workspace,
    run,
    same_rows,
)
from tests.shapes.model import KINDS, Made, Sense, Typed, answer, shop, ties
from tests.shapes.shapes import Shape, local_day, steps

RIGHT, ASKED, REFUSED = "right", "asked rightly", "refused rightly"
WRONG, CRASHED = "wrong", "crashed"
BADLY = "asked or refused badly"
GOOD = (RIGHT, ASKED, REFUSED)
_CAP = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One engine, one shape, one kind of question, and what came of it."""

    engine: str
    shape: str
    kind: str
    verdict: str
    said: str = ""

    @property
    def id(self) -> str:
        return f"{self.engine}: {self.shape}: {self.kind}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """A shape's database on an engine, open for questions."""

    shape: Shape
    engine: Engine
    url: str
    tables: dict[str, Made]
    front: Front

    @property
    def sense(self) -> Sense:
        day = local_day(self.shape.zone, self.shape.stored)
        return Sense(same=self.engine.same, day=day)

    def questions(self) -> Iterator[Typed]:
        every = tuple(kind for kind in KINDS if self.shape.is_wanted(kind.kind))
        for asked in (*every, *self.shape.questions):
            if not (asked.top and ties(asked, self.tables, self.sense)):
                yield asked


@contextlib.contextmanager
def opened(shape: Shape, engine: Engine, servers: Servers) -> Iterator[Opened]:
    """Makes the database, reads its catalog, and drops it in the end."""
    tables = shape.change(shop())
    with engine.fresh(servers) as url:
        engine.run(url, steps(shape, engine, tables))
        yield open_shape(shape, engine, url, tables)


def open_shape(shape: Shape, engine: Engine, url: str, tables: dict[str, Made]) -> Opened:
    """A database that is there already, its catalog read."""
    workspace = open_workspace(url, zone=shape.zone, stored=shape.stored)
    schema = shape.schema_on(engine)
    place = Place(
        tables={table: (schema, shape.seen.get(table, shape.call(table))) for table in tables},
        columns={c: shape.call(c) for made in tables.values() for c in made.columns},
    )
    front = Front(workspace, place)
    return Opened(shape=shape, engine=engine, url=url, tables=tables, front=front)


Marks: TypeAlias = tuple[str, str]


def cells(shape: Shape, engine: Engine, servers: Servers) -> Iterator[Cell]:
    """Every cell of a shape on an engine."""

    def cell(kind: str, told: Marks) -> Cell:
        return Cell(engine=engine.name, shape=shape.name, kind=kind, verdict=told[0], said=told[1])

    with contextlib.ExitStack() as stack:
        try:
            one = stack.enter_context(opened(shape, engine, servers))
        except LookupError as error:
            yield cell("catalog", (CRASHED, repr(error)))
            return
        yield cell("catalog", _offered(one))
        for asked in one.questions():
            yield cell(asked.kind, judged(one, asked))
        yield cell("cut off", _cut(one))
        yield cell("row filter", _filtered(one))


def _offered(one: Opened) -> Marks:
    """Every table is there once, and no part of a table stands beside it."""
    names = [table.name for table in one.front.known.catalog.tables]
    extra = [name for name in one.shape.absent if name in names]
    if extra:
        return WRONG, f"offered as tables: {', '.join(extra)}"
    for table in one.tables:
        try:
            one.front.table(table)
        except LookupError as error:
            return WRONG, str(error)
    return RIGHT, ""


def judged(one: Opened, asked: Typed) -> Marks:
    """What came of one question."""
    wanted = answer(asked, one.tables, one.sense)
    try:
        reaction = run(one.front, asked)
    except Exception as error:  # noqa: BLE001 - whatever is raised is a crash
        return CRASHED, f"{type(error).__name__}: {error}"
    return _verdict(one, asked, reaction, wanted)


def _verdict(
    one: Opened, asked: Typed, reaction: Reaction, wanted: list[tuple[object, ...]]
) -> Marks:
    shape, engine = one.shape, one.engine.name
    if isinstance(reaction, AskedBack):
        good = shape.may(shape.asked, engine, asked.kind)
        return (ASKED if good else BADLY), reaction.said
    if not isinstance(reaction, Answered):
        good = shape.may(shape.refused, engine, asked.kind) and not reaction.own_sql
        return (REFUSED if good else BADLY), f"{reaction.said} {reaction.own_sql}"
    rows = [_folded(row, asked, one.engine) for row in reaction.rows]
    like = Likeness(
        ordered=bool(asked.top), grain=asked.grain,
        precision=one.engine.precision if asked.number == "avg" else 1e-9,
    )  # fmt: skip
    if same_rows(wanted, rows, like):
        return RIGHT, ""
    return WRONG, f"{wanted} became {list(reaction.rows)} by {reaction.sql}"


def _folded(row: tuple[object, ...], asked: Typed, engine: Engine) -> tuple[object, ...]:
    """A label as the engine sees it: of texts that it takes for equal, any may be shown."""
    return (engine.same(row[0]), *row[1:]) if asked.by and row else row


def _cut(one: Opened) -> Marks:
    """A list that is longer than the cap is cut, and says so."""
    asked = Typed(kind="cut off", number="list", of=("id",))
    wanted = answer(asked, one.tables, one.sense)
    try:
        reaction = run(one.front, asked, cap=_CAP)
    except Exception as error:  # noqa: BLE001 - whatever is raised is a crash
        return CRASHED, f"{type(error).__name__}: {error}"
    if isinstance(reaction, Answered):
        if reaction.truncated != (len(wanted) > _CAP):
            return WRONG, f"truncated: {reaction.truncated}"
        # Which rows come first is the engine's own order, of UUIDs for instance.
        wanted = [w for w in wanted if any(same_rows([w], [g], Likeness()) for g in reaction.rows)]
        return _verdict(one, asked, reaction, wanted[:_CAP])
    return _verdict(one, asked, reaction, wanted)


def _filtered(one: Opened) -> Marks:
    """Who may see some rows only gets the number of those."""
    wanted = (
        Typed(kind="row filter", where=(("id", "=", one.tables["sales"].rows[0]["id"]),))
        if one.tables["sales"].rows
        else Typed(kind="row filter")
    )
    try:
        table, column = one.front.table("sales"), one.shape.call("id")
        value = one.tables["sales"].rows[0]["id"] if one.tables["sales"].rows else 0
        row_filter = f"{one.engine.quoted(column)} = '{value}'"
        workspace = one.front.workspace
        grants = {
            role: replace(grant, tables=tuple(
                replace(each, row_filter=row_filter) if each.table == table.key else each
                for each in grant.tables
            ))
            for role, grant in workspace.grants.items()
        }  # fmt: skip
        front = Front(replace(workspace, grants=grants, sights={}), one.front.place)
        reaction = run(front, Typed(kind="row filter"))
    except Exception as error:  # noqa: BLE001 - whatever is raised is a crash
        return CRASHED, f"{type(error).__name__}: {error}"
    return _verdict(one, wanted, reaction, answer(wanted, one.tables, one.sense))


def every(shapes: tuple[Shape, ...], engines: tuple[str, ...]) -> Iterator[tuple[Shape, Engine]]:
    """The shapes on each of the engines that has them."""
    for shape in shapes:
        for name in engines:
            if name in shape.engines:
                yield shape, ENGINES[name]
