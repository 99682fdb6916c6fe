"""Business questions over a shop: the query of an intent, and what the words are linked to."""

import datetime as dt

import pytest

from knowledge.adapters.value_index import known_values
from knowledge.glossary import Glossary
from knowledge.matching.stem import stem
from knowledge.semantics import ColumnRef, SemanticModel, draft
from pipeline.dates import Calendar, read_times
from pipeline.reader.business import (
    Aggregate,
    Asked,
    BusinessIntent,
    BusinessReader,
    Dimension,
    Filter,
    Form,
    LinkedBusiness,
    Spoken,
    certainty,
    converted,
    link,
    shipped_business_weights,
    signs_of,
)
from pipeline.reader.business.candidates import candidates_of
from pipeline.reader.business.cues import are_synonyms, countries, operator_of
from pipeline.reader.business.intent import Period
from pipeline.reader.proposals import Sought, planned_of
from pipeline.reading_by_rules import Alternative
from pipeline.rules.outcomes import Ask, Planned
from pipeline.rules.schema.known import Known
from pipeline.times.reading import spans
from pipeline.times.values import TimeSpan
from tests.knowledge.semantics.test_semantics import SHOP
from tests.tables import each_of

TODAY = dt.date(2026, 3, 4)
SEVEN = 7
CITY = Dimension("customers", ("city",), ())
CUSTOMER = Dimension("customers", ("last_name",), ("id",))


@pytest.fixture(scope="module")
def model() -> SemanticModel:
    return draft(SHOP)


@pytest.fixture(scope="module")
def known() -> Known:
    return Known(SHOP, Glossary(), known_values(SHOP))


def written(intent: BusinessIntent, model: SemanticModel, known: Known) -> Planned | None:
    """What the product makes of an intent."""
    meant = converted(intent, Spoken(model, SHOP, TODAY))
    if meant is None:
        return None
    choices: dict[str, str] = {}
    outcome = planned_of(Alternative(id="", intent=meant), "", known, choices, ())
    # That some customers are deleted is asked about: the first answer is taken here.
    while isinstance(outcome, Ask) and outcome.id not in choices:
        choices[outcome.id] = outcome.options[0].id
        outcome = planned_of(Alternative(id="", intent=meant), "", known, choices, ())
    return outcome if isinstance(outcome, Planned) else None


def sql(intent: BusinessIntent, model: SemanticModel, known: Known) -> str:
    planned = written(intent, model, known)
    return "" if planned is None else planned.sql.replace('"', "")


def linked(question: str, model: SemanticModel) -> LinkedBusiness:
    asked = Sought(question, TODAY, times_in(question)).asked
    return link(asked, model, SHOP, known_values(SHOP), {})


def times_in(question: str) -> tuple[TimeSpan, ...]:
    return spans(read_times(question, TODAY, Calendar()).ranges)


def test_words_are_linked_to_tables_columns_states_and_periods(model: SemanticModel) -> None:
    found = linked("how many cancelled ordres per city in january 2026", model)

    assert found.tables[0].table == "orders"
    assert found.columns[0].column == "city"
    assert "'cancelled'" in found.states[0].condition
    assert [(each.start, each.end) for each in found.ranges] == [
        (dt.date(2026, 1, 1), dt.date(2026, 2, 1))
    ]


def test_a_measure_is_found_by_the_words_of_its_column(model: SemanticModel) -> None:
    found = linked("total quantity", model).measures

    assert Aggregate.SUM in {each.kind for each in found}


ORDERED_ON = ColumnRef(table="orders", column="ordered_on")
JANUARY = Period(ORDERED_ON, dt.date(2026, 1, 1), dt.date(2026, 2, 1), "January")
FEBRUARY = Period(ORDERED_ON, dt.date(2026, 2, 1), dt.date(2026, 3, 1), "February")
ORDERED = Dimension("orders", ("ordered_on",), (), "month")
CANCELLED = Filter("orders", '"orders"."status" = \'cancelled\'')
REVENUE = 'SUM("order_items"."quantity" * "order_items"."unit_price")'


LAST_NAME_A = Filter(
    "customers", '"customers"."last_name" = \'A\' OR "customers"."last_name" = \'B\''
)
BEFORE_TODAY = Filter("orders", '"orders"."ordered_on" < \'2026-03-04\'')
NOT_CANCELLED = Filter("orders", f"NOT ({CANCELLED.sql})")
QUANTITY = '"order_items"."quantity"'


