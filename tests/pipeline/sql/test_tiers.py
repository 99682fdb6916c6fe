"""The tier of a statement: attacks never run, plain reads do."""

import pytest

from pipeline.sql import Tier, classify, inspect
from tests.pipeline.sql.case_files import cases, shared_cases
from tests.tables import each_of

SHARED = shared_cases("sql_tiers.jsonl")
WRITES = [
    ("postgres", "INSERT INTO orders (id) VALUES (1)", "T1"),
    ("postgres", "INSERT INTO orders (id) SELECT id FROM staging ON CONFLICT DO NOTHING", "T1"),
    ("sqlite", "UPDATE orders SET amount = 1 WHERE id = 2", "T1"),
    ("mysql", "DELETE o FROM orders o JOIN customers c ON c.id = o.customer_id", "T1"),
    ("tsql", "UPDATE o SET o.x = 1 FROM orders o WHERE o.id = 3", "T1"),
    ("snowflake", "MERGE INTO a USING b ON a.id = b.id WHEN MATCHED THEN DELETE", "T1"),
    ("bigquery", "DELETE FROM ds.t WHERE id = 1", "T1"),
    ("duckdb", "INSERT OR REPLACE INTO t VALUES (1, 2)", "T1"),
    ("postgres", "CREATE TABLE t (id INT PRIMARY KEY, at TIMESTAMP DEFAULT now())", "T2"),
    ("postgres", "CREATE INDEX i ON orders (created_at)", "T2"),
    ("sqlite", "ALTER TABLE orders ADD COLUMN x INT", "T2"),
    ("mysql", "ALTER TABLE orders RENAME COLUMN a TO b", "T2"),
    ("trino", "CREATE VIEW v AS SELECT id FROM orders", "T2"),
    ("tsql", "ALTER TABLE orders ADD x INT", "T2"),
]


def nested(call: str, depth: int) -> str:
    """A SELECT of a call whose argument is the same call, and so on."""
    inner = "a"
    for _ in range(depth):
        inner = call.format(inner)
    return f"SELECT {inner} FROM t"


@each_of(("dialect", "sql"), cases("attacks.txt"))
def test_an_attack_never_runs(dialect: str, sql: str) -> None:
    tier = classify(sql.removeprefix("~"), dialect)

    assert tier != Tier.T0
    assert sql.startswith("~") or tier == Tier.T3


@each_of(("dialect", "sql"), cases("products.txt"))
def test_what_would_make_an_enormous_value_or_list_is_refused_for_that(
    dialect: str, sql: str
) -> None:
    inspection = inspect(sql, dialect)

    assert inspection.tier == Tier.T3
    assert any(word in (inspection.reason or "") for word in ("enormous", "round", "makes rows"))


@each_of(("dialect", "sql"), cases("benign.txt"))
def test_a_plain_read_runs(dialect: str, sql: str) -> None:
    inspection = inspect(sql, dialect)

    assert inspection.tier == Tier.T0, inspection.reason
    assert inspection.regenerated


@pytest.mark.parametrize(("dialect", "sql", "tier"), WRITES)
def test_a_plain_write_can_be_approved(dialect: str, sql: str, tier: str) -> None:
    assert classify(sql, dialect) == tier


@each_of(("dialect", "sql"), cases("writes.txt"))
def test_a_write_in_any_dialect_can_be_approved_as_regenerated(dialect: str, sql: str) -> None:
    inspection = inspect(sql, dialect)

    assert inspection.tier in {Tier.T1, Tier.T2}, inspection.reason
    assert classify(inspection.regenerated or "", dialect) == inspection.tier


@pytest.mark.skipif(not SHARED, reason="the shared cases are not at hand")
def test_the_shared_cases_get_their_tiers() -> None:
    wrong = [
        case["id"]
        for case in SHARED
        if classify(case["sql"], case["dialect"]) not in (case.get("accept") or [case["tier"]])
    ]

    assert wrong == []


@pytest.mark.parametrize(
    "sql",
    [
        *["", "   ", ";", "-- only", "/* only */", "SELECT 1; SELECT 2", "x" * 1_000_000, "\x00"],
        *["(" * 10_000, "SELECT " + "(" * 10_000 + "1" + ")" * 10_000, "SELECT '\ud800'"],
        *["SELECT " + "struct(" * 30 + "1" + ")" * 30, "SELECT " + "[1," * 39 + "]" * 39],
        *["SELECT * FROM t " + "JOIN t " * 400, "SELECT * FROM t " + "CROSS APPLY f(x) " * 100],
        *["SELECT " + "ARRAY " * 500, "SELECT a" + "[1]" * 300, "SELECT a" + "->'a'" * 300],
    ],
)
def test_bad_input_is_refused_with_a_reason(sql: str) -> None:
    for dialect in ("postgres", "duckdb", "mysql", "bigquery"):
        inspection = inspect(sql, dialect)

        assert inspection.tier == Tier.T3
        assert inspection.reason


@pytest.mark.parametrize(
    ("dialect", "sql"),
    [
        ("duckdb", nested("ARRAYS_ZIP({})", 16)),
        ("duckdb", nested("MONTHS_BETWEEN({}, 1)", 16)),
        ("snowflake", nested("DIV0({}, 1)", 16)),
        ("bigquery", nested("NET.HOST({})", 16)),
        ("databricks", nested("SORT_ARRAY(1, {}, 'x')", 16)),
        ("tsql", "SELECT a" + "->'b'" * 16),
        ("sqlite", "SELECT " + "+".join(["1"] * 500)),
        ("mysql", "SELECT 1" + " UNION ALL SELECT 1" * 200),
        ("trino", "SELECT 1 FROM t " + " ".join(f"JOIN t{n} USING (a)" for n in range(60))),
    ],
)
def test_what_would_take_the_parser_or_the_generator_long_is_refused(
    dialect: str, sql: str
) -> None:
    assert classify(sql, dialect) == Tier.T3


@pytest.mark.parametrize("dialect", ["postgres", "duckdb", "mysql", "snowflake", "tsql"])
def test_long_lists_run(dialect: str) -> None:
    numbers = ", ".join(str(10**9 + n) for n in range(1_000))
    columns = ", ".join(f"o.column_number_{n} AS c{n}" for n in range(200))

    assert classify(f"SELECT id FROM orders WHERE id IN ({numbers})", dialect) == Tier.T0
    assert classify(f"SELECT {columns} FROM orders AS o", dialect) == Tier.T0


@pytest.mark.parametrize("dialect", ["", "oracle", "no such", "Postgres; DROP"])
def test_an_unknown_dialect_is_refused(dialect: str) -> None:
    assert classify("SELECT 1", dialect) == Tier.T3


def test_mariadb_is_read_as_mysql() -> None:
    assert classify("SELECT `a` FROM t", "mariadb") == Tier.T0


def test_a_workspace_can_allow_a_function_of_its_own() -> None:
    sql = "SELECT my_score(amount) FROM orders"

    assert classify(sql, "postgres") == Tier.T3
    assert inspect(sql, "postgres", frozenset({"my_score"})).tier == Tier.T0


def test_the_regenerated_text_holds_no_comment() -> None:
    text = inspect("SELECT id -- DROP TABLE x\nFROM orders /* y */", "postgres").regenerated

    assert text == "SELECT id FROM orders"


def test_an_inspection_names_tables_columns_and_functions() -> None:
    found = inspect("WITH a AS (SELECT upper(name) FROM s.c) SELECT * FROM a", "postgres")

    assert (found.tables, found.columns, found.functions) == (("s.c",), ("name",), ("upper",))
