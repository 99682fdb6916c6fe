"""The payloads that Slack sends when a person clicks, submits, searches or uses a shortcut."""

from dataclasses import dataclass
from typing import Any

from bots.local_workspace.blocks import Choices
from bots.local_workspace.people import Json
from bots.local_workspace.response_urls import ResponseUrls
from bots.local_workspace.views import Window
from bots.local_workspace.workspace import Workspace


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where an element is: in a message, or in a modal or Home tab; and on which open page."""

    channel: str = ""
    ts: str = ""
    view_id: str = ""
    page: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Press:
    """One use of one element."""

    block_id: str
    action_id: str
    value: Any = None


class Payloads:
    """Builds interaction payloads from the state of the workspace."""

    def __init__(self, workspace: Workspace, response_urls: ResponseUrls) -> None:
        self._workspace = workspace
        self._response_urls = response_urls

    def common(self, kind: str, person_id: str, page: str = "") -> Json:
        workspace = self._workspace
        person = workspace.people[person_id]
        team_id = person.team_id or workspace.team_id
        return {
            "type": kind,
            "user": {
                "id": person.id,
                "username": person.name,
                "name": person.name,
                "team_id": team_id,
            },
            "api_app_id": workspace.app.id,
            "token": "verification",
            **self._installed(),
            "trigger_id": workspace.views.new_trigger(Window(person_id, page)),
        }

    def _installed(self) -> Json:
        """The workspace; an organisation's installation takes its place."""
        workspace = self._workspace
        organisation = workspace.organisation
        here = {"id": workspace.team_id, "domain": workspace.team_domain}
        return {
            "team": None if organisation else here,
            "enterprise": {"id": organisation, "name": organisation} if organisation else None,
            "is_enterprise_install": bool(organisation),
        }

    def blocks_at(self, place: Place) -> list[Json]:
        if place.view_id:
            return list(self._workspace.views.find(view_id=place.view_id)[1]["blocks"])
        conversation = self._workspace.conversations.get(place.channel)
        return list(conversation.message(place.ts).get("blocks") or [])

    def actions(self, person: str, place: Place, action: Json, state: Json) -> Json:
        return {
            **self.common("block_actions", person, place.page),
            **self.around(person, place, state),
            "actions": [{**action, "action_ts": self._workspace.stamps.ts()}],
        }

    def around(self, person: str, place: Place, state: Json) -> Json:
        """The container and the whole message or view around an element."""
        if place.view_id:
            _, view = self._workspace.views.find(view_id=place.view_id)
            view["state"] = {"values": state}
            return {"container": {"type": "view", "view_id": place.view_id}, "view": view}
        conversation = self._workspace.conversations.get(place.channel)
        message = conversation.message(place.ts)
        thread = {"thread_ts": message["thread_ts"]} if "thread_ts" in message else {}
        return {
            "container": {
                "type": "message",
                "message_ts": place.ts,
                "channel_id": place.channel,
                "is_ephemeral": place.ts in conversation.only_for,
                **thread,
            },
            "channel": {"id": place.channel, "name": conversation.name or "directmessage"},
            "message": message,
            "state": {"values": state},
            "response_url": self._response_urls.give(place.channel, person, place.ts),
        }

    def submission(self, window: Window, view: Json) -> Json:
        common = self.common("view_submission", window.person, window.page)
        return {**common, "view": view, "response_urls": []}

    def closing(self, person: str, view: Json, *, cleared: bool) -> Json:
        return {**self.common("view_closed", person), "view": view, "is_cleared": cleared}

    def message_shortcut(self, person: str, place: Place, callback_id: str) -> Json:
        conversation = self._workspace.conversations.get(place.channel)
        return {
            **self.common("message_action", person, place.page),
            "callback_id": callback_id,
            "action_ts": self._workspace.stamps.ts(),
            "message_ts": place.ts,
            "message": conversation.message(place.ts),
            "channel": {"id": place.channel, "name": conversation.name or "directmessage"},
            "response_url": self._response_urls.give(place.channel, person, place.ts),
        }

    def global_shortcut(self, person: str, place: Place, callback_id: str) -> Json:
        action_ts = self._workspace.stamps.ts()
        return {
            **self.common("shortcut", person, place.page),
            "callback_id": callback_id,
            "action_ts": action_ts,
        }

    def command(self, person_id: str, place: Place, command: str, text: str) -> Json:
        """The form fields of a slash command."""
        workspace = self._workspace
        channel = place.channel
        conversation = workspace.conversations.get(channel)
        person = workspace.people[person_id]
        return {
            "token": "verification",
            "team_id": workspace.team_id,
            "team_domain": workspace.team_domain,
            "channel_id": channel,
            "channel_name": conversation.name or "directmessage",
            "user_id": person.id,
            "user_name": person.name,
            "command": command,
            "text": text,
            "api_app_id": workspace.app.id,
            "is_enterprise_install": "true" if workspace.organisation else "false",
            **({"enterprise_id": workspace.organisation} if workspace.organisation else {}),
            "response_url": self._response_urls.give(channel, person_id),
            "trigger_id": workspace.views.new_trigger(Window(person_id, place.page)),
        }


def merged(choices: Choices, more: Choices) -> Choices:
    """Earlier choices with later ones on top."""
    blocks = {*choices, *more}
    return {each: {**choices.get(each, {}), **more.get(each, {})} for each in blocks}
