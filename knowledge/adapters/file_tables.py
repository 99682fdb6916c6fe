"""Loads CSV, XLSX and Parquet files into one DuckDB file, a table a file or sheet."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import duckdb

from knowledge.adapters.csv_layout import CsvLayout, UnreadableFileError, layout_of, write_utf8
from knowledge.adapters.workbooks import write_sheets
from knowledge.errors import KnowledgeError
from knowledge.personal_data import snake
from knowledge.sql_text import quoted_identifier

ENDINGS = (".csv", ".tsv", ".txt", ".xlsx", ".parquet")
# A file of which more rows than these do not fit its header is not read as it was meant.
_MOST_LEFT_OUT = 0.1
_MOST_DIGITS = 18
_MOST_DECIMALS = 6
_ISO_DAY = r"\d{4}-\d{2}-\d{2}"
_ISO_MOMENT = rf"{_ISO_DAY}[ T]\d{{2}}:\d{{2}}(:\d{{2}}(\.\d+)?)?"
_OTHER_DAY = r"\d{1,2}[./-]\d{1,2}[./-]\d{4}"
_WHOLE = r"-?(0|[1-9]\d{0,17})"


class UnusableFolderError(KnowledgeError):
    """A folder that gives no table; the sentence says what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadedFolder:
    """`notes` are sentences on what was guessed or left out, `refused` on files without a table."""

    tables: tuple[str, ...]
    notes: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TableLimits:
    """The most rows and columns of a table."""

    rows: int
    columns: int


def load_folder(source: Path, database: Path) -> LoadedFolder:
    """Write the files of a folder, or one file, into a DuckDB file; only if any has changed.

    Blocks: call it from a thread. Raises `UnusableFolderError`.
    """
    files = _files(source)
    stamp, stamped = _stamp(files), database.with_suffix(".json")
    if database.exists() and stamped.exists():
        kept = json.loads(stamped.read_text(encoding="utf-8"))
        if kept["files"] == stamp:
            return LoadedFolder(**{name: tuple(kept["loaded"][name]) for name in _FIELDS})
    loaded = load_files(files, database)
    if not loaded.tables:
        raise UnusableFolderError("No file could be loaded. " + " ".join(loaded.refused))
    text = {"files": stamp, "loaded": {name: getattr(loaded, name) for name in _FIELDS}}
    stamped.write_text(json.dumps(text), encoding="utf-8")
    return loaded


def load_files(
    files: Sequence[Path], database: Path, limits: TableLimits | None = None
) -> LoadedFolder:
    """Write these files into a new DuckDB file; without any table there is none.

    Blocks: call it from a thread. Raises OSError.
    """
    database.parent.mkdir(parents=True, exist_ok=True)
    # Made aside and moved in whole, so that nobody ever opens half a database.
    with TemporaryDirectory(dir=database.parent) as aside:
        made = Path(aside) / "made.duckdb"
        loaded = _loaded(files, made, Path(aside), limits)
        if loaded.tables:
            made.replace(database)
    return loaded


_FIELDS = ("tables", "notes", "refused")


def _files(source: Path) -> list[Path]:
    """The files to load. Raises UnusableFolderError."""
    if source.is_file():
        return [source]
    try:
        entries = sorted(source.iterdir())
    except OSError as error:
        message = f"{source} cannot be read: {error.strerror}."
        raise UnusableFolderError(message) from error
    inside = source.resolve()
    found = [
        path
        for path in entries
        if path.suffix.lower() in ENDINGS
        and path.is_file()
        # A link is not to bring in what somebody did not name.
        and path.resolve().is_relative_to(inside)
    ]
    if not found:
        endings = ", ".join(ENDINGS)
        others = ", ".join(path.name for path in entries[:5]) or "nothing"
        message = (
            f"{source} has no file to read. I read {endings}; there is {others}. "
            "Save the data as CSV or XLSX, or name another folder. A link to a file elsewhere is "
            "not followed."
        )
        raise UnusableFolderError(message)
    return found


