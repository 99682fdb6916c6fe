"""What people do in Teams, and what Teams then posts to the bot."""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import httpx

from tests.surfaces.teams.fake_connector import BOT, TENANT, Json, Message, Microsoft

CHANNEL = "19:askdata@thread.tacv2"
REVIEWERS = "19:reviews@thread.tacv2"
GROUP = "19:meeting@thread.v2"


@dataclass(frozen=True)
class Colleague:
    """A person of the tenant."""

    name: str

    @property
    def user(self) -> str:
        return f"aad-{self.name.lower()}"

    @property
    def id(self) -> str:
        return f"teams:{TENANT}:{self.user}"

    @property
    def account(self) -> Json:
        return {"id": f"29:{self.name.lower()}", "name": self.name, "aadObjectId": self.user}

    @property
    def chat(self) -> str:
        return f"a:chat-with-29:{self.name.lower()}"


ANA = Colleague("Ana")
RUI = Colleague("Rui")
ADA = Colleague("Ada")


@dataclass
class TeamsClient:
    """Posts signed activities, as Teams does."""

    microsoft: Microsoft
    bot_url: str
    ids: Iterator[int] = field(default_factory=lambda: itertools.count(1600000000001))
    tenant: str = TENANT
    signs: bool = True

    async def post(self, activity: Json, *, token: str | None = None) -> httpx.Response:
        signer = self.microsoft.signers[-1]
        signed = signer.token(self.microsoft.service_url) if self.signs else ""
        token = signed if token is None else token
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        async with httpx.AsyncClient(timeout=20) as client:
            url = f"{self.bot_url}/api/messages"
            return await client.post(url, json=activity, headers=headers)

    def activity(self, kind: str, by: Colleague, conversation: str, **more: Any) -> Json:
        return {
            "type": kind,
            "id": str(next(self.ids)),
            "channelId": "msteams",
            "serviceUrl": self.microsoft.service_url,
            "timestamp": "2026-11-03T12:00:00.123Z",
            "from": by.account,
            "recipient": BOT,
            "conversation": {
                "id": conversation,
                "conversationType": _kind(conversation),
                "tenantId": self.tenant,
            },
            "channelData": {"tenant": {"id": self.tenant}},
            "entities": [
                {"type": "clientInfo", "locale": "en-GB", "timezone": "Europe/Madrid"},
                *more.pop("entities", []),
            ],
            **more,
        }

    def message(self, by: Colleague, conversation: str, text: str, **more: Any) -> Json:
        """A message; where others read along, with a mention of the bot."""
        if conversation.startswith("a:"):
            return self.activity("message", by, conversation, text=text, **more)
        mention = {"type": "mention", "mentioned": BOT, "text": "<at>Countersign</at>"}
        said = f"<at>Countersign</at> {text}"
        return self.activity("message", by, conversation, text=said, entities=[mention], **more)

    async def say(self, by: Colleague, conversation: str, text: str) -> str:
        """Write a message; the conversation with its thread."""
        activity = self.message(by, conversation, text)
        where = conversation
        if conversation.endswith("tacv2"):
            where = f"{conversation};messageid={activity['id']}"
            activity["conversation"]["id"] = where
        assert (await self.post(activity)).status_code == 200
        return where

    async def press(
        self, by: Colleague, message: Message, label: str, inputs: Json | None = None
    ) -> Json:
        """Press a button of the card; what Teams is answered. Untouched inputs go along."""
        action = action_of(message.card, label)
        untouched = {each["id"]: each["value"] for each in message.card["body"] if "value" in each}
        data = action["data"] | untouched | (inputs or {})
        if action["type"] == "Action.Execute":
            pressed = {"type": "Action.Execute", "verb": action["verb"], "data": data}
            value: Json = {"action": pressed, "trigger": "manual"}
            return await self.invoke(by, message, "adaptiveCard/action", value)
        return await self.invoke(by, message, "task/fetch", {"data": data})

    async def send(self, by: Colleague, message: Message, dialog: Json, typed: Json) -> Json:
        """Send a dialog."""
        action = dialog["task"]["value"]["card"]["content"]["actions"][0]
        return await self.invoke(by, message, "task/submit", {"data": action["data"] | typed})

    async def invoke(self, by: Colleague, message: Message, name: str, value: Json) -> Json:
        activity = self.activity(
            "invoke", by, message.conversation, name=name, value=value, replyToId=message.id
        )
        answer = await self.post(activity)
        assert answer.status_code == 200, answer.status_code
        body: Json = answer.json()
        return body


def action_of(card: Json, label: str) -> Json:
    """The button of this label, wherever it is in the card."""
    found = [each for each in actions(card) if each.get("title") == label]
    assert found, [each.get("title") for each in actions(card)]
    return found[0]


def actions(card: Json) -> list[Json]:
    return [*_inside(card["body"]), *card.get("actions", [])]


def _inside(elements: list[Json]) -> list[Json]:
    found: list[Json] = []
    for each in elements:
        found += [*each.get("actions", []), *_inside(each.get("items", []))]
    return found


def text_of(node: Any) -> str:
    """Everything that a person can read of a card."""
    if isinstance(node, list):
        return " ".join(filter(None, map(text_of, node)))
    if isinstance(node, dict):
        shown = [node[key] for key in ("text", "title", "label") if isinstance(node.get(key), str)]
        inner = [text_of(node[key]) for key in node if key not in ("data", "fallback", "refresh")]
        return " ".join(filter(None, [*shown, *inner]))
    return ""


def _kind(conversation: str) -> str:
    if conversation.startswith("a:"):
        return "personal"
    return "channel" if "@thread.tacv2" in conversation else "groupChat"
