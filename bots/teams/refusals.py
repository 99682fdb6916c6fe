"""Teams' refusals in our words."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from botbuilder.schema import ErrorResponseException
from msrest.exceptions import ClientException

from review.ports.desk import MessageGone, TryLater, Undeliverable
from review.ports.desk import ShutOut as NotLetIn

_BUSY: Final = frozenset({408, 412, 425, 429})
_GONE: Final = frozenset({404, 410})
_UNAUTHORIZED: Final = 401
_TOO_BIG: Final = 413
_SERVER_ERROR: Final = 500
_GONE_CODES: Final = frozenset(
    {"ConversationNotFound", "MessageNotFound", "ActivityNotFoundInConversation"}
    | {"BotNotInConversationRoster", "ConversationBlockedByUser", "MessageWritesBlocked"}
)
# A stream that was stopped, ended or took too long; a new message says what is to be said.
_STREAM_OVER: Final = "ContentStreamNotAllowed"
_BIG_CODES: Final = frozenset({"MessageSizeTooBig"})
_BUSY_SECONDS: Final = 5.0
_SHUT_OUT_SECONDS: Final = 300.0


class TooBig(Exception):
    """Teams finds this message too big."""

    def __init__(self) -> None:
        super().__init__("Teams refused the message: it is too big.")


class ShutOut(NotLetIn):
    """Teams does not accept our token: a new one is needed, or somebody mends the app."""

    def __init__(self) -> None:
        super().__init__(_SHUT_OUT_SECONDS)


class StreamStopped(MessageGone):
    """The reader stopped this stream."""


REFUSED: Final = (TooBig, TryLater, MessageGone, Undeliverable)


@contextmanager
def ours() -> Iterator[None]:
    """Raises TooBig, TryLater, MessageGone or Undeliverable instead of what the SDK raises."""
    try:
        yield
    except ErrorResponseException as error:
        raise _translated(error) from error
    except (ClientException, OSError, TimeoutError, ValueError) as error:
        # A page instead of JSON cannot be read, and is an outage too.
        raise TryLater(_BUSY_SECONDS) from error


def _translated(error: Any) -> Exception:
    status, code = int(error.response.status_code), _code(error)
    if status in _BUSY or status >= _SERVER_ERROR:
        return TryLater(_wait(error.response.headers))
    if status == _TOO_BIG or code in _BIG_CODES:
        return TooBig()
    if code == _STREAM_OVER:
        return StreamStopped(code) if "cancel" in _said(error).lower() else MessageGone(code)
    if status in _GONE or code in _GONE_CODES:
        return MessageGone(code)
    return ShutOut() if status == _UNAUTHORIZED else Undeliverable(code or f"status {status}")


def _code(error: Any) -> str:
    # A proxy or an outage answers with a page instead of JSON.
    told = getattr(getattr(error, "error", None), "error", None)
    return str(getattr(told, "code", None) or "")


def _said(error: Any) -> str:
    told = getattr(getattr(error, "error", None), "error", None)
    return str(getattr(told, "message", None) or "")


def _wait(headers: Any) -> float:
    try:
        return max(float(headers.get("Retry-After") or _BUSY_SECONDS), 1.0)
    except (TypeError, ValueError):
        return _BUSY_SECONDS
