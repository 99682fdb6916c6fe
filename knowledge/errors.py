"""What can go wrong while learning about a database; each class writes its own sentence."""

import re

from typing_extensions import override

_PASSWORD = re.compile(r"(?<=://)([^:/@]*):[^@]*@")


class KnowledgeError(Exception):
    """Anything this package refuses or cannot do."""


class UnusableUrlError(KnowledgeError):
    """A database URL that names no engine, file or database that can be read."""

    def __init__(self, url: str) -> None:
        self.url = _PASSWORD.sub(r"\1:***@", url)
        super().__init__(
            f"{self.url!r} is not a database URL I can use. Write one like sqlite:///shop.db, "
            "duckdb:///data/sales.duckdb, postgresql://reader@host/shop or mysql://reader@host/shop."
        )


class DriverMissingError(UnusableUrlError):
    """A database URL whose driver is not installed here."""

    def __init__(self, url: str, *, extra: str) -> None:
        super().__init__(url)
        self.extra = extra

    @override
    def __str__(self) -> str:
        return f"{self.url!r} needs a driver that is not installed: install with [{self.extra}]."


class DatabaseUnreachableError(KnowledgeError):
    """The database did not answer, or its file cannot be opened."""

    def __init__(self, shown: str, reason: str) -> None:
        self.shown = shown
        self.reason = reason
        super().__init__(f"I cannot open {shown}: {reason}")
