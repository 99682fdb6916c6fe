"""How the fake says no, in Slack's own error codes."""

from enum import StrEnum


class Code(StrEnum):
    """Slack's error codes that the fake uses."""

    ALREADY_REACTED = "already_reacted"
    BAD_CLIENT_SECRET = "bad_client_secret"  # noqa: S105  (an error code)
    BOT_NOT_FOUND = "bot_not_found"
    CANT_DELETE_MESSAGE = "cant_delete_message"
    CANT_UPDATE_MESSAGE = "cant_update_message"
    CHANNEL_NOT_FOUND = "channel_not_found"
    EXCHANGED_TRIGGER_ID = "exchanged_trigger_id"
    EXPIRED_TRIGGER_ID = "expired_trigger_id"
    EXPIRED_URL = "expired_url"
    FILE_NOT_FOUND = "file_not_found"
    HASH_CONFLICT = "hash_conflict"
    INVALID_ARGUMENTS = "invalid_arguments"
    INVALID_AUTH = "invalid_auth"
    INVALID_BLOCKS = "invalid_blocks"
    INVALID_CHUNKS = "invalid_chunks"
    INVALID_CODE = "invalid_code"
    INVALID_CURSOR = "invalid_cursor"
    INVALID_LIMIT = "invalid_limit"
    INVALID_TRIGGER_ID = "invalid_trigger_id"
    INVALID_VIEW = "invalid_view"
    MESSAGE_NOT_FOUND = "message_not_found"
    MESSAGE_NOT_IN_STREAMING_STATE = "message_not_in_streaming_state"
    MISSING_SCOPE = "missing_scope"
    METHOD_NOT_SUPPORTED_FOR_CHANNEL_TYPE = "method_not_supported_for_channel_type"
    MISSING_RECIPIENT_TEAM_ID = "missing_recipient_team_id"
    MISSING_RECIPIENT_USER_ID = "missing_recipient_user_id"
    MSG_TOO_LONG = "msg_too_long"
    NO_REACTION = "no_reaction"
    NO_SUCH_SUBTEAM = "no_such_subteam"
    NO_TEXT = "no_text"
    NOT_AUTHED = "not_authed"
    NOT_FOUND = "not_found"
    NOT_IN_CHANNEL = "not_in_channel"
    PUSH_LIMIT_REACHED = "push_limit_reached"
    SOCKET_MODE_OFF = "forbidden_socket_mode"
    STREAMING_STATE_CONFLICT = "streaming_state_conflict"
    THREAD_NOT_FOUND = "thread_not_found"
    TOKEN_REVOKED = "token_revoked"  # noqa: S105  (an error code)
    UNKNOWN_METHOD = "unknown_method"
    USED_URL = "used_url"
    USER_NOT_FOUND = "user_not_found"
    USER_NOT_IN_CHANNEL = "user_not_in_channel"
    USERS_NOT_FOUND = "users_not_found"


class SlackRefusalError(Exception):
    """A Web API call that Slack would answer with `ok: false`."""

    def __init__(self, code: Code, *messages: str) -> None:
        super().__init__(str(code))
        self.code = code
        self.messages = messages


class UnknownElementError(LookupError):
    """There is nothing with that action id or label to click on."""

    def __init__(self, wanted: str, offered: list[str]) -> None:
        super().__init__(f"no element {wanted!r}; there are: {', '.join(offered) or 'none'}")


class NoModalError(LookupError):
    """A person who should submit a modal has none open."""

    def __init__(self, person: str) -> None:
        super().__init__(f"{person} has no modal open")
