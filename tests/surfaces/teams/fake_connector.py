"""Microsoft's side of a Teams bot, over real HTTP: keys, tokens, conversations, uploads."""

import itertools
import json
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa
from jwt.algorithms import RSAAlgorithm
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from bots.local_workspace.loopback import on_loopback
from bots.teams.admitting.cloud import Cloud

Json: TypeAlias = dict[str, Any]

APP = "11111111-2222-3333-4444-555555555555"
TENANT = "99999999-8888-7777-6666-555555555555"
ISSUER = "https://api.botframework.com"
BOT = {"id": f"28:{APP}", "name": "Countersign"}
_MOST_UTF16 = 100_000
_MOST_INFORMATIVE = 1_000


class Signer:
    """A key of Microsoft's, and tokens signed with it."""

    def __init__(self, key_id: str, endorsements: tuple[str, ...] = ("msteams",)) -> None:
        self.key_id = key_id
        self.endorsements = endorsements
        self.key = rsa.generate_private_key(public_exponent=65537, key_size=2048)

    @property
    def public(self) -> Json:
        listed: Json = json.loads(RSAAlgorithm.to_jwk(self.key.public_key()))
        return listed | {"kid": self.key_id, "endorsements": list(self.endorsements)}

    def token(self, service_url: str, **claims: Any) -> str:
        now = int(time.time())
        whole = {
            "iss": ISSUER,
            "aud": APP,
            "exp": now + 3600,
            "nbf": now - 60,
            "serviceurl": service_url,
        } | claims
        return jwt.encode(whole, self.key, algorithm="RS256", headers={"kid": self.key_id})


FIRST_KEY = Signer("first")


@dataclass(frozen=True)
class Trouble:
    """What the next requests to conversations get instead of an answer."""

    status: int
    code: str = ""
    headers: Json = field(default_factory=dict)


@dataclass
class Message:
    """A message with everything it ever was."""

    id: str
    conversation: str
    versions: list[Json]

    @property
    def now(self) -> Json:
        return self.versions[-1]

    @property
    def card(self) -> Json:
        found: Json = self.now["attachments"][0]["content"]
        return found


@dataclass
class Stream:
    """A stream in a personal chat; `ended` says why it takes no more."""

    conversation: str
    lines: list[tuple[str, str]] = field(default_factory=list)
    ended: str = ""

    @property
    def said(self) -> list[str]:
        return [line for _, line in self.lines]


