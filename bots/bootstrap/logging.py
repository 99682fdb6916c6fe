"""Where the details go that people are not shown."""

import logging
from pathlib import Path

import structlog


def log_to_file(path: Path) -> None:
    """Write every log line, one JSON object each, to that file; nowhere if it cannot be written."""
    handler: logging.Handler
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handler = logging.FileHandler(path, encoding="utf-8")
    except OSError:
        handler = logging.NullHandler()
    _log_to(handler)


def log_to_stderr() -> None:
    """Write every log line, one JSON object each, to stderr."""
    _log_to(logging.StreamHandler())


def _log_to(handler: logging.Handler) -> None:
    shared: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
    ]
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            processor=structlog.processors.JSONRenderer(), foreign_pre_chain=shared
        )
    )
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
