"""Values of every type, and statements of every shape, are taken back without loss."""

import pytest

from pipeline.adapters.writes_threads import ThreadedWrites
from tests.pipeline.writes.conftest import (
    Shop,
    a_proposal,
    previewed,
    taken_back,
    written,
)

TYPES = {
    "sqlite": """
CREATE TABLE odd (a, b ANY, r REAL, t TEXT, g INTEGER GENERATED ALWAYS AS (length(t)) STORED);
INSERT INTO odd (a, b, r, t) VALUES (1, x'00ff', 1e999, 'q''"\\'),
  ('1', '', -1e999, CAST(x'610062' AS TEXT)),
  (2.5, NULL, 3.0, CAST(x'ff41' AS TEXT)), (9007199254740993, 'NULL', 0.1, 'line
break');
DELETE FROM odd WHERE a = 2.5; INSERT INTO odd (rowid, a, r, t) VALUES (77, 'x', 5e-324, 'é');
CREATE TABLE bare (k TEXT, n INTEGER, v BLOB, PRIMARY KEY (k, n)) WITHOUT ROWID;
INSERT INTO bare VALUES ('a', 1, x'01'), ('b', 2, NULL);
""",
    "duckdb": """
CREATE TYPE mood AS ENUM ('sad', 'ok');
CREATE TABLE odd (a INTEGER PRIMARY KEY, s STRUCT(x INTEGER, y VARCHAR[]), m MAP(VARCHAR, INTEGER),
  h HUGEINT, d DECIMAL(30, 10), f DOUBLE, ts TIMESTAMPTZ, n TIMESTAMP_NS, iv INTERVAL, u UUID,
  b BLOB, e mood, j JSON, t VARCHAR);
INSERT INTO odd VALUES (1, {'x': 1, 'y': ['a', 'b''c', 'd, "e"', NULL]}, MAP {'k': 1},
  170141183460469231731687303715884105727, 12345678901234567890.0123456789, 0.1::DOUBLE + 0.2,
  '2026-01-05 10:11:12.123456+02', '2026-01-05 10:11:12.123456789', INTERVAL 1 MONTH,
  '6ecd8c99-4036-403d-bf84-cf8400f67836', '\\x00\\xFF'::BLOB, 'sad', '{"a": "it''s"}', ''),
  (2, NULL, NULL, -1, 0, 'nan'::DOUBLE, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'NULL');
CREATE TABLE bare (k VARCHAR, n INTEGER, v BLOB, PRIMARY KEY (k, n));
INSERT INTO bare VALUES ('a', 1, '\\x01'::BLOB), ('b', 2, NULL);
""",
    "postgres": """
CREATE TYPE mood AS ENUM ('sad', 'ok');
CREATE TABLE odd (a INTEGER GENERATED ALWAYS AS IDENTITY PRIMARY KEY, j JSON, jb JSONB, arr TEXT[],
  u UUID, iv INTERVAL, e mood, b BYTEA, n NUMERIC, f DOUBLE PRECISION, r REAL, i INET,
  rng INT4RANGE, bits BIT(5), tz TIMESTAMPTZ, ti TIME, t TEXT, c CHAR(5), m MONEY,
  up TEXT GENERATED ALWAYS AS (upper(t)) STORED);
INSERT INTO odd (j, jb, arr, u, iv, e, b, n, f, r, i, rng, bits, tz, ti, t, c, m) VALUES
  ('{"b": 1,  "a": "it''s"}', '{"b": 1}', ARRAY['a', 'b"c', NULL, 'd,e'],
   '6ecd8c99-4036-403d-bf84-cf8400f67836', '1 mon 2 days 03:04:05.6', 'sad', '\\x00ff',
   12345678901234567890.123456789000, 0.1::float8 + 0.2, 0.1, '10.0.0.1/8', '[1,5)', B'10101',
   '2026-01-05 10:11:12.123456+02', '10:11:12.5', E'back\\\\slash\\ttab', 'ab', 12.5),
  (NULL, NULL, NULL, NULL, NULL, NULL, '', 'NaN', 'Infinity', '-Infinity', NULL, NULL, NULL,
   'infinity', NULL, '', '', NULL);
CREATE TABLE bare (k TEXT, n INTEGER, v BYTEA, PRIMARY KEY (k, n));
INSERT INTO bare VALUES ('a', 1, '\\x01'), ('b', 2, NULL);
""",
    "mysql": """
CREATE TABLE odd (a INT AUTO_INCREMENT PRIMARY KEY, j JSON, bits BIT(5), e ENUM('x', 'y'),
  s SET('p', 'q'), ti TIME(3), y YEAR, f FLOAT, d DOUBLE, n DECIMAL(30, 10), vb VARBINARY(10),
  t TEXT, l VARCHAR(20) CHARACTER SET latin1, big BIGINT UNSIGNED,
  ts TIMESTAMP(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6) ON UPDATE CURRENT_TIMESTAMP(6),
  g INT GENERATED ALWAYS AS (length(t)) STORED);
INSERT INTO odd (j, bits, e, s, ti, y, f, d, n, vb, t, l, big, ts) VALUES
  ('{"a": "it''s"}', b'10101', 'y', 'p,q', '-10:11:12.345', 2026, 0.1, 0.30000000000000004,
   12345678901234567890.0123456789, x'00ff27', 'back\\\\slash ''q'' "d" %s', 'é',
   18446744073709551615, '2026-01-05 10:11:12.123456'),
  (NULL, NULL, NULL, '', NULL, NULL, 3.4e38, -1e300, 0, '', '', NULL, 0, '2020-01-01 00:00:00');
CREATE TABLE bare (k VARCHAR(10), n INTEGER, v BLOB, PRIMARY KEY (k, n));
INSERT INTO bare VALUES ('a', 1, x'01'), ('b', 2, NULL);
""",
}
CHANGES = {
    "delete": "DELETE FROM odd WHERE t IS NOT NULL",
    "update": "UPDATE odd SET t = 'changed' WHERE t IS NOT NULL",
    "insert": "INSERT INTO odd (t) VALUES ('one'), ('two')",
    "delete by a composite key": "DELETE FROM bare WHERE n > 0",
    "update of a composite key": "UPDATE bare SET k = 'z' WHERE n = 2",
}


