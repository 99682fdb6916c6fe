"""Times that rows keep as numbers or texts: what runs reads them, and nothing else is believed."""

import datetime as dt
import sqlite3
from pathlib import Path

import pytest

from knowledge.adapters.introspection import read_catalog
from knowledge.catalog import Catalog, Column, Kind
from knowledge.stored_times import FORMATS, forms_of_texts, is_served
from pipeline.checking import Failed, Passed, Walls, passed_walls
from pipeline.contract import Contract, DateBound
from pipeline.sql import Grants, Policy
from pipeline.writes.statements.typed import statement_proposed
from pipeline.writes.values import Impossible, Proposal
from tests.contracts.engines import ENGINES, made_in
from tests.tables import each_of

SCRIPT = (
    "CREATE TABLE visits (id INTEGER PRIMARY KEY, created BIGINT, ended_at BIGINT, "
    "paid VARCHAR(20))",
    "INSERT INTO visits VALUES (1, 1767225600, 1767229200000, '31/01/2026'), "
    "(2, 1769903999, 0, '01/02/2026'), (3, 1769904000, 1769907600000, '')",
)  # fmt: skip
JANUARY = DateBound(column="visits.created", start=dt.date(2026, 1, 1), end=dt.date(2026, 2, 1))


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("stored") / "visits.sqlite"
    with sqlite3.connect(path) as made:
        made.executescript(";\n".join(SCRIPT))
    return f"sqlite:///{path}"


@pytest.fixture(scope="module")
def catalog(url: str) -> Catalog:
    return read_catalog(url, workspace="w")


def column(catalog: Catalog, name: str) -> Column:
    table = catalog.table("visits")
    found = table.column(name) if table else None
    assert found is not None
    return found


def rows(url: str, sql: str) -> list[tuple[object, ...]]:
    with sqlite3.connect(url.removeprefix("sqlite:///")) as opened:
        return opened.execute(sql).fetchall()


def passed(sql: str, catalog: Catalog, *dates: DateBound) -> Passed | Failed:
    walls = Walls(catalog=catalog, grants=Grants(everything=True), policy=Policy())
    found = passed_walls(sql, walls, Contract(dates=dates))
    assert isinstance(found, Passed | Failed)
    return found


