"""A metric that counts all rows of a table: what a model is told of it, and held to."""

import datetime as dt
from pathlib import Path

import pytest

from demo.home import write_home
from knowledge.adapters.introspection import read_catalog
from knowledge.adapters.value_index import read_values
from knowledge.glossary_file import read_glossary
from pipeline.agents.binding import bound
from pipeline.agents.definitions import definitions_of
from pipeline.people import Person
from pipeline.rules.schema.known import Known
from pipeline.sql.contract.check import check_contract
from pipeline.state import RunState

WORDS = Path(__file__).parents[3] / "demo" / "workspaces" / "home" / "glossary.yaml"
SQL = "SELECT SUM(p.price) FROM purchases AS p JOIN items AS i ON i.item_id = p.item_id"
KEPT = "items.disposed_on IS NULL"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Known:
    path = tmp_path_factory.mktemp("home") / "home.sqlite"
    write_home(path, dt.date(2026, 11, 3))
    url = f"sqlite:///{path}"
    catalog = read_catalog(url, workspace="home")
    return Known(catalog, read_glossary(WORDS), read_values(url, catalog))


def findings(question: str, sql: str, about: Known) -> set[str]:
    state = RunState(question=question, asker=Person(id="ana"), today=dt.date(2026, 11, 3))
    contract = bound(state, about, sql, ()).contract
    return {one.code for one in check_contract(sql, "sqlite", contract, about.catalog)}


@pytest.mark.parametrize(
    ("question", "codes"),
    [
        ("spending by category", set[str]()),
        ("spending and total value", {"filter_missing", "measure_changed"}),
        ("prices by category", {"filter_missing"}),
    ],
)
def test_standing_conditions_bind_unless_every_metric_counts_all_rows(
    question: str, codes: set[str], home: Known
) -> None:
    assert findings(question, SQL, home) == codes


def test_a_condition_that_the_metric_does_not_have_is_told(home: Known) -> None:
    assert findings("spending", f"{SQL} WHERE i.disposed_on IS NULL", home) == {
        "filter_not_confirmed"
    }


@pytest.mark.parametrize(
    "sql",
    [
        SQL.replace("SELECT", "SELECT i.category,") + " GROUP BY i.category",
        SQL.replace("SUM(p.price)", "i.item_name, ROUND(SUM(p.price), 2) AS spent")
        + " GROUP BY i.item_name HAVING SUM(p.price) > 9 ORDER BY spent DESC",
        "SELECT s.category, s.spent FROM (SELECT i.category, SUM(p.price) AS spent FROM purchases"
        " AS p JOIN items AS i ON i.item_id = p.item_id GROUP BY i.category) AS s",
    ],
)
def test_all_rows_count_where_only_the_metric_is_made_of_them(sql: str, home: Known) -> None:
    assert findings("spending", sql, home) == set()


@pytest.mark.parametrize(
    ("question", "sql"),
    [
        (
            "spending and how many items we have, by room",
            "SELECT r.room_name, SUM(p.price), COUNT(DISTINCT i.item_id) FROM rooms AS r"
            " JOIN items AS i ON i.room_id = r.room_id"
            " LEFT JOIN purchases AS p ON p.item_id = i.item_id GROUP BY 1",
        ),
        ("How many items do we have, not counting expenses?", "SELECT COUNT(*) FROM items"),
        (
            "List the items with their spend",
            "SELECT i.item_name, p.price FROM items AS i JOIN purchases AS p"
            " ON p.item_id = i.item_id",
        ),
        (
            "Which items have no spending?",
            "SELECT i.item_name FROM items AS i WHERE NOT EXISTS"
            " (SELECT 1 FROM purchases AS p WHERE p.item_id = i.item_id)",
        ),
        (
            "spending of each item, and items without any",
            "SELECT i.item_name, SUM(p.price) FROM items AS i LEFT JOIN purchases AS p"
            " ON p.item_id = i.item_id GROUP BY i.item_name",
        ),
        (
            "items with their spending",
            "SELECT i.item_name, (SELECT SUM(p.price) FROM purchases AS p"
            " WHERE p.item_id = i.item_id) FROM items AS i",
        ),
        ("spending", f"{SQL} HAVING COUNT(DISTINCT i.item_id) > 3"),
        ("spending", SQL.replace("SUM(p.price)", "i.item_name, SUM(p.price) OVER ()")),
        ("spending", SQL.replace("SUM(p.price)", "i.item_name, SUM(p.price)")),
        (
            "average spending",
            "SELECT AVG(s.spent) FROM (SELECT SUM(p.price) AS spent FROM purchases AS p"
            " JOIN items AS i ON i.item_id = p.item_id GROUP BY i.category) AS s",
        ),
    ],
)
def test_a_metric_of_all_rows_waives_no_condition_of_anything_else(
    question: str, sql: str, home: Known
) -> None:
    assert "filter_missing" in findings(question, sql, home)


def test_a_model_is_told_for_which_numbers_all_rows_count(home: Known) -> None:
    told = " ".join(definitions_of("", home.catalog.tables, home, home.catalog))
    assert f"in items only rows with {KEPT} count, but all of them for spending" in told
