"""A process that died while it wrote leaves a file that readers cannot open until it is undone."""

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from knowledge.adapters.introspection import read_catalog
from knowledge.errors import DatabaseUnreachableError
from pipeline.adapters.writes import roll_back_unfinished

_DIES = """
import os, sqlite3, sys
opened = sqlite3.connect(sys.argv[1], isolation_level=None)
opened.execute("PRAGMA cache_size=5")
opened.execute("BEGIN IMMEDIATE")
opened.execute("UPDATE lamps SET price = price + 1")
opened.execute("UPDATE pad SET text = text || 'y'")
os.kill(os.getpid(), 9)
"""


def test_what_was_begun_is_undone_for_whoever_reads(tmp_path: Path) -> None:
    path = tmp_path / "shop.sqlite"
    with sqlite3.connect(path) as made:
        made.execute("CREATE TABLE lamps (id INTEGER PRIMARY KEY, price INTEGER)")
        made.execute("INSERT INTO lamps VALUES (1, 10)")
        made.execute("CREATE TABLE pad (text TEXT)")
        made.executemany("INSERT INTO pad VALUES (?)", [("x" * 1000,)] * 3000)
    made.close()
    subprocess.run([sys.executable, "-c", _DIES, str(path)], check=False)  # noqa: S603 - ourselves
    url = f"sqlite:///{path}"
    with pytest.raises(DatabaseUnreachableError):
        read_catalog(url, workspace="shop")

    roll_back_unfinished(url)

    catalog = read_catalog(url, workspace="shop")
    column = catalog.tables[0].column("price")
    assert column is not None
    assert column.high == "10"
