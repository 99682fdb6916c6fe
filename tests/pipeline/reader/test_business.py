"""Business questions over a shop: the query of an intent, and what the words are linked to."""

import datetime as dt

import pytest

from knowledge.adapters.value_index import known_values
from knowledge.catalog import Catalog
from knowledge.semantics import ColumnRef, MeasureKind, SemanticModel, draft
from pipeline.reader.business import BusinessIntent, Dimension, Filter, Form, link, query_of
from pipeline.reader.business.intent import Period
from pipeline.reader.business.sql import UnreachableError
from tests.knowledge.semantics.test_semantics import SHOP

TODAY = dt.date(2026, 3, 4)
CITY = Dimension("customers", ("city",), ())


@pytest.fixture(scope="module")
def model() -> SemanticModel:
    return draft(SHOP)


def sql(intent: BusinessIntent, model: SemanticModel, catalog: Catalog = SHOP) -> str:
    return query_of(intent, model, catalog).sql(dialect="sqlite").replace('"', "")


def test_a_dimension_is_joined_by_the_keys(model: SemanticModel) -> None:
    found = sql(BusinessIntent(form=Form.VALUE, base="orders", dimensions=(CITY,)), model)

    assert found == (
        "SELECT customers.city, COUNT(*) FROM orders"
        " LEFT JOIN customers ON orders.customer_id = customers.id GROUP BY customers.city"
    )


def test_a_period_is_half_open_on_the_event_date(model: SemanticModel) -> None:
    ordered = ColumnRef(table="orders", column="ordered_on")
    period = Period(ordered, dt.date(2026, 1, 1), dt.date(2026, 2, 1))

    found = sql(BusinessIntent(form=Form.VALUE, base="order_items", periods=(period,)), model)

    assert found.endswith(
        "WHERE orders.ordered_on >= '2026-01-01' AND orders.ordered_on < '2026-02-01'"
    )
    assert "JOIN orders ON order_items.order_id = orders.id" in found


def test_what_never_happened_is_looked_for_in_the_events(model: SemanticModel) -> None:
    edge = model.parents("orders")[0]
    intent = BusinessIntent(
        form=Form.NEVER, base="customers", shown=("first_name", "last_name"), edge=edge
    )

    assert sql(intent, model) == (
        "SELECT customers.first_name, customers.last_name FROM customers WHERE"
        " NOT customers.id IN (SELECT orders.customer_id FROM orders"
        " WHERE NOT orders.customer_id IS NULL)"
    )


def test_a_share_divides_the_rows_of_a_state_by_all_rows(model: SemanticModel) -> None:
    state = Filter("orders", "orders.status = 'cancelled'")

    found = sql(BusinessIntent(form=Form.SHARE, base="orders", state=state), model)

    assert "CASE WHEN orders.status = 'cancelled' THEN 1 ELSE 0 END" in found
    assert "NULLIF(COUNT(*), 0)" in found


def test_a_table_that_no_key_reaches_is_refused(model: SemanticModel) -> None:
    items = Dimension("order_items", ("quantity",), ())

    with pytest.raises(UnreachableError):
        sql(BusinessIntent(form=Form.VALUE, base="orders", dimensions=(items,)), model)


def test_words_are_linked_to_tables_columns_states_and_periods(model: SemanticModel) -> None:
    question = "how many cancelled ordres per city in january 2026"

    found = link(question, TODAY, model, SHOP, known_values(SHOP), {})

    assert found.tables[0].table == "orders"
    assert found.columns[0].column == "city"
    assert "'cancelled'" in found.states[0].condition
    assert [(each.start, each.end) for each in found.ranges] == [
        (dt.date(2026, 1, 1), dt.date(2026, 2, 1))
    ]


def test_a_measure_is_found_by_the_words_of_its_column(model: SemanticModel) -> None:
    found = link("total quantity", TODAY, model, SHOP, known_values(SHOP), {}).measures

    assert MeasureKind.SUM in {each.measure.kind for each in found if each.measure}
