"""A report at the terminal: told there, and its file written into the folder."""

import io
from pathlib import Path

from rich.console import Console

from bots.cards import File
from bots.terminal.answering import show_outcome
from bots.terminal.json_form import as_object
from bots.terminal.saving import saved
from bots.terminal.screen import Screen
from tests.bots.test_report import a_report


def told(folder: Path) -> str:
    out = io.StringIO()
    show_outcome(Screen(Console(file=out, width=200, color_system=None)), a_report(), folder)
    return out.getvalue()


def test_a_report_is_told_and_its_file_is_written(tmp_path: Path) -> None:
    text = told(tmp_path)
    (file,) = tmp_path.iterdir()
    assert file.name == "sales-1-jul-30-sep-2026.html"
    assert "1. Net by region" in text
    assert f"The whole report is in {file}" in text


def test_a_folder_that_takes_no_file_is_said(tmp_path: Path) -> None:
    assert "could not be written here" in told(tmp_path / "gone")


def test_no_file_is_ever_written_over(tmp_path: Path) -> None:
    file = File(name="report.html", title="report", content=b"new")
    (tmp_path / "report.html").write_bytes(b"old")
    assert saved(file, tmp_path).name == "report-2.html"
    assert saved(file, tmp_path).name == "report-3.html"
    assert (tmp_path / "report.html").read_bytes() == b"old"


def test_scripts_get_the_parts_of_a_report() -> None:
    report = as_object(a_report(), ())["report"]
    assert [part["question"] for part in report["parts"]] == ["q", "q"]
    assert report["parts"][0]["rows"] == [["North", 12.5], ["South", 3]]
    assert "cannot" in report["parts"][1]
