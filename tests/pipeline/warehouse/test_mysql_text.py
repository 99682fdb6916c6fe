"""Which MySQL text is sent: a transaction that is read-only would still run some of it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.adapters.mysql_text import forbidden


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT 1",
        " ( SELECT 1 ) UNION (SELECT 2)",
        "WITH x AS (SELECT 1 AS a) SELECT a FROM x",
        "SELECT 'into outfile; drop table x' AS t",
        'SELECT "it\'s; load_file(1)" AS t',
        "SELECT `into`, `lock` FROM t",
        "SELECT sleep, hours FROM nights WHERE sleep > 3",
        "SELECT replace(name, 'a', 'b'), insert_date, updated_at FROM t",
        "SELECT 1 -- into outfile\n",
        "SELECT 1 # ; drop table x\n",
        "SELECT 1 /* ; load_file('x') */",
        "SELECT a - -1 FROM t;",
        "SELECT 'a@example.org' AS mail",
        "SELECT 'it''s' AS a, 'b\\'; c' AS b",
        "VALUES (1, 2)",
    ],
)
def test_a_plain_read_is_sent(sql: str) -> None:
    assert forbidden(sql) == ""


@pytest.mark.parametrize(
    ("sql", "why"),
    [
        ("", "it is no SELECT"),
        ("DROP TABLE x", "it is no SELECT"),
        ("/* SELECT */ DROP TABLE x", "it is no SELECT"),
        ("SELECT 1; DROP TABLE x", "it is more than one statement"),
        ("SELECT '\\'; DROP TABLE x; -- '; DROP TABLE y", "it is more than one statement"),
        ("SELECT 1 INTO OUTFILE '/x'", "it uses INTO"),
        ("SELECT 1/**/INTO/**/OUTFILE '/x'", "it uses INTO"),
        ("SELECT 1 /*!50000 + 1 */", "it has a comment that the server would execute"),
        ("SELECT 1 /*M! + 1 */", "it has a comment that the server would execute"),
        ("SELECT /*+ MAX_EXECUTION_TIME(0) */ 1", "it has a comment that the server would execute"),
        ("SELECT Load_File('/x')", "it uses LOAD_FILE"),
        ("SELECT load_file/**/('/x')", "it uses LOAD_FILE"),
        ("SELECT 1 FROM t FOR  UPDATE", "it uses FOR  UPDATE"),
        ("SELECT @a := 1", "it uses @"),
        ("SELECT 1--1 INTO @a", "it uses INTO"),
    ],
)
def test_what_a_read_only_transaction_would_still_run_is_not_sent(sql: str, why: str) -> None:
    assert forbidden(sql) == why


@given(st.text(max_size=200))
def test_no_text_breaks_the_gate(text: str) -> None:
    assert isinstance(forbidden(text), str)
    if forbidden(f"SELECT {text}") == "":
        assert "outfile" not in text.lower() or any(mark in text for mark in "'\"`#-/")
