"""A folder of CSV and Parquet files as tables; what was guessed is said."""

import datetime as dt
from decimal import Decimal
from pathlib import Path
from typing import Any

import duckdb
import pytest
import yaml

from knowledge.adapters.file_tables import UnusableFolderError, load_folder

_CASES = yaml.safe_load(
    (Path(__file__).parents[1] / "fixtures" / "files" / "csv.yaml").read_text("utf-8")
)


def _as_written(cell: object) -> object:
    return str(cell) if isinstance(cell, Decimal | dt.date) else cell


@pytest.mark.parametrize("case", _CASES, ids=[case["name"] for case in _CASES])
def test_a_file_is_read_as_it_was_meant(case: dict[str, Any], tmp_path: Path) -> None:
    files, database = tmp_path / "files", tmp_path / "made" / "data.duckdb"
    files.mkdir()
    (files / "Some Data.csv").write_bytes(case["bytes"].encode(case.get("encoding", "utf-8")))

    if "refused" in case:
        with pytest.raises(UnusableFolderError) as refused:
            load_folder(files, database)
        assert case["refused"] in str(refused.value)
        assert not database.exists()
        return
    loaded = load_folder(files, database)

    assert loaded.tables == ("some_data",)
    assert len(loaded.notes) == len(case.get("said", ()))
    for note, said in zip(loaded.notes, case.get("said", ()), strict=True):
        assert said in note
    with duckdb.connect(str(database), read_only=True) as connection:
        found = connection.execute("SELECT * FROM some_data")
        assert {name: str(kind) for name, kind, *_ in found.description or ()} == case["columns"]
        assert [[_as_written(cell) for cell in row] for row in found.fetchall()] == case["rows"]


def test_changed_files_are_loaded_again_and_others_are_not(tmp_path: Path) -> None:
    files, database = tmp_path / "files", tmp_path / "data.duckdb"
    files.mkdir()
    (files / "a.csv").write_text("id\n1\n")
    with duckdb.connect() as con:
        con.execute(f"COPY (SELECT 5 AS n) TO '{files / 'b.parquet'}' (FORMAT parquet)")
    first = load_folder(files, database)
    made = database.stat().st_ino
    assert load_folder(files, database) == first
    assert database.stat().st_ino == made

    (files / "a.csv").write_text("id\n1\n2\n")
    assert load_folder(files, database).tables == ("a", "b")
    with duckdb.connect(str(database), read_only=True) as connection:
        assert connection.execute("SELECT count(*) FROM a").fetchone() == (2,)


def test_a_file_that_is_no_table_does_not_take_the_others_with_it(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("id\n1\n")
    (tmp_path / "b.parquet").write_text("no parquet")
    (tmp_path / "notes.md").write_text("hello")
    loaded = load_folder(tmp_path, tmp_path / "made" / "data.duckdb")
    assert loaded.tables == ("a",)
    assert loaded.refused[0].startswith("b.parquet was not loaded: ")


def test_a_folder_without_files_says_what_would_be_read(tmp_path: Path) -> None:
    (tmp_path / "notes.md").write_text("hello")
    with pytest.raises(UnusableFolderError, match=r"I read \.csv.*there is notes\.md"):
        load_folder(tmp_path, tmp_path / "data.duckdb")
