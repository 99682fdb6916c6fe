"""What people do and see in the simulated Slack, in the words of a scenario."""

import contextlib
import json
from collections.abc import Sequence
from typing import Any, TypeAlias

import duckdb

from bots.bootstrap.local_chat import LocalChat
from bots.local_workspace import LocalWorkspace
from demo.generate import DATA
from knowledge.database_url import DUCKDB_SETTINGS
from review.office.review_office import Office

Json: TypeAlias = dict[str, Any]
PATIENCE = 60.0


class SlackSide:
    """Ana asks in #ask-data, Rui reviews in #data-reviews."""

    def __init__(self, slack: LocalWorkspace) -> None:
        self.slack = slack

    def ask(self, text: str, *, thread: str = "", person: str = "ana") -> str:
        """Ask with a mention, or follow up in a thread without one; the thread's root."""
        said = text if thread else f"<@{self.slack.workspace.app.bot_user}> {text}"
        message = self.slack.post_as(person, "ask-data", said, thread)
        return thread or str(message["ts"])

    def add_file(
        self, name: str, content: bytes, text: str = "", *, thread: str = "", person: str = "ana"
    ) -> str:
        """Add a file in the channel with a mention, or in a thread; the thread's root."""
        said = text if thread else f"<@{self.slack.workspace.app.bot_user}> {text}"
        message = self.slack.share_as(person, "ask-data", name, content, said, thread)
        return thread or str(message["ts"])

    async def sees(self, thread: str, *words: str, person: str = "ana") -> Json:
        """The newest message of the bot in the thread that holds all these words."""

        def newest() -> Json | None:
            shown = self.slack.messages("ask-data", thread, person)
            return next((m for m in reversed(shown) if _from_bot(m) and says(m, words)), None)

        try:
            return await self.slack.wait_for(newest, PATIENCE)
        except TimeoutError:
            shown = self.slack.messages("ask-data", thread, person)
            seen = "\n---\n".join(text_of(m) for m in shown)
            problem = f"{words} not seen in:\n{seen}"
            raise AssertionError(problem) from None

    async def settles(self, thread: str) -> Json:
        """What the bot says in the thread once it no longer works on it."""

        def newest() -> Json | None:
            shown = [m for m in self.slack.messages("ask-data", thread) if _from_bot(m)]
            return shown[-1] if shown and not text_of(shown[-1]).strip().endswith("…") else None

        return await self.slack.wait_for(newest, PATIENCE)

    def thread(self, thread: str) -> list[Json]:
        """What everybody in the channel reads in this thread."""
        return self.slack.messages("ask-data", thread)

    async def told_alone(self, person: str, *words: str) -> Json:
        """The newest direct message of the bot to that person that holds all these words."""

        def newest() -> Json | None:
            shown = self.slack.messages("dm", person=person)
            return next((m for m in reversed(shown) if _from_bot(m) and says(m, words)), None)

        return await self.slack.wait_for(newest, PATIENCE)

    async def reviewer_sees(self, *words: str) -> Json:
        """The newest message in #data-reviews that holds all these words."""

        def newest() -> Json | None:
            shown = self.reviewers_read()
            return next((m for m in reversed(shown) if _from_bot(m) and says(m, words)), None)

        return await self.slack.wait_for(newest, PATIENCE)

    def reviewers_read(self) -> list[Json]:
        return self.slack.messages("data-reviews")

    async def click(self, message: Json, label: str, person: str = "ana") -> None:
        await self.slack.click(person, message, label)

    def has_dialog(self, person: str) -> bool:
        return self.slack.modal(person) is not None

    async def submit_if_asked(self, person: str = "ana") -> None:
        """Send the form that a click opened, as it was filled in; nothing where none opened."""
        with contextlib.suppress(TimeoutError):
            await self.slack.wait_for(lambda: self.slack.modal(person), 1.0)
            await self.slack.submit_view(person)

    async def fill_in(self, message: Json, label: str, text: str, person: str) -> None:
        """Press what opens a form, type into its first field, and send it."""
        await self.click(message, label, person)
        view = await self.slack.wait_for(lambda: self.slack.modal(person), 10)
        await self.slack.submit_view(person, {_typed_in(view): {"typed": text}})

    async def whispered(self, person: str, *words: str) -> Json:
        """What only this person sees in the reviewers' channel."""
        return await self.whispered_to_one((person,), *words)

    async def whispered_to_one(self, people: Sequence[str], *words: str) -> Json:
        """What only one of these people sees: of two clicks nobody knows which arrives first."""

        def newest() -> Json | None:
            shown = [m for who in people for m in self.slack.messages("data-reviews", person=who)]
            return next((m for m in reversed(shown) if says(m, words)), None)

        return await self.slack.wait_for(newest, PATIENCE)

    def stop(self, thread: str, person: str = "ana") -> None:
        self.slack.post_as(person, "ask-data", "stop", thread)

    def say_below(self, card: Json, text: str, person: str) -> None:
        said = f"<@{self.slack.workspace.app.bot_user}> {text}"
        self.slack.post_as(person, "data-reviews", said, card["ts"])

    def edit(self, thread: str, text: str) -> None:
        said = f"<@{self.slack.workspace.app.bot_user}> {text}"
        self.slack.doings.edit("U0ANA", "C0ASKDATA", thread, said)

    def delete(self, thread: str) -> None:
        self.slack.doings.delete("U0ANA", "C0ASKDATA", thread)

    async def desk(self, person: str, *words: str) -> Json:
        """The Home tab, once it holds these words."""
        self.slack.doings.open_home(self.slack.workspace.person(person).id)
        return await self._home(person, *words)

    def leads_to(self, desk: Json, card: Json) -> bool:
        """Whether a button of the tab leads to this message."""
        links = [str(each["accessory"].get("url")) for each in _with_accessory(desk)]
        return any(card["ts"].replace(".", "") in link for link in links)

    async def approve_all(self, desk: Json, person: str) -> Json:
        """Pick all that the tab offers and approve it; the tab afterwards."""
        await self._pick_all(desk, person)
        await self.slack.click_in_view(person, "home.approve")
        return await self._home(person, "Done:")

    async def reject_all(self, desk: Json, reason: str, person: str) -> Json:
        """Pick all that the tab offers and reject it; the tab afterwards."""
        await self._pick_all(desk, person)
        await self.slack.click_in_view(person, "home.reject")
        view = await self.slack.wait_for(lambda: self.slack.modal(person), 10)
        await self.slack.submit_view(person, {_typed_in(view): {"typed": reason}})
        return await self._home(person, "Done:")

    async def choose_all(self, message: Json, label: str, text: str, person: str) -> None:
        """Press what opens a form, choose all that its menu offers, type a reason, and send it."""
        await self.click(message, label, person)
        view = await self.slack.wait_for(lambda: self.slack.modal(person), 10)
        menus = [b for b in view["blocks"] if "select" in b.get("element", {}).get("type", "")]
        picked = {b["block_id"]: {"pick": _values(b["element"])} for b in menus}
        await self.slack.submit_view(person, picked | {_typed_in(view): {"typed": text}})

    async def _pick_all(self, desk: Json, person: str) -> None:
        (select,) = (
            each["accessory"]
            for each in _with_accessory(desk)
            if each["accessory"]["type"] == "multi_static_select"
        )
        await self.slack.click_in_view(person, "home.picked", _values(select))

    async def _home(self, person: str, *words: str) -> Json:
        def shown() -> Json | None:
            view = self.slack.home(person)
            return view if view and says(view, words) else None

        return await self.slack.wait_for(shown, PATIENCE)

    def refused(self) -> list[Json]:
        return self.slack.refused


