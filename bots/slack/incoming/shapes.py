"""What Slack's payloads look like: what is read of them, by Bolt or by us, is of these types.

A field that nobody reads may be anything. Whatever is not of its shape is refused at the door.
"""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError
from slack_bolt.async_app import AsyncBoltRequest

from bots.conversation.door import Malformed, keepable
from bots.slack.payloads import Json

Id: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[ -~]*$", max_length=300)]
Named: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[ -~]+$", max_length=300)]
Flag: TypeAlias = bool | Literal["true", "false"]

_FROM_CONTEXT: Final = (
    *("enterprise_id", "team_id", "user_id", "channel_id", "thread_ts", "response_url"),
    *("actor_enterprise_id", "actor_team_id", "actor_user_id"),
    *("function_execution_id", "function_bot_access_token"),
)


class _Shape(BaseModel):
    model_config = ConfigDict(strict=True, extra="ignore")


class _Thing(_Shape):
    """A person, a channel, a workspace or an organisation."""

    id: Id | None = None
    team_id: Id | None = None
    enterprise_id: Id | None = None


class _Person(_Thing):
    id: Named


class _Authorization(_Shape):
    team_id: Id | None = None
    enterprise_id: Id | None = None
    is_enterprise_install: Flag | None = None


class _Message(_Shape):
    ts: Id | None = None
    thread_ts: Id | None = None
    user: Id | None = None
    bot_id: Id | None = None
    team: Id | None = None
    text: str | None = None
    edited: dict[str, Any] | None = None


class _Event(_Shape):
    """An event that nobody here listens to."""

    type: Named
    subtype: Id | None = None
    bot_id: Id | None = None


class _Spoken(_Event, _Message):
    channel: Id | None = None
    channel_type: Id | None = None
    user_team: Id | None = None
    files: list[Any] | None = None
    deleted_ts: Id | None = None
    message: _Message | None = None
    previous_message: _Message | None = None


class _Item(_Shape):
    type: Id | None = None
    channel: Id | None = None
    ts: Id | None = None


class _Reaction(_Event):
    user: Id | None = None
    reaction: str | None = None
    item: _Item | None = None


class _AssistantThread(_Shape):
    channel_id: Id | None = None
    thread_ts: Id | None = None


class _ThreadStarted(_Event):
    assistant_thread: _AssistantThread


class _Option(_Shape):
    value: str


class _Element(_Shape):
    value: str | None = None
    selected_option: _Option | None = None
    selected_options: list[_Option] | None = None
    selected_date: str | None = None


class _State(_Shape):
    values: dict[str, dict[str, _Element]] | None = None


class _View(_Shape):
    id: Id | None = None
    hash: Id | None = None
    callback_id: Id | None = None
    team_id: Id | None = None
    app_installed_team_id: Id | None = None
    private_metadata: str | None = None
    state: _State | None = None
    blocks: list[dict[str, Any]] | None = None


class _HomeOpened(_Event):
    user: Named
    tab: Id | None = None
    channel: Id | None = None
    view: _View | None = None


class _AccessRevoked(_Event):
    team_ids: list[Id] | None = None


class _Action(_Shape):
    action_id: Named
    block_id: str | None = None
    value: str | None = None


class _Container(_Shape):
    message_ts: Id | None = None
    thread_ts: Id | None = None
    channel_id: Id | None = None
    is_ephemeral: bool | None = None


class _Payload(_Shape):
    """What all of them may have."""

    team_id: Id | None = None
    enterprise_id: Id | None = None
    is_enterprise_install: Flag | None = None


class _Envelope(_Payload):
    event: dict[str, Any]
    authorizations: list[_Authorization] | None = None
    is_ext_shared_channel: bool | None = None


class _Verification(_Payload):
    challenge: str


class _Pressed(_Payload):
    """What somebody pressed, chose or sent."""

    user: _Person
    team: _Thing | None = None
    enterprise: _Thing | None = None
    channel: _Thing | None = None
    container: _Container | None = None
    message: _Message | None = None
    view: _View | None = None
    state: _State | None = None
    trigger_id: Id | None = None
    callback_id: Id | None = None
    response_url: Id | None = None


class _Actions(_Pressed):
    actions: Annotated[list[_Action], Field(min_length=1)]


class _Search(_Pressed):
    action_id: Named
    block_id: str | None = None
    value: str | None = None


class _SentView(_View):
    type: Named
    id: Named
    callback_id: Named


class _Sent(_Pressed):
    view: _SentView


class _Shortcut(_Pressed):
    callback_id: Named
    trigger_id: Named


class _Command(_Payload):
    command: Named
    channel_id: Named
    user_id: Named
    trigger_id: Named
    text: str | None = None
    response_url: Id | None = None


_EVENTS: Final[Mapping[str, type[_Event]]] = {
    "message": _Spoken,
    "app_mention": _Spoken,
    "reaction_added": _Reaction,
    "assistant_thread_started": _ThreadStarted,
    "app_home_opened": _HomeOpened,
    "team_access_revoked": _AccessRevoked,
}
_PAYLOADS: Final[Mapping[str, type[_Payload]]] = {
    "event_callback": _Envelope,
    "url_verification": _Verification,
    "app_rate_limited": _Payload,
    "block_actions": _Actions,
    "block_suggestion": _Search,
    "view_submission": _Sent,
    "view_closed": _Sent,
    "shortcut": _Shortcut,
    "message_action": _Shortcut,
}


def read_request(read: Callable[[], AsyncBoltRequest]) -> AsyncBoltRequest:
    """The request as Bolt reads it. Raises Malformed for what Slack does not send."""
    try:
        request = read()
    except (ValueError, TypeError, AttributeError, LookupError, RecursionError):
        raise Malformed("The payload cannot be read.") from None  # noqa: EM101 - a reason
    body = keepable(request.body)
    if not isinstance(body, dict):
        raise Malformed("The payload is no object.")  # noqa: EM101 - a reason
    _check(body)
    # Bolt looks for these in more places than Slack writes them to.
    for name in _FROM_CONTEXT:
        if not isinstance(request.context.get(name), str | None):
            raise Malformed("An id in the payload is no text.")  # noqa: EM101 - a reason
    return request


def _check(body: Json) -> None:
    shape = _shape_of(body)
    try:
        shape.model_validate(body)
        if shape is _Envelope:
            event = body["event"]
            _EVENTS.get(str(event.get("type")), _Event).model_validate(event)
    except ValidationError as error:
        raise Malformed(_told(error)) from None


def _shape_of(body: Json) -> type[_Payload]:
    """The shape of that kind of payload. Raises Malformed where two kinds are mixed."""
    kind = body.get("type")
    shape: type[_Payload] | None
    if "type" not in body:
        shape = _Command if "command" in body else None
        shape = _Payload if body.get("ssl_check") == "1" else shape
    else:
        shape = _PAYLOADS.get(kind) if isinstance(kind, str) and "command" not in body else None
    if shape is None or ("event" in body and shape is not _Envelope):
        raise Malformed("The payload is of no kind that Slack sends.")  # noqa: EM101 - a reason
    return shape


def _told(error: ValidationError) -> str:
    """Where the first fault is; what stands there is not for a log."""
    where = error.errors(include_input=False, include_url=False)[0]["loc"]
    parts = (part if isinstance(part, str) and part.isidentifier() else "#" for part in where)
    return f"The payload's {'.'.join(parts)[:100]} is not what Slack sends."
