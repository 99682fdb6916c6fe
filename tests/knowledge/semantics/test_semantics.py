"""The semantic model: what is drafted of a shop, and what people correct."""

import pytest

from knowledge.catalog import Catalog, Column, ForeignKey, Kind, Table
from knowledge.glossary import Glossary, Metric, TableNote, Term
from knowledge.semantics import (
    MeasureKind,
    RowKind,
    SemanticModel,
    TableMeaning,
    corrected,
    draft,
    model_from_json,
    model_to_json,
)
from knowledge.semantics.starters import starter_questions


def number(name: str, **more: object) -> Column:
    return Column(name=name, type="REAL", kind=Kind.NUMBER, **more)  # type: ignore[arg-type]


def key(name: str, *, primary: bool = False) -> Column:
    return Column(name=name, type="INTEGER", kind=Kind.INTEGER, primary_key=primary)


def text(name: str, *values: str, distinct: int = 100) -> Column:
    return Column(
        name=name, type="TEXT", kind=Kind.TEXT, values=values, complete=bool(values),
        distinct=len(values) or distinct,
    )  # fmt: skip


def date(name: str, *, nulls: float = 0.0) -> Column:
    return Column(name=name, type="DATE", kind=Kind.DATE, null_share=nulls)


def refers(column: str, table: str) -> ForeignKey:
    return ForeignKey(columns=(column,), to_table=table, to_columns=("id",))


SHOP = Catalog(
    workspace="shop",
    dialect="sqlite",
    version="1",
    tables=(
        Table(
            name="customers", rows=100,
            columns=(key("id", primary=True), text("first_name"), text("last_name"), text("city"),
                     date("created_at"), date("deleted_at", nulls=0.9)),
        ),
        Table(
            name="orders", rows=1000, foreign_keys=(refers("customer_id", "customers"),),
            columns=(key("id", primary=True), key("customer_id"),
                     text("status", "paid", "shipped", "cancelled"), date("ordered_on"),
                     date("shipped_on", nulls=0.2)),
        ),
        Table(
            name="order_items", rows=3000, foreign_keys=(refers("order_id", "orders"),),
            columns=(key("id", primary=True), key("order_id"), number("quantity"),
                     number("unit_price"), number("discount_percent", high="20")),
        ),
    ),
)  # fmt: skip


@pytest.fixture(scope="module")
def model() -> SemanticModel:
    return draft(SHOP)


def of(model: SemanticModel, table: str) -> TableMeaning:
    found = model.table(table)
    assert found is not None
    return found


def test_an_order_is_an_event_and_a_customer_a_thing(model: SemanticModel) -> None:
    assert of(model, "orders").kind is RowKind.EVENT
    assert of(model, "customers").kind is RowKind.THING


def test_an_order_line_has_the_date_of_its_order(model: SemanticModel) -> None:
    found = of(model, "order_items").event_date

    assert found is not None
    assert (found.at.table, found.at.column) == ("orders", "ordered_on")
    assert [edge.to_table for edge in found.path] == ["orders"]


def test_a_person_is_shown_by_first_and_last_name(model: SemanticModel) -> None:
    assert of(model, "customers").name == ("first_name", "last_name")


def test_an_order_has_no_name_but_its_key(model: SemanticModel) -> None:
    assert of(model, "orders").name == ()


def test_price_times_quantity_less_discount_is_a_measure(model: SemanticModel) -> None:
    refs = [{ref.column for ref in each.refs} for each in of(model, "order_items").measures]

    assert {"quantity", "unit_price", "discount_percent"} in refs


def test_different_things_can_be_counted(model: SemanticModel) -> None:
    found = [m for m in of(model, "orders").measures if m.kind is MeasureKind.DISTINCT]

    assert [each.words for each in found] == [("customer",)]


def test_the_time_from_order_to_shipping_is_a_duration(model: SemanticModel) -> None:
    spans = [(each.start, each.end) for each in of(model, "orders").durations]

    assert ("ordered_on", "shipped_on") in spans


def test_a_deleted_customer_is_a_state_that_is_left_out(model: SemanticModel) -> None:
    assert [state.column for state in of(model, "customers").left_out] == ["deleted_at"]


def test_every_score_is_a_probability(model: SemanticModel) -> None:
    scores: list[float] = []
    for table in model.tables:
        scores += [each.score for each in table.dates]
        scores += [each.score for each in table.names]
        scores += [each.score for each in table.measures]
        scores += [each.score for each in table.states]

    assert all(0 <= score <= 1 for score in scores)


def test_a_model_is_read_back_as_it_was_stored(model: SemanticModel) -> None:
    assert model_from_json(model_to_json(model)) == model


def test_people_say_which_date_counts(model: SemanticModel) -> None:
    glossary = Glossary(tables=(TableNote(table="orders", time_column="shipped_on"),))

    found = of(corrected(model, glossary, SHOP), "orders")

    assert found.event_date is not None
    assert (found.event_date.at.column, found.event_date.score) == ("shipped_on", 1.0)
    assert found.confirmed == ("event date",)


def test_filters_that_people_wrote_replace_what_is_left_out(model: SemanticModel) -> None:
    glossary = Glossary(tables=(TableNote(table="customers", filters=("city <> 'Test'",)),))

    found = of(corrected(model, glossary, SHOP), "customers").left_out

    assert [(state.column, state.score) for state in found] == [("city", 1.0)]


def test_metrics_and_terms_stand_before_what_was_drafted(model: SemanticModel) -> None:
    metric = Metric(name="baskets", expression="COUNT(DISTINCT customer_id)", table="orders")
    term = Term(name="fulfilled", means="orders.status = 'shipped'")

    found = of(corrected(model, Glossary(metrics=(metric,), terms=(term,)), SHOP), "orders")

    assert (found.measures[0].words, found.measures[0].kind) == (("baskets",), MeasureKind.DISTINCT)
    assert found.states[0].words == ("fulfilled",)


def test_a_retired_column_is_no_choice(model: SemanticModel) -> None:
    note = TableNote(table="orders", deprecated={"shipped_on": "not kept any more"})

    found = of(corrected(model, Glossary(tables=(note,)), SHOP), "orders")

    assert "shipped_on" not in [each.at.column for each in found.dates]
    assert found.durations == ()


def test_a_hidden_table_is_in_no_model(model: SemanticModel) -> None:
    glossary = Glossary(tables=(TableNote(table="order_items", hidden=True),))

    found = corrected(model, glossary, SHOP)

    assert found.table("order_items") is None
    assert [edge.table for edge in found.edges] == ["orders"]


def test_of_too_many_tables_the_most_connected_are_drafted(model: SemanticModel) -> None:
    few = draft(SHOP, most=1)
    assert few.tables == (of(model, "orders"),)
    assert few.edges == model.edges


def test_a_question_about_a_column_of_several_tables_names_its_table() -> None:
    sale = (key("id", primary=True), number("amount"), text("channel", "web", "shop"))
    tables = tuple(
        Table(name=name, rows=50, columns=(*sale, *more))
        for name, more in (("orders", (number("tax_amount"),)), ("refunds", ()))
    )
    catalog = Catalog(workspace="shop", dialect="sqlite", version="1", tables=tables)
    asked = {starter.question for starter in starter_questions(draft(catalog), catalog)}
    assert "What is the total amount of refunds by channel?" in asked
    assert "What is the total tax amount by channel?" in asked
    assert "What is the total amount by channel?" not in asked
