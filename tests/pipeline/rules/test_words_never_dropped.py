"""Words that make another number of a question: read, or asked about, never left out in silence."""

import datetime as dt
from pathlib import Path

import duckdb
import pytest

from demo.home import write_home
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


def known(url: str, workspace: str) -> Known:
    catalog = read_catalog(url, workspace=workspace)
    glossary = read_glossary(DEMO / "workspaces" / workspace / "glossary.yaml")
    return Known(catalog, glossary, read_values(url, catalog))


@pytest.fixture(scope="module")
def sales(tmp_path_factory: pytest.TempPathFactory) -> Known:
    path = tmp_path_factory.mktemp("sales") / "sales.duckdb"
    with duckdb.connect(str(path)) as connection:
        connection.execute((DEMO / "sales_schema.sql").read_text("utf8"))
    return known(f"duckdb:///{path}", "sales")


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Known:
    path = tmp_path_factory.mktemp("home") / "home.sqlite"
    write_home(path, TODAY)
    return known(f"sqlite:///{path}", "home")


def read(question: str, about: Known) -> Outcome:
    return plan(question, about, times=default_times(question, TODAY, Calendar()))


def sql_of(question: str, about: Known) -> str:
    outcome = read(question, about)
    assert isinstance(outcome, Planned), outcome
    return outcome.sql


def said(outcome: Outcome) -> str:
    options = outcome.options if isinstance(outcome, Ask) else ()
    return " ".join(f"{option.label} {option.detail}" for option in options)


@pytest.mark.parametrize("function", ["median", "average", "maximum", "minimum"])
def test_an_aggregate_of_a_metric_is_never_the_metric(sales: Known, function: str) -> None:
    assert not isinstance(read(f"{function} orders by channel in 2026", sales), Planned)
    assert not isinstance(read(f"{function} gross margin by channel", sales), Planned)


@pytest.mark.parametrize(
    "question",
    [
        "What was the median order value per sales channel in Q3 2026?",
        "median order value by channel in 2026",
        "total order value by channel",
        "order value by channel",
    ],
)
def test_what_orders_are_worth_is_not_how_many_there_are(sales: Known, question: str) -> None:
    outcome = read(question, sales)
    assert not isinstance(outcome, Planned)
    assert "without" not in said(outcome)
    assert "Leave" not in said(outcome)


def test_a_metric_that_is_called_so_is_still_read(sales: Known) -> None:
    assert "AS average_order_value" in sql_of("average order value by sales channel", sales)
    assert "AS net_revenue" in sql_of("total net revenue by region", sales)


def test_a_metric_comes_before_a_column_whose_name_only_holds_it(sales: Known) -> None:
    sql = sql_of("growth of net revenue 2025 vs 2024 by region", sales)
    assert "AS net_revenue_change" in sql
    assert "target" not in sql
    assert not isinstance(read("growth of net revenue by region", sales), Planned)


@pytest.mark.parametrize(
    "question",
    [
        "how many customers ordered more than 3 times in 2026",
        "how many customers with more than 3 orders in 2026",
        "how many customers have more than 3 orders in 2026?",
    ],
)
def test_rows_that_are_counted_for_each_are_those_of_the_period(
    sales: Known, question: str
) -> None:
    sql = sql_of(question, sales)
    counted = sql[sql.index("(SELECT COUNT(*)") : sql.index("> 3")]
    assert '"orders"."order_date" >= CAST(\'2026-01-01\' AS DATE)' in counted
    assert "created_at" not in sql


def test_those_who_have_so_many_rows_of_a_period_are_listed(sales: Known) -> None:
    sql = sql_of("customers with more than 3 orders in 2026", sales)
    assert '"orders"."order_date" >=' in sql
    assert sql.endswith("HAVING COUNT(*) > 3")
    assert "created_at" not in sql


def test_units_per_order_are_one_number_or_a_list_as_a_person_says(sales: Known) -> None:
    outcome = read("units per order in 2025", sales)
    assert isinstance(outcome, Ask)
    one, each = (option.label for option in outcome.options[:2])
    assert one.startswith("Units sold divided by number of orders")
    assert each.startswith("Units sold for each order id")


def test_per_order_sorts_nothing(sales: Known) -> None:
    outcome = read("units per order by sales channel in 2025", sales)
    assert isinstance(outcome, Planned)
    assert outcome.reading.startswith(
        "I read this as: units sold divided by number of orders that have any for each channel"
    )


def test_a_median_order_value_is_that_of_what_each_order_adds_up_to(sales: Known) -> None:
    outcome = read("median order value", sales)
    assert isinstance(outcome, Ask)
    assert [option.id for option in outcome.options] == ["net revenue", "gross revenue"]
    chosen = plan("median order value", sales, choices={outcome.id: "net revenue"})
    assert isinstance(chosen, Planned)
    assert chosen.sql.startswith("SELECT MEDIAN(grouped.net_revenue)")
    assert 'GROUP BY "orders"."order_id"' in chosen.sql


def test_the_average_of_a_number_per_row_is_no_list_of_averages(sales: Known) -> None:
    sql = sql_of("average net revenue per customer", sales)
    assert sql.startswith('SELECT 1.0 * SUM("order_lines"."net_amount") / NULLIF(COUNT(DISTINCT')


@pytest.mark.parametrize("against", ["vs", "versus"])
def test_a_number_of_one_value_against_another_is_told_of_each(home: Known, against: str) -> None:
    sql = sql_of(f"what is the average price of a fridge {against} a lamp", home)
    assert 'AVG("purchases"."price")' in sql
    assert "IN ('Fridge', 'Lamp')" in sql
    assert 'GROUP BY "items"."item_type"' in sql


def test_one_number_is_not_sorted(sales: Known) -> None:
    assert not isinstance(read("units sold in 2025 sorted by country", sales), Planned)
