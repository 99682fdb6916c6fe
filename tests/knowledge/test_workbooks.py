"""An XLSX file as tables: values, not formulas; what was guessed or left out is said."""

import datetime as dt
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pytest
from openpyxl import Workbook

from knowledge.adapters.csv_layout import UnreadableFileError
from knowledge.adapters.file_tables import LoadedFolder, TableLimits, load_files
from knowledge.adapters.workbooks import write_sheets


def _saved(path: Path, fill: Callable[[Workbook], None]) -> Path:
    book = Workbook()
    fill(book)
    book.save(path)
    return path


def _with_values(path: Path, values: dict[str, str]) -> None:
    """Store what a spreadsheet program would have computed beside each formula."""
    with zipfile.ZipFile(path) as parts:
        kept = {name: parts.read(name) for name in parts.namelist()}
    sheet = kept["xl/worksheets/sheet1.xml"].decode()
    for formula, value in values.items():
        sheet = sheet.replace(f"<f>{formula}</f><v />", f"<f>{formula}</f><v>{value}</v>")
        sheet = sheet.replace(f"<f>{formula}</f><v></v>", f"<f>{formula}</f><v>{value}</v>")
    kept["xl/worksheets/sheet1.xml"] = sheet.encode()
    with zipfile.ZipFile(path, "w") as parts:
        for name, content in kept.items():
            parts.writestr(name, content)


def _loaded(path: Path, tmp_path: Path, limits: TableLimits | None = None) -> LoadedFolder:
    return load_files([path], tmp_path / "made" / "data.duckdb", limits)


def _rows(tmp_path: Path, table: str) -> list[tuple[Any, ...]]:
    database = str(tmp_path / "made" / "data.duckdb")
    with duckdb.connect(database, read_only=True) as connection:
        return connection.execute(f"SELECT * FROM {table}").fetchall()


def test_titles_merged_cells_and_formulas_are_read_as_people_see_them(tmp_path: Path) -> None:
    def fill(book: Workbook) -> None:
        sheet = book.active
        assert sheet is not None
        sheet.append(["Sales of the year"])
        sheet.merge_cells("A1:D1")
        sheet.append(["Region", "Sold on", "Pieces", "Amount"])
        sheet.append(["North", dt.date(2026, 1, 31), 2, "=C3*10.5"])
        sheet.append([None, dt.date(2026, 2, 28), 3, "=C4*10.5"])
        sheet.append(["South", dt.date(2026, 3, 31), 4, "=C5*10.5"])
        sheet.merge_cells("A3:A4")

    path = _saved(tmp_path / "Sales.xlsx", fill)
    _with_values(path, {"C3*10.5": "21", "C4*10.5": "31.5", "C5*10.5": "42"})

    loaded = _loaded(path, tmp_path)

    assert loaded.tables == ("sales",)
    assert [note.removeprefix("Sales.xlsx: ") for note in loaded.notes] == [
        "1 merged cells have the value of the first one.",
        "3 formulas are read as the values of the last save.",
        "1 lines above the header were left out.",
    ]
    rows = _rows(tmp_path, "sales")
    assert [(row[0], str(row[1]), row[2], float(row[3])) for row in rows] == [
        ("North", "2026-01-31", 2, 21.0),
        ("North", "2026-02-28", 3, 31.5),
        ("South", "2026-03-31", 4, 42.0),
    ]


def test_each_sheet_is_a_table_and_one_without_a_table_is_named(tmp_path: Path) -> None:
    def fill(book: Workbook) -> None:
        first = book.active
        assert first is not None
        first.title = "Orders"
        first.append(["id", "open"])
        first.append([1, True])
        notes = book.create_sheet("Notes")
        notes.append(["Ask Ana about this."])
        book.create_sheet("Empty")

    loaded = _loaded(_saved(tmp_path / "shop.xlsx", fill), tmp_path)

    assert loaded.tables == ("shop_orders",)
    assert _rows(tmp_path, "shop_orders") == [(1, True)]
    assert loaded.notes == (
        "shop.xlsx: the sheet Notes was left out: it has a header and no rows.",
    )


def test_formulas_without_values_are_refused(tmp_path: Path) -> None:
    def fill(book: Workbook) -> None:
        sheet = book.active
        assert sheet is not None
        sheet.append(["a", "b"])
        sheet.append([1, "=A2*2"])

    loaded = _loaded(_saved(tmp_path / "made.xlsx", fill), tmp_path)

    assert loaded.tables == ()
    assert "1 cells of the sheet 'Sheet' hold formulas without a stored value" in loaded.refused[0]
    assert not (tmp_path / "made" / "data.duckdb").exists()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "no XLSX file"),
        (b"PK\x03\x04 broken", "no XLSX file"),
        (b"id,town\n1,Oslo\n", "no XLSX"),
    ],
)
def test_what_is_no_workbook_is_refused(content: bytes, said: str, tmp_path: Path) -> None:
    path = tmp_path / "x.xlsx"
    path.write_bytes(content)
    assert said in _loaded(path, tmp_path).refused[0]


def test_a_workbook_that_unpacks_to_too_much_is_refused_before_it_is_unpacked(
    tmp_path: Path,
) -> None:
    path = tmp_path / "bomb.xlsx"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as parts:
        parts.writestr("xl/worksheets/sheet1.xml", b"0" * 30_000_000)
    assert path.stat().st_size < 100_000
    with pytest.raises(UnreadableFileError, match="unpacks to 30 MB, and the limit is 10 MB"):
        write_sheets(path, tmp_path, most_bytes=10_000_000)


def test_too_many_rows_or_columns_are_refused(tmp_path: Path) -> None:
    wide, long = tmp_path / "wide.csv", tmp_path / "long.csv"
    wide.write_text("a,b,c\n1,2,3\n")
    long.write_text("a\n" + "1\n" * 11)
    limits = TableLimits(rows=10, columns=2)
    assert "3 columns, and the limit is 2" in _loaded(wide, tmp_path, limits).refused[0]
    assert "11 rows, and the limit is 10" in _loaded(long, tmp_path, limits).refused[0]


def test_a_link_that_leaves_the_folder_is_not_followed(tmp_path: Path) -> None:
    from knowledge.adapters.file_tables import load_folder

    folder = tmp_path / "folder"
    folder.mkdir()
    (tmp_path / "secret.csv").write_text("id\n1\n")
    (folder / "a.csv").write_text("id\n1\n")
    (folder / "outside.csv").symlink_to(tmp_path / "secret.csv")
    (folder / "inside.csv").symlink_to(folder / "a.csv")
    loaded = load_folder(folder, tmp_path / "made" / "data.duckdb")
    assert loaded.tables == ("a", "inside")
