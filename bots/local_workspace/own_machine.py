"""Keeps other web sites out: only this machine's own names and this page's own origin pass."""

from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

_OWN_NAMES: Final = frozenset({"127.0.0.1", "localhost", "::1"})


class OwnMachineOnly:
    """Refuses foreign Host names (DNS rebinding) and writes that come from another site."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and not _is_own(Headers(scope=scope)):
            response = PlainTextResponse("only for this machine", 403)
            await response(scope, receive, send)
            return
        await self._app(scope, receive, send)


def _is_own(headers: Headers) -> bool:
    host = headers.get("host", "")
    if urlsplit(f"//{host}").hostname not in _OWN_NAMES:
        return False
    origin = headers.get("origin")
    return origin is None or urlsplit(origin).netloc == host
