"""What is read of a SQLite file, however odd, and what stays unknown when there is no time."""

import itertools
import sqlite3
from pathlib import Path

import pytest

from knowledge.adapters.introspection import read_catalog
from knowledge.catalog import Catalog, Column, Kind
from knowledge.errors import DatabaseUnreachableError, UnusableUrlError


def a_catalog(tmp_path: Path, script: str, budget: float = 20.0) -> Catalog:
    path = tmp_path / "shop.db"
    with sqlite3.connect(path) as connection:
        connection.executescript(script)
    connection.close()
    return read_catalog(f"sqlite:///{path}", workspace="shop", budget=budget)


def column(catalog: Catalog, table: str, name: str) -> Column:
    found = catalog.table(table)
    assert found is not None
    wanted = found.column(name)
    assert wanted is not None
    return wanted


def test_keys_rows_ranges_and_values_are_read(tmp_path: Path) -> None:
    catalog = a_catalog(
        tmp_path,
        """
        CREATE TABLE customers (id INTEGER PRIMARY KEY, country TEXT NOT NULL, code TEXT UNIQUE);
        CREATE TABLE orders (id INTEGER PRIMARY KEY, customer INT REFERENCES customers, amount);
        INSERT INTO customers VALUES (1, 'Spain', 'a'), (2, 'Spain', 'b'), (3, 'France', 'c');
        INSERT INTO orders VALUES (1, 1, 10.5), (2, 3, NULL);
        """,
    )
    orders, country = catalog.table("orders"), column(catalog, "customers", "country")
    assert orders is not None
    assert (orders.rows, orders.rows_exact, orders.primary_key) == (2, True, ("id",))
    assert [(k.columns, k.to_table, k.to_columns, k.declared) for k in orders.foreign_keys] == [
        (("customer",), "customers", ("id",), True)
    ]
    assert (country.values, country.complete, country.nullable) == (
        ("Spain", "France"),
        True,
        False,
    )
    assert column(catalog, "customers", "code").unique
    amount = column(catalog, "orders", "amount")
    assert (amount.low, amount.high, amount.null_share) == ("10.5", "10.5", 0.5)


def test_dates_kept_as_text_are_known_as_dates(tmp_path: Path) -> None:
    catalog = a_catalog(
        tmp_path,
        """
        CREATE TABLE t (a TEXT, b VARCHAR(20), c TEXT, d DATE, e DATETIME);
        INSERT INTO t VALUES ('2024-01-31', '2024-01-31 10:00:00', '2024-13-01', 'May 3, 2001', 17);
        """,
    )
    kinds = {name: column(catalog, "t", name).kind for name in "abcde"}
    assert kinds == {
        "a": Kind.DATE,
        "b": Kind.TIMESTAMP,
        "c": Kind.TEXT,
        "d": Kind.TEXT,
        "e": Kind.INTEGER,
    }


def test_odd_names_and_types_are_read(tmp_path: Path) -> None:
    catalog = a_catalog(
        tmp_path,
        """
        CREATE TABLE "order ""lines""; DROP" ("unit price" 'odd type(', "select", [group] LTEXT);
        INSERT INTO "order ""lines""; DROP" VALUES (1.5, 2, 'x');
        CREATE VIEW broken AS SELECT * FROM gone;
        """,
    )
    name = 'order "lines"; DROP'
    assert column(catalog, name, "unit price").kind is Kind.NUMBER
    assert column(catalog, name, "select").kind is Kind.INTEGER
    assert column(catalog, name, "group").values == ("x",)
    broken = catalog.table("broken")
    assert broken is not None
    assert broken.view_sql == "CREATE VIEW broken AS SELECT * FROM gone"


