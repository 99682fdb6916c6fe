"""Business questions over a shop: the query of an intent, and what the words are linked to."""

import datetime as dt
from pathlib import Path

import pytest

from knowledge.adapters.value_index import known_values
from knowledge.catalog import Catalog
from knowledge.semantics import ColumnRef, SemanticModel, draft
from pipeline.reader.business import (
    Aggregate,
    Beside,
    BusinessIntent,
    Dimension,
    Filter,
    Form,
    certainty,
    link,
    query_of,
    ranking,
    read,
)
from pipeline.reader.business.candidates import candidates_of
from pipeline.reader.business.cues import operator_of
from pipeline.reader.business.intent import Period
from pipeline.reader.business.sql import UnreachableError
from tests.knowledge.semantics.test_semantics import SHOP
from tests.tables import each_of

TODAY = dt.date(2026, 3, 4)
CITY = Dimension("customers", ("city",), ())
CUSTOMER = Dimension("customers", ("last_name",), ("id",))


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
        form=Form.NEVER, base="customers", shown=("first_name", "last_name"), path=(edge,)
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

    assert Aggregate.SUM in {each.kind for each in found}


@each_of(
    ("intent", "expected"),
    [
        (
            BusinessIntent(
                form=Form.TOP_IN_GROUP, base="orders", dimensions=(CITY, CUSTOMER), limit=2
            ),
            "ROW_NUMBER() OVER (PARTITION BY customers.city ORDER BY COUNT(*) DESC) AS place",
        ),
        (
            BusinessIntent(
                form=Form.SHARE, base="order_items", kind=Aggregate.SUM,
                measure="SUM(order_items.quantity)",
                state=Filter("customers", "customers.city = 'A'"),
            ),
            "SUM(CASE WHEN customers.city = 'A' THEN order_items.quantity ELSE 0 END)",
        ),
        (
            BusinessIntent(
                form=Form.RUNNING, base="orders",
                dimensions=(Dimension("orders", ("ordered_on",), (), "month"),),
            ),
            "SUM(COUNT(*)) OVER (ORDER BY STRFTIME('%Y-%m', orders.ordered_on))",
        ),
        (
            BusinessIntent(
                form=Form.MORE, base="orders", dimensions=(CUSTOMER,), limit=5, operator=">=",
                counted=True,
            ),
            "HAVING COUNT(*) >= 5) AS listed",
        ),
        (
            BusinessIntent(
                form=Form.ABOVE_AVERAGE, base="order_items", shown=("id",),
                column="order_items.quantity", descending=False,
            ),
            "WHERE order_items.quantity < (SELECT AVG(order_items.quantity) FROM order_items)",
        ),
        (
            BusinessIntent(
                form=Form.PER_THING, base="orders", dimensions=(CUSTOMER,),
            ),
            "SELECT AVG(n) FROM (SELECT COUNT(*) AS n FROM orders",
        ),
    ],
)  # fmt: skip
def test_each_form_has_its_query(
    intent: BusinessIntent, expected: str, model: SemanticModel
) -> None:
    assert expected in sql(intent, model)


def test_a_role_is_joined_under_its_own_name(model: SemanticModel) -> None:
    edge = model.parents("orders")[0]
    payer = Dimension("customers", ("city",), (), path=(edge,))

    found = sql(BusinessIntent(form=Form.VALUE, base="orders", dimensions=(CITY, payer)), model)

    assert "JOIN customers AS customers_customer_id ON orders.customer_id" in found
    assert "customers.city, customers_customer_id.city" in found


@each_of(
    ("question", "sign"),
    [
        ("customers with more than 5 orders", ">"),
        ("customers with at least 5 orders", ">="),
        ("customers with 5 or more orders", ">="),
        ("customers with fewer than 5 orders", "<"),
        ("customers with at most 5 orders", "<="),
        ("top 5 customers", ""),
    ],
)
def test_the_words_around_a_number_say_how_it_is_compared(question: str, sign: str) -> None:
    words = ["#" if word == "5" else word for word in question.split()]

    assert operator_of(words, words.index("#"))[0] == sign


def test_a_number_is_compared_with_the_column_that_words_name(model: SemanticModel) -> None:
    question = "order items with quantity above 3"

    found = link(question, TODAY, model, SHOP, known_values(SHOP), {}).states

    assert any(each.condition.endswith("> 3") and each.column == "quantity" for each in found)


@each_of(
    ("question", "form", "expected"),
    [
        ("number of orders per city", Form.VALUE, "GROUP BY customers.city"),
        ("customers with more than 2 orders", Form.MORE, "HAVING COUNT(*) > 2"),
        ("customers without orders", Form.NEVER, "NOT customers.id IN"),
    ],
)
def test_the_candidates_hold_the_reading(
    question: str, form: Form, expected: str, model: SemanticModel
) -> None:
    linked = link(question, TODAY, model, SHOP, known_values(SHOP), {})

    found = candidates_of(linked, [form], model, SHOP)

    assert any(expected in sql(each.intent, model) for each in found)


def test_a_misspelled_word_of_time_is_read(model: SemanticModel) -> None:
    found = link("orders in januray 2026", TODAY, model, SHOP, known_values(SHOP), {})

    assert found.ranges[0].start == dt.date(2026, 1, 1)


def test_what_is_no_number_and_no_date_is_passed_over(model: SemanticModel) -> None:
    found = link("orders since 1.7.20256 or 1,2.3.4k", TODAY, model, SHOP, known_values(SHOP), {})

    assert found.numbers == ()


def test_the_shipped_weights_read_a_question(model: SemanticModel) -> None:
    path = Path(ranking.__file__).parent / "weights.json"
    weights = ranking.WEIGHTS.validate_json(path.read_bytes())

    found = read("number of orders per city", TODAY, model, SHOP, known_values(SHOP), weights)

    assert any("GROUP BY" in each.sql and "city" in each.sql for each in found.candidates)
    assert 0 < found.confidence < 1
    assert certainty(found.signs, weights, Beside.FIRST) > certainty(
        found.signs, weights, Beside.APART
    )
    assert path.stat().st_size < 2_000_000