def _stamp(files: Sequence[Path]) -> list[list[object]]:
    found = [(path, path.stat()) for path in files]
    return [[str(path.absolute()), stat.st_size, stat.st_mtime_ns] for path, stat in found]


def _loaded(
    files: Sequence[Path], made: Path, aside: Path, limits: TableLimits | None
) -> LoadedFolder:
    tables: dict[str, str] = {}
    notes: list[str] = []
    refused: list[str] = []
    with duckdb.connect(str(made)) as connection:
        for path in files:
            before = dict(tables)
            try:
                said = _load_file(connection, path, tables, aside, limits)
            except (UnreadableFileError, duckdb.Error, OSError) as error:
                # A file is loaded whole or not at all.
                for name in {*tables} - {*before}:
                    connection.execute(f"DROP TABLE IF EXISTS {_quoted(name)}")
                tables = before
                why = str(error).splitlines()[0].rstrip(".")
                refused.append(f"{path.name} was not loaded: {why}.")
                continue
            notes += [f"{path.name}: {sentence}" for sentence in said]
    return LoadedFolder(tables=tuple(tables), notes=tuple(notes), refused=tuple(refused))


def _load_file(
    connection: duckdb.DuckDBPyConnection,
    path: Path,
    tables: dict[str, str],
    aside: Path,
    limits: TableLimits | None,
) -> list[str]:
    """Load each table of the file, noted in `tables`; sentences on what was guessed.

    Raises UnreadableFileError.
    """
    stem = snake(path.stem) or "data"
    if path.suffix.lower() != ".xlsx":
        name = _free(stem, tables)
        tables[name] = path.name
        return [*_load(connection, path, name, aside, path.name, limits)]
    said: list[str] = []
    sheets = write_sheets(path, aside)
    for sheet in sheets:
        name = _free(stem if len(sheets) == 1 else f"{stem}_{snake(sheet.name)}", tables)
        tables[name] = path.name
        source = path.name if len(sheets) == 1 else f"{path.name}, sheet {sheet.name}"
        try:
            notes = _load(connection, sheet.path, name, aside, source, limits)
        except UnreadableFileError as error:
            if len(sheets) == 1:
                raise
            del tables[name]
            connection.execute(f"DROP TABLE IF EXISTS {_quoted(name)}")
            said.append(f"the sheet {sheet.name} was left out: {error}.")
            continue
        finally:
            sheet.path.unlink(missing_ok=True)
        said += [*sheet.notes, *notes]
    if not set(tables.values()) & {path.name}:
        raise UnreadableFileError("none of its sheets is a table with a header. " + " ".join(said))
    return said


def _free(name: str, taken: dict[str, str]) -> str:
    name = name if name[:1].isalpha() or not name.isascii() else f"data_{name}"
    number, free = 2, name
    while free in taken:
        free, number = f"{name}_{number}", number + 1
    return free


def _load(
    connection: duckdb.DuckDBPyConnection,
    path: Path,
    name: str,
    aside: Path,
    source: str,
    limits: TableLimits | None,
) -> Sequence[str]:
    if path.suffix.lower() == ".parquet":
        connection.execute(
            f"CREATE TABLE {_quoted(name)} AS SELECT * FROM read_parquet(?)",  # noqa: S608 - quoted
            [str(path)],
        )
        return ()
    text = aside / f"{name}.csv"
    try:
        encoding = write_utf8(path, text)
        layout = layout_of(text, encoding)
        if limits is not None and len(layout.columns) > limits.columns:
            msg = (
                f"it has {len(layout.columns):,} columns, and the limit is {limits.columns:,}; "
                "save only those that you need"
            )
            raise UnreadableFileError(msg)
        said = _load_csv(connection, text, name, layout)
    finally:
        text.unlink(missing_ok=True)
    if limits is not None:
        rows = _count(connection, f"SELECT count(*) FROM {_quoted(name)}")  # noqa: S608 - quoted
        if rows > limits.rows:
            msg = (
                f"it has {rows:,} rows, and the limit is {limits.rows:,}; save only those that "
                "you need"
            )
            raise UnreadableFileError(msg)
    comment = " ".join((f"Loaded from {source}.", *said))
    connection.execute(f"COMMENT ON TABLE {_quoted(name)} IS {_literal(comment)}")
    return said


