"""What somebody names on the command line: a database or files, opened and looked at once."""

import asyncio
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

from bots.bootstrap.database_files import located
from bots.settings.features import is_installed
from knowledge.adapters.introspection import open_reading, read_catalog
from knowledge.adapters.profiling import is_profiled
from knowledge.adapters.reading import OutOfTimeError, UnreadableError, full_name
from knowledge.catalog import Catalog, Table
from knowledge.database_url import read_url
from knowledge.errors import DatabaseUnreachableError, KnowledgeError

_FILES = (".csv", ".tsv", ".txt", ".xlsx", ".parquet")
_MAGIC = ((0, b"SQLite format 3", "sqlite"), (8, b"DUCK", "duckdb"))
_CHECK_SECONDS = 2.0
# Somebody waits for a first look, and it is kept: thousands of tables take longer than a start may.
_READ_SECONDS = 60.0
# Parameters of a URL that may stand in a file; all others are taken for secrets.
_HARMLESS = frozenset((
    "application_name", "charset", "client_encoding", "connect_timeout", "local_infile", "options",
    "read_only", "search_path", "service", "sslcert", "sslmode", "sslrootcert", "ssl_ca",
    "ssl_mode", "target_session_attrs", "timeout", "mode", "uri", "immutable",
))  # fmt: skip
# What a driver says, and what to do about it. The first that fits counts.
_NEXT = (
    ("there is no such file", "Check the path; a relative one is looked for from here."),
    ("does not exist", "Check the name of the database, and of the user."),
    ("unknown database", "Check the name of the database."),
    ("password", "Check the user and the password in the URL."),
    ("access denied", "Check the user and the password, and that the user may use this database."),
    ("permission denied", "The role needs CONNECT on the database. An administrator can grant it."),
    ("refused", "Check the host and the port, and that the server runs."),
    ("translate host", "Check the name of the host."),
    ("timeout", "Check the host and the port, and that no firewall is between."),
    ("not a database", "Check that the file is a database of this kind."),
)
_OTHERWISE = "Check the URL, and that the database runs."


class UnusableTargetError(KnowledgeError):
    """Nothing can be asked of it; the sentence says why and what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """`url` is absolute, `name` fits a workspace; `notes` are sentences on what was left out."""

    url: str
    name: str
    shown: str
    catalog: Catalog
    notes: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        return self.name.replace("_", " ").capitalize()

    @property
    def has_secret(self) -> bool:
        """Whether the URL holds a password, which no file may hold."""
        return holds_a_secret(self.url)


async def opened(named: str, data: Path) -> Target:
    """Open what is named. Files become one DuckDB file in the folder `data`.

    Raises KnowledgeError with a sentence that says what to do.
    """
    return await asyncio.to_thread(_opened, named, data)


def workspace_name(named: str) -> str:
    """A workspace name made of the database's or the folder's name."""
    path = urlsplit(named).path if "://" in named else str(Path(named).absolute())
    kept = "_".join(re.findall(r"[a-z0-9]+", Path(path).stem.lower()))
    return kept[:40] if kept[:1].isalpha() else "main"


def holds_a_secret(url: str) -> bool:
    """Whether the URL holds a password, in its place or in a parameter that is not known harmless.

    A driver may call it what it likes (`passwd`, `sslpassword`, a token).
    """
    parts = urlsplit(url)
    named = {name.lower() for name, _ in parse_qsl(parts.query, keep_blank_values=True)}
    return bool(parts.password) or not named <= _HARMLESS


def _opened(named: str, data: Path) -> Target:
    name = workspace_name(named)
    url, notes = (named, ()) if "://" in named else _of_files(Path(named), data / f"{name}.duckdb")
    url = located(url, Path.cwd())
    place = read_url(url)
    try:
        catalog = read_catalog(url, workspace=name, budget=_READ_SECONDS)
    except DatabaseUnreachableError as error:
        raise UnusableTargetError(_with_next_step(error)) from error
    broken = _broken(url, catalog.tables)
    readable = [table for table in catalog.tables if table.columns and table.key not in broken]
    if not readable:
        raise UnusableTargetError(_nothing_to_read(place.shown, url, broken))
    said = [
        f"{key} cannot be read and is left out of the suggestions: {why}."
        for key, why in broken.items()
    ]
    shown = place.shown if "://" in named else named
    return Target(url=url, name=name, shown=shown, catalog=catalog, notes=(*notes, *said))


def _of_files(path: Path, database: Path) -> tuple[str, tuple[str, ...]]:
    """The URL of a database file, or of one that is made of a folder's files."""
    if not path.exists():
        message = (
            f"There is no folder or file {path}. Name a database URL such as "
            "postgresql://reader@host/shop, a database file, or a folder of CSV, XLSX or Parquet "
            "files."
        )
        raise UnusableTargetError(message)
    engine = _engine_of(path) if path.is_file() else ""
    if engine:
        return f"{engine}:///{path.absolute()}", ()
    if path.is_file() and path.suffix.lower() not in _FILES:
        message = f"{path} is no database and no {', '.join(_FILES)} file. Name one of these."
        raise UnusableTargetError(message)
    if not is_installed("duckdb"):
        message = "Files are read with DuckDB: install Countersign with [duckdb]."
        raise UnusableTargetError(message)
    # An installation may be without DuckDB.
    from knowledge.adapters.file_tables import load_folder

    loaded = load_folder(path, database.absolute())
    return f"duckdb:///{database.absolute()}", (*loaded.refused, *loaded.notes)


def _engine_of(path: Path) -> str:
    """Which engine wrote this file, by its first bytes."""
    with path.open("rb") as file:
        head = file.read(16)
    return next((engine for at, mark, engine in _MAGIC if head[at:].startswith(mark)), "")


def _with_next_step(error: DatabaseUnreachableError) -> str:
    reason = error.reason.rstrip(".")
    step = next((said for sign, said in _NEXT if sign in reason.lower()), _OTHERWISE)
    return f"I cannot open {error.shown}: {reason}. {step}"


def _broken(url: str, tables: Sequence[Table]) -> dict[str, str]:
    """Tables and views that cannot be read, with what the database says."""
    asked = [table for table in tables if not table.columns or not is_profiled(table)]
    if not asked:
        return {}
    found: dict[str, str] = {}
    reading = open_reading(read_url(url), time.monotonic)
    try:
        for table in asked:
            try:
                reading.rows(
                    f"SELECT * FROM {full_name(reading, table)} LIMIT 1",  # noqa: S608 - quoted
                    seconds=_CHECK_SECONDS,
                )
            except UnreadableError as error:
                found[table.key] = (str(error).splitlines() or ["it is broken"])[0].rstrip(".")
            except OutOfTimeError:
                continue
    finally:
        reading.close()
    return found


def _nothing_to_read(shown: str, url: str, broken: dict[str, str]) -> str:
    if broken:
        key, why = next(iter(broken.items()))
        return f"{shown} opens, but none of its tables can be read; of {key} it says: {why}."
    who = urlsplit(url).username
    if read_url(url).path:
        return f"{shown} opens, but it has no tables. Name another file."
    return (
        f"{shown} opens, but {f'as {who}' if who else 'as this user'} no table can be seen. "
        "Grant the role the right to read, e.g. GRANT SELECT ON ALL TABLES IN SCHEMA public TO "
        f"{who or 'the_role'}; or name another database."
    )
