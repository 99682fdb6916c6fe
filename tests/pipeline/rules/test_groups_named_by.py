"""`by` before a table: what each number is of, never dropped when something else is settled."""

import datetime as dt
from pathlib import Path

import duckdb
import pytest

from knowledge.adapters.introspection import read_catalog
from knowledge.adapters.value_index import read_values
from knowledge.glossary_file import read_glossary
from pipeline.dates import Calendar
from pipeline.rules.outcomes import Ask, Outcome, Planned
from pipeline.rules.plan import plan
from pipeline.rules.schema.known import Known
from pipeline.times.listed import default_times

DEMO = Path(__file__).parents[3] / "demo"
TODAY = dt.date(2026, 11, 3)


@pytest.fixture(scope="module")
def sales(tmp_path_factory: pytest.TempPathFactory) -> Known:
    path = tmp_path_factory.mktemp("sales") / "sales.duckdb"
    with duckdb.connect(str(path)) as connection:
        connection.execute((DEMO / "sales_schema.sql").read_text("utf8"))
        connection.execute("INSERT INTO currencies VALUES ('EUR', 'Euro', 1)")
        connection.execute(
            "INSERT INTO countries VALUES ('ES', 'Spain', 'Southern Europe', 'EMEA', 'EUR', 0.21)"
        )
    catalog = read_catalog(f"duckdb:///{path}", workspace="sales")
    glossary = read_glossary(DEMO / "workspaces" / "sales" / "glossary.yaml")
    return Known(catalog, glossary, read_values(f"duckdb:///{path}", catalog))


def read(question: str, about: Known, **choices: str) -> Outcome:
    times = default_times(question, TODAY, Calendar())
    spelled = {key.replace("_", ":"): picked for key, picked in choices.items()}
    return plan(question, about, times=times, choices=spelled)


@pytest.mark.parametrize(
    "question",
    [
        "net revenue by customer in 2025",
        "net revenue by customer in Spain",
        "net revenue by customer in Spain in 2025",
        "average order value by customers last month",
        "orders by customer in 2025",
    ],
)
def test_what_a_number_is_of_is_not_lost_before_a_condition(sales: Known, question: str) -> None:
    outcome = read(question, sales)
    assert isinstance(outcome, Planned), outcome
    assert 'GROUP BY "customers"."customer_id"' in outcome.sql


def test_a_settled_metric_does_not_drop_what_it_is_grouped_by(sales: Known) -> None:
    asked = read("revenue by customer in 2025", sales)
    assert isinstance(asked, Ask)
    chosen = plan(
        "revenue by customer in 2025", sales,
        times=default_times("revenue by customer in 2025", TODAY, Calendar()),
        choices={asked.id: "net revenue"},
    )  # fmt: skip
    assert isinstance(chosen, Planned)
    assert 'GROUP BY "customers"."customer_id"' in chosen.sql


def test_a_named_table_that_is_in_no_part_of_the_reading_is_asked_about_after_any_other_answer(
    sales: Known,
) -> None:
    """`orders by customers in Spain` may be whose orders: only a yes to the reading settles it."""
    asked = read("orders by customers in Spain", sales)
    assert isinstance(asked, Ask)
    # Every order has a customer: those of orders with one are no other reading.
    assert [each.id for each in asked.options] == ["as-read"]
    still = read("orders by customers in Spain", sales, where_Spain="countries.country_name")
    assert isinstance(still, Ask)
    assert still.id.startswith("reading")
    assert isinstance(read("orders by customers in Spain", sales, reading="as-read"), Planned)