@dataclass
class Microsoft:
    """The fake's state: what tests look at, and what they make happen."""

    signers: list[Signer] = field(default_factory=lambda: [FIRST_KEY])
    messages: dict[str, Message] = field(default_factory=dict)
    requests: list[str] = field(default_factory=list)
    troubles: list[Trouble] = field(default_factory=list)
    removed: set[str] = field(default_factory=set)
    chats: dict[str, str] = field(default_factory=dict)
    uploads: dict[str, bytes] = field(default_factory=dict)
    drive: dict[str, bytes] = field(default_factory=dict)
    tokens: list[str] = field(default_factory=list)
    typing: list[str] = field(default_factory=list)
    streams: dict[str, "Stream"] = field(default_factory=dict)
    keys_away: bool = False
    guarded: bool = True
    most: int = _MOST_UTF16
    url: str = ""
    ids: Iterator[int] = field(default_factory=lambda: itertools.count(1700000000001))

    @property
    def service_url(self) -> str:
        return f"{self.url}/teams/"

    @property
    def cloud(self) -> Cloud:
        return Cloud(
            keys_url=f"{self.url}/openid",
            login_url=f"{self.url}/login",
            service_url=self.service_url,
            file_hosts=("127.0.0.1",),
        )

    def in_(self, conversation: str) -> list[Message]:
        """The messages of one conversation or thread, oldest first."""
        return [each for each in self.messages.values() if each.conversation == conversation]

    def app(self) -> Starlette:
        base = "/teams/v3/conversations"
        return Starlette(
            routes=[
                Route("/openid", self._openid),
                Route("/keys", self._keys),
                Route("/login/{tenant}/oauth2/v2.0/token", self._login, methods=["POST"]),
                Route(base, self._open, methods=["POST"]),
                Route(f"{base}/{{cid}}/activities", self._send, methods=["POST"]),
                Route(f"{base}/{{cid}}/activities/{{mid}}", self._send, methods=["POST"]),
                Route(f"{base}/{{cid}}/activities/{{mid}}", self._update, methods=["PUT"]),
                Route("/upload/{name}", self._upload, methods=["PUT"]),
                Route("/drive/{name}", self._download),
            ]
        )

    async def _openid(self, request: Request) -> Response:
        self.requests.append("GET openid")
        if self.keys_away:
            return Response(status_code=503)
        return JSONResponse({"jwks_uri": f"{request.base_url}keys"})

    async def _keys(self, _request: Request) -> Response:
        return JSONResponse({"keys": [signer.public for signer in self.signers]})

    async def _login(self, request: Request) -> Response:
        form = dict(await _form(request))
        self.requests.append(f"POST token {request.path_params['tenant']}")
        if form.get("client_secret") != "secret" or form.get("client_id") != APP:
            return JSONResponse({"error": "invalid_client"}, status_code=401)
        self.tokens.append(f"token-{len(self.tokens) + 1}")
        return JSONResponse({"access_token": self.tokens[-1], "expires_in": 3600})

    async def _download(self, request: Request) -> Response:
        """A file of a person's OneDrive, at the address that a message gave."""
        content = self.drive.get(request.path_params["name"])
        return Response(content) if content is not None else Response(status_code=404)

    async def _open(self, request: Request) -> Response:
        if refusal := await self._refusal(request, ""):
            return refusal
        asked = await request.json()
        member = asked["members"][0]["id"]
        assert asked["channelData"]["tenant"]["id"] == TENANT
        self.chats.setdefault(member, f"a:chat-with-{member}")
        return JSONResponse({"id": self.chats[member]}, status_code=201)

    async def _send(self, request: Request) -> Response:
        conversation = request.path_params["cid"]
        if refusal := await self._refusal(request, conversation):
            return refusal
        ident = str(next(self.ids))
        body = await request.json()
        told = next((e for e in body.get("entities") or [] if e["type"] == "streaminfo"), None)
        if told is not None:
            return self._streamed(conversation, body, told, ident)
        if body["type"] == "typing":
            self.typing.append(conversation)
            return JSONResponse({"id": ident}, status_code=201)
        # A post in a channel begins a thread of its own.
        self.messages[ident] = Message(ident, conversation, [body])
        return JSONResponse({"id": ident}, status_code=201)

    def _streamed(self, conversation: str, body: Json, told: Json, ident: str) -> Response:
        """One part of a stream: in a personal chat, one at a time, numbered from 1, with text."""
        kind, number, known = told["streamType"], told.get("streamSequence"), told.get("streamId")
        going = [e for e in self.streams.values() if e.conversation == conversation and not e.ended]
        if not conversation.startswith("a:") or (known is None and going):
            return _error(403, "ContentStreamNotAllowed", message="Content stream is not allowed")
        stream = self.streams.setdefault(known or ident, Stream(conversation))
        if stream.ended:
            return _error(403, "ContentStreamNotAllowed", message=stream.ended)
        if kind == "final":
            if number is not None or body["type"] != "message":
                return _error(400, "BadRequest")
            stream.ended = "Content stream is not allowed on an already completed streamed message"
            self.messages[str(known)] = Message(str(known), conversation, [body])
            return JSONResponse({}, status_code=202)
        text = body.get("text") or ""
        right = body["type"] == "typing" and number == len(stream.lines) + 1 and text
        if not right or len(text) > _MOST_INFORMATIVE or body.get("attachments"):
            return _error(400, "BadRequest")
        stream.lines.append((kind, text))
        answer = {} if known else {"id": ident}
        return JSONResponse(answer, status_code=202 if known else 201)

    async def _update(self, request: Request) -> Response:
        conversation, ident = request.path_params["cid"], request.path_params["mid"]
        if refusal := await self._refusal(request, conversation):
            return refusal
        if ident not in self.messages:
            return _error(404, "MessageNotFound")
        self.messages[ident].versions.append(await request.json())
        return JSONResponse({"id": ident})

    async def _upload(self, request: Request) -> Response:
        self.uploads[request.path_params["name"]] = await request.body()
        return JSONResponse({}, status_code=201)

    async def _refusal(self, request: Request, conversation: str) -> Response | None:
        self.requests.append(f"{request.method} {conversation}")
        bearers = {f"Bearer {each}" for each in self.tokens}
        if self.guarded and request.headers.get("Authorization") not in bearers:
            return _error(401, "Unauthorized")
        if self.troubles:
            trouble = self.troubles.pop(0)
            return _error(trouble.status, trouble.code, trouble.headers)
        if conversation.partition(";")[0] in self.removed:
            return _error(403, "BotNotInConversationRoster")
        if len((await request.body()).decode().encode("utf-16-le")) > self.most:
            return _error(413, "MessageSizeTooBig")
        return None


@asynccontextmanager
async def microsoft() -> AsyncIterator[Microsoft]:
    """Microsoft's side, running."""
    fake = Microsoft()
    async with on_loopback(fake.app(), patience=1) as url:
        fake.url = url
        yield fake


async def _form(request: Request) -> list[tuple[str, str]]:
    from urllib.parse import parse_qsl

    return parse_qsl((await request.body()).decode())


def _error(status: int, code: str, headers: Json | None = None, message: str = "") -> Response:
    body = {"error": {"code": code, "message": message or code}}
    return JSONResponse(body, status_code=status, headers=headers)