def _dump(shop: Shop) -> dict[str, list[str]]:
    number = "rowid, " if shop.engine == "sqlite" else ""
    queries = {"odd": f"SELECT {number}* FROM odd", "bare": "SELECT * FROM bare"}
    if shop.engine == "sqlite":
        # The driver cannot read text that is not UTF-8.
        cells = ", ".join(f"typeof({c}), hex({c}), quote({c})" for c in ("a", "b", "r", "t"))
        queries["odd"] = f"SELECT rowid, {cells} FROM odd"
    if shop.engine == "postgres":
        queries["odd"] = "SELECT odd::text FROM odd"
    if shop.engine == "duckdb":
        queries["odd"] = "SELECT odd::VARCHAR, f FROM odd"
    return {name: sorted(map(repr, shop.rows(sql))) for name, sql in queries.items()}


@pytest.mark.corpus(examples=8)
@pytest.mark.parametrize("change", CHANGES)
async def test_every_type_comes_back(shop: Shop, writes: ThreadedWrites, change: str) -> None:
    sql = CHANGES[change]
    if shop.engine == "duckdb" and change == "insert":
        sql = "INSERT INTO odd (a, t) VALUES (8, 'one'), (9, 'two')"
    shop.run(TYPES[shop.engine])
    before = _dump(shop)
    proposal = a_proposal(shop, sql)
    done = await written(writes, proposal)
    assert _dump(shop) != before
    await taken_back(writes, proposal, done)
    assert _dump(shop) == before