@pytest.mark.parametrize("engine", ENGINES)
def test_the_form_of_each_column_is_found_in_all_its_rows(
    engine: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    found = read_catalog(made_in(engine, SCRIPT, tmp_path, request), workspace="w")
    created, ended, paid = (column(found, name) for name in ("created", "ended_at", "paid"))
    assert (created.kind, created.stored_time) == (Kind.TIMESTAMP, "seconds")
    assert (created.low, created.high) == ("2026-01-01 00:00:00", "2026-02-01 00:00:00")
    assert (ended.stored_time, ended.zero_dates) == ("milliseconds", True)
    assert (paid.kind, paid.stored_time) == (Kind.DATE, "%d/%m/%Y")
    assert (paid.low, paid.high) == ("2026-01-31", "2026-02-01")
    # One of three is missing in both.
    assert 0.3 < (ended.null_share or 0) < 0.4
    assert 0.3 < (paid.null_share or 0) < 0.4


@each_of("form", FORMATS)
def test_every_form_is_told_from_texts_that_it_writes(form: str) -> None:
    moment = dt.datetime(2026, 1, 31, 14, 5, 9)  # noqa: DTZ001 - texts without a zone
    assert is_served(form)
    assert form in forms_of_texts([moment.strftime(form.replace("%-", "%"))])


RIGHT = {
    "SELECT COUNT(*) FROM visits WHERE created >= '2026-01-01' AND created < '2026-02-01'": [(2,)],
    "SELECT COUNT(*) FROM visits WHERE created >= 1767225600 AND created < 1769904000": [(2,)],
    "SELECT COUNT(*) FROM visits WHERE (created) BETWEEN '2026-01-31' AND '2026-02-05'": [(2,)],
    "SELECT STRFTIME('%Y-%m', created) AS m, COUNT(*) FROM visits "
    "GROUP BY STRFTIME('%Y-%m', created) ORDER BY m": [
        ("2026-01", 2), ("2026-02", 1)],
    "SELECT created FROM visits ORDER BY created DESC LIMIT 1": [("2026-02-01 00:00:00",)],
    "SELECT MAX(created) FROM visits AS v": [("2026-02-01 00:00:00",)],
    "SELECT DATETIME(created, 'unixepoch') FROM visits WHERE id = 1": [("2026-01-01 00:00:00",)],
    "SELECT ended_at / 1000 - created FROM visits WHERE id = 1": [(3600,)],
    "SELECT COUNT(ended_at) FROM visits": [(2,)],
    "SELECT COUNT(*) FROM visits WHERE ended_at IS NULL": [(1,)],
    "SELECT COUNT(*) FROM visits WHERE ended_at < '2026-01-15'": [(1,)],
    "SELECT COUNT(*) FROM visits WHERE paid >= '2026-02-01'": [(1,)],
    "SELECT COUNT(*) FROM visits WHERE paid = '31/01/2026'": [(1,)],
    "SELECT COUNT(*) FROM visits WHERE paid LIKE '%/01/2026'": [(1,)],
    "SELECT MIN(paid) FROM visits": [("2026-01-31",)],
    "SELECT paid FROM visits WHERE id = 1": [("2026-01-31",)],
    "SELECT COUNT(*) FROM visits WHERE paid IS NULL": [(1,)],
    "SELECT v.n FROM (SELECT created AS n FROM visits) AS v WHERE v.n >= '2026-02-01'": [
        ("2026-02-01 00:00:00",)],
    "WITH v AS (SELECT created FROM visits) SELECT MAX(created) FROM v": [
        ("2026-02-01 00:00:00",)],
    "SELECT a.id FROM visits AS a WHERE a.created = (SELECT MAX(created) FROM visits)": [(3,)],
    "SELECT MAX(created) AS created FROM visits GROUP BY id ORDER BY created DESC LIMIT 1": [
        ("2026-02-01 00:00:00",)],
}  # fmt: skip


@each_of(("sql", "wanted"), list(RIGHT.items()))
def test_what_runs_reads_the_times_that_the_query_names(
    sql: str, wanted: list[tuple[object, ...]], url: str, catalog: Catalog
) -> None:
    found = passed(sql, catalog)
    assert isinstance(found, Passed), found
    assert rows(url, found.sql) == wanted, found.sql
    # What ran is taken for the same query when it comes again.
    again = passed(found.sql, catalog)
    assert isinstance(again, Passed), again
    assert rows(url, again.sql) == wanted, again.sql


def test_a_constant_becomes_the_number_that_rows_keep_so_that_an_index_serves(
    catalog: Catalog,
) -> None:
    found = passed("SELECT id FROM visits WHERE created >= '2026-01-01' LIMIT 5", catalog)
    assert isinstance(found, Passed)
    assert found.sql == "SELECT id FROM visits WHERE created >= 1767225600 LIMIT 5"
    assert found.whole == "SELECT id FROM visits WHERE created >= '2026-01-01' LIMIT 5"
    assert found.notes == ("created is kept as seconds since 1970 (UTC).",)


KEPT = (
    "SELECT COUNT(*) FROM visits WHERE created >= '2026-01-01' AND created < '2026-02-01'",
    "SELECT COUNT(*) FROM visits WHERE created >= 1767225600 AND created < 1769904000",
    "SELECT COUNT(*) FROM visits WHERE DATETIME(created, 'unixepoch') >= '2026-01-01' "
    "AND DATETIME(created, 'unixepoch') < '2026-02-01'",
    "SELECT COUNT(*) FROM visits WHERE STRFTIME('%Y-%m', created) = '2026-01'",
)
BROKEN = (
    "SELECT COUNT(*) FROM visits",
    "SELECT COUNT(*) FROM visits WHERE created >= 1767225600 AND created <= 1769904000",
    "SELECT COUNT(*) FROM visits WHERE created >= 1767225600000 AND created < 1769904000000",
    "SELECT COUNT(*) FROM visits WHERE DATETIME(created) >= '2026-01-01' "
    "AND DATETIME(created / 1000, 'unixepoch') < '2026-02-01'",
)


@each_of("sql", KEPT)
def test_a_confirmed_period_is_proven_in_each_form_of_its_dates(sql: str, catalog: Catalog) -> None:
    assert isinstance(passed(sql, catalog, JANUARY), Passed)


@each_of("sql", BROKEN)
def test_another_period_is_told_in_each_form_of_its_dates(sql: str, catalog: Catalog) -> None:
    assert isinstance(passed(sql, catalog, JANUARY), Failed)


ODD = (
    "SELECT HEX(created) FROM visits",
    "SELECT COUNT(*) FROM visits WHERE created > 'yesterday'",
    "SELECT COUNT(*) FROM visits WHERE created = '1767225600'",
    "SELECT COUNT(*) FROM visits WHERE paid > 5",
    "SELECT COUNT(*) FROM visits WHERE paid > '31.01.2026'",
    "SELECT COUNT(*) FROM visits WHERE paid = '1/2/2026'",
    "SELECT SUM(paid) FROM visits",
)


@each_of("sql", ODD)
def test_a_place_where_a_time_and_its_stored_form_differ_is_refused(
    sql: str, catalog: Catalog
) -> None:
    found = passed(sql, catalog)
    assert isinstance(found, Failed), found
    assert "is kept as" in found.findings[0]


WRITTEN = {
    "UPDATE visits SET created = 1767225601 WHERE id = 1": True,
    "UPDATE visits SET paid = '05/02/2026' WHERE created < 1767225601": True,
    "DELETE FROM visits WHERE created < 1767225601": True,
    "UPDATE visits SET created = '2026-01-01' WHERE id = 1": False,
    "UPDATE visits SET paid = '2026-02-05' WHERE id = 1": False,
    "UPDATE visits SET paid = '5/2/2026' WHERE id = 1": False,
    "UPDATE visits SET paid = paid || 'x' WHERE id = 1": False,
    "DELETE FROM visits WHERE created < '2026-01-01'": False,
    "DELETE FROM visits WHERE DATE(created) < '2026-01-01'": False,
    "INSERT INTO visits (id, created) VALUES (9, '2026-01-01')": False,
    "INSERT INTO visits VALUES (9, 1, 1, '2026-01-01')": False,
    "INSERT INTO visits (id) VALUES (9)": True,
    "UPDATE visits SET id = 9 WHERE id = 1": True,
}


@each_of(("sql", "fits"), list(WRITTEN.items()))
def test_a_change_of_data_names_times_only_as_the_rows_keep_them(
    sql: str, fits: bool, catalog: Catalog
) -> None:
    found = statement_proposed(sql, catalog, Policy())
    if fits:
        assert isinstance(found, Proposal), found
    else:
        assert isinstance(found, Impossible), found
        assert "is kept as" in found.reason
