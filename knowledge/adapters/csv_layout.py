"""Finds out how a CSV file is written: encoding, delimiter, header lines, decimal comma."""

import codecs
import csv
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from knowledge.personal_data import snake

_DELIMITERS = (",", ";", "\t", "|")
_CHUNK = 1 << 20
_LINES = 200
_MOST_TITLES = 20
_MOST_HEADERS = 3
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig", "UTF-8"),
    (codecs.BOM_UTF16_LE, "utf-16", "UTF-16"),
    (codecs.BOM_UTF16_BE, "utf-16", "UTF-16"),
)
_COMMA_NUMBER = re.compile(r"-?(\d{1,3}(\.\d{3})+|\d+),\d+")
_POINT_NUMBER = re.compile(r"-?(\d{1,3}(,\d{3})+|\d+)\.\d{1,2}")
_VALUE = re.compile(r"[-+]?[\d.,]*\d%?|\d{1,4}[./-]\d{1,2}[./-]\d{1,4}.*|true|false", re.IGNORECASE)


class UnreadableFileError(Exception):
    """A file that is no table of texts; says why, without its name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CsvLayout:
    """`skipped` are the lines before the first row; `notes` are sentences on what was guessed."""

    delimiter: str
    columns: tuple[str, ...]
    skipped: int
    decimal_comma: bool = False
    notes: tuple[str, ...] = ()


def write_utf8(source: Path, target: Path) -> str:
    """Write the file as UTF-8 without a byte-order mark; the name of the encoding that it has."""
    encoding, shown = _encoding(source)
    try:
        with (
            source.open(encoding=encoding, newline="") as read,
            target.open("w", encoding="utf-8", newline="") as written,
        ):
            while part := read.read(_CHUNK):
                if "\x00" in part:
                    msg = "it holds bytes that are no text"
                    raise UnreadableFileError(msg)
                written.write(part)
    except UnicodeDecodeError as error:
        msg = f"it is neither UTF-8 nor {shown}; save it as UTF-8"
        raise UnreadableFileError(msg) from error
    return shown


def _encoding(source: Path) -> tuple[str, str]:
    with source.open("rb") as file:
        head = file.read(4)
        if not head:
            msg = "it is empty"
            raise UnreadableFileError(msg)
        for mark, encoding, shown in _MARKS:
            if head.startswith(mark):
                return encoding, shown
        decoder = codecs.getincrementaldecoder("utf-8")()
        file.seek(0)
        try:
            while part := file.read(_CHUNK):
                decoder.decode(part)
            decoder.decode(b"", final=True)
        except UnicodeDecodeError:
            return "cp1252", "Windows-1252"
    return "utf-8", "UTF-8"


def layout_of(text: Path, encoding: str) -> CsvLayout:
    """How the UTF-8 file is laid out, by its first lines."""
    with text.open(encoding="utf-8", newline="") as file:
        lines = list(islice(file, _LINES))
    delimiter = max(_DELIMITERS, key=lambda each: _fit(lines, each))
    rows = _rows(lines, delimiter)
    widths = Counter(len(row) for row, _ in rows if any(cell.strip() for cell in row))
    if not widths:
        msg = "it has no rows"
        raise UnreadableFileError(msg)
    width = max(widths, key=lambda each: (widths[each], each))
    first = next(
        (place for place, (row, _) in enumerate(rows[:_MOST_TITLES]) if _may_head(row, width)), None
    )
    if first is None:
        msg = "it has no line with the names of its columns"
        raise UnreadableFileError(msg)
    heads = _headers([row for row, _ in rows[first:]], width)
    columns = _columns([row for row, _ in rows[first : first + heads]], width)
    end = first + heads
    if end >= len(rows):
        msg = "it has a header and no rows"
        raise UnreadableFileError(msg)
    cells = [cell.strip() for row, _ in rows[end:] for cell in row]
    comma = sum(bool(_COMMA_NUMBER.fullmatch(cell)) for cell in cells)
    point = sum(bool(_POINT_NUMBER.fullmatch(cell)) for cell in cells)
    decimal_comma = delimiter != "," and comma > point
    notes = [
        *([f"it is read as {encoding}."] if encoding != "UTF-8" else []),
        *([f"its cells are separated by {delimiter!r}."] if delimiter != "," else []),
        *(["numbers such as 1.234,50 have a decimal comma."] if decimal_comma else []),
        *([f"{first} lines above the header were left out."] if first else []),
        *([f"{heads} header lines were put together."] if heads > 1 else []),
    ]
    return CsvLayout(
        delimiter=delimiter,
        columns=columns,
        skipped=sum(count for _, count in rows[:end]),
        decimal_comma=decimal_comma,
        notes=tuple(notes),
    )


def _rows(lines: Sequence[str], delimiter: str) -> list[tuple[list[str], int]]:
    """The rows of these lines, each with how many lines it takes."""
    reader = csv.reader(lines, delimiter=delimiter)
    found: list[tuple[list[str], int]] = []
    before = 0
    try:
        for row in reader:
            found.append((row, reader.line_num - before))
            before = reader.line_num
    except csv.Error as error:
        msg = f"line {before + 1} cannot be read ({error})"
        raise UnreadableFileError(msg) from error
    return found


def _fit(lines: Sequence[str], delimiter: str) -> tuple[float, int]:
    """How many rows have the same number of cells, if more than one."""
    widths = Counter(len(row) for row in csv.reader(lines, delimiter=delimiter) if len(row) > 1)
    if not widths:
        return 0.0, 0
    width, count = max(widths.items(), key=lambda item: (item[1], item[0]))
    return count / len(lines), width


def _may_head(row: Sequence[str], width: int) -> bool:
    """Whether a line has a cell for each column, most of them filled with no values."""
    filled = [cell for cell in row if cell.strip()]
    return len(row) == width and len(filled) * 2 >= width


def _headers(rows: Sequence[Sequence[str]], width: int) -> int:
    """How many lines name the columns: those before the first in which a typed column has a value.

    One line where every column holds texts: nothing tells a second header from a row then.
    """
    body = [row for row in rows[_MOST_HEADERS:] if len(row) == width] or list(rows[1:])
    typed = [
        place
        for place in range(width)
        if (
            cells := [row[place].strip() for row in body if len(row) > place and row[place].strip()]
        )
        and sum(bool(_VALUE.fullmatch(cell)) for cell in cells) * 10 >= 9 * len(cells)
    ]
    if not typed:
        return 1
    for count, row in enumerate(rows[:_MOST_HEADERS]):
        values = [
            place for place in typed if len(row) > place and _VALUE.fullmatch(row[place].strip())
        ]
        if count and values:
            return count
    return min(_MOST_HEADERS, max(1, len(rows) - 1))


def _columns(heads: Sequence[Sequence[str]], width: int) -> tuple[str, ...]:
    """The names of the columns; a group's name above several columns stands before each of them."""
    parts: list[list[str]] = [[] for _ in range(width)]
    for level, row in enumerate(heads):
        last = ""
        for place in range(width):
            cell = row[place].strip() if place < len(row) else ""
            last = cell or (last if level < len(heads) - 1 else "")
            if last:
                parts[place].append(last)
    taken: Counter[str] = Counter()
    found: list[str] = []
    for place, words in enumerate(parts):
        name = snake(" ".join(dict.fromkeys(words))) or f"column_{place + 1}"
        taken[name] += 1
        found.append(name if taken[name] == 1 else f"{name}_{taken[name]}")
    return tuple(found)
