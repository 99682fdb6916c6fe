"""A small database of concerts, and the reader's view of it."""

import sqlite3
from collections.abc import Sequence
from pathlib import Path

import pytest

from knowledge.adapters.introspection import read_catalog
from knowledge.adapters.value_index import read_values
from pipeline.reader.schema_view import SchemaView, view_of

TABLES = """
create table singer (singer_id integer primary key, name text, country text, age integer);
create table concert (
    concert_id integer primary key, title text, held_on date, price real, seats integer
);
create table singer_in_concert (
    singer_id integer references singer(singer_id),
    concert_id integer references concert(concert_id)
);
insert into singer values
    (1, 'Ana Ruiz', 'Spain', 30), (2, 'Ben Lee', 'France', 41), (3, 'Cleo May', 'France', 25);
insert into concert values
    (1, 'Spring Night', '2024-03-02', 20.5, 100), (2, 'Autumn Day', '2025-10-09', 35.0, 80);
insert into singer_in_concert values (1, 1), (2, 1), (2, 2);
"""


@pytest.fixture(scope="session")
def concerts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("reader") / "concerts.sqlite"
    with sqlite3.connect(path) as connection:
        connection.executescript(TABLES)
    connection.close()
    return path


@pytest.fixture(scope="session")
def view(concerts: Path) -> SchemaView:
    url = f"sqlite:///{concerts}"
    catalog = read_catalog(url, workspace="concerts")
    return view_of(catalog, read_values(url, catalog))


class Runner:
    """Runs statements, and counts them."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.statements: list[str] = []

    def __call__(self, sql: str) -> Sequence[Sequence[object]] | None:
        self.statements.append(sql)
        connection = sqlite3.connect(self._path)
        try:
            return connection.execute(sql).fetchall()
        except sqlite3.Error:
            return None
        finally:
            connection.close()


@pytest.fixture
def run(concerts: Path) -> Runner:
    return Runner(concerts)
