"""Writes the sheets of an XLSX file as CSV files: values, and dates as ISO texts."""

import csv
import datetime as dt
import io
import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from xml.etree.ElementTree import ParseError

from openpyxl import load_workbook
from openpyxl.utils.cell import range_boundaries
from openpyxl.xml.functions import iterparse

from knowledge.adapters.csv_layout import UnreadableFileError

# What a workbook may grow to; its parts are never written to the disk.
MOST_BYTES: Final = 400_000_000
_MOST_SHEETS: Final = 20
_MOST_RANGES: Final = 10_000
_CHUNK: Final = 1 << 16
_MERGED: Final = re.compile(rb"<(?:\w+:)?mergeCell\s")
_FORMULA: Final = re.compile(rb"<(?:\w+:)?f[\s>/]")
_ENTITIES: Final = b"<!ENTITY"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A sheet as a CSV file in UTF-8; `notes` are sentences on what was changed or left out."""

    name: str
    path: Path
    notes: tuple[str, ...] = ()


def write_sheets(source: Path, aside: Path, most_bytes: int = MOST_BYTES) -> list[Sheet]:
    """Write each sheet with cells as a CSV file into `aside`. Raises UnreadableFileError."""
    try:
        with zipfile.ZipFile(source) as parts:
            _check_size(parts, most_bytes)
            texts = {name: parts.read(name) for name in parts.namelist() if _is_sheet(name)}
            _check_entities(parts)
        return _written(source, aside, texts)
    except UnreadableFileError:
        raise
    except zipfile.BadZipFile as error:
        msg = "it is no XLSX file, or is encrypted or damaged; save it as XLSX without a password"
        raise UnreadableFileError(msg) from error
    except (ValueError, KeyError, TypeError, IndexError, OSError, ParseError, SyntaxError) as error:
        msg = "its workbook is damaged; open it in a spreadsheet program and save it again"
        raise UnreadableFileError(msg) from error


def _is_sheet(name: str) -> bool:
    return name.startswith("xl/worksheets/") and name.endswith(".xml")


def _check_size(parts: zipfile.ZipFile, most_bytes: int) -> None:
    """Refuse what grows too large, by its stated sizes: more than those is never unpacked."""
    grown = sum(part.file_size for part in parts.infolist())
    if grown > most_bytes:
        msg = (
            f"it unpacks to {grown / 1e6:,.0f} MB, and the limit is {most_bytes / 1e6:,.0f} MB; "
            "save the rows that you need as CSV"
        )
        raise UnreadableFileError(msg)


def _check_entities(parts: zipfile.ZipFile) -> None:
    """Refuse XML that defines entities: no spreadsheet program writes it."""
    for name in parts.namelist():
        if name.endswith((".xml", ".rels")):
            with parts.open(name) as part:
                if _ENTITIES in part.read(_CHUNK):
                    msg = "its XML defines entities, which no spreadsheet program writes"
                    raise UnreadableFileError(msg)


def _written(source: Path, aside: Path, texts: Mapping[str, bytes]) -> list[Sheet]:
    found: list[Sheet] = []
    values = load_workbook(source, read_only=True, data_only=True)
    has_formulas = any(_FORMULA.search(text) for text in texts.values())
    formulas = load_workbook(source, read_only=True) if has_formulas else None
    try:
        sheets = [each for each in values.worksheets if each.sheet_state == "visible"]
        for number, sheet in enumerate(sheets[:_MOST_SHEETS]):
            path = aside / f"sheet {number}.csv"
            merged = _merged_ranges(texts.get(_part_of(sheet), b""))
            beside = formulas[sheet.title] if formulas is not None else None
            notes = _write_sheet(sheet, beside, path, merged)
            if notes is None:
                continue
            if number + 1 == _MOST_SHEETS < len(sheets):
                left = len(sheets) - _MOST_SHEETS
                notes = [*notes, f"{left} more sheets were left out."]
            found.append(Sheet(name=sheet.title, path=path, notes=tuple(notes)))
    finally:
        values.close()
        if formulas is not None:
            formulas.close()
    if not found:
        msg = "its sheets are empty"
        raise UnreadableFileError(msg)
    return found


def _part_of(sheet: Any) -> str:
    return str(sheet._worksheet_path).lstrip("/")  # noqa: SLF001 - it has no other name


def _write_sheet(
    sheet: Any, formulas: Any, path: Path, merged: Sequence[tuple[int, int, int, int]]
) -> list[str] | None:
    """Write the cells; sentences on them, None for a sheet without any."""
    # Only what stands below the first row of a range is filled: a title above several columns
    # stays one cell, from which the header lines are put together.
    tops = {
        (row, left): (top, left)
        for left, top, right, bottom in merged
        if right == left
        for row in range(top + 1, bottom + 1)
    }
    first = dict.fromkeys(tops.values(), "")
    sheet.reset_dimensions()
    beside = _rows_of(formulas)
    width = filled = errors = computed = unknown = 0
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        for row, cells in enumerate(sheet.iter_rows(), 1):
            written = next(beside, ())
            line: list[str] = []
            for column, cell in enumerate(cells, 1):
                text = _text(cell.value)
                if cell.data_type == "e":
                    errors, text = errors + 1, ""
                if len(written) >= column and written[column - 1].data_type == "f":
                    computed, unknown = computed + 1, unknown + (cell.value is None)
                if (row, column) in tops:
                    text, filled = first[tops[row, column]], filled + 1
                if (row, column) in first:
                    first[row, column] = text
                line.append(text)
            if any(line):
                writer.writerow(line)
                width = max(width, len(line))
    if not width:
        path.unlink()
        return None
    if unknown:
        msg = (
            f"{unknown} cells of the sheet {sheet.title!r} hold formulas without a stored value; "
            "open it in a spreadsheet program, save it, and try again"
        )
        raise UnreadableFileError(msg)
    _square(path, width)
    return [
        *([f"{filled} merged cells have the value of the first one."] if filled else []),
        *([f"{errors} cells hold an error such as #DIV/0!; they are empty."] if errors else []),
        *([f"{computed} formulas are read as the values of the last save."] if computed else []),
    ]


def _square(path: Path, width: int) -> None:
    """Give every row as many cells as the widest has."""
    made = path.with_suffix(".square")
    with (
        path.open(encoding="utf-8", newline="") as file,
        made.open("w", encoding="utf-8", newline="") as target,
    ):
        writer = csv.writer(target)
        for row in csv.reader(file):
            writer.writerow([*row, *[""] * (width - len(row))])
    made.replace(path)


def _rows_of(sheet: Any) -> Iterator[Sequence[Any]]:
    if sheet is not None:
        sheet.reset_dimensions()
        yield from sheet.iter_rows()


def _text(value: object) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case dt.datetime():
            midnight = value.time() == dt.time()
            return value.date().isoformat() if midnight else value.isoformat(" ", "seconds")
        case dt.date() | dt.time():
            return value.isoformat()
        case float():
            return str(int(value)) if value.is_integer() else f"{value:.15g}"
        case _:
            return str(value).replace("\r\n", "\n")


def _merged_ranges(text: bytes) -> list[tuple[int, int, int, int]]:
    """The merged ranges of a sheet: first column, first row, last column, last row."""
    if not _MERGED.search(text):
        return []
    found: list[tuple[int, int, int, int]] = []
    for _, element in iterparse(io.BytesIO(text)):
        if element.tag.endswith("}mergeCell") and len(found) < _MOST_RANGES:
            match range_boundaries(element.get("ref", "")):
                case (int(left), int(top), int(right), int(bottom)):
                    found.append((left, top, right, bottom))
                case _:
                    pass
        element.clear()
    return found
