"""The way from the workspace to the app: signed HTTP as Slack sends it, or Socket Mode."""

import asyncio
import hashlib
import hmac
import json
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Final, Literal, Protocol, TypeAlias
from urllib.parse import urlencode

import httpx

from bots.local_workspace.people import Json
from bots.local_workspace.stamps import Clock
from bots.slack.cards.limits import LIMITS

PayloadKind: TypeAlias = Literal["events_api", "interactive", "slash_commands"]
REMEMBERED: Final = 10_000
RETRY_DELAYS: Final = (0.0, 60.0, 300.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class AppReply:
    """What the app answered; `reason` says why there is no proper answer."""

    status: int = 0
    text: str = ""
    reason: str = ""
    no_retry: bool = False

    @property
    def ok(self) -> bool:
        return self.status == httpx.codes.OK and not self.reason

    @property
    def body(self) -> Json:
        try:
            parsed = json.loads(self.text or "{}")
        except ValueError:
            return {"text": self.text}
        return parsed if isinstance(parsed, dict) else {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery:
    """One attempt to hand something to the app."""

    kind: PayloadKind
    event_id: str
    attempt: int
    reply: AppReply


class Transport(Protocol):
    """Carries one payload to the app; never raises, a failure is a reply with a reason."""

    async def send(self, kind: PayloadKind, payload: Json, retry: "Retry") -> AppReply: ...


@dataclass(frozen=True, slots=True)
class Retry:
    """Which repetition this is and why the one before did not count."""

    number: int = 0
    reason: str = ""

    def headers(self) -> Mapping[str, str]:
        if not self.number:
            return {}
        return {"X-Slack-Retry-Num": str(self.number), "X-Slack-Retry-Reason": self.reason}


class SignedHttp:
    """Posts to the app's URL with the signature that Slack would put on it."""

    def __init__(self, signing_secret: str, clock: Clock) -> None:
        self._secret = signing_secret
        self._clock = clock
        self._client = httpx.AsyncClient(timeout=LIMITS.acknowledge_seconds)
        self.url = ""

    async def close(self) -> None:
        await self._client.aclose()

    async def verify(self, challenge: str) -> bool:
        """The handshake when the app's URL is entered in Slack: it must send the challenge back."""
        request = {"type": "url_verification", "token": "verification", "challenge": challenge}
        reply = await self.send("events_api", request, Retry())
        return reply.ok and challenge in reply.text

    async def send(self, kind: PayloadKind, payload: Json, retry: Retry) -> AppReply:
        body, content_type = _encoded(kind, payload)
        return await self.post(body, {"Content-Type": content_type, **retry.headers()})

    async def post(self, body: bytes, headers: Mapping[str, str]) -> AppReply:
        if not self.url:
            return AppReply(reason="connection_failed")
        try:
            response = await self._client.post(
                self.url, content=body, headers={**self._signature(body), **headers}
            )
        except httpx.TimeoutException:
            return AppReply(reason="http_timeout")
        except httpx.HTTPError:
            return AppReply(reason="connection_failed")
        return AppReply(
            status=response.status_code,
            text=response.text,
            reason="" if response.is_success else "http_error",
            no_retry=response.headers.get("X-Slack-No-Retry") == "1",
        )

    def _signature(self, body: bytes) -> Mapping[str, str]:
        moment = str(int(self._clock()))
        signed = hmac.new(self._secret.encode(), f"v0:{moment}:".encode() + body, hashlib.sha256)
        return {
            "X-Slack-Request-Timestamp": moment,
            "X-Slack-Signature": f"v0={signed.hexdigest()}",
            "User-Agent": "Slackbot 1.0 (+local workspace)",
        }


def _encoded(kind: PayloadKind, payload: Json) -> tuple[bytes, str]:
    if kind == "events_api":
        return json.dumps(payload).encode(), "application/json"
    fields = {"payload": json.dumps(payload)} if kind == "interactive" else payload
    return urlencode(fields).encode(), "application/x-www-form-urlencoded"


class AppLink:
    """Delivers events with retries, and everything else once; remembers every attempt."""

    def __init__(
        self,
        transport: Transport,
        retry_delays: tuple[float, ...] = RETRY_DELAYS,
        told: Callable[[], None] = lambda: None,
    ) -> None:
        self.transport = transport
        self._retry_delays = retry_delays
        self._told = told
        self._running: set[asyncio.Task[None]] = set()
        self.deliveries: deque[Delivery] = deque(maxlen=REMEMBERED)
        self.events: dict[str, Json] = {}

    def deliver_later(self, envelope: Json) -> None:
        self.events[envelope["event_id"]] = envelope
        if len(self.events) > REMEMBERED:
            del self.events[next(iter(self.events))]
        self._start(self.deliver(envelope))

    def _start(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def deliver(self, envelope: Json) -> None:
        retry = Retry()
        for delay in (*self._retry_delays, None):
            reply = await self._send("events_api", envelope, retry)
            if reply.ok or reply.no_retry or delay is None:
                return
            await asyncio.sleep(delay)
            retry = Retry(retry.number + 1, reply.reason)

    async def redeliver(self, event_id: str) -> AppReply:
        """The same event once more, as Slack does when it missed the acknowledgement."""
        return await self._send("events_api", self.events[event_id], Retry(1, "http_timeout"))

    async def interact(self, payload: Json) -> AppReply:
        return await self._send("interactive", payload, Retry())

    async def command(self, fields: Json) -> AppReply:
        return await self._send("slash_commands", fields, Retry())

    async def _send(self, kind: PayloadKind, payload: Json, retry: Retry) -> AppReply:
        reply = await self.transport.send(kind, payload, retry)
        event_id = str(payload.get("event_id", payload.get("trigger_id", "")))
        self.deliveries.append(
            Delivery(kind=kind, event_id=event_id, attempt=retry.number + 1, reply=reply)
        )
        self._told()
        return reply

    async def settle(self) -> None:
        """Wait until nothing is on its way to the app any more."""
        while self._running:
            await asyncio.gather(*self._running)

    async def stop(self) -> None:
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)
