"""What `countersign try` and `init` say of a database that cannot be asked."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest

from bots.bootstrap.targets import UnusableTargetError, holds_a_secret, opened


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