@each_of(
    ("intent", "reading", "expected"),
    [
        (
            BusinessIntent(form=Form.VALUE, base="orders", dimensions=(CITY,)),
            "number of orders for each city",
            "JOIN customers ON orders.customer_id = customers.id GROUP BY customers.city",
        ),
        (
            BusinessIntent(form=Form.VALUE, base="order_items", periods=(JANUARY,)),
            "number of order items, ordered on 1 Jan - 31 Jan 2026",
            "WHERE orders.ordered_on >= '2026-01-01' AND orders.ordered_on < '2026-02-01'",
        ),
        (
            BusinessIntent(
                form=Form.VALUE, base="order_items", kind=Aggregate.SUM, measure=REVENUE,
                dimensions=(ORDERED,), filters=(CANCELLED,),
            ),
            "total quantity times unit price for each month, status cancelled",
            "ORDER BY STRFTIME('%Y-%m', orders.ordered_on)",
        ),
        (
            BusinessIntent(form=Form.SHARE, base="orders", state=CANCELLED),
            "percentage of orders with status cancelled",
            "CASE WHEN orders.status = 'cancelled' THEN 1 ELSE 0 END",
        ),
        (
            BusinessIntent(form=Form.SHARE_OF_TOTAL, base="orders", dimensions=(CITY,)),
            "share of number of orders in percent for each city",
            "NULLIF(SUM(COUNT(*)) OVER (), 0)",
        ),
        (
            BusinessIntent(form=Form.TOP, base="orders", dimensions=(CUSTOMER,), limit=3),
            "the 3 with the highest number of orders",
            "ORDER BY COUNT(*) DESC LIMIT 3",
        ),
        (
            BusinessIntent(
                form=Form.TOP_IN_GROUP, base="orders", dimensions=(CITY, CUSTOMER), limit=2
            ),
            "apart for each city",
            "OVER (PARTITION BY customers.city ORDER BY COUNT(*) DESC) AS place",
        ),
        (
            BusinessIntent(form=Form.RUNNING, base="orders", dimensions=(ORDERED,)),
            "running number of orders for each month",
            "SUM(COUNT(*)) OVER (ORDER BY STRFTIME('%Y-%m', orders.ordered_on)",
        ),
        (
            BusinessIntent(form=Form.COMPARE, base="orders", periods=(JANUARY, FEBRUARY)),
            "number of orders, January against February",
            "AS count_orders_change",
        ),
        (
            BusinessIntent(form=Form.GROWTH, base="orders", periods=(FEBRUARY, JANUARY)),
            "growth of number of orders in percent, February against January",
            "AS count_orders_growth_percent",
        ),
        (
            BusinessIntent(
                form=Form.MORE, base="orders", dimensions=(CUSTOMER,), limit=5, operator=">="
            ),
            "only with number of orders at least 5",
            "HAVING COUNT(*) >= 5",
        ),
        (
            BusinessIntent(
                form=Form.MORE, base="orders", dimensions=(CUSTOMER,), limit=5, operator=">=",
                counted=True,
            ),
            "number of customers, with at least 5 orders",
            "WHERE customers.id = orders.customer_id) >= 5",
        ),
        (
            BusinessIntent(form=Form.PER_THING, base="orders", dimensions=(CUSTOMER,)),
            "average number of orders over every customer that has any",
            "SELECT AVG(grouped.count_orders)",
        ),
        (
            BusinessIntent(
                form=Form.ABOVE_AVERAGE, base="order_items", shown=("id",), column=QUANTITY,
                descending=False,
            ),
            "quantity below the average quantity",
            "WHERE order_items.quantity < (SELECT AVG(order_items.quantity) FROM order_items)",
        ),
        (
            BusinessIntent(
                form=Form.EXTREME, base="order_items", shown=("id",), column=QUANTITY, limit=2
            ),
            "id and quantity of order items, the 2 with the highest quantity",
            "ORDER BY order_items.quantity DESC LIMIT 2",
        ),
        (
            BusinessIntent(
                form=Form.LIST, base="orders", shown=("id",),
                filters=(NOT_CANCELLED, BEFORE_TODAY),
            ),
            "id of orders, status not cancelled",
            "WHERE orders.status <> 'cancelled' AND orders.ordered_on < CURRENT_DATE",
        ),
        (
            BusinessIntent(
                form=Form.LOOKUP, base="customers", shown=("city",), filters=(LAST_NAME_A,)
            ),
            "city of customers, last name A or B",
            "customers.last_name IN ('A', 'B')",
        ),
    ],
)  # fmt: skip
def test_each_form_is_said_as_its_query_does(
    intent: BusinessIntent, reading: str, expected: str, model: SemanticModel, known: Known
) -> None:
    planned = written(intent, model, known)
    assert planned is not None
    assert reading in planned.reading
    assert expected in planned.sql.replace('"', "")


