"""Slack over HTTP: one route that Slack posts everything to, and the pages of an installation.

Size, method, headers and signature are checked before anything is read out of a body.
"""

import re
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Final, TypeAlias

from slack_bolt.adapter.starlette.async_handler import (
    to_async_bolt_request,
    to_starlette_response,
)
from slack_bolt.async_app import AsyncApp, AsyncBoltRequest
from slack_bolt.response import BoltResponse
from slack_sdk.signature import SignatureVerifier
from starlette.applications import Starlette
from starlette.datastructures import Headers, QueryParams
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from bots.conversation.door import NO_BODY, Door, Malformed, refusal
from bots.slack.incoming.shapes import read_request

PATH: Final = "/slack/events"
_MOST_BYTES: Final = 2_000_000
_STALE_SECONDS: Final = 300
_FAILED: Final = 400
_NOT_INSTALLED: Final = "The app was not installed: begin again at its page of installation."
_MOMENT: Final = re.compile(r"[0-9]{1,12}")
_SIGNATURE: Final = re.compile(r"v0=[0-9a-f]{64}")
# What Slack and browsers write into the addresses of an installation.
_ANSWERS: Final[Mapping[str, re.Pattern[str]]] = {
    "team": re.compile(r"[A-Z0-9]{1,40}"),
    "state": re.compile(r"[0-9a-f-]{36}"),
    "code": re.compile(r"[\w.-]{1,500}", re.ASCII),
    "error": re.compile(r"[\w.-]{1,100}", re.ASCII),
}
Handled: TypeAlias = Callable[[AsyncBoltRequest], Awaitable[BoltResponse]]


def http_app(bolt: AsyncApp, signing_secret: str) -> Starlette:
    """The ASGI application. Without a signing secret it has no route: nothing could be trusted."""
    if not signing_secret:
        return Starlette()
    verifier = SignatureVerifier(signing_secret)

    async def events(request: Request) -> Response:
        moment, signature = _signed(request.headers)
        body = await request.body()
        # Bolt would read the body before it looks at the signature.
        if not _is_text(body) or not verifier.is_valid(body, moment, signature):
            raise refusal(401, "The signature is not Slack's.")
        try:
            readable = read_request(lambda: to_async_bolt_request(request, body))
        except Malformed as malformed:
            raise refusal(400, malformed.reason) from None
        return to_starlette_response(await bolt.async_dispatch(readable))

    door = [Middleware(Door, most_bytes=_MOST_BYTES)]
    return Starlette(
        routes=[Route(PATH, events, methods=["POST"], middleware=door), *_installing(bolt)]
    )


def _signed(headers: Headers) -> tuple[str, str]:
    """When the request was signed, and how. Raises for what is no fresh signature at all."""
    moment = headers.get("x-slack-request-timestamp", "")
    signature = headers.get("x-slack-signature", "")
    if not _MOMENT.fullmatch(moment) or not _SIGNATURE.fullmatch(signature):
        raise refusal(401, "There is no signature of Slack's.")
    if abs(time.time() - int(moment)) > _STALE_SECONDS:
        raise refusal(401, "The signature is too old.")
    return moment, signature


def _installing(bolt: AsyncApp) -> list[Route]:
    """The pages by which an admin of another workspace installs the app."""
    flow = bolt.oauth_flow
    if flow is None:
        return []

    def page(path: str, handled: Handled) -> Route:
        async def shown(request: Request) -> Response:
            _check_answers(request.query_params)
            asked = to_async_bolt_request(request, b"")
            answer = await handled(asked)
            # What the SDK shows of a failure is a page; who sends such a request reads none.
            if answer.status >= _FAILED:
                raise refusal(answer.status, _NOT_INSTALLED)
            return to_starlette_response(answer)

        return Route(path, shown, middleware=[Middleware(Door, most_bytes=NO_BODY)])

    return [
        page(flow.install_path, flow.handle_installation),
        page(flow.redirect_uri_path, flow.handle_callback),
    ]


def _check_answers(given: QueryParams) -> None:
    """The SDK puts some of them into paths of files."""
    for name, pattern in _ANSWERS.items():
        if not all(pattern.fullmatch(value) for value in given.getlist(name)):
            raise refusal(400, f"The {name} in the address is not what Slack sends.")


def _is_text(body: bytes) -> bool:
    try:
        body.decode()
    except UnicodeDecodeError:
        return False
    return True