def _typed_in(view: Json) -> str:
    """The first block of a form that is typed into."""
    inputs = (block for block in view["blocks"] if block["type"] == "input")
    return str(next(b["block_id"] for b in inputs if b["element"]["type"] == "plain_text_input"))


def _values(select: Json) -> list[str]:
    return [str(option["value"]) for option in select["options"]]


class Town(SlackSide):
    """The simulated Slack, and the application that runs behind it in this process."""

    def __init__(self, running: LocalChat) -> None:
        super().__init__(running.slack)
        self.running = running

    @property
    def office(self) -> Office:
        """The review office of the running process."""
        return self.running.application.office


def _with_accessory(view: Json) -> list[Json]:
    return [each for each in view["blocks"] if "accessory" in each]


def query(sql: str) -> list[tuple[Any, ...]]:
    """The rows of an independent query on the demo's sales database."""
    # One process opens a file with one set of settings only, and the product may be reading it.
    file = str(DATA / "sales.duckdb")
    with duckdb.connect(file, read_only=True, config=DUCKDB_SETTINGS) as connection:
        return connection.execute(sql).fetchall()


def text_of(message: Json) -> str:
    """Everything that a person can read of a message."""
    return " ".join(_texts(message.get("blocks") or [])) + " " + str(message.get("text", ""))


def _texts(node: Any) -> list[str]:
    if isinstance(node, list):
        return [text for item in node for text in _texts(item)]
    if isinstance(node, dict):
        own = [str(node["text"])] if isinstance(node.get("text"), str) else []
        numbers = [json.dumps(node["value"])] if node.get("type") == "raw_number" else []
        rest = [text for key, item in node.items() if key != "value" for text in _texts(item)]
        return own + numbers + rest
    return []


def _from_bot(message: Json) -> bool:
    return bool(message.get("bot_id"))


def says(message: Json, words: tuple[str, ...]) -> bool:
    text = text_of(message).lower()
    return all(word.lower() in text for word in words)


def buttons(message: Json) -> list[str]:
    """The labels of a card's buttons, in order."""
    elements = [
        element for block in message.get("blocks") or [] for element in block.get("elements", [])
    ]
    shown = [each for each in elements if each.get("type") == "button"]
    menus = [each["options"] for each in elements if each.get("type") == "overflow"]
    return [str(each["text"]["text"]) for each in (*shown, *(line for m in menus for line in m))]
