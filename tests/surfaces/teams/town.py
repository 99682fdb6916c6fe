"""The whole process with Teams as its only chat, held by the handles of Slack's scenarios."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import SecretStr

from bots.bootstrap.application import Application, application
from bots.bootstrap.demo import FOLDER
from bots.bootstrap.local_chat import listening
from bots.settings import PersonSettings, Settings, WorkspaceSettings, read_settings
from bots.settings.surfaces import Surfaces, TeamsSettings
from bots.wording import replies
from review.office.review_office import Office
from tests.surfaces.teams.client import (
    ADA,
    ANA,
    CHANNEL,
    REVIEWERS,
    RUI,
    TeamsClient,
    actions,
    text_of,
)
from tests.surfaces.teams.fake_connector import BOT, TENANT, Json, Message, Microsoft, microsoft
from tests.waiting import found

_PEOPLE = {"ana": ANA, "rui": RUI, "ada": ADA}
PEOPLE = {
    ANA.id: PersonSettings(name="Ana", roles=("analyst",)),
    RUI.id: PersonSettings(name="Rui", roles=("reviewer",)),
    ADA.id: PersonSettings(name="Ada", roles=("reviewer", "analyst", "admin")),
}


@dataclass
class TeamsTown:
    """Ana asks in one channel, Rui and Ada review in another."""

    microsoft: Microsoft
    client: TeamsClient
    running: Application | None = None
    told: dict[str, list[str]] = field(default_factory=dict)
    dialogs: dict[str, tuple[Message, Json]] = field(default_factory=dict)
    questions: dict[str, Json] = field(default_factory=dict)
    posting: set[asyncio.Task[Any]] = field(default_factory=set)

    @property
    def office(self) -> Office:
        """The review office of the running process, where it is this one."""
        assert self.running is not None
        return self.running.office

    async def introduced(self) -> None:
        """The bot is in the reviewers' channel: it knows then where Teams wants to be called."""
        added = self.client.activity("conversationUpdate", RUI, REVIEWERS, membersAdded=[BOT])
        await self.client.post(added)
        await self.reviewer_sees(replies.HELP_TITLE)
        self.microsoft.messages.clear()

    def ask(self, text: str, *, thread: str = "", person: str = "ana") -> str:
        """Ask with a mention, or in a personal chat; the conversation with its thread."""
        if thread.startswith("a:"):
            self._post(self.client.message(_PEOPLE[person], thread, text))
            return thread
        activity = self.client.message(_PEOPLE[person], CHANNEL, text)
        where = thread or f"{CHANNEL};messageid={activity['id']}"
        activity["conversation"]["id"] = where
        self.questions.setdefault(where, activity)
        self._post(activity)
        return where

    def add_file(
        self, name: str, content: bytes, text: str = "", *, thread: str = "", person: str = "ana"
    ) -> str:
        """Add a file in the personal chat, from the person's OneDrive; the chat."""
        del thread
        microsoft = self.client.microsoft
        microsoft.drive[name] = content
        given = {
            "contentType": "application/vnd.microsoft.teams.file.download.info",
            "name": name,
            "content": {
                "downloadUrl": f"{microsoft.url}/drive/{name}",
                "uniqueId": f"{name}-{len(content)}",
                "fileType": name.rpartition(".")[2],
            },
        }
        where = _PEOPLE[person].chat
        activity = self.client.message(_PEOPLE[person], where, text, attachments=[given])
        self._post(activity)
        return where

    async def sees(self, thread: str, *words: str, person: str = "ana") -> Json:
        """The newest message in the thread, or told to the person, that holds all these words."""
        return await self._until(lambda: self._shown(thread or CHANNEL, person), words)

    def thread(self, thread: str) -> list[Json]:
        """What everybody in the channel reads in this thread."""
        return self._posted(thread)

    async def told_alone(self, person: str, *words: str) -> Json:
        """The newest message in the person's own chat with the bot that holds all these words."""
        return await self.sees(_PEOPLE[person].chat, *words, person=person)

    async def reviewer_sees(self, *words: str) -> Json:
        """The newest message in the reviewers' channel and its threads with all these words."""
        return await self._until(self.reviewers_read, words)

    def reviewers_read(self) -> list[Json]:
        shown = self.microsoft.messages.values()
        return [_readable(each) for each in shown if each.conversation.startswith(REVIEWERS)]

    async def click(self, message: Json, label: str, person: str = "ana") -> None:
        shown: Message = message["message"]
        answer = await self.client.press(_PEOPLE[person], shown, label)
        self._note(person, shown, answer)

    def has_dialog(self, person: str) -> bool:
        return person in self.dialogs

    async def submit_if_asked(self, person: str = "ana") -> None:
        """Send the dialog that a press opened, as it was filled in; nothing where none opened."""
        if person in self.dialogs:
            await self._submit(person, lambda typed: typed)

    async def fill_in(self, message: Json, label: str, text: str, person: str) -> None:
        """Press what opens a dialog, type into its first field, and send it."""
        await self.click(message, label, person)
        body = self.dialogs[person][1]["task"]["value"]["card"]["content"]["body"]
        field = next(each["id"] for each in body if each["type"] == "Input.Text")
        await self._submit(person, lambda typed: typed | {field: text})

    async def whispered(self, person: str, *words: str) -> Json:
        """What only this person is told."""
        return await self.whispered_to_one((person,), *words)

    async def whispered_to_one(self, people: Sequence[str], *words: str) -> Json:
        """What only one of these people is told."""
        return await self._until(
            lambda: [each for who in people for each in self._told(who)], words
        )

    def stop(self, thread: str, person: str = "ana") -> None:
        self.ask("stop", thread=thread, person=person)

    def say_below(self, card: Json, text: str, person: str) -> None:
        activity = self.client.message(_PEOPLE[person], REVIEWERS, text)
        activity["conversation"]["id"] = f"{REVIEWERS};messageid={card['message'].id}"
        self._post(activity)

    def edit(self, thread: str, text: str) -> None:
        asked = self.questions[thread]
        data = asked["channelData"] | {"eventType": "editMessage"}
        said = f"<at>Countersign</at> {text}"
        self._post(asked | {"type": "messageUpdate", "text": said, "channelData": data})

    def delete(self, thread: str) -> None:
        data = self.questions[thread]["channelData"] | {"eventType": "softDeleteMessage"}
        self._post(self.questions[thread] | {"type": "messageDelete", "channelData": data})

    async def desk(self, person: str, *words: str) -> Json:
        """What “my desk” brings, once it holds these words."""
        self._post(self.client.message(_PEOPLE[person], _PEOPLE[person].chat, "my desk"))
        return await self.told_alone(person, *words)

    def leads_to(self, desk: Json, card: Json) -> bool:
        """Whether a button of the desk leads to this message."""
        links = [str(each.get("url")) for each in actions(desk["message"].card)]
        return any(f"/{card['message'].id}?" in link for link in links)

    async def approve_all(self, desk: Json, person: str) -> Json:
        """Pick all that the desk offers and approve it; the desk afterwards."""
        shown: Message = desk["message"]
        (menu,) = (each for each in shown.card["body"] if each.get("id") == "desk|picked")
        picked = {"desk|picked": ",".join(each["value"] for each in menu["choices"])}
        await self.client.press(_PEOPLE[person], shown, "Approve these answers", picked)
        sure = await self.told_alone(person, "Approve these answers?")
        await self.client.press(_PEOPLE[person], sure["message"], "Approve")
        return await self.told_alone(person, "Done:")

    async def reject_all(self, desk: Json, reason: str, person: str) -> Json:
        """Pick all that the desk offers and reject it; the desk afterwards."""
        shown: Message = desk["message"]
        (menu,) = (each for each in shown.card["body"] if each.get("id") == "desk|picked")
        picked = {"desk|picked": ",".join(each["value"] for each in menu["choices"])}
        await self.client.press(_PEOPLE[person], shown, "Reject these answers…", picked)
        why = await self.told_alone(person, "Each asker is told")
        note = {"desk|note": reason}
        await self.client.press(_PEOPLE[person], why["message"], "Reject", note)
        return await self.told_alone(person, "Done:")

    async def choose_all(self, message: Json, label: str, text: str, person: str) -> None:
        """Press what opens a dialog, choose all that its menu offers, type a reason, send it."""
        await self.click(message, label, person)
        body = self.dialogs[person][1]["task"]["value"]["card"]["content"]["body"]
        menus = [each for each in body if each["type"] == "Input.ChoiceSet"]
        chosen = {m["id"]: ",".join(each["value"] for each in m["choices"]) for m in menus}
        field = next(each["id"] for each in body if each["type"] == "Input.Text")
        await self._submit(person, lambda typed: typed | chosen | {field: text})

    def refused(self) -> list[Json]:
        """The fake answers with an error what it would not take, and nothing is lost silently."""
        return []

    def _post(self, activity: Json) -> None:
        task = asyncio.create_task(self.client.post(activity))
        self.posting.add(task)
        task.add_done_callback(self.posting.discard)

    async def _submit(self, person: str, filled: Callable[[Json], Json]) -> None:
        message, dialog = self.dialogs.pop(person)
        body = dialog["task"]["value"]["card"]["content"]["body"]
        typed = {each["id"]: each.get("value", "") for each in body if "id" in each}
        answer = await self.client.send(_PEOPLE[person], message, dialog, filled(typed))
        self._note(person, message, answer)

    async def _until(self, shown: Callable[[], list[Json]], words: tuple[str, ...]) -> Json:
        async def newest() -> Json | None:
            said = (m for m in reversed(shown()) if _says(m["text"], words))
            return next(said, None)

        try:
            return await found(newest)
        except TimeoutError:
            seen = "\n---\n".join(each["text"] for each in shown())
            problem = f"{words} not seen in:\n{seen}"
            raise AssertionError(problem) from None

    def _note(self, person: str, message: Message, answer: Json) -> None:
        task = answer.get("task", {})
        if task.get("type") == "continue":
            self.dialogs[person] = (message, answer)
        told = task.get("value") if task else answer.get("value")
        if isinstance(told, str):
            self.told.setdefault(person, []).append(told)

    def _told(self, person: str) -> list[Json]:
        return [{"text": each} for each in self.told.get(person, [])]

    def _shown(self, thread: str, person: str) -> list[Json]:
        return [*self._told(person), *self._posted(thread)]

    def _posted(self, thread: str) -> list[Json]:
        return [_readable(each) for each in self.microsoft.in_(thread)]


