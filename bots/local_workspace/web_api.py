"""Slack's Web API over HTTP: arguments in, `ok` or an error out."""

import asyncio
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final, TypeAlias
from urllib.parse import parse_qsl

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from bots.conversation.door import Malformed, read_json, read_object
from bots.local_workspace.app_link import REMEMBERED
from bots.local_workspace.conversations import Conversation
from bots.local_workspace.granted import scope_of_method
from bots.local_workspace.people import Json
from bots.local_workspace.refusals import Code, SlackRefusalError
from bots.local_workspace.workspace import Workspace
from bots.slack.cards.block_check import check_blocks, check_view


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One call of a Web API method."""

    method: str
    args: Json
    workspace: Workspace

    def text(self, name: str) -> str:
        value = self.args.get(name)
        return "" if value is None else str(value)

    def needed(self, name: str) -> str:
        if not self.text(name):
            raise SlackRefusalError(
                Code.INVALID_ARGUMENTS, f"[ERROR] missing required field: {name}"
            )
        return self.text(name)

    def flag(self, name: str) -> bool:
        return self.args.get(name) in (True, "true", "1", 1)

    def limit(self, default: int = 100) -> int:
        try:
            return max(1, min(int(self.args.get("limit") or default), 1_000))
        except ValueError:
            raise SlackRefusalError(Code.INVALID_LIMIT) from None

    def conversation(self) -> Conversation:
        return self.workspace.conversations.get(self.needed("channel"))

    def checked_blocks(self) -> list[Json] | None:
        """The blocks of an outgoing message, refused if Slack would refuse them."""
        blocks = self.args.get("blocks")
        return self.checked(blocks) if blocks else None

    def checked(self, blocks: list[Json]) -> list[Json]:
        self._refuse_if(check_blocks(blocks), Code.INVALID_BLOCKS)
        return list(blocks)

    def checked_view(self) -> Json:
        view = self.args.get("view")
        self._refuse_if(check_view(view), Code.INVALID_ARGUMENTS)
        return dict(view or {})

    def _refuse_if(self, problems: list[str], code: Code) -> None:
        if problems:
            self.workspace.refuse(self.method, problems, self.args)
            raise SlackRefusalError(code, *(f"[ERROR] {problem}" for problem in problems))


Method: TypeAlias = Callable[[Call], Json]

_NESTED: Final = frozenset(
    {"blocks", "view", "files", "metadata", "chunks", "attachments", "prompts"}
)


@dataclass(slots=True)
class _Throttle:
    """Calls that are to be answered with 429 first."""

    left: int
    retry_after: int
    method: str

    def applies(self, method: str) -> bool:
        return self.left > 0 and self.method in ("", method)


class WebApi:
    """Checks the token, finds the method, answers as Slack does."""

    def __init__(self, workspace: Workspace, methods: Mapping[str, Method]) -> None:
        self._workspace = workspace
        self._methods = methods
        self._throttles: list[_Throttle] = []
        self.calls: deque[Call] = deque(maxlen=REMEMBERED)
        self.revoked = False
        self._held: dict[str, asyncio.Event] = {}

    @contextmanager
    def hold(self, method: str) -> Iterator[None]:
        """Answer no call of this method for as long as this goes on."""
        gate = self._held[method] = asyncio.Event()
        try:
            yield
        finally:
            del self._held[method]
            gate.set()

    def inject_429(self, times: int, *, retry_after: int = 1, method: str = "") -> None:
        self._throttles.append(_Throttle(times, retry_after, method))

    async def handle(self, request: Request) -> Response:
        method = request.path_params["method"]
        given = {**dict(request.query_params), **await _arguments(request)}
        args = {name: _nested(name, value) for name, value in given.items()}
        if method in self._held:
            await self._held[method].wait()
        throttle = next((each for each in self._throttles if each.applies(method)), None)
        if throttle is not None:
            throttle.left -= 1
            headers = {"Retry-After": str(throttle.retry_after)}
            return JSONResponse({"ok": False, "error": "ratelimited"}, 429, headers)
        try:
            self._check_token(method, request, args)
            granted = {"X-OAuth-Scopes": ",".join(self._workspace.app.scopes)}
            return JSONResponse({"ok": True, **self._answer(method, args)}, headers=granted)
        except SlackRefusalError as refusal:
            return JSONResponse(_refusal(refusal))

    def _answer(self, method: str, args: Json) -> Json:
        if method not in self._methods:
            raise SlackRefusalError(Code.UNKNOWN_METHOD)
        call = Call(method=method, args=args, workspace=self._workspace)
        known = self._workspace.conversations.by_id.get(call.text("channel"))
        needed = scope_of_method(method, known)
        if needed and needed not in self._workspace.app.scopes:
            raise SlackRefusalError(Code.MISSING_SCOPE)
        self.calls.append(call)
        try:
            return self._methods[method](call)
        except (AttributeError, KeyError, TypeError, ValueError) as malformed:
            raise SlackRefusalError(Code.INVALID_ARGUMENTS, repr(malformed)) from malformed

    def _check_token(self, method: str, request: Request, args: Json) -> None:
        header = request.headers.get("Authorization", "")
        if method in ("oauth.v2.access", "api.test"):
            args["authorization"] = header
            return
        token = str(args.pop("token", "") or header.removeprefix("Bearer ").strip())
        app = self._workspace.app
        expected = app.app_token if method == "apps.connections.open" else app.bot_token
        if not token:
            raise SlackRefusalError(Code.NOT_AUTHED)
        if token != expected:
            raise SlackRefusalError(Code.INVALID_AUTH)
        if self.revoked:
            raise SlackRefusalError(Code.TOKEN_REVOKED)


def _refusal(refusal: SlackRefusalError) -> Json:
    answer: Json = {"ok": False, "error": refusal.code}
    if refusal.messages:
        answer["errors"] = list(refusal.messages)
        answer["response_metadata"] = {"messages": list(refusal.messages)}
    return answer


async def _arguments(request: Request) -> Json:
    body = await request.body()
    if "json" not in request.headers.get("Content-Type", ""):
        return dict(parse_qsl(body.decode(errors="replace"), keep_blank_values=True))
    try:
        return read_object(body or b"{}")
    except Malformed:
        return {}


def _nested(name: str, value: Any) -> Any:
    """Lists and objects come as JSON text, wherever they come from."""
    if name not in _NESTED or not isinstance(value, str):
        return value
    try:
        return read_json(value)
    except Malformed:
        return value