def _load_csv(
    connection: duckdb.DuckDBPyConnection, text: Path, name: str, layout: CsvLayout
) -> list[str]:
    """Read every cell as text; then give each column the type that all of its cells have."""
    raw = _quoted(f"{name} as text")
    kept = _read_as_text(connection, text, raw, layout, pad=False)
    padded = len(_rejected(connection, "MISSING COLUMNS"))
    if padded:
        kept = _read_as_text(connection, text, raw, layout, pad=True)
    lines = _rejected(connection)
    if len(lines) > _MOST_LEFT_OUT * max(kept + len(lines), 1):
        where = ", ".join(map(str, lines[:3]))
        msg = (
            f"{len(lines)} of {kept + len(lines)} rows have more cells than the header has columns "
            f"({len(layout.columns)}), first in lines {where}; quote cells that hold "
            f"{layout.delimiter!r}"
        )
        raise UnreadableFileError(msg)
    types = {column: _typed(connection, raw, column, layout) for column in layout.columns}
    made = ", ".join(f"{sql} AS {_quoted(column)}" for column, (sql, _) in types.items())
    connection.execute(f"CREATE TABLE {_quoted(name)} AS SELECT {made} FROM {raw}")  # noqa: S608 - quoted
    connection.execute(f"DROP TABLE {raw}")
    said = [*layout.notes, *(note for _, note in types.values() if note)]
    if padded:
        said.append(f"{padded} rows have fewer cells than the header; the missing ones are empty.")
    if lines:
        where = ", ".join(map(str, lines[:3]))
        said.append(
            f"{len(lines)} of {kept + len(lines)} rows were left out, because they have more cells "
            f"than the header (lines {where}{', …' if len(lines) > 3 else ''})."  # noqa: PLR2004 - those named
        )
    return said


def _read_as_text(
    connection: duckdb.DuckDBPyConnection, text: Path, raw: str, layout: CsvLayout, *, pad: bool
) -> int:
    """Read the file into a table of texts; how many rows fit."""
    columns = ", ".join(f"{_literal(column)}: 'VARCHAR'" for column in layout.columns)
    for old in (raw, "reject_errors", "reject_scans"):
        connection.execute(f"DROP TABLE IF EXISTS {old}")
    connection.execute(
        f"CREATE TEMP TABLE {raw} AS SELECT * FROM read_csv(?, delim=?, quote='\"', escape='\"', "  # noqa: S608 - quoted
        f"header=false, skip=?, columns={{{columns}}}, auto_detect=false, null_padding={pad}, "
        "store_rejects=true, strict_mode=true, parallel=false)",
        [str(text), layout.delimiter, layout.skipped],
    )
    return _count(connection, f"SELECT count(*) FROM {raw}")  # noqa: S608 - quoted


def _rejected(connection: duckdb.DuckDBPyConnection, kind: str = "") -> list[int]:
    """The lines that did not fit, for one reason or for any."""
    rows = connection.execute(
        "SELECT DISTINCT line FROM reject_errors WHERE ? IN ('', error_type) ORDER BY line", [kind]
    ).fetchall()
    return [int(row[0]) for row in rows]


