"""The demo's data: the same every time, with a real database's traps, and answers that agree."""

import datetime as dt
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import duckdb
import pytest

from demo.generate import generate
from knowledge.adapters.introspection import read_catalog
from knowledge.glossary_file import read_glossary, unknown_names
from knowledge.validated_file import ApprovedQuestion, read_validated
from pipeline.adapters.warehouses import open_warehouse
from pipeline.warehouse import Warehouse

TODAY = dt.date(2026, 3, 9)
# What the times of the approved questions mean on that day.
TIMES = {
    "last week": (dt.date(2026, 3, 2), dt.date(2026, 3, 9)),
    "last month": (dt.date(2026, 2, 1), dt.date(2026, 3, 1)),
    "this month": (dt.date(2026, 3, 1), dt.date(2026, 4, 1)),
    "last quarter": (dt.date(2025, 10, 1), dt.date(2026, 1, 1)),
    "the quarter before": (dt.date(2025, 7, 1), dt.date(2025, 10, 1)),
    "this year": (dt.date(2026, 1, 1), dt.date(2027, 1, 1)),
    "last year": (dt.date(2025, 1, 1), dt.date(2026, 1, 1)),
}
WORKSPACES = Path(__file__).parents[2] / "demo" / "workspaces"


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("demo")
    generate(folder, TODAY)
    return folder


def url(data: Path, workspace: str) -> str:
    return {
        "sales": f"duckdb:///{data}/sales.duckdb",
        "home": f"sqlite:///{data}/home.sqlite",
    }[workspace]


@pytest.fixture(params=["sales", "home"])
def workspace(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
async def warehouse(data: Path, workspace: str) -> AsyncIterator[Warehouse]:
    opened = open_warehouse(url(data, workspace))
    yield opened
    await opened.close()


def test_the_same_day_makes_the_same_rows(data: Path, tmp_path: Path) -> None:
    generate(tmp_path, TODAY)
    assert contents(tmp_path / "sales.duckdb") == contents(data / "sales.duckdb")
    assert (tmp_path / "home.sqlite").read_bytes() == (data / "home.sqlite").read_bytes()


def contents(path: Path) -> dict[str, object]:
    with duckdb.connect(str(path), read_only=True) as connection:
        names = connection.execute("SELECT table_name FROM duckdb_tables() ORDER BY 1").fetchall()
        return {
            name: connection.execute(f"SELECT count(*), bit_xor(hash(t)) FROM {name} t").fetchone()
            for (name,) in names
        }


def test_the_sales_database_has_the_traps_of_a_real_one(data: Path) -> None:
    with duckdb.connect(str(data / "sales.duckdb"), read_only=True) as connection:
        row = connection.execute(
            """
            SELECT (SELECT count(*) FROM order_lines) >= 200000,
                   (SELECT count(*) FROM order_events) > (SELECT 2 * count(*) FROM orders),
                   (SELECT count(*) FROM orders WHERE is_test) > 100,
                   (SELECT count(*) FROM orders WHERE deleted_at IS NOT NULL) > 100,
                   (SELECT count(*) FROM shipments WHERE delivered_at IS NULL) > 100,
                   (SELECT count(*) FROM order_lines WHERE gross_amount <= net_amount) = 0,
                   (SELECT max(order_date) FROM orders) = DATE '2026-03-08',
                   (SELECT count(*) FROM store_targets_amer) > 100
            """
        ).fetchone()
    assert row is not None
    assert all(row)


def test_the_glossary_names_only_what_the_database_has(data: Path, workspace: str) -> None:
    glossary = read_glossary(WORKSPACES / workspace / "glossary.yaml")
    catalog = read_catalog(url(data, workspace), workspace=workspace, budget=2.0)
    assert unknown_names(glossary, catalog) == ()


async def test_every_approved_question_has_an_answer(workspace: str, warehouse: Warehouse) -> None:
    for query in read_validated(WORKSPACES / workspace / "validated.yaml"):
        found = await warehouse.run(query.dated([TIMES[words] for words in query.times]))
        assert found.rows, query.question
        assert all(cell is not None for cell in found.rows[0]), query.question


def test_there_are_thirty_approved_questions_with_paraphrases() -> None:
    found = list(approved())
    assert len(found) >= 30
    assert all(query.paraphrases for query in found)
    assert all(words in TIMES for query in found for words in query.times)


async def test_the_approved_question_about_all_stores_reads_the_targets_of_all(data: Path) -> None:
    missed = next(
        q for q in approved() if q.question == "Which stores missed their target last month?"
    )
    opened = open_warehouse(url(data, "sales"))
    found = await opened.run(missed.dated([TIMES[words] for words in missed.times]))
    places = await opened.run(
        "SELECT DISTINCT territory FROM stores JOIN countries USING (country_code) "
        f"WHERE store_name IN ({', '.join(repr(row[0]) for row in found.rows)})"
    )
    await opened.close()
    assert sorted(places.rows) == [("AMER",), ("EMEA",)]


def approved() -> Iterator[ApprovedQuestion]:
    for folder in sorted(WORKSPACES.iterdir()):
        yield from read_validated(folder / "validated.yaml")


async def test_the_metrics_of_the_glossary_agree_with_the_approved_sql(data: Path) -> None:
    """Net revenue two ways: the approved SQL, and the metric's own words."""
    start, end = TIMES["last month"]
    metric = next(
        metric
        for metric in read_glossary(WORKSPACES / "sales" / "glossary.yaml").metrics
        if metric.name == "net revenue"
    )
    approved_sql = next(
        q for q in approved() if q.question == "What was our net revenue last month?"
    )
    opened = open_warehouse(url(data, "sales"))
    one = await opened.run(approved_sql.dated([(start, end)]))
    other = await opened.run(
        f"SELECT {metric.expression} FROM {metric.table} JOIN orders USING (order_id) "
        f"WHERE {' AND '.join(metric.filters)} "
        f"AND {metric.time_column} >= '{start}' AND {metric.time_column} < '{end}'"
    )
    await opened.close()
    assert one.rows == other.rows
