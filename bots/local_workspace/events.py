"""Turns what happens in the workspace into the events that Slack sends to an app."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from bots.local_workspace.conversations import Conversation
from bots.local_workspace.granted import scope_of_event
from bots.local_workspace.people import AppProfile, Json
from bots.local_workspace.stamps import Stamps


@dataclass(frozen=True, slots=True, kw_only=True)
class Installed:
    """Where the app is installed: in the workspace, or in the whole organisation."""

    team: str
    organisation: str = ""


class Events:
    """Builds event envelopes and hands them over for delivery."""

    def __init__(
        self,
        app: AppProfile,
        installed: Callable[[], Installed],
        stamps: Stamps,
        deliver: Callable[[Json], None],
    ) -> None:
        self._app = app
        self._installed = installed
        self._stamps = stamps
        self._deliver = deliver

    def posted(self, conversation: Conversation, message: Json) -> None:
        """A message arrived: one `message` event, and one more if it mentions the app."""
        if self._app.bot_user in conversation.members:
            self._message(conversation, dict(message))
        mentioned = re.search(rf"<@{self._app.bot_user}(\|[^>]*)?>", message.get("text", ""))
        if mentioned and not conversation.is_direct and "bot_id" not in message:
            subtype = {name: each for name, each in message.items() if name != "subtype"}
            mention = {**subtype, "type": "app_mention", "channel": conversation.id}
            self.send(mention, shared=conversation.shared_with_others)

    def changed(self, conversation: Conversation, message: Json, before: Json) -> None:
        change = {"subtype": "message_changed", "message": message, "previous_message": before}
        self._hidden(conversation, change)

    def deleted(self, conversation: Conversation, before: Json) -> None:
        change = {
            "subtype": "message_deleted",
            "previous_message": before,
            "deleted_ts": before["ts"],
        }
        self._hidden(conversation, change)

    def reacted(self, kind: str, person: str, reaction: str, item: Json) -> None:
        event = {"type": kind, "user": person, "reaction": reaction, "item": item}
        self.send({**event, "event_ts": self._stamps.ts()})

    def home_opened(self, person: str, channel: str, tab: str, view: Json | None) -> None:
        event = {"type": "app_home_opened", "user": person, "channel": channel, "tab": tab}
        shown = {"view": view} if view else {}
        self.send({**event, **shown, "event_ts": self._stamps.ts()})

    def send(self, event: Json, *, shared: bool = False) -> str:
        """Deliver any event in Slack's envelope, where a scope allows it; returns its id."""
        event_id = self._stamps.id("Ev")
        needed = scope_of_event(str(event["type"]), str(event.get("channel_type") or "channel"))
        if needed and needed not in self._app.scopes:
            return event_id
        where = self._installed()
        authorization = {
            "enterprise_id": where.organisation or None,
            "team_id": None if where.organisation else where.team,
            "user_id": self._app.bot_user,
            "is_bot": True,
            "is_enterprise_install": bool(where.organisation),
        }
        self._deliver(
            {
                "token": "verification",
                "team_id": where.team,
                "enterprise_id": where.organisation or None,
                "api_app_id": self._app.id,
                "event": {**event, "event_ts": event.get("event_ts", event.get("ts", ""))},
                "type": "event_callback",
                "event_id": event_id,
                "event_time": int(self._stamps.now()),
                "authorizations": [authorization],
                "is_ext_shared_channel": shared,
            }
        )
        return event_id

    def _message(self, conversation: Conversation, fields: Json) -> None:
        place = {
            "type": "message",
            "channel": conversation.id,
            "channel_type": conversation.kind,
        }
        self.send({**fields, **place}, shared=conversation.shared_with_others)

    def _hidden(self, conversation: Conversation, change: Json) -> None:
        if self._app.bot_user in conversation.members:
            ts = self._stamps.ts()
            self._message(conversation, {**change, "hidden": True, "ts": ts, "event_ts": ts})
