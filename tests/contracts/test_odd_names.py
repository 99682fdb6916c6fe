"""Tables and columns of any name can be counted, added up, grouped, filtered and kept apart."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import duckdb
import psycopg
import pytest

from bots.bootstrap.grants import grants_by_role, unknown_grants
from bots.settings import Grant
from knowledge.adapters.introspection import read_catalog
from knowledge.dotted_names import kept_name
from knowledge.glossary import Glossary
from knowledge.sql_text import write_sql
from knowledge.value_lookup import ValueLookup
from pipeline.checking import Failed, Forbidden, Passed, Walls, passed_walls
from pipeline.intent import Condition, Dimension, Intent, Measure
from pipeline.rules.building.build import Builder
from pipeline.rules.schema.known import Known
from pipeline.rules.telling.contracting import contract_of
from pipeline.sql import Denial, Grants, Policy, apply_permissions
from pipeline.sql.names.grants import TableGrant
from tests.contracts.engines import ENGINES, made_in
from tests.pipeline.warehouse.conftest import in_mysql

NAMES = (Path(__file__).parent / "odd_names.txt").read_text(encoding="utf-8").splitlines()
# DuckDB opens a table of an unknown name as a file: names that could be one are refused.
LIKE_A_FILE = "it looks like a path"


def named_on(engine: str) -> list[str]:
    """The names that the engine takes: MariaDB knows no letters beyond the first plane."""
    plane = "\uffff" if engine == "mysql" else "\U0010ffff"
    return [name for name in NAMES if max(name) <= plane]


def quoted(engine: str, name: str) -> str:
    mark = "`" if engine == "mysql" else '"'
    return f"{mark}{name.replace(mark, mark * 2)}{mark}"


def a_table(engine: str, name: str) -> Iterator[str]:
    """A table of that name, whose columns have it too."""
    table, number, kind = (quoted(engine, f"{name}{end}") for end in ("", "", " kind"))
    yield f"CREATE TABLE {table} (id INTEGER PRIMARY KEY, {number} INTEGER, {kind} VARCHAR(20))"
    yield f"INSERT INTO {table} VALUES (1, 10, 'a'), (2, 20, 'a'), (3, 40, 'b')"


def intents(name: str) -> Iterator[tuple[Intent, list[tuple[object, ...]]]]:
    """What is asked of the table of that name, and the rows that it has to give."""
    number, kind = f"{name}.{name}", f"{name}.{name} kind"
    total = Measure(function="sum", table=name, column=number)
    groups = (Dimension(column=kind),)
    outputs = (kind, 0)
    by_kind = Intent(subject=name, measures=(total,), outputs=outputs, dimensions=groups)
    yield by_kind, [("a", 30), ("b", 40)]
    above = Condition(column=number, operator=">", values=(15,))
    of_kind = Condition(column=kind, operator="=", values=("a",))
    yield Intent(subject=name, outputs=(number,), filters=(above, of_kind)), [(20,)]


@pytest.mark.corpus(examples=2)
@pytest.mark.parametrize("engine", ENGINES)
def test_any_name_is_written_as_the_database_has_it(
    engine: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    names = named_on(engine)
    made = [line for name in names for line in a_table(engine, name)]
    url = made_in(engine, made, tmp_path, request)
    known = Known(read_catalog(url, workspace="odd"), Glossary(), ValueLookup([]))
    found, wanted = {}, {}
    for name in names:
        for place, (intent, rows) in enumerate(intents(kept_name(name))):
            for who, grants in readers(kept_name(name)):
                outcome = checked(intent, known, grants)
                found[name, place, who] = ran(engine, url, outcome)
                wanted[name, place, who] = rows
    wrong = {key: told for key, told in found.items() if told != wanted[key]}
    paths = {key for key, told in wrong.items() if engine == "duckdb" and LIKE_A_FILE in str(told)}
    assert {key: told for key, told in wrong.items() if key not in paths} == {}


def readers(table: str) -> Iterator[tuple[str, Grants]]:
    yield "everything", Grants(everything=True)
    yield "some rows", Grants(tables=(TableGrant(table=table, row_filter="id > 0"),))


def checked(intent: Intent, known: Known, grants: Grants) -> Passed | Failed | Forbidden:
    builder = Builder(known, intent)
    sql = write_sql(builder.tree(), known.catalog.dialect)
    walls = Walls(catalog=known.catalog, grants=grants, policy=Policy())
    return passed_walls(sql, walls, contract_of(intent, builder, known))


def ran(engine: str, url: str, outcome: Passed | Failed | Forbidden) -> object:
    """The rows in order, or why the statement was not let through."""
    if not isinstance(outcome, Passed):
        return outcome
    return sorted(tuple(map(plain, row)) for row in run(engine, url, outcome.sql))


def run(engine: str, url: str, sql: str) -> list[tuple[object, ...]]:
    if engine == "mysql":
        return in_mysql(url, sql)
    if engine == "postgres":
        with psycopg.connect(url) as connection:
            return list(connection.execute(sql.encode()).fetchall())
    path = url.removeprefix(f"{engine}:///")
    if engine == "duckdb":
        with duckdb.connect(path, read_only=True) as opened:
            return opened.execute(sql).fetchall()
    lite = sqlite3.connect(path)
    try:
        return lite.execute(sql).fetchall()
    finally:
        lite.close()


def plain(cell: object) -> object:
    return cell if isinstance(cell, str) else int(str(cell))


@pytest.mark.parametrize("name", ["day.sales", "sales"])
def test_what_the_settings_hide_of_an_odd_name_stays_hidden(name: str, tmp_path: Path) -> None:
    path = tmp_path / "hidden.sqlite"
    lite = sqlite3.connect(path)
    lite.execute(f'CREATE TABLE "{name}" (id INTEGER, "net.cost" INTEGER, region TEXT)')
    lite.close()
    catalog = read_catalog(f"sqlite:///{path}", workspace="odd")
    grant = Grant(
        tables=(name,), hidden_columns=(f"{name}.net.cost",), row_filters={name: "region = 'EMEA'"}
    )
    assert unknown_grants({"reader": grant}, catalog) == ()
    grants = grants_by_role({"reader": grant}, catalog)["reader"]
    cost = apply_permissions(f'SELECT "net.cost" FROM "{name}"', "sqlite", catalog, grants)
    rows = apply_permissions(f'SELECT id FROM "{name}"', "sqlite", catalog, grants)
    assert isinstance(cost, Denial)
    assert isinstance(rows, str)
    assert "region = 'EMEA'" in rows
