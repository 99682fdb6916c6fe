"""Readers of a file share it, a writer has it alone, and whoever waits too long is told."""

import threading
from pathlib import Path

import pytest

from knowledge.file_turns import FileBusyError, ReadingTurn, WritingTurn


def test_readers_share_and_a_writer_has_the_file_alone(tmp_path: Path) -> None:
    path = tmp_path / "shop.duckdb"
    one, other = ReadingTurn(path, 0), ReadingTurn(path, 0)
    with pytest.raises(FileBusyError):
        WritingTurn(path, 0)
    one.end()
    other.end()
    writing = WritingTurn(path, 0)
    for turn in (ReadingTurn, WritingTurn):
        with pytest.raises(FileBusyError):
            turn(path, 0)
    writing.end()
    ReadingTurn(path, 0).end()


def test_one_path_written_in_two_ways_is_one_file(tmp_path: Path) -> None:
    reading = ReadingTurn(tmp_path / "a.duckdb", 0)
    with pytest.raises(FileBusyError):
        WritingTurn(tmp_path / "sub" / ".." / "a.duckdb", 0)
    WritingTurn(tmp_path / "b.duckdb", 0).end()
    reading.end()


def test_a_turn_ends_once_only(tmp_path: Path) -> None:
    path = tmp_path / "a.duckdb"
    first, second = ReadingTurn(path, 0), ReadingTurn(path, 0)
    first.end()
    first.end()
    with pytest.raises(FileBusyError):
        WritingTurn(path, 0)
    second.end()


def test_a_writer_gets_its_turn_when_the_readers_are_done(tmp_path: Path) -> None:
    path, done = tmp_path / "a.duckdb", threading.Event()
    reading = ReadingTurn(path, 0)

    def write() -> None:
        WritingTurn(path, 60).end()
        done.set()

    writer = threading.Thread(target=write)
    writer.start()
    reading.end()
    writer.join(60)
    assert done.is_set()
