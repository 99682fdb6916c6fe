"""What `countersign try` and `init` say of a database that cannot be asked."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

import psycopg
import pymysql
import pytest

from bots.bootstrap.targets import UnusableTargetError, holds_a_secret, opened
from knowledge.catalog import Catalog


def _empty(folder: Path) -> str:
    sqlite3.connect(folder / "empty.sqlite").execute("VACUUM").connection.close()
    return "sqlite:///empty.sqlite"


def _no_database(folder: Path) -> str:
    (folder / "page.html").write_text("<html></html>")
    return "page.html"


@pytest.mark.parametrize(
    ("target", "said"),
    [
        (lambda _: "sqlite:///none.sqlite", "there is no such file. Check the path"),
        (lambda _: "none", "There is no folder or file none. Name a database URL"),
        (_empty, "opens, but it has no tables. Name another file."),
        (_no_database, "page.html is no database and no .csv"),
        (lambda _: "postgresql://x@127.0.0.1:1/x", "Check the host and the port"),
    ],
)
async def test_what_cannot_be_asked_is_said_with_what_to_do(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    target: Callable[[Path], str],
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UnusableTargetError) as problem:
        await opened(target(tmp_path), tmp_path / "data")
    assert said in str(problem.value)


async def test_a_broken_view_is_named_and_the_tables_are_asked(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "shop.sqlite") as connection:
        connection.execute("CREATE TABLE orders (id INTEGER PRIMARY KEY)")
        connection.execute("INSERT INTO orders VALUES (1)")
        connection.execute("CREATE VIEW old_orders AS SELECT * FROM dropped")
    found = await opened(str(tmp_path / "shop.sqlite"), tmp_path / "data")
    assert found.name == "shop"
    assert [note for note in found.notes if note.startswith("old_orders cannot be read")]


async def test_a_server_says_which_right_is_missing(postgres_url: str, tmp_path: Path) -> None:
    role = f"sees_nothing_{postgres_url.split('/')[3].split('?')[0]}"
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute("CREATE TABLE orders (id INT)")
        connection.execute(f"CREATE ROLE {role} LOGIN".encode())
        try:
            as_role = postgres_url.replace("//postgres:", f"//{role}:").replace(
                "//postgres@", f"//{role}@"
            )
            with pytest.raises(UnusableTargetError, match=r"no table can be seen.*GRANT SELECT"):
                await opened(as_role, tmp_path)
        finally:
            connection.execute(f"DROP ROLE {role}".encode())
    nowhere = postgres_url.replace("countersign_test", "no_such")
    with pytest.raises(UnusableTargetError, match=r"does not exist\. Check the name"):
        await opened(nowhere, tmp_path)


async def test_mariadb_says_which_right_is_missing(mariadb_url: str, tmp_path: Path) -> None:
    name = mariadb_url.rpartition("/")[2].partition("?")[0]
    role, server = f"nobody_{name}"[:32], pymysql.connect(host="127.0.0.1", user="root")
    as_role = mariadb_url.replace("//root@", f"//{role}:wrong@")
    with server, server.cursor() as cursor:
        cursor.execute(f"CREATE USER '{role}'@'127.0.0.1' IDENTIFIED BY 'right'")
        try:
            with pytest.raises(UnusableTargetError, match=r"Access denied.*Check the user"):
                await opened(as_role, tmp_path)
            with pytest.raises(UnusableTargetError, match=r"Access denied.*may use this database"):
                await opened(as_role.replace(":wrong@", ":right@"), tmp_path)
            cursor.execute(f"GRANT CREATE ON `{name}`.* TO '{role}'@'127.0.0.1'")
            with pytest.raises(UnusableTargetError, match=r"no table can be seen.*GRANT SELECT"):
                await opened(as_role.replace(":wrong@", ":right@"), tmp_path)
        finally:
            cursor.execute(f"DROP USER '{role}'@'127.0.0.1'")
    nowhere = mariadb_url.replace(name, "no_such")
    with pytest.raises(UnusableTargetError, match=r"Unknown database.*Check the name"):
        await opened(nowhere, tmp_path)


async def test_mariadb_broken_views_and_odd_types_do_not_hide_the_tables(
    mariadb_url: str, tmp_path: Path
) -> None:
    name = mariadb_url.rpartition("/")[2].partition("?")[0]
    server = pymysql.connect(host="127.0.0.1", user="root", database=name, autocommit=True)
    with server, server.cursor() as cursor:
        cursor.execute("CREATE TABLE orders (id INT PRIMARY KEY, place POINT, address INET6)")
        cursor.execute("INSERT INTO orders VALUES (1, ST_GeomFromText('POINT(1 2)'), '::1')")
        cursor.execute("CREATE TABLE dropped (id INT)")
        cursor.execute("CREATE VIEW old_orders AS SELECT * FROM dropped")
        cursor.execute("DROP TABLE dropped")
    found = await opened(mariadb_url, tmp_path)
    assert _columns_of_orders(found.catalog) == [
        "id", "place", "address",
    ]  # fmt: skip
    assert [note for note in found.notes if note.startswith("old_orders cannot be read")]


async def test_postgres_broken_views_and_odd_types_do_not_hide_the_tables(
    postgres_url: str, tmp_path: Path
) -> None:
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute("CREATE TYPE pair AS (a INT, b INT)")
        connection.execute("CREATE TABLE orders (id INT PRIMARY KEY, place POINT, both_of pair)")
        connection.execute("INSERT INTO orders VALUES (1, POINT(1, 2), ROW(1, 2))")
        connection.execute("CREATE VIEW old_orders AS SELECT 1 / (id - id) AS x FROM orders")
    found = await opened(postgres_url, tmp_path)
    assert _columns_of_orders(found.catalog) == [
        "id", "place", "both_of",
    ]  # fmt: skip
    assert [note for note in found.notes if note.startswith("old_orders cannot be read")]


async def test_a_type_that_nobody_knows_does_not_hide_its_table(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "shop.sqlite") as connection:
        connection.execute("CREATE TABLE orders (id INTEGER PRIMARY KEY, shape WOBBLY(3), x)")
        connection.execute("INSERT INTO orders VALUES (1, x'00ff', x'01')")
    found = await opened(str(tmp_path / "shop.sqlite"), tmp_path / "data")
    assert _columns_of_orders(found.catalog) == ["id", "shape", "x"]
    assert found.notes == ()


@pytest.mark.parametrize(
    ("url", "secret"),
    [
        ("mysql://reader@db/shop?passwd=hunter2", True),
        ("postgresql://reader@db/shop?sslpassword=x", True),
        ("postgresql://reader:pw@db/shop", True),
        ("postgresql://reader@db/shop?sslmode=require&options=-csearch_path%3Dsales", False),
        ("mysql://reader@db/shop?charset=utf8mb4", False),
        ("mysql://reader@db/shop?api_token=x", True),
    ],
)
def test_what_may_be_a_secret_stays_out_of_files(url: str, secret: bool) -> None:
    assert holds_a_secret(url) is secret


def _columns_of_orders(catalog: Catalog) -> list[str]:
    table = catalog.table("orders")
    return [column.name for column in table.columns] if table is not None else []
