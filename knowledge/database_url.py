"""A database's URL, taken apart: which engine, which SQL dialect, which file or server."""

import hashlib
from dataclasses import dataclass
from importlib.util import find_spec
from urllib.parse import parse_qsl, unquote, urlsplit, urlunsplit

from knowledge.errors import DriverMissingError, UnusableUrlError

_DRIVERS = {
    "sqlite": ("sqlite", "sqlite"),
    "duckdb": ("duckdb", "duckdb"),
    "postgresql": ("postgres", "postgresql+psycopg"),
    "postgres": ("postgres", "postgresql+psycopg"),
    "mysql": ("mysql", "mysql+pymysql"),
    "mariadb": ("mysql", "mariadb+pymysql"),
}
_FILES = ("sqlite", "duckdb")
# Drivers that an installation may be without: each is an extra of that name.
_OPTIONAL = {"duckdb": "duckdb", "mysql": "pymysql"}

# One process can open a DuckDB file under one set of settings only: every reader uses these.
DUCKDB_SETTINGS: dict[str, str | bool | int | float | list[str]] = {
    "enable_external_access": "false",
    "allow_community_extensions": "false",
    "autoload_known_extensions": "false",
    "autoinstall_known_extensions": "false",
    "python_enable_replacements": "false",
    "allow_persistent_secrets": "false",
    "temp_directory": "",
    "memory_limit": "2GB",
    "threads": "2",
    "lock_configuration": "true",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class DatabaseUrl:
    """`dialect` is sqlglot's name; `path` is set for files; `shown` holds no password."""

    dialect: str
    url: str
    path: str = ""
    shown: str = ""

    @property
    def place(self) -> str:
        """Stands for which database this is and as whom, whatever the password."""
        if self.path:
            return _digest(self.dialect, self.path)
        parts = urlsplit(self.url)
        said = sorted((k, v) for k, v in parse_qsl(parts.query) if "pass" not in k.lower())
        who, where = parts.username or "", (parts.hostname or "", str(parts.port or ""))
        return _digest(self.dialect, who, *where, parts.path, repr(said))


def read_url(text: str) -> DatabaseUrl:
    """The parts of a URL such as `sqlite:///shop.db` or `postgresql://reader@host/shop`.

    Raises `UnusableUrlError`, and `DriverMissingError`, which is one.
    """
    scheme, separator, rest = text.strip().partition("://")
    known = _DRIVERS.get(scheme.split("+")[0].lower())
    if not separator or known is None:
        raise UnusableUrlError(text)
    dialect, driver = known
    if dialect in _OPTIONAL and find_spec(_OPTIONAL[dialect]) is None:
        raise DriverMissingError(text, extra=dialect)
    if dialect in _FILES:
        return _file(text, dialect, rest)
    return _server(text, dialect, driver)


def _file(text: str, dialect: str, rest: str) -> DatabaseUrl:
    path = unquote(rest.removeprefix("/").split("?")[0])
    if not path or path == ":memory:":
        raise UnusableUrlError(text)
    return DatabaseUrl(dialect=dialect, url=text, path=path, shown=f"{dialect}:///{path}")


def _server(text: str, dialect: str, driver: str) -> DatabaseUrl:
    try:
        parts = urlsplit(text.strip())
        port = parts.port
    except ValueError as error:
        raise UnusableUrlError(text) from error
    if not parts.path.strip("/"):
        raise UnusableUrlError(text)
    host = (parts.hostname or "") + (f":{port}" if port else "")
    shown = f"{parts.scheme}://{host}{parts.path}"
    url = urlunsplit((driver, parts.netloc, parts.path, parts.query, ""))
    return DatabaseUrl(dialect=dialect, url=url or "", shown=shown)


def _digest(*parts: str) -> str:
    return hashlib.sha256("\x1f".join(parts).encode()).hexdigest()[:16]
