"""The URLs by which an app answers a click or a command later: five times within 30 minutes."""

from dataclasses import dataclass

from bots.local_workspace.people import Json
from bots.local_workspace.refusals import Code, SlackRefusalError
from bots.local_workspace.workspace import Workspace
from bots.slack.cards.block_check import check_blocks
from bots.slack.cards.limits import LIMITS


@dataclass(slots=True, kw_only=True)
class ResponseUrl:
    """Where answers go, and to which message they belong."""

    channel: str
    person: str
    message_ts: str
    given_at: float
    used: int = 0


class ResponseUrls:
    """Gives response URLs out and does what is posted to them."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._given: dict[str, ResponseUrl] = {}

    def give(self, channel: str, person: str, message_ts: str = "") -> str:
        key = self._workspace.stamps.id("R")
        self._given[key] = ResponseUrl(
            channel=channel,
            person=person,
            message_ts=message_ts,
            given_at=self._workspace.stamps.now(),
        )
        return f"{self._workspace.base_url}/response/{key}"

    def answer(self, key: str, body: Json) -> None:
        given = self._given.get(key)
        age = self._workspace.stamps.now() - given.given_at if given else 0
        if given is None or age > LIMITS.response_url_seconds:
            raise SlackRefusalError(Code.EXPIRED_URL)
        if given.used >= LIMITS.response_url_uses:
            raise SlackRefusalError(Code.USED_URL)
        given.used += 1
        self.do(given, body)

    def do(self, given: ResponseUrl, body: Json) -> None:
        """Replace, delete or add a message as the body says."""
        workspace = self._workspace
        conversation = workspace.conversations.get(given.channel)
        problems = check_blocks(body["blocks"]) if body.get("blocks") else []
        if problems:
            workspace.refuse("response_url", problems, body)
            raise SlackRefusalError(Code.INVALID_BLOCKS, *problems)
        if body.get("delete_original"):
            workspace.delete(conversation, given.message_ts)
        elif body.get("replace_original") and given.message_ts:
            fields = {"text": body.get("text", ""), "blocks": body.get("blocks")}
            workspace.change(conversation, given.message_ts, fields)
        else:
            self._add(given, body)

    def _add(self, given: ResponseUrl, body: Json) -> None:
        workspace = self._workspace
        conversation = workspace.conversations.get(given.channel)
        fields = {
            **workspace.bot_author(),
            **{name: body[name] for name in ("text", "blocks", "thread_ts") if body.get(name)},
        }
        if not fields.get("text") and not fields.get("blocks"):
            raise SlackRefusalError(Code.NO_TEXT)
        fields.setdefault("text", "")
        if body.get("response_type") == "in_channel":
            workspace.post(conversation, fields)
        else:
            workspace.post_ephemeral(conversation, given.person, fields)
