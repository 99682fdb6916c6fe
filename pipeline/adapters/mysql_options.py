"""How a MySQL or MariaDB server is reached, for reads and for approved writes alike."""

from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from knowledge.database_url import DatabaseUrl

_CONNECT_SECONDS = 10
_PORT = 3306


def options_of(url: DatabaseUrl) -> dict[str, Any]:
    """What the driver is given to connect; of the query only what is about encryption."""
    parts = urlsplit(url.url)
    return {
        "host": parts.hostname or "localhost",
        "port": parts.port or _PORT,
        "user": unquote(parts.username or "root"),
        "password": unquote(parts.password or ""),
        "database": unquote(parts.path.strip("/")),
        "charset": "utf8mb4",
        "local_infile": False,
        "connect_timeout": _CONNECT_SECONDS,
    } | {name: value for name, value in parse_qsl(parts.query) if name.startswith("ssl_")}
