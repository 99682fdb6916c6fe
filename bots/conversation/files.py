"""The rows of an answer as files."""

import csv
import io
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from bots.cards import File
from pipeline.result import Answer, Cell
from pipeline.telling.changes import compared

if TYPE_CHECKING:
    from openpyxl.worksheet._write_only import WriteOnlyWorksheet

# A spreadsheet runs text that starts like this as a formula; some read full-width signs too, and
# skip white space, controls and characters without a width before them.
_UNSEEN = r"\s\x00-\x1f\x7f\xad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff"
_FORMULA = re.compile(rf"[\t\r]|[{_UNSEEN}]*[=+\-@\uff1d\uff0b\uff0d\uff20]")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")
_XLSX_TEXT = 32_767
_XLSX_WHOLE = 10**15


def csv_of(answer: Answer) -> File:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    columns, rows = _told(answer)
    writer.writerow([_harmless(column) for column in columns])
    writer.writerows([_harmless(value) for value in row] for row in rows)
    # The byte order mark makes spreadsheets read UTF-8.
    return _file(answer, "csv", text.getvalue().encode("utf-8-sig"))


def excel_of(answer: Answer) -> File:
    # A start must not wait for what few answers need.
    from openpyxl import Workbook

    book = Workbook(write_only=True)
    sheet = book.create_sheet("Answer")
    sheet.freeze_panes = "A2"
    columns, rows = _told(answer)
    sheet.append([_heading(sheet, column) for column in columns])
    for row in rows:
        sheet.append([_storable(value) for value in row])
    about = book.create_sheet("About")
    for line in (("Question", _asked(answer)), ("Read as", answer.reading), ("SQL", answer.sql)):
        about.append([_storable(text) for text in line])
    content = io.BytesIO()
    book.save(content)
    return _file(answer, "xlsx", content.getvalue())


def _told(answer: Answer) -> tuple[Sequence[str], Sequence[Sequence[Cell]]]:
    """The columns and rows of the result; behind a change, how much it is in percent."""
    change = compared(answer)
    if change is None:
        return answer.columns, answer.rows
    at = change.change + 1
    columns = (*answer.columns[:at], f"{answer.columns[change.change]}_percent")
    rows = [
        (*row[:at], moved, *row[at:])
        for row, moved in zip(answer.rows, change.percents, strict=True)
    ]
    return (*columns, *answer.columns[at:]), rows


def sql_file(sql: str) -> File:
    return File(name="query.sql", title="query.sql", content=sql.encode())


def _heading(sheet: "WriteOnlyWorksheet", text: str) -> Any:
    from openpyxl.cell import WriteOnlyCell
    from openpyxl.styles import Font

    cell = WriteOnlyCell(sheet, value=_storable(text))
    cell.font = Font(bold=True)
    return cell


def _harmless(value: Cell) -> Cell:
    return f"'{value}" if isinstance(value, str) and _FORMULA.match(value) else value


def _storable(value: Cell) -> Cell:
    """A workbook refuses control characters, and rounds whole numbers of 16 digits."""
    if isinstance(value, str):
        return _harmless(_CONTROL.sub(" ", value)[: _XLSX_TEXT - 1])
    if isinstance(value, int) and abs(value) >= _XLSX_WHOLE:
        return str(value)
    return value


def _asked(answer: Answer) -> str:
    """The question, where it leans on the turn before in words that stand alone."""
    return answer.standalone or answer.question


def _file(answer: Answer, ending: str, content: bytes) -> File:
    words = re.findall(r"[a-z0-9]+", _asked(answer).lower())
    stem = "-".join(words)[:60].strip("-") or "answer"
    return File(name=f"{stem}.{ending}", title=f"{stem}.{ending}", content=content)
