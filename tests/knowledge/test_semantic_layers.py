"""What dbt, MetricFlow and OSI say, as glossary entries; nothing of it certified."""

import json

import pytest

from knowledge.glossary import Glossary, Metric, Term
from knowledge.glossary_file import glossary_from
from knowledge.glossary_text import certified, exported, with_entries
from knowledge.semantic_layers import Join, NoSemanticLayerError, fitted, read_semantic_layer

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


CUBE = """
cubes:
  - name: orders
    sql_table: public.fct_orders
    title: Purchases
    description: One row per order
    joins:
      - {name: customers, relationship: many_to_one, sql: "{CUBE}.customer_id = {customers}.id"}
      - {name: gone, relationship: many_to_one, sql: "{CUBE}.a = {gone}.id AND 1 = 1"}
    measures:
      - {name: count, type: count}
      - {name: turnover, type: sum, sql: "{amount}", title: Sales}
      - {name: paid, type: sum, sql: amount, filters: [{sql: "{orders}.status = 'paid'"}]}
      - {name: paid_share, type: number, sql: "{paid} / NULLIF({CUBE.turnover}, 0)"}
      - {name: running, type: sum, sql: amount, rolling_window: {trailing: unbounded}}
      - {name: names, type: string, sql: name}
      - {name: of_others, type: sum, sql: "{customers.credit}"}
    dimensions:
      - {name: amount, sql: "{CUBE}.net_amount", type: number}
      - {name: ordered_at, sql: ordered_on, type: time}
      - {name: city, sql: "upper({CUBE}.city)", type: string}
    segments:
      - {name: open_orders, sql: "{CUBE}.status = 'open'"}
  - name: customers
    sql: SELECT * FROM customers
    dimensions: [{name: id, sql: id, type: number}]
  - {name: joined, sql: SELECT * FROM a JOIN b ON a.x = b.x}
"""


def test_the_measures_of_a_cube_become_sql_over_its_table() -> None:
    found = read_semantic_layer(CUBE)
    paid = "SUM(CASE WHEN (public.fct_orders.status = 'paid') THEN amount END)"
    assert {metric.name: metric.expression for metric in found.glossary.metrics} == {
        "count of orders": "COUNT(*)",
        "turnover": "SUM(net_amount)",
        "paid": paid,
        "paid share": f"({paid}) / NULLIF((SUM(net_amount)), 0)",
    }
    assert {metric.time_column for metric in found.glossary.metrics} == {
        "public.fct_orders.ordered_on"
    }
    means = {term.name: term.means for term in found.glossary.terms}
    assert means["amount"] == "public.fct_orders.net_amount"
    assert means["open orders"] == "public.fct_orders.status = 'open'"
    assert found.joins == (Join("public.fct_orders", "customer_id", "customers", "id"),)


def test_what_a_cube_says_beyond_its_table_is_left_out_with_the_reason() -> None:
    assert read_semantic_layer(CUBE).left_out == (
        "joined: the cube is left out: its SQL is more than one table.",
        "orders.city: the dimension is no plain column.",
        "orders.running: it is more than a number over the columns of its own cube.",
        "orders.names: a measure of the type string has no form here.",
        "orders.of_others: it is more than a number over the columns of its own cube.",
        "join of orders to gone: it is no equality of two columns.",
    )


CORTEX = """
name: revenue
tables:
  - name: sales
    description: Each sale
    synonyms: [deals]
    base_table: {database: DB, schema: PUBLIC, table: FCT_SALES}
    dimensions:
      - {name: region, expr: region_name, synonyms: [area], data_type: VARCHAR}
    time_dimensions: [{name: sold, expr: sold_on, data_type: DATE}]
    facts:
      - {name: net, expr: gross - discount, default_aggregation: sum, synonyms: [turnover]}
    metrics:
      - {name: mean_net, expr: AVG(net), description: Average}
      - {name: inner, expr: (SELECT 1)}
    filters:
      - {name: big, expr: net > 100}
  - name: customers
    base_table: {database: DB, schema: PUBLIC, table: CUSTOMERS}
relationships:
  - name: r
    left_table: sales
    right_table: customers
    relationship_columns: [{left_column: customer_id, right_column: id}]
metrics: [{name: each, expr: sales.mean_net / customers.n}]
verified_queries: [{name: q, question: How much, sql: SELECT 1}]
"""