@each_of(
    ("form", "counted", "reading", "expected"),
    [
        (Form.HAS, True, "number of customers, with orders", "WHERE EXISTS"),
        (Form.NEVER, False, "without any orders", "NOT EXISTS"),
        (Form.SHARE_WITH, False, "percentage of customers with orders", "CASE WHEN EXISTS"),
    ],
)
def test_things_are_asked_for_by_their_events(
    form: Form, counted: bool, reading: str, expected: str, model: SemanticModel, known: Known
) -> None:
    (edge,) = model.parents("orders")
    intent = BusinessIntent(
        form=form, base="customers", shown=("first_name", "last_name"), path=(edge,),
        periods=(JANUARY,), counted=counted,
    )  # fmt: skip
    planned = written(intent, model, known)
    assert planned is not None
    assert reading in planned.reading
    assert expected in planned.sql
    assert "2026-02-01" in planned.sql


def test_what_the_product_cannot_say_is_not_offered(model: SemanticModel, known: Known) -> None:
    (edge,) = model.parents("orders")
    payer = Dimension("customers", ("city",), (), path=(edge,))
    by_role = BusinessIntent(form=Form.VALUE, base="orders", dimensions=(payer,))
    once = BusinessIntent(form=Form.COMPARE, base="orders", periods=(JANUARY,))
    away = Dimension("order_items", ("quantity",), ())
    unreachable = BusinessIntent(
        form=Form.VALUE, base="customers", measure="SUM(CASE WHEN 1 = 1 THEN 2 END)",
        dimensions=(away,),
    )  # fmt: skip

    assert [written(each, model, known) for each in (by_role, once, unreachable)] == [None] * 3


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
    found = linked("order items with quantity above 3", model).states

    assert any(each.condition.endswith("> 3") and each.column == "quantity" for each in found)


@each_of(
    ("question", "form", "expected"),
    [
        ("number of orders per city", Form.VALUE, "GROUP BY customers.city"),
        ("customers with more than 2 orders", Form.MORE, "HAVING COUNT(*) > 2"),
        ("customers without orders", Form.NEVER, "NOT EXISTS"),
    ],
)
def test_the_candidates_hold_the_reading(
    question: str, form: Form, expected: str, model: SemanticModel, known: Known
) -> None:
    found = candidates_of(linked(question, model), [form], model, SHOP)

    assert any(expected in sql(each.intent, model, known) for each in found)


def test_a_length_of_time_is_compared_in_the_unit_that_is_said(model: SemanticModel) -> None:
    durations = [
        each.condition
        for hours in ("48 hours", "2 days")
        for each in linked(f"orders that took longer than {hours}", model).states
        if each.kind == "lasting"
    ]

    assert durations
    assert {each.rpartition(" > ")[2] for each in durations} == {"2"}


def test_what_is_of_a_country_is_the_country_or_its_code() -> None:
    assert {"germany", "de"} <= countries()["german"]


@each_of(
    ("one", "other", "same"),
    [("client", "customer", True), ("hire", "rental", True), ("client", "rental", False)],
)
def test_synonyms_share_a_group(one: str, other: str, same: bool) -> None:
    assert are_synonyms(stem(one), stem(other)) is same


def test_what_a_word_names_here_counts_more_than_what_it_named_elsewhere() -> None:
    elsewhere = {stem("status"): {"#category": 1.0}}
    found = link(
        Asked(text="orders by status", today=TODAY),
        draft(SHOP),
        SHOP,
        known_values(SHOP),
        elsewhere,
    )

    assert found.columns[0].column == "status"
    assert found.columns[0].score > max(each.score for each in found.columns[1:])


def test_what_is_no_number_and_no_date_is_passed_over(model: SemanticModel) -> None:
    assert linked("orders since 1.7.20256 or 1,2.3.4k", model).numbers == ()


def test_words_numbers_and_grains_that_a_reading_leaves_are_told(model: SemanticModel) -> None:
    reader = BusinessReader(model, SHOP, known_values(SHOP), shipped_business_weights())
    asked = Sought("pls number of 7 shiny orders by month", TODAY, ()).asked
    found = reader.ranked(asked)

    assert found
    for each in found:
        by_month = any(dimension.grain for dimension in each.intent.dimensions)
        by_number = each.intent.limit == SEVEN or "7" in "".join(f.sql for f in each.intent.filters)
        assert each.unexplained == (
            *(() if by_number else ("7",)), "shiny", *(() if by_month else ("by month",)),
        )  # fmt: skip


def test_the_shipped_weights_read_a_question(model: SemanticModel, known: Known) -> None:
    weights = shipped_business_weights()
    reader = BusinessReader(model, SHOP, known_values(SHOP), weights)

    found = reader.ranked(Asked(text="number of orders per city", today=TODAY))

    assert any("GROUP BY customers.city" in sql(each.intent, model, known) for each in found)
    assert 0 < certainty(signs_of(found), weights) < 1
