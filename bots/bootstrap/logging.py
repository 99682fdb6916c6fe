"""Where the details go that people are not shown: JSON lines without data.

A line has an event's name and facts about it: ids, names of workspaces and steps, counts. What an
exception says may hold values of a database, so its class and its place are kept and its words are
not, but for errors of the system. What a library says is kept as its template, without arguments.
"""

import logging
import sys
import traceback
from collections.abc import Iterator, MutableMapping
from pathlib import Path
from typing import Any, Final

import structlog
from typing_extensions import override

# Errors whose words are about files, hosts and modules.
_SAFE: Final = (OSError, ImportError)
# Libraries whose lines are about themselves: addresses that they listen on, migrations, jobs.
_PLAIN: Final = ("uvicorn", "alembic", "procrastinate", "faiss", "py")
_MOST_FRAMES: Final = 40


def log_to_file(path: Path) -> None:
    """Write every log line, one JSON object each, to that file; nowhere if it cannot be written."""
    handler: logging.Handler
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handler = logging.FileHandler(path, encoding="utf-8")
    except OSError:
        handler = logging.NullHandler()
    _log_to(handler)


def log_to_nowhere() -> None:
    """Write no log line: for a command that leaves nothing behind where it fails."""
    _log_to(logging.NullHandler())


def log_to_stderr() -> None:
    """Write every log line, one JSON object each, to stderr."""
    _log_to(logging.StreamHandler())


def _log_to(handler: logging.Handler) -> None:
    shared: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        _with_place,
    ]
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            processor=structlog.processors.JSONRenderer(default=_by_class),
            foreign_pre_chain=shared,
        )
    )
    handler.addFilter(_OfLibraries())
    # A full disk is met by the next write of what matters; its log line may be lost, silently.
    logging.raiseExceptions = False
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.INFO)
    for talkative in ("httpx", "alembic"):
        logging.getLogger(talkative).setLevel(logging.WARNING)
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
    )


def _by_class(value: object) -> str:
    """What JSON has no word for is named by its class: its words may hold anything."""
    return str(value) if isinstance(value, Path) else f"<{type(value).__name__}>"


def _with_place(
    _logger: Any, _name: str, event: MutableMapping[str, Any]
) -> MutableMapping[str, Any]:
    """Take the class and the place of what was raised instead of its words."""
    raised = event.pop("exc_info", None)
    if isinstance(raised, tuple):
        raised = raised[1]
    elif raised and not isinstance(raised, BaseException):
        raised = sys.exc_info()[1]
    if isinstance(raised, BaseException):
        event["exception"] = "\n".join(_told(raised))
    return event


def _told(error: BaseException) -> Iterator[str]:
    """The error, its frames, and what it came of, the latest first."""
    seen: set[int] = set()
    found: BaseException | None = error
    while found is not None and id(found) not in seen:
        seen.add(id(found))
        words = f": {found}" if isinstance(found, _SAFE) else ""
        yield f"{type(found).__module__}.{type(found).__qualname__}{words}"
        for frame in traceback.extract_tb(found.__traceback__)[-_MOST_FRAMES:]:
            yield f"  {frame.filename}:{frame.lineno} {frame.name}"
        if isinstance(found, BaseExceptionGroup):
            yield from (f"  of {type(each).__qualname__}" for each in found.exceptions)
        found = found.__cause__ or (None if found.__suppress_context__ else found.__context__)


class _OfLibraries(logging.Filter):
    """Lets lines of libraries through without what they were about."""

    @override
    def filter(self, record: logging.LogRecord) -> bool:
        if isinstance(record.msg, dict):
            return True
        kept = record.name.partition(".")[0] in _PLAIN
        if not kept:
            template = str(record.msg).partition("\n")[0] if record.args else "library_says"
            record.msg, record.args = f"{record.name}: {template}", ()
        if record.exc_info and record.exc_info[1] is not None:
            record.msg = f"{record.getMessage()} ({type(record.exc_info[1]).__qualname__})"
            record.args, record.exc_info = (), None
        return True
