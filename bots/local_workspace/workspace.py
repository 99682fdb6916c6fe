"""The whole state of the simulated Slack, and the few ways in which it changes."""

from collections.abc import Iterable
from copy import deepcopy
from typing import Any

from bots.local_workspace.app_link import AppLink
from bots.local_workspace.blocks import with_ids
from bots.local_workspace.conversations import Conversation, Conversations
from bots.local_workspace.events import Events, Installed
from bots.local_workspace.feed import NOBODY, Change, Feed
from bots.local_workspace.files import Files
from bots.local_workspace.people import AppProfile, ChannelPlan, Json, Person, UserGroup
from bots.local_workspace.refusals import Code, SlackRefusalError
from bots.local_workspace.stamps import Stamps
from bots.local_workspace.views import Views, Window


class Workspace:
    """People, conversations, files, views and the app; everything else reads and changes this."""

    team_id = "T0LOCAL"
    team_name = "Local workspace"
    team_domain = "local-workspace"

    def __init__(
        self,
        people: Iterable[Person],
        channels: Iterable[ChannelPlan],
        app: AppProfile,
        stamps: Stamps,
        link: AppLink,
    ) -> None:
        self.app = app
        self.stamps = stamps
        self.link = link
        self.people = {person.id: person for person in people}
        self.groups: dict[str, UserGroup] = {}
        self.feed = Feed()
        self.conversations = Conversations()
        self.files = Files(stamps)
        self.views = Views(stamps, app, self.team_id)
        self.organisation = ""
        self.events = Events(app, self._installed, stamps, link.deliver_later)
        self.refused: list[Json] = []
        self.prompts: dict[str, Json] = {}
        self.oauth_codes: set[str] = set()
        self.base_url = ""
        for plan in channels:
            self.conversations.add_planned(plan, list(self.people), app.bot_user)
        for person in self.people:
            self.conversations.direct([person, app.bot_user])

    def _installed(self) -> Installed:
        return Installed(team=self.team_id, organisation=self.organisation)

    def person(self, id_or_name: str) -> Person:
        for person in self.people.values():
            if id_or_name in (person.id, person.name):
                return person
        raise SlackRefusalError(Code.USER_NOT_FOUND)

    def audience(self, conversation: Conversation) -> frozenset[str] | None:
        return None if conversation.kind == "channel" else frozenset(conversation.members)

    def post(self, conversation: Conversation, fields: Json) -> Json:
        """Add a message, tell the pages and the app, and return it."""
        message = {"type": "message", "ts": self.stamps.ts(), **self._complete(fields)}
        conversation.messages[message["ts"]] = message
        self._show(conversation, message)
        self._show_parent(conversation, message)
        self.events.posted(conversation, message)
        return message

    def post_ephemeral(self, conversation: Conversation, person: str, fields: Json) -> Json:
        message = {
            "type": "message",
            "ts": self.stamps.ts(),
            **self._complete(fields),
            "is_ephemeral": True,
        }
        conversation.messages[message["ts"]] = message
        conversation.only_for[message["ts"]] = person
        self._show(conversation, message)
        return message

    def change(self, conversation: Conversation, ts: str, fields: Json) -> Json:
        """Replace parts of a message; None removes one."""
        message = conversation.message(ts)
        before = deepcopy(message)
        for name, value in self._complete(fields).items():
            if value is None:
                message.pop(name, None)
            else:
                message[name] = value
        self._show(conversation, message)
        if ts not in conversation.only_for:
            self.events.changed(conversation, message, before)
        return message

    def delete(self, conversation: Conversation, ts: str) -> None:
        message = conversation.message(ts)
        only_for = conversation.only_for.get(ts)
        del conversation.messages[ts]
        self.tell("gone", {"channel": conversation.id, "ts": ts}, self.audience(conversation))
        if only_for is None:
            self._show_parent(conversation, message)
            self.events.deleted(conversation, message)

    def react(self, conversation: Conversation, ts: str, person: str, name: str) -> None:
        reactions = conversation.message(ts).setdefault("reactions", [])
        entry = next((each for each in reactions if each["name"] == name), None)
        if entry is None:
            entry = {"name": name, "users": [], "count": 0}
            reactions.append(entry)
        if person in entry["users"]:
            raise SlackRefusalError(Code.ALREADY_REACTED)
        entry["users"].append(person)
        self._reacted("reaction_added", conversation, ts, person, entry)

    def unreact(self, conversation: Conversation, ts: str, person: str, name: str) -> None:
        reactions = conversation.message(ts).get("reactions", [])
        entry = next((each for each in reactions if each["name"] == name), None)
        if entry is None or person not in entry["users"]:
            raise SlackRefusalError(Code.NO_REACTION)
        entry["users"].remove(person)
        if not entry["users"]:
            reactions.remove(entry)
        self._reacted("reaction_removed", conversation, ts, person, entry)

    def _reacted(
        self, kind: str, conversation: Conversation, ts: str, person: str, entry: Json
    ) -> None:
        entry["count"] = len(entry["users"])
        message = conversation.message(ts)
        self._show(conversation, message)
        item = {"type": "message", "channel": conversation.id, "ts": ts}
        self.events.reacted(kind, person, entry["name"], {**item, "item_user": message["user"]})

    def tell(self, kind: str, body: Json, audience: frozenset[str] | None) -> None:
        self.feed.publish(Change(kind=kind, body=body, audience=audience))

    def tell_person(self, kind: str, body: Json, person: str) -> None:
        self.tell(kind, body, frozenset({person}))

    def show_views(self, window: Window) -> None:
        shown = {"page": window.page, "stack": self.views.stack(window)}
        self.tell_person("views", shown, window.person)

    def show_home(self, person: str) -> None:
        self.tell_person("home", {"view": self.views.homes.get(person)}, person)

    def refuse(self, method: str, problems: list[str], args: Json) -> None:
        """Remember an outgoing message or view that Slack would not have taken."""
        self.refused.append({"method": method, "problems": problems, "args": args})
        self.tell("refused", {"method": method, "problems": problems}, NOBODY)

    def bot_author(self) -> Json:
        """The fields by which a message shows that the app wrote it."""
        app = self.app
        return {
            "user": app.bot_user,
            "bot_id": app.bot_id,
            "app_id": app.id,
            "team": self.team_id,
            "bot_profile": {
                "id": app.bot_id,
                "app_id": app.id,
                "name": app.name,
                "team_id": self.team_id,
                "deleted": False,
            },
        }

    def _complete(self, fields: Json) -> Json:
        blocks: Any = fields.get("blocks")
        if not blocks:
            return fields
        return {**fields, "blocks": with_ids(blocks, lambda: self.stamps.id("b"))}

    def _show(self, conversation: Conversation, message: Json) -> None:
        only_for = conversation.only_for.get(message["ts"])
        audience = frozenset({only_for}) if only_for else self.audience(conversation)
        self.tell("message", {"channel": conversation.id, "message": message}, audience)

    def _show_parent(self, conversation: Conversation, reply: Json) -> None:
        thread_ts = reply.get("thread_ts")
        if not thread_ts or thread_ts == reply["ts"]:
            return
        parent = conversation.count_replies(thread_ts)
        if parent is not None:
            self._show(conversation, parent)
