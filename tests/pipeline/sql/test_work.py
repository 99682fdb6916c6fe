"""However a statement is blown up, the answer comes after a bounded amount of work.

Counted are the calls made, not seconds.
"""

import pytest

from pipeline.sql import inspect
from pipeline.sql.text.dialects import DIALECT_NAMES
from tests.work import counted_calls

MOST_CALLS = 1_000_000
LONGEST_TEXT = 120_000
AGAIN = 1_000

# A part that comes again and again: after what, itself, between two of it, and before what.
SHAPES = [
    ("SELECT 1 FROM ", "t{n}", ", ", ""),
    ("SELECT 1 FROM ", "t{n} AS a{n}", ", ", ""),
    ("SELECT 1 FROM t ", "JOIN t{n} ON a = b", " ", ""),
    ("SELECT 1 FROM t ", "CROSS JOIN t{n}", " ", ""),
    ("SELECT 1 FROM t ", "NATURAL JOIN t{n}", " ", ""),
    ("SELECT 1 FROM t ", "LATERAL VIEW explode(a) x{n} AS y{n}", " ", ""),
    ("SELECT 1 FROM t", ", LATERAL FLATTEN(input => a) f{n}", "", ""),
    ("SELECT 1 FROM t", ", UNNEST(a) AS u{n}", "", ""),
    ("SELECT x", " AT TIME ZONE 'UTC'", "", ""),
    ("SELECT ", "x AT TIME ZONE 'UTC'", ", ", ""),
    ("SELECT ", "a{n}", " + ", ""),
    ("SELECT ", "a{n}", " || ", ""),
    ("SELECT ", "a", " = ", ""),
    ("SELECT a", " IS NOT NULL", "", ""),
    ("SELECT a", " IS DISTINCT FROM b", "", ""),
    ("SELECT a", " NOT IN (1)", "", ""),
    ("SELECT a", " LIKE 'x' ESCAPE 'y'", "", ""),
    ("SELECT a", " COLLATE x", "", ""),
    ("SELECT a", "->'x'", "", ""),
    ("SELECT a", "::int", "", ""),
    ("SELECT a", "[1]", "", ""),
    ("SELECT a", ":x", "", ""),
    ("SELECT a", ".a", "", ""),
    ("SELECT ", "a->'x'", ", ", ""),
    ("SELECT ", "a::int", ", ", ""),
    ("SELECT ", "a[1]", ", ", ""),
    ("SELECT ", "NOT ", "", "a"),
    ("SELECT ", "- ", "", "1"),
    ("SELECT ", "(", "", "1"),
    ("SELECT ", "[", "", "1"),
    ("SELECT ", "[[[[[1]]]]]", ", ", ""),
    ("SELECT ", "STRUCT(STRUCT(STRUCT(1)))", ", ", ""),
    ("SELECT ", "{{'a': {n}}}", ", ", ""),
    ("SELECT ", "DATE ", "", "'2020-01-01'"),
    ("SELECT ", "DATE '2020-01-01'", ", ", ""),
    ("SELECT ", "INTERVAL '1' DAY", " + ", ""),
    ("SELECT CAST(a AS ", "ARRAY<", "", "INT"),
    ("SELECT CAST(a AS STRUCT<", "f{n} INT", ", ", ">)"),
    ("SELECT CAST(a AS INT", "[]", "", ")"),
    ("SELECT ", "coalesce(", "", "1"),
    ("SELECT greatest(", "a{n}", ", ", ")"),
    ("SELECT concat(", "a{n}", ", ", ")"),
    ("SELECT decode(a, ", "{n}", ", ", ")"),
    ("SELECT ", "list_transform(a, x -> ", "", "1"),
    ("SELECT ", "CASE WHEN a THEN ", "", "1"),
    ("SELECT CASE ", "WHEN a = {n} THEN {n}", " ", " END FROM t"),
    ("SELECT ", "json_extract(a, '$.b.c')", ", ", ""),
    ("SELECT ", "row_number() OVER (PARTITION BY a ORDER BY b)", ", ", " FROM t"),
    ("SELECT sum(a)", " OVER (ORDER BY b)", "", ""),
    ("SELECT 1 FROM t WHERE ", "a = {n}", " OR ", ""),
    ("SELECT 1 FROM t WHERE ", "a BETWEEN {n} AND 2", " AND ", ""),
    ("SELECT 1 FROM t WHERE (a, b) IN (", "({n}, {n})", ", ", ")"),
    ("SELECT 1 FROM t WHERE a IN (", "{n}", ", ", ")"),
    ("SELECT 1 FROM t GROUP BY ", "CUBE(a{n})", ", ", ""),
    ("SELECT DISTINCT ON (", "a{n}", ", ", ") 1 FROM t"),
    ("SELECT * EXCLUDE (", "a{n}", ", ", ") FROM t"),
    ("SELECT 1 FROM t", " PIVOT(sum(a) FOR b IN (1))", "", ""),
    ("SELECT * FROM ", "(SELECT * FROM ", "", "t"),
    ("SELECT ", "(SELECT (SELECT (SELECT (SELECT 1))))", ", ", ""),
    ("WITH ", "c{n} AS (SELECT * FROM c)", ", ", " SELECT 1"),
    ("", "WITH a AS (", "", "SELECT 1"),
    ("", "SELECT 1", " UNION ALL ", ""),
    ("SELECT * FROM (VALUES ", "({n})", ", ", ") AS v(a)"),
    ("INSERT INTO t VALUES ", "({n})", ", ", ""),
    ("UPDATE t SET ", "a{n} = 1", ", ", " WHERE b = 1"),
    ("CREATE TABLE t (", "a{n} INT NOT NULL DEFAULT 1", ", ", ")"),
    ("", "SELECT ", "", ""),
    ("", "EXPLAIN ", "", "SELECT 1"),
    ("", ";", "", ""),
]  # fmt: skip


@pytest.mark.corpus(examples=3)
@pytest.mark.parametrize("dialect", DIALECT_NAMES)
@pytest.mark.slow
def test_no_statement_takes_more_than_a_bounded_amount_of_work(dialect: str) -> None:
    for before, part, between, after in SHAPES:
        for again in (AGAIN // 4, AGAIN):
            sql = before + between.join(part.format(n=n) for n in range(again)) + after
            with counted_calls() as calls:
                found = inspect(sql, dialect)

            assert calls[0] <= MOST_CALLS, (dialect, sql[:60])
            assert found.reason or len(found.regenerated or "") <= LONGEST_TEXT


def test_columns_after_a_comparison_with_null_are_no_joins() -> None:
    columns = ", ".join(f"c{n}" for n in range(60))

    found = inspect(f"SELECT a IS DISTINCT FROM b, {columns} FROM t", "postgres")

    assert found.regenerated
