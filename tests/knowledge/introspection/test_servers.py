"""What is read of PostgreSQL and MariaDB, as far as the role that reads may see it."""

import psycopg
import pymysql
import pytest
from pymysql.constants import CLIENT

from knowledge.adapters.introspection import read_catalog
from knowledge.catalog import Catalog, Kind, Table
from knowledge.errors import DatabaseUnreachableError

POSTGRES = """
CREATE SCHEMA emea;
CREATE TYPE mood AS ENUM ('sad', 'point');
CREATE TABLE customers (id SERIAL PRIMARY KEY, code UUID UNIQUE, country TEXT NOT NULL, m mood,
  extra JSONB, tags TEXT[]);
CREATE TABLE emea.orders (id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer_id INT REFERENCES customers, "net %" NUMERIC(10, 2), at TIMESTAMPTZ, ok BOOLEAN);
CREATE TABLE parts (day DATE, n INT) PARTITION BY RANGE (day);
CREATE TABLE parts_1 PARTITION OF parts FOR VALUES FROM ('2026-01-01') TO ('2027-01-01');
CREATE VIEW recent AS SELECT id, country FROM customers;
CREATE MATERIALIZED VIEW kept AS SELECT count(*) AS n FROM customers;
COMMENT ON TABLE customers IS 'people who buy';
COMMENT ON COLUMN emea.orders."net %" IS 'in euro';
INSERT INTO customers (country, m) VALUES ('Spain', 'sad'), ('Spain', NULL), ('Italy', 'point');
INSERT INTO emea.orders (customer_id, "net %", at)
  SELECT 1 + i % 3, i, '2026-01-01' FROM generate_series(1, 50) i;
"""
MARIADB = """
CREATE TABLE customers (id INT AUTO_INCREMENT PRIMARY KEY, code CHAR(3) UNIQUE,
  country VARCHAR(40) NOT NULL COMMENT 'where they live', active TINYINT(1),
  size ENUM('S', 'int'), extra JSON) COMMENT 'people who buy';
CREATE TABLE orders (id BIGINT PRIMARY KEY, customer_id INT, `net %` DECIMAL(10, 2), at DATETIME,
  FOREIGN KEY (customer_id) REFERENCES customers (id));
CREATE VIEW recent AS SELECT id, country FROM customers;
INSERT INTO customers (country, active, size)
  VALUES ('Spain', 1, 'S'), ('Spain', 0, NULL), ('Italy', 1, 'int');
INSERT INTO orders SELECT seq, 1 + seq % 3, seq, '2026-01-01' FROM seq_1_to_50;
"""


def table(catalog: Catalog, key: str) -> Table:
    found = catalog.table(key)
    assert found is not None
    return found


def kinds(found: Table) -> dict[str, Kind]:
    return {column.name: column.kind for column in found.columns}


def test_postgres_is_read_with_schemas_keys_comments_and_statistics(postgres_url: str) -> None:
    with psycopg.connect(postgres_url, autocommit=True) as owner:
        owner.execute(POSTGRES.encode())
    catalog = read_catalog(postgres_url, workspace="w")
    keys = {found.key for found in catalog.tables}
    assert keys == {"customers", "emea.orders", "parts", "recent", "kept"}
    customers, orders = table(catalog, "customers"), table(catalog, "emea.orders")
    assert kinds(customers) == {
        "id": Kind.INTEGER,
        "code": Kind.TEXT,
        "country": Kind.TEXT,
        "m": Kind.TEXT,
        "extra": Kind.OTHER,
        "tags": Kind.OTHER,
    }
    assert (customers.comment, customers.rows, customers.rows_exact) == ("people who buy", 3, True)
    country, net = customers.column("country"), orders.column("net %")
    assert country is not None
    assert net is not None
    assert (country.values, country.complete) == (("Spain", "Italy"), True)
    assert (net.comment, net.low, net.high) == ("in euro", "1.00", "50.00")
    assert [(k.columns, k.to_table, k.to_columns, k.declared) for k in orders.foreign_keys] == [
        (("customer_id",), "customers", ("id",), True)
    ]
    assert "FROM customers" in (table(catalog, "recent").view_sql or "")


def test_mariadb_is_read_with_keys_comments_and_statistics(mariadb_url: str) -> None:
    connection = pymysql.connect(
        host="127.0.0.1",
        user="root",
        database=mariadb_url.rpartition("/")[2],
        client_flag=CLIENT.MULTI_STATEMENTS,
        autocommit=True,
    )
    with connection, connection.cursor() as cursor:
        cursor.execute(MARIADB)
        while cursor.nextset():
            pass
    catalog = read_catalog(mariadb_url, workspace="w")
    customers, orders = table(catalog, "customers"), table(catalog, "orders")
    assert kinds(customers) == {
        "id": Kind.INTEGER,
        "code": Kind.TEXT,
        "country": Kind.TEXT,
        "active": Kind.BOOLEAN,
        "size": Kind.TEXT,
        "extra": Kind.TEXT,
    }
    country, net = customers.column("country"), orders.column("net %")
    assert country is not None
    assert net is not None
    assert (customers.comment, country.comment) == ("people who buy", "where they live")
    assert (country.values, net.low, net.high) == (("Spain", "Italy"), "1.00", "50.00")
    assert [(k.columns, k.to_table, k.to_columns, k.declared) for k in orders.foreign_keys] == [
        (("customer_id",), "customers", ("id",), True)
    ]
    assert "select" in (table(catalog, "recent").view_sql or "").lower()


@pytest.mark.parametrize("scheme", ["postgresql", "mysql", "mariadb"])
def test_a_server_that_is_down_says_so_without_the_password(scheme: str) -> None:
    with pytest.raises(DatabaseUnreachableError, match="cannot open") as caught:
        read_catalog(f"{scheme}://ana:hidden@127.0.0.1:1/shop", workspace="w")
    assert "hidden" not in str(caught.value)


def test_a_role_sees_only_the_columns_it_was_granted(postgres_url: str) -> None:
    with psycopg.connect(postgres_url, autocommit=True) as owner:
        owner.execute(POSTGRES.encode())
        owner.execute("DROP ROLE IF EXISTS columns_reader")
        owner.execute("CREATE ROLE columns_reader LOGIN")
        owner.execute("GRANT SELECT (id, country) ON customers TO columns_reader")
    catalog = read_catalog(postgres_url.replace("postgres:@", "columns_reader:@"), workspace="w")
    with psycopg.connect(postgres_url, autocommit=True) as owner:
        owner.execute("DROP OWNED BY columns_reader")
        owner.execute("DROP ROLE columns_reader")
    assert [found.key for found in catalog.tables] == ["customers"]
    customers = table(catalog, "customers")
    assert [column.name for column in customers.columns] == ["id", "country"]
    assert customers.rows == 3
    country = customers.column("country")
    assert country is not None
    assert country.values == ("Spain", "Italy")
