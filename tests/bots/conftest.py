"""What every test of the program's own start may rely on."""

import logging
from collections.abc import Iterator

import pytest
import structlog


@pytest.fixture(autouse=True)
def logging_as_it_was() -> Iterator[None]:
    """A command sets up logging for its whole process; the next test must not find it so."""
    root = logging.getLogger()
    handlers, level, raising = root.handlers, root.level, logging.raiseExceptions
    yield
    for handler in set(root.handlers) - set(handlers):
        handler.close()
    root.handlers, logging.raiseExceptions = handlers, raising
    root.setLevel(level)
    structlog.reset_defaults()
