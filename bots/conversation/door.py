"""What every HTTP route does first: refuse what is too big, too slow, or of no known shape.

A refusal is one line to whoever sent the request, and one line in the log.
"""

import asyncio
import json
import logging
import re
from typing import Any, Final, TypeAlias

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

Json: TypeAlias = dict[str, Any]

_log = logging.getLogger(__name__)

# No page of ours takes a body: what a browser may send along with a link is shorter.
NO_BODY: Final = 4_096
_SECONDS: Final = 20.0
_MOST_DIGITS: Final = 15
# Slack and Teams nest a dozen levels. Deeper ones exhaust the stack of whoever walks them.
_DEEPEST: Final = 100
# Text in no database holds these.
_UNKEEPABLE: Final = re.compile("[\x00\ud800-\udfff]")


class Malformed(ValueError):
    """A body that no client of ours sends."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)


def refusal(status: int, reason: str, headers: dict[str, str] | None = None) -> HTTPException:
    """Log that a request is refused; the error to raise for it. `reason` is in our words."""
    _log.warning("Refused a request: %s", reason)
    return HTTPException(status, detail=reason, headers=headers)


class Door:
    """Lets a body in up to a size, by its header before it is read and by its bytes on the way."""

    def __init__(self, app: ASGIApp, most_bytes: int, seconds: float = _SECONDS) -> None:
        self._app = app
        self._most_bytes = most_bytes
        self._seconds = seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        refused = self._announced(Headers(scope=scope).get("content-length", "0"))
        if refused is not None:
            response = PlainTextResponse(refused.detail, refused.status_code)
            await response(scope, receive, send)
            return
        await self._app(scope, _Counted(receive, self._most_bytes, self._seconds), send)

    def _announced(self, length: str) -> HTTPException | None:
        """Why the body is not even read; None where it may come."""
        if not (length.isascii() and length.isdigit()):
            return refusal(400, "The length of the request is no number.")
        # So many digits alone are more than any limit.
        if len(length) > _MOST_DIGITS or int(length) > self._most_bytes:
            return _too_big()
        return None


class _Counted:
    """The stream of a request's body, which ends with a refusal where it is too much."""

    def __init__(self, receive: Receive, most_bytes: int, seconds: float) -> None:
        self._receive = receive
        self._left = most_bytes
        self._seconds = seconds
        self._until: float | None = None
        self._is_whole = False

    async def __call__(self) -> Message:
        if self._is_whole:
            # What comes now is that the client left.
            return await self._receive()
        if self._until is None:
            self._until = asyncio.get_running_loop().time() + self._seconds
        try:
            async with asyncio.timeout_at(self._until):
                message = await self._receive()
        except TimeoutError:
            raise refusal(408, "The body of the request did not arrive in time.") from None
        self._left -= len(message.get("body", b""))
        if self._left < 0:
            raise _too_big()
        self._is_whole = not message.get("more_body", False)
        return message


def _too_big() -> HTTPException:
    return refusal(413, "The body of the request is too big.")


def read_json(text: str | bytes) -> object:
    """The value of a JSON text, without what no database keeps. Raises Malformed."""
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError):
        raise Malformed("The body is not JSON.") from None  # noqa: EM101 - a reason
    return keepable(value)


def read_object(text: str | bytes) -> Json:
    """The same for a body that is to be an object. Raises Malformed."""
    value = read_json(text)
    if not isinstance(value, dict):
        raise Malformed("The body is no JSON object.")  # noqa: EM101 - a reason
    return value


def keepable(value: object) -> object:
    """The value with each of its texts as a database can keep it. Raises Malformed."""
    holder = [value]
    level: list[list[Any] | dict[str, Any]] = [holder]
    for _ in range(_DEEPEST):
        below: list[list[Any] | dict[str, Any]] = []
        for each in level:
            below += _cleaned(each)
        if not below:
            return holder[0]
        level = below
    raise Malformed("The body is nested too deep.")  # noqa: EM101 - a reason


def _cleaned(holder: list[Any] | dict[str, Any]) -> list[list[Any] | dict[str, Any]]:
    """Clean the texts that it holds; the lists and objects that it holds."""
    if isinstance(holder, dict) and _UNKEEPABLE.search("".join(holder)):
        raise Malformed("A name in the body holds characters that no text has.")  # noqa: EM101 - a reason
    places: Any = holder.items() if isinstance(holder, dict) else enumerate(holder)
    kept: Any = holder
    below: list[list[Any] | dict[str, Any]] = []
    for place, value in list(places):
        if isinstance(value, dict | list):
            below.append(value)
        elif isinstance(value, str) and _UNKEEPABLE.search(value):
            kept[place] = _UNKEEPABLE.sub("", value)
    return below