def _says(text: str, words: tuple[str, ...]) -> bool:
    return all(word.lower() in text.lower() for word in words)


def _readable(message: Message) -> Json:
    """The message as it is now: a later edit does not change what somebody has on screen."""
    seen = Message(message.id, message.conversation, [message.now])
    labels = [{"type": "button", "text": {"text": each["title"]}} for each in actions(seen.card)]
    return {
        "text": text_of(seen.card),
        "blocks": [{"type": "actions", "elements": labels}],
        "message": seen,
    }


@asynccontextmanager
async def a_town(
    state: Path, adjusted: Callable[[Settings], Settings] = lambda settings: settings
) -> AsyncIterator[TeamsTown]:
    """The demo's databases, the real pipeline, ledger and surface; Microsoft is the fake."""
    settings = settings_in_teams(state, adjusted)
    async with application(settings, FOLDER) as running, in_teams(running) as town:
        yield town


@asynccontextmanager
async def in_teams(running: Application) -> AsyncIterator[TeamsTown]:
    """The chats around an application that has Teams as its surface."""
    async with microsoft() as fake, listening(running) as url:
        # The process speaks to its own machine only, where nobody asks for tokens.
        fake.guarded = False
        town = TeamsTown(fake, TeamsClient(fake, url), running)
        await town.introduced()
        yield town


def on_this_machine() -> TeamsSettings:
    """Teams without Microsoft: nothing is signed, and nobody else can come in."""
    return TeamsSettings(
        app_id="", app_password=SecretStr(""), tenant=TENANT, local_development=True
    )


def settings_in_teams(state: Path, adjusted: Callable[[Settings], Settings]) -> Settings:
    """The demo's settings with Teams as the only chat."""
    secrets = dict.fromkeys(("SLACK_BOT_TOKEN", "SLACK_SIGNING_SECRET", "SLACK_API_URL"), "x")
    demo = read_settings(FOLDER / "countersign.yaml", secrets | {"DEMO_STATE": str(state)})
    read = adjusted(demo)
    return read.model_copy(
        update={
            "surfaces": Surfaces(teams=on_this_machine()),
            "people": PEOPLE,
            "workspaces": {name: _in_teams(each) for name, each in read.workspaces.items()},
        }
    )


def _in_teams(workspace: WorkspaceSettings) -> WorkspaceSettings:
    where = {"slack_channel": "", "teams_conversation": REVIEWERS}
    return workspace.model_copy(update={"review": workspace.review.model_copy(update=where)})