def test_a_model_of_snowflake_is_read_over_its_base_tables() -> None:
    found = read_semantic_layer(CORTEX)
    metrics = {metric.name: metric for metric in found.glossary.metrics}
    assert metrics["net"].expression == "SUM(gross - discount)"
    assert metrics["net"].synonyms == ("turnover",)
    assert metrics["mean net"].expression == "AVG((gross - discount))"
    means = {term.name: term.means for term in found.glossary.terms}
    assert means["region"] == "PUBLIC.FCT_SALES.region_name"
    assert means["big"] == "(PUBLIC.FCT_SALES.gross - PUBLIC.FCT_SALES.discount) > 100"
    assert found.joins == (Join("PUBLIC.FCT_SALES", "customer_id", "PUBLIC.CUSTOMERS", "id"),)
    assert found.left_out == (
        "inner: its expression is no SQL over its own table.",
        "each: a metric over several tables has no form here.",
        "1 verified queries: import them for review with `countersign knowledge import`.",
    )


def test_a_condition_moves_to_the_tables_of_the_database_or_is_left_out() -> None:
    found = read_semantic_layer(CORTEX)
    here = fitted(found, lambda name: "fct_sales" if "FCT_SALES" in name else "")
    means = {term.name: term.means for term in here.glossary.terms}
    assert means["big"] == "(fct_sales.gross - fct_sales.discount) > 100"
    nowhere = fitted(found, lambda _: "")
    assert "big: the table of its condition is not here." in nowhere.left_out
    assert (nowhere.glossary, nowhere.joins) == (Glossary(), ())


def _manifest(version: int, **sections: object) -> str:
    schema = f"https://schemas.getdbt.com/dbt/manifest/v{version}.json"
    return json.dumps({"metadata": {"dbt_schema_version": schema}, **sections})


def test_a_manifest_without_semantic_models_gives_tables_and_joins() -> None:
    def test(number: int, name: str, **kwargs: object) -> dict[str, object]:
        return {
            "resource_type": "test", "attached_node": "model.shop.orders", "name": f"t{number}",
            "test_metadata": {"name": name, "kwargs": kwargs},
        }  # fmt: skip

    orders = {
        "resource_type": "model", "name": "orders", "alias": "fct_orders", "schema": "mart",
        "description": "Every order", "columns": {"id": {"name": "id", "description": "key"}},
    }  # fmt: skip
    customers = {"resource_type": "seed", "name": "customers", "schema": "mart"}
    nodes = {
        "model.shop.orders": orders,
        "seed.shop.customers": customers,
        "test.1": test(
            1, "relationships", to="ref('customers')", field="id", column_name="customer_id"
        ),
        "test.2": test(2, "accepted_values", column_name="status", values=["open"]),
        "test.3": test(3, "unique", column_name="id"),
    }
    found = read_semantic_layer(_manifest(12, nodes=nodes, metrics={}))
    assert [note.description for note in found.glossary.tables] == ["Every order"]
    assert found.joins == (Join("mart.fct_orders", "customer_id", "mart.customers", "id"),)
    assert found.left_out == (
        "1 descriptions of columns: they are read from the database's comments; dbt writes them "
        "there with persist_docs.",
        "1 tests accepted_values: the values of a column are read from the database.",
        "1 tests unique: keys are read from the database and its values.",
    )


MISFITS = [
    (_manifest(2, nodes={}), "version 2 of dbt's manifest is too old"),
    (_manifest(12, nodes={}), "it is read as dbt, and nothing in it can be taken"),
    (_manifest(12, nodes={}).replace("manifest", "catalog"), "import target/manifest.json"),
    ("create or replace semantic view x tables (a)", "SYSTEM$READ_YAML_FROM_SEMANTIC_VIEW"),
    ("cube(`orders`, {})", "write it as YAML"),
    ("cubes: [{name: a, sql: SELECT 1}]", "the cube is left out: its SQL is more than one table"),
    ("foo: 1", "its sections (foo) are of no tool that is known here"),
]


@pytest.mark.parametrize(("text", "said"), MISFITS)
def test_a_file_that_holds_nothing_says_so_and_what_to_do(text: str, said: str) -> None:
    with pytest.raises(NoSemanticLayerError) as caught:
        read_semantic_layer(text)
    assert said in str(caught.value)


def test_a_newer_manifest_is_read_as_far_as_it_is_known() -> None:
    node = {"resource_type": "model", "name": "orders", "description": "Every order"}
    found = read_semantic_layer(_manifest(13, nodes={"model.a": node}))
    assert found.glossary.tables
    assert "has version 13; 12 is the newest that is known" in found.left_out[0]
