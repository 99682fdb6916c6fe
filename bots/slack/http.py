"""Slack over HTTP: one route that Slack posts everything to."""

import logging
from typing import Any, Final, TypeAlias

from slack_bolt.adapter.starlette.async_handler import (
    to_async_bolt_request,
    to_starlette_response,
)
from slack_bolt.async_app import AsyncApp, AsyncBoltRequest
from slack_sdk.signature import SignatureVerifier
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

Json: TypeAlias = dict[str, Any]

_log = logging.getLogger(__name__)
PATH: Final = "/slack/events"
_MOST_BYTES = 2_000_000


def http_app(bolt: AsyncApp, signing_secret: str) -> Starlette:
    """The ASGI application. Without a signing secret it has no route: nothing could be trusted."""
    if not signing_secret:
        return Starlette()
    verifier = SignatureVerifier(signing_secret)

    async def events(request: Request) -> Response:
        body = await request.body()
        if len(body) > _MOST_BYTES:
            return Response(status_code=413)
        # Bolt would read the body before it looks at the signature.
        if not _is_text(body) or not verifier.is_valid_request(body, dict(request.headers)):
            return Response(status_code=401)
        readable = _read(request, body)
        if readable is None:
            return Response(status_code=400)
        return to_starlette_response(await bolt.async_dispatch(readable))

    return Starlette(routes=[Route(PATH, events, methods=["POST"]), *_installing(bolt)])


def _installing(bolt: AsyncApp) -> list[Route]:
    """The pages by which an admin of another workspace installs the app."""
    flow = bolt.oauth_flow
    if flow is None:
        return []

    async def install(request: Request) -> Response:
        asked = to_async_bolt_request(request, b"")
        return to_starlette_response(await flow.handle_installation(asked))

    async def installed(request: Request) -> Response:
        asked = to_async_bolt_request(request, b"")
        return to_starlette_response(await flow.handle_callback(asked))

    return [Route(flow.install_path, install), Route(flow.redirect_uri_path, installed)]


def _is_text(body: bytes) -> bool:
    try:
        body.decode()
    except UnicodeDecodeError:
        return False
    return True


def _read(request: Request, body: bytes) -> AsyncBoltRequest | None:
    """The request for Bolt; None where the body is not of a shape that Slack sends."""
    try:
        asked = to_async_bolt_request(request, body)
    except (ValueError, TypeError, AttributeError, LookupError):
        asked = None
    if asked is None or not _says_what_was_pressed(asked.body):
        _log.warning("Refused a signed request whose body cannot be read")
        return None
    return asked


def _says_what_was_pressed(body: Json) -> bool:
    """Bolt takes it for granted that a press names its element."""
    if body.get("type") != "block_actions":
        return True
    actions = body.get("actions")
    if not isinstance(actions, list) or not actions:
        return False
    return all(isinstance(each, dict) and each.get("action_id") for each in actions)