def test_keys_that_nobody_declared_are_inferred_when_the_values_agree(tmp_path: Path) -> None:
    catalog = a_catalog(
        tmp_path,
        """
        CREATE TABLE customers (customer_id INTEGER, name TEXT);
        CREATE TABLE stores (id INTEGER PRIMARY KEY);
        CREATE TABLE orders (id INTEGER, customer_id INTEGER, store_id INTEGER);
        INSERT INTO customers VALUES (1, 'a'), (2, 'b'), (3, 'c');
        INSERT INTO stores VALUES (1), (2);
        INSERT INTO orders VALUES (7, 1, 70), (8, 2, 80), (9, 2, 90);
        """,
    )
    orders = catalog.table("orders")
    assert orders is not None
    assert [(k.columns, k.to_table, k.declared) for k in orders.foreign_keys] == [
        (("customer_id",), "customers", False)
    ]


def test_a_key_may_be_kept_as_text_where_what_it_refers_to_is_a_number(tmp_path: Path) -> None:
    catalog = a_catalog(
        tmp_path,
        """
        CREATE TABLE stadium (stadium_id INTEGER PRIMARY KEY, name TEXT);
        CREATE TABLE concert (concert_id INTEGER PRIMARY KEY, stadium_id TEXT, price TEXT);
        INSERT INTO stadium VALUES (1, 'a'), (2, 'b'), (10, 'c');
        INSERT INTO concert VALUES (1, '2', '1'), (2, '10', '2'), (3, '2', '99');
        """,
    )
    concert = catalog.table("concert")
    assert concert is not None
    assert [(k.columns, k.to_table) for k in concert.foreign_keys] == [(("stadium_id",), "stadium")]


def test_personal_data_is_guessed_and_its_values_are_not_kept(tmp_path: Path) -> None:
    catalog = a_catalog(
        tmp_path,
        """
        CREATE TABLE people (id INTEGER, contact TEXT, "lastName" TEXT, born_status TEXT,
                             birth_date TEXT);
        INSERT INTO people VALUES (1, 'ana@example.org', 'Ruiz', 'yes', '1980-05-05');
        """,
    )
    assert column(catalog, "people", "contact").pii
    assert column(catalog, "people", "lastName").pii
    assert column(catalog, "people", "lastName").values == ()
    assert not column(catalog, "people", "born_status").pii
    born = column(catalog, "people", "birth_date")
    assert (born.kind, born.pii, born.low, born.high) == (Kind.DATE, True, None, None)


@pytest.mark.slow
def test_two_thousand_tables_are_read_without_statistics_when_there_is_no_time(
    tmp_path: Path,
) -> None:
    script = "".join(f"CREATE TABLE t{n} (id INTEGER, x TEXT);" for n in range(2000))
    catalog = a_catalog(tmp_path, script, budget=0.0)
    assert len(catalog.tables) == 2000
    assert len({table.fingerprint for table in catalog.tables}) == 2000


def test_a_slow_table_gives_up_its_statistics_and_keeps_its_structure(tmp_path: Path) -> None:
    path = tmp_path / "slow.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE big (id INTEGER PRIMARY KEY, x TEXT)")
        numbers = "WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n LIMIT 100000)"
        connection.execute(f"INSERT INTO big {numbers} SELECT i, 'v' || (i % 7) FROM n")
    connection.close()
    ticks = itertools.count()
    catalog = read_catalog(
        f"sqlite:///{path}", workspace="w", budget=40.0, clock=lambda: float(next(ticks))
    )
    big = catalog.table("big")
    assert big is not None
    assert [column.name for column in big.columns] == ["id", "x"]


def test_a_missing_file_and_a_wrong_url_say_what_is_wrong(tmp_path: Path) -> None:
    with pytest.raises(DatabaseUnreachableError, match="no such file"):
        read_catalog(f"sqlite:///{tmp_path}/none.db", workspace="w")
    with pytest.raises(UnusableUrlError, match="not a database URL") as caught:
        read_catalog("oracle://scott:tiger@host/x", workspace="w")
    assert "tiger" not in str(caught.value)


def test_a_file_that_is_no_database_says_so(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("hello " * 1000)
    with pytest.raises(DatabaseUnreachableError, match="not a database"):
        read_catalog(f"sqlite:///{path}", workspace="w")