def _typed(
    connection: duckdb.DuckDBPyConnection, raw: str, column: str, layout: CsvLayout
) -> tuple[str, str]:
    """What the column is in SQL, and a sentence where that was a guess."""
    text = f"NULLIF(trim({_quoted(column)}), '')"
    number = _as_number(text, layout)
    asked = (
        f"regexp_full_match({text}, {_literal(_WHOLE)})",
        f"TRY_CAST({number} AS DOUBLE) IS NOT NULL AND NOT regexp_matches({text}, '^-?0\\d')",
        f"regexp_full_match({text}, {_literal(_ISO_DAY)}) AND TRY_CAST({text} AS DATE) IS NOT NULL",
        f"(regexp_full_match({text}, {_literal(_ISO_MOMENT)}) OR "
        f"regexp_full_match({text}, {_literal(_ISO_DAY)})) "
        f"AND TRY_CAST({text} AS TIMESTAMP) IS NOT NULL",
        f"lower({text}) IN ('true', 'false')",
        f"regexp_full_match({text}, {_literal(_OTHER_DAY)})",
    )
    parts = [f"count(*) FILTER ({condition})" for condition in asked]
    decimals = f"max(length(regexp_extract({number}, '\\.(\\d+)$', 1)))"
    digits = f"max(length(regexp_replace({number}, '[^0-9]', '', 'g')))"
    row = connection.execute(
        f"SELECT count({text}), {', '.join(parts)}, {decimals}, {digits} FROM {raw}"  # noqa: S608 - quoted
    ).fetchone()
    assert row is not None  # noqa: S101 - an aggregate has one row
    known, whole, numbers, days, moments, flags, others = row[:7]
    match known:
        case 0:
            return text, ""
        case _ if whole == known:
            return f"CAST({text} AS BIGINT)", ""
        case _ if numbers == known:
            fits = (row[8] or 0) <= _MOST_DIGITS and 0 < (row[7] or 0) <= _MOST_DECIMALS
            kind = f"DECIMAL({_MOST_DIGITS}, {row[7]})" if fits else "DOUBLE"
            return f"CAST({number} AS {kind})", ""
        case _ if days == known:
            return f"CAST({text} AS DATE)", ""
        case _ if moments == known:
            return f"CAST({text} AS TIMESTAMP)", ""
        case _ if flags == known:
            return f"CAST({text} AS BOOLEAN)", ""
        case _ if others == known:
            return _as_day(connection, raw, column, text)
        case _:
            return text, ""


def _as_day(
    connection: duckdb.DuckDBPyConnection, raw: str, column: str, text: str
) -> tuple[str, str]:
    """A date such as 31.12.2026, if one order of day and month reads every cell and the other not.

    A dot says that the day is first. Where both orders fit, nobody can tell: it stays a text.
    """
    separated = f"regexp_replace({text}, '[./-]', '-', 'g')"
    row = connection.execute(
        f"SELECT bool_and(try_strptime({separated}, '%d-%m-%Y') IS NOT NULL), "  # noqa: S608 - quoted
        f"bool_and(try_strptime({separated}, '%m-%d-%Y') IS NOT NULL), "
        f"bool_and(contains({text}, '.')) FROM {raw} WHERE {text} IS NOT NULL"
    ).fetchone()
    assert row is not None  # noqa: S101 - an aggregate has one row
    day_first, month_first, dotted = row
    if day_first and (dotted or not month_first):
        note = f"the dates of {column} are read as day, month, year."
        return f"CAST(strptime({separated}, '%d-%m-%Y') AS DATE)", note
    if month_first and not day_first:
        note = f"the dates of {column} are read as month, day, year."
        return f"CAST(strptime({separated}, '%m-%d-%Y') AS DATE)", note
    note = (
        f"{column} may be day first or month first, so it stays a text. Write its dates as "
        "2026-12-31 to ask for periods."
    )
    return text, note


def _as_number(text: str, layout: CsvLayout) -> str:
    """The text as a number is written in SQL."""
    if layout.decimal_comma:
        # Without this a day such as 31.12.2026 would be a number.
        is_number = f"regexp_full_match({text}, '-?(\\d{{1,3}}(\\.\\d{{3}})+|\\d+)(,\\d+)?')"
        return f"CASE WHEN {is_number} THEN replace(replace({text}, '.', ''), ',', '.') END"
    grouped = f"regexp_full_match({text}, '-?\\d{{1,3}}(,\\d{{3}})+(\\.\\d+)?')"
    return f"CASE WHEN {grouped} THEN replace({text}, ',', '') ELSE {text} END"


def _count(connection: duckdb.DuckDBPyConnection, sql: str) -> int:
    row = connection.execute(sql).fetchone()
    return int(row[0]) if row else 0


def _quoted(name: str) -> str:
    return quoted_identifier(name, "duckdb")


def _literal(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
