"""Slack's refusals in our words."""

from collections.abc import Iterator
from contextlib import contextmanager

import aiohttp
from slack_sdk.errors import SlackApiError, SlackClientError

from review.ports.desk import MessageGone, ShutOut, TryLater, Undeliverable

_GONE = frozenset(
    {"message_not_found", "cant_update_message", "edit_window_closed", "thread_not_found"}
    | {"channel_not_found", "is_archived", "channel_is_archived"}
)
_BUSY = frozenset(
    {"internal_error", "fatal_error", "service_unavailable", "request_timeout", "team_added_to_org"}
)
# Somebody has to mend the app's installation; the message is worth keeping until then.
_SHUT_OUT = frozenset(
    {"invalid_auth", "not_authed", "token_revoked", "token_expired", "account_inactive"}
    | {"access_denied"}
)
_NOT_GRANTED = "missing_scope"
_TOO_BIG = frozenset(
    {"msg_too_long", "msg_blocks_too_long", "invalid_blocks", "invalid_attachments"}
)
_STREAMED = "streaming_state_conflict"
_BUSY_SECONDS = 5.0
_SHUT_OUT_SECONDS = 300.0
_TOO_MANY_REQUESTS = 429
_SERVER_ERROR = 500


class TooBig(Exception):
    """Slack finds this message too big, or does not like a block of it."""

    def __init__(self, code: str) -> None:
        self.code = code
        super().__init__(f"Slack refused the blocks: {code}")


class NotGranted(ShutOut):
    """The app was installed without the scope that this needs."""


class StillStreaming(Undeliverable):
    """The message is streamed yet; it can be edited once the stream is ended."""


@contextmanager
def ours() -> Iterator[None]:
    """Raises TooBig, TryLater, MessageGone or Undeliverable instead of what the SDK raises."""
    try:
        yield
    except SlackApiError as error:
        raise _translated(error) from error
    except (TimeoutError, aiohttp.ClientError, SlackClientError, OSError) as error:
        raise TryLater(_BUSY_SECONDS) from error


def error_code(error: SlackApiError) -> str:
    # A proxy or an outage answers with a page instead of JSON.
    data = getattr(error.response, "data", error.response)
    code = data.get("error") if isinstance(data, dict) else ""
    return str(code or "unknown_error")


def _translated(error: SlackApiError) -> Exception:
    code, status = error_code(error), getattr(error.response, "status_code", 0)
    if status == _TOO_MANY_REQUESTS or code in ("ratelimited", "rate_limited"):
        return TryLater(_retry_after(error))
    if code in _BUSY or status >= _SERVER_ERROR:
        return TryLater(_BUSY_SECONDS)
    if code == _NOT_GRANTED:
        return NotGranted(_SHUT_OUT_SECONDS)
    if code in _SHUT_OUT:
        return ShutOut(_SHUT_OUT_SECONDS)
    if code in _TOO_BIG:
        return TooBig(code)
    if code == _STREAMED:
        return StillStreaming(code)
    return MessageGone(code) if code in _GONE else Undeliverable(code)


def _retry_after(error: SlackApiError) -> float:
    headers = getattr(error.response, "headers", None) or {}
    value = headers.get("Retry-After") or headers.get("retry-after") or "1"
    try:
        return max(float(value), 1.0)
    except ValueError:
        return 1.0