SHAPES = {
    "sqlite": (
        "UPDATE products SET notes = o.status FROM orders AS o WHERE o.id = products.id",
        "INSERT INTO customers (id, email) VALUES (2, 'new@example.org') "
        "ON CONFLICT (id) DO UPDATE SET email = excluded.email",
        "REPLACE INTO customers (id, email, test) VALUES (3, 'new@example.org', TRUE)",
        "INSERT OR IGNORE INTO customers (id, email) VALUES (3, 'x'), (9, 'y')",
        "WITH few AS (SELECT id FROM products WHERE price > 10) "
        "DELETE FROM products WHERE id IN (SELECT id FROM few)",
    ),
    "duckdb": (
        "UPDATE products SET notes = o.status FROM orders AS o WHERE o.id = products.id",
        "INSERT INTO pairs VALUES (1, 'x', 99) ON CONFLICT DO UPDATE SET c = excluded.c",
        "DELETE FROM products USING orders AS o WHERE o.id = products.id AND o.status = 'open'",
    ),
    "postgres": (
        "UPDATE products AS p SET notes = o.status FROM orders AS o WHERE o.id = p.id",
        "UPDATE products SET (notes, price) = ('both', 1) WHERE id = 1",
        "INSERT INTO customers (id, email) VALUES (2, 'new@example.org') "
        "ON CONFLICT (id) DO UPDATE SET email = excluded.email",
        "INSERT INTO customers (id, email) VALUES (3, 'x'), (9, 'y') ON CONFLICT DO NOTHING",
        "DELETE FROM products USING orders AS o WHERE o.id = products.id AND o.status = 'open'",
        "INSERT INTO loose (a, b) SELECT id, status FROM orders RETURNING a",
        "MERGE INTO pairs AS t USING orders AS s ON t.a = s.id AND t.b = 'x' "
        "WHEN MATCHED THEN UPDATE SET c = s.customer_id",
    ),
    "mysql": (
        "UPDATE products AS p JOIN orders AS o ON o.id = p.id SET p.notes = o.status "
        "WHERE o.id > 0",
        "UPDATE products SET notes = 'first' WHERE price > 0 ORDER BY id LIMIT 2",
        "DELETE FROM products WHERE price > 0 ORDER BY id LIMIT 1",
        "INSERT INTO customers (id, email) VALUES (2, 'new@example.org') "
        "ON DUPLICATE KEY UPDATE email = 'new@example.org'",
        "REPLACE INTO pairs (a, b, c) VALUES (1, 'x', 99)",
        "INSERT IGNORE INTO customers (id, email) VALUES (3, 'x'), (9, 'y')",
    ),
}


@pytest.mark.corpus(examples=2)
@pytest.mark.slow
async def test_every_shape_of_statement_is_previewed_as_it_is_committed(
    shop: Shop, writes: ThreadedWrites
) -> None:
    for sql in SHAPES[shop.engine]:
        before, proposal = shop.dump(), a_proposal(shop, sql)
        preview = await previewed(writes, proposal)
        assert shop.dump() == before, sql
        assert preview.tried, sql
        assert preview.rows, sql
        done = await written(writes, proposal)
        assert done.rows == preview.rows, sql
        assert shop.dump() != before, sql
        if done.undo:
            await taken_back(writes, proposal, done)
            assert shop.dump() == before, sql
        else:
            assert done.undo_missing, sql


async def test_too_many_rows_are_counted_and_not_said_to_be_undoable(
    shop: Shop, writes: ThreadedWrites
) -> None:
    many = ", ".join(f"({n}, 'x', {n})" for n in range(100, 1300))
    shop.run(f"INSERT INTO pairs VALUES {many}")
    preview = await previewed(writes, a_proposal(shop, "UPDATE pairs SET c = 0 WHERE a >= 100"))
    assert preview.rows == 1_200
    assert preview.undo == ()
    assert "1,000" in preview.undo_missing


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE {table} SET {value} = 7 WHERE {value} < 3",
        "DELETE FROM {table} WHERE {value} = 2",
        "INSERT INTO {table} ({key}, {value}) VALUES (9, 9)",
    ],
)
async def test_names_with_a_dot_and_a_quote_are_written_and_taken_back(
    shop: Shop, writes: ThreadedWrites, change: str
) -> None:
    mark = "`" if shop.engine == "mysql" else '"'
    names = {"table": "day.sales", "key": f"a.{mark}id", "value": "net.amount"}
    parts = {k: f"{mark}{name.replace(mark, mark * 2)}{mark}" for k, name in names.items()}
    made = "CREATE TABLE {table} ({key} INTEGER PRIMARY KEY, {value} INTEGER);".format(**parts)
    shop.run(made + "INSERT INTO {table} VALUES (1, 1), (2, 2), (3, 3);".format(**parts))
    query = "SELECT * FROM {table} ORDER BY 1".format(**parts)
    before = shop.rows(query)
    proposal = a_proposal(shop, change.format(**parts))
    done = await written(writes, proposal)
    assert shop.rows(query) != before
    await taken_back(writes, proposal, done)
    assert shop.rows(query) == before
