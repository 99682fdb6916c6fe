"""What only MySQL knows is written so that MariaDB takes it, and finds the same rows."""

import pytest

from pipeline.sql import inspect
from tests.pipeline.warehouse.conftest import in_mysql

TABLE = """
CREATE TABLE notes (id INTEGER PRIMARY KEY, body VARCHAR(40), extra JSON);
INSERT INTO notes VALUES (1, 'alpha', '{"k": "x"}'), (2, 'Beta', '{"k": "y"}'),
  (3, 'gamma', '{}'), (4, NULL, NULL);
"""
STATEMENTS: tuple[tuple[str, list[tuple[object, ...]]], ...] = (
    ("SELECT id FROM notes WHERE body REGEXP '^a'", [(1,)]),
    ("SELECT id FROM notes WHERE body RLIKE 'mm'", [(3,)]),
    ("SELECT id FROM notes WHERE NOT body REGEXP '^(a|b)'", [(3,)]),
    ("SELECT id FROM notes WHERE body NOT REGEXP 'a$' AND id < 9", []),
    ("SELECT id FROM notes WHERE REGEXP_LIKE(body, '^B', 'c')", [(2,)]),
    ("SELECT id FROM notes WHERE REGEXP_LIKE(body, '^B', 'i')", [(2,)]),
    ("SELECT id FROM notes WHERE 1 = REGEXP_LIKE(body, '^al')", [(1,)]),
    ("SELECT id FROM notes WHERE CONCAT(body, 'z') REGEXP 'az$' OR id = 4",
     [(1,), (2,), (3,), (4,)]),
    ("SELECT COUNT(CASE WHEN body REGEXP 'a' THEN 1 END) FROM notes", [(3,)]),
    ("SELECT id FROM notes WHERE extra->>'$.k' = 'x'", [(1,)]),
    ("SELECT extra->'$.k' FROM notes WHERE id = 2", [('"y"',)]),
    ("SELECT ANY_VALUE(body) FROM notes WHERE id = 1", [("alpha",)]),
)  # fmt: skip


def test_each_statement_is_let_through_and_finds_its_rows(mariadb_url: str) -> None:
    in_mysql(mariadb_url, TABLE)
    found = {}
    for sql, _ in STATEMENTS:
        inspection = inspect(sql, "mariadb")
        assert inspection.regenerated is not None, inspection.reason
        found[sql] = sorted(in_mysql(mariadb_url, inspection.regenerated))
    assert found == dict(STATEMENTS)


@pytest.mark.parametrize("flags", ["u", "in", "x"])
def test_flags_are_never_dropped(flags: str) -> None:
    written = inspect(f"SELECT id FROM notes WHERE REGEXP_LIKE(body, 'b', '{flags}')", "mysql")
    text = written.regenerated or ""
    assert ("(?i)(?s)" in text) if flags == "in" else f"'{flags}'" in text
