"""The chat's file: one message a line, written by processes that are killed at any moment."""

import contextlib
import json
from collections.abc import Iterator
from typing import Any


def as_line(message: dict[str, Any]) -> bytes:
    """The message to be written at once.

    Whoever is killed within it leaves a piece of a line, and that stays on a line of its own.
    """
    return f"\n{json.dumps(message)}\n".encode()


def arrived(written: bytes) -> Iterator[dict[str, Any]]:
    """The messages; a piece of a line is none."""
    for text in filter(None, written.splitlines()):
        with contextlib.suppress(json.JSONDecodeError):
            yield json.loads(text)
