"""The whole process with Teams as its only chat, held by the handles of Slack's scenarios."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import SecretStr

from bots.bootstrap.application import application
from bots.bootstrap.demo import FOLDER, listening
from bots.settings import PersonSettings, Settings, WorkspaceSettings, read_settings
from bots.settings.surfaces import Surfaces, TeamsSettings
from tests.surfaces.teams.client import ANA, CHANNEL, REVIEWERS, RUI, TeamsClient, actions, text_of
from tests.surfaces.teams.fake_connector import TENANT, Json, Message, Microsoft, microsoft

_PATIENCE = 20.0
_PEOPLE = {"ana": ANA, "rui": RUI}


@dataclass
class TeamsTown:
    """Ana asks in one channel, Rui reviews in another; messages look as the scenarios read them."""

    microsoft: Microsoft
    client: TeamsClient
    told: dict[str, list[str]] = field(default_factory=dict)
    dialogs: dict[str, tuple[Message, Json]] = field(default_factory=dict)
    posting: set[asyncio.Task[Any]] = field(default_factory=set)

    def ask(self, text: str, *, thread: str = "", person: str = "ana") -> str:
        """Ask with a mention; the conversation with its thread."""
        activity = self.client.message(_PEOPLE[person], CHANNEL, text)
        where = thread or f"{CHANNEL};messageid={activity['id']}"
        activity["conversation"]["id"] = where
        task = asyncio.create_task(self.client.post(activity))
        self.posting.add(task)
        task.add_done_callback(self.posting.discard)
        return where

    async def sees(self, thread: str, *words: str, person: str = "ana") -> Json:
        """The newest message in the thread, or told to the person, that holds all these words."""
        for _ in range(int(_PATIENCE / 0.05)):
            for message in reversed(self._shown(thread, person)):
                if all(word.lower() in message["text"].lower() for word in words):
                    return message
            await asyncio.sleep(0.05)
        seen = "\n---\n".join(each["text"] for each in self._shown(thread, person))
        problem = f"{words} not seen in:\n{seen}"
        raise AssertionError(problem)

    def thread(self, thread: str) -> list[Json]:
        """What everybody in the channel reads in this thread."""
        return self._posted(thread)

    async def told_alone(self, person: str, *words: str) -> Json:
        """The newest message in the person's own chat with the bot that holds all these words."""
        return await self.sees(_PEOPLE[person].chat, *words, person=person)

    async def reviewer_sees(self, *words: str) -> Json:
        return await self.sees(REVIEWERS, *words, person="rui")

    async def click(self, message: Json, label: str, person: str = "ana") -> None:
        shown: Message = message["message"]
        answer = await self.client.press(_PEOPLE[person], shown, label)
        self._note(person, shown, answer)

    async def submit_if_asked(self, person: str = "ana") -> None:
        """Send the dialog that a press opened, as it was filled in; nothing where none opened."""
        if person in self.dialogs:
            message, dialog = self.dialogs.pop(person)
            body = dialog["task"]["value"]["card"]["content"]["body"]
            typed = {each["id"]: each.get("value", "") for each in body if "id" in each}
            answer = await self.client.send(_PEOPLE[person], message, dialog, typed)
            self._note(person, message, answer)

    def _note(self, person: str, message: Message, answer: Json) -> None:
        task = answer.get("task", {})
        if task.get("type") == "continue":
            self.dialogs[person] = (message, answer)
        told = task.get("value") if task else answer.get("value")
        if isinstance(told, str):
            self.told.setdefault(person, []).append(told)

    def _shown(self, thread: str, person: str) -> list[Json]:
        told = [{"text": each} for each in self.told.get(person, [])]
        return [*told, *self._posted(thread)]

    def _posted(self, thread: str) -> list[Json]:
        found = self.microsoft.in_(thread)
        return [_readable(Message(each.id, each.conversation, [each.now])) for each in found]


def _readable(message: Message) -> Json:
    labels = [{"type": "button", "text": {"text": each["title"]}} for each in actions(message.card)]
    return {
        "text": text_of(message.card),
        "blocks": [{"type": "actions", "elements": labels}],
        "message": message,
    }


@asynccontextmanager
async def a_town(
    state: Path, adjusted: Callable[[Settings], Settings] = lambda settings: settings
) -> AsyncIterator[TeamsTown]:
    """The demo's databases, the real pipeline, ledger and surface; Microsoft is the fake."""
    settings = _settings(state, adjusted)
    async with (
        microsoft() as fake,
        application(settings, FOLDER) as running,
        listening(running) as url,
    ):
        # The process speaks to its own machine only, where nobody asks for tokens.
        fake.guarded = False
        yield TeamsTown(fake, TeamsClient(fake, url))


def _settings(state: Path, adjusted: Callable[[Settings], Settings]) -> Settings:
    secrets = dict.fromkeys(("SLACK_BOT_TOKEN", "SLACK_SIGNING_SECRET", "SLACK_API_URL"), "x")
    demo = read_settings(FOLDER / "countersign.yaml", secrets | {"DEMO_STATE": str(state)})
    read = adjusted(demo)
    teams = TeamsSettings(
        app_id="", app_password=SecretStr(""), tenant=TENANT, local_development=True
    )
    return read.model_copy(
        update={
            "surfaces": Surfaces(teams=teams),
            "people": {RUI.id: PersonSettings(name="Rui", roles=("reviewer",))},
            "workspaces": {name: _in_teams(each) for name, each in read.workspaces.items()},
        }
    )


def _in_teams(workspace: WorkspaceSettings) -> WorkspaceSettings:
    where = {"slack_channel": "", "teams_conversation": REVIEWERS}
    return workspace.model_copy(update={"review": workspace.review.model_copy(update=where)})
