"""What dbt, MetricFlow and OSI say, as glossary entries; nothing of it certified."""

import json

import pytest

from knowledge.glossary import Glossary, Metric, Term
from knowledge.glossary_file import glossary_from
from knowledge.glossary_text import certified, exported, with_entries
from knowledge.semantic_layers import NoSemanticLayerError, fitted, read_semantic_layer

METRIC_FLOW = """
semantic_models:
  - name: orders
    model: ref('fct_orders')
    description: One row per order
    defaults: {agg_time_dimension: ordered_at}
    entities:
      - {name: order, type: primary, expr: order_id}
      - {name: customer, type: foreign, expr: customer_id}
    dimensions:
      - {name: ordered_at, type: time, expr: ordered_on, type_params: {time_granularity: day}}
      - {name: is_food, type: categorical, label: Food order, expr: is_food_order}
    measures:
      - {name: order_total, agg: sum, expr: amount}
      - {name: order_count, agg: count_distinct, expr: order_id}
      - {name: p90, agg: percentile, expr: amount}
metrics:
  - name: margin_share
    type: derived
    type_params: {expr: aov / order_total, metrics: [{name: aov}, {name: order_total}]}
  - name: order_total
    label: Turnover
    description: All that was ordered
    type: simple
    type_params: {measure: order_total}
  - name: food_total
    type: simple
    type_params: {measure: {name: order_total}}
    filter: "{{ Dimension('order__is_food') }} = true"
  - {name: orders_placed, type: simple, type_params: {measure: order_count}}
  - {name: aov, type: ratio, type_params: {numerator: order_total, denominator: orders_placed}}
  - {name: running, type: cumulative, type_params: {measure: order_total}}
"""


def test_measures_and_the_metrics_over_them_become_sql() -> None:
    found = read_semantic_layer(METRIC_FLOW)
    metrics = {metric.name: metric for metric in found.glossary.metrics}
    assert metrics["order total"] == Metric(
        name="order total",
        expression="SUM(amount)",
        table="fct_orders",
        time_column="fct_orders.ordered_on",
        description="All that was ordered",
        synonyms=("Turnover",),
        source="dbt",
    )
    assert metrics["food total"].filters == ("fct_orders.is_food_order = true",)
    assert metrics["aov"].expression == "1.0 * (SUM(amount)) / NULLIF(COUNT(DISTINCT order_id), 0)"
    assert metrics["margin share"].expression.startswith("(1.0 * (SUM(amount))")
    assert not any(metric.certified for metric in metrics.values())


def test_what_has_no_form_here_is_said() -> None:
    told = read_semantic_layer(METRIC_FLOW).left_out
    assert "p90: the aggregation percentile has no form here." in told
    assert "running: a cumulative metric has no form here yet." in told


def test_dimensions_and_entities_are_words_for_columns_and_tables() -> None:
    terms = {term.name: term.means for term in read_semantic_layer(METRIC_FLOW).glossary.terms}
    assert terms["Food order"] == "fct_orders.is_food_order"
    assert terms["order"] == "fct_orders"


def test_a_dbt_manifest_has_descriptions_too() -> None:
    manifest = {
        "nodes": {
            "model.shop.orders": {
                "resource_type": "model", "name": "orders", "alias": "fct_orders",
                "schema": "mart", "description": "Every order",
            },
            "test.shop.x": {"resource_type": "test", "name": "x", "description": "no"},
        },
        "semantic_models": {
            "semantic_model.shop.orders": {
                "name": "orders", "model": "ref('orders')",
                "node_relation": {"alias": "fct_orders", "schema_name": "mart"},
                "measures": [{"name": "total", "agg": "sum", "expr": None, "create_metric": True}],
            }
        },
        "metrics": {},
    }  # fmt: skip
    found = read_semantic_layer(json.dumps(manifest)).glossary
    assert [note.description for note in found.tables] == ["Every order"]
    assert found.metrics[0].expression == "SUM(total)"


def test_a_model_of_the_open_interchange() -> None:
    text = """
version: 0.2.0
semantic_model:
  - name: shop
    datasets:
      - name: orders
        source: warehouse.public.fct_orders
        ai_context: {synonyms: [purchases]}
        fields:
          - name: amount
            expression: {dialects: [{dialect: ANSI_SQL, expression: amount}]}
            ai_context: {synonyms: [value]}
    metrics:
      - name: total_amount
        expression: {dialects: [{dialect: ANSI_SQL, expression: SUM(orders.amount)}]}
        ai_context: {synonyms: [turnover]}
"""
    found = read_semantic_layer(text).glossary
    assert found.metrics[0].expression == "SUM(public.fct_orders.amount)"
    assert (found.metrics[0].source, found.metrics[0].synonyms) == ("OSI", ("turnover",))
    assert found.terms == (Term(name="value", means="public.fct_orders.amount"),)
    assert found.tables[0].synonyms == ("purchases",)


@pytest.mark.parametrize("text", ["[1, 2]", "a: [", "queries: []", "{"])
def test_anything_else_is_refused_in_words(text: str) -> None:
    with pytest.raises(NoSemanticLayerError, match="It holds no semantic layer"):
        read_semantic_layer(text)


def test_tables_that_the_database_does_not_have_are_left_out() -> None:
    found = fitted(read_semantic_layer(METRIC_FLOW), lambda _name: "")
    assert found.glossary == Glossary()
    assert "order total: there is no table fct_orders here." in found.left_out


def test_entries_are_taken_over_under_the_tables_own_name() -> None:
    found = fitted(
        read_semantic_layer(METRIC_FLOW), lambda name: "sales.orders" if "fct" in name else ""
    )
    food = next(metric for metric in found.glossary.metrics if metric.name == "food total")
    assert (food.table, food.filters) == ("sales.orders", ("sales.orders.is_food_order = true",))


FILE = """# What our words mean
metrics:
  - name: net  # never gross
    expression: sum(net)
    table: orders
# the rest
terms: [{name: shop, means: stores}]
"""


def test_every_line_of_the_file_stays_as_it_was() -> None:
    new = Glossary(
        metrics=(Metric(name="gross", expression="sum(g)", table="orders", source="dbt"),),
        terms=(Term(name="outlet", means="stores"),),
    )
    text, count = with_entries(FILE, new, glossary_from(FILE, "g"))
    assert count == 2
    assert "# What our words mean\nmetrics:\n  - name: net  # never gross\n" in text
    assert "# the rest" in text
    read = glossary_from(text, "g")
    assert [metric.name for metric in read.metrics] == ["net", "gross"]
    assert [term.name for term in read.terms] == ["shop", "outlet"]
    assert not read.metrics[1].certified
    assert with_entries(text, new, read) == (text, 0)


def test_a_person_certifies_one_metric_by_name() -> None:
    new = Glossary(
        metrics=(Metric(name="gross", expression="sum(g)", table="orders", source="dbt"),)
    )
    text, _ = with_entries(FILE, new, glossary_from(FILE, "g"))
    for name in ("gross", "net"):
        after = certified(text, name, "Ana")
        assert after is not None
        read = {metric.name: metric.certified for metric in glossary_from(after, "g").metrics}
        assert read == {"net": name == "net", "gross": name == "gross"}
        assert "certified: true  # by Ana" in after
    assert certified(text, "profit", "Ana") is None


def test_what_is_exported_reads_back_as_it_was() -> None:
    read = glossary_from(FILE, "g")
    assert glossary_from(exported(read), "g") == read
    assert exported(Glossary()) == ""
