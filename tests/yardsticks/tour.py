"""The tour of the README, played in each chat, and all that people are shown on the way.

What is recorded is what stands there once the bot is done with a step: how many lines of progress
come before depends on how busy the machine is.
"""

import json
import re
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any, Final, TypeAlias
from zoneinfo import ZoneInfo

import httpx
from pydantic import SecretStr

from bots.bootstrap.application import Application, application
from bots.bootstrap.demo import FOLDER, SUGGESTIONS
from bots.bootstrap.local_chat import listening
from bots.local_workspace import AppProfile, LocalWorkspace, WorkspacePlan
from bots.settings import Settings, read_settings
from review.ledger.records import OwedStatus
from review.settings import Around
from tests.review.fakes import START, FakeClock
from tests.scenarios.town import Json, SlackSide, buttons, text_of
from tests.surfaces.teams.town import TeamsTown, in_teams, settings_in_teams
from tests.waiting import found

Shown: TypeAlias = Mapping[str, Json]

QUESTION: Final = "What was our net revenue last quarter by region?"
AGAIN: Final = "Net revenue by region last quarter?"
FURTHER: Final = "only Spain, by month"
CHANGE: Final = "set the floor of room Living room to First floor"
PEOPLE: Final = ("ana", "rui")
_MADRID: Final = ZoneInfo("Europe/Madrid")


@dataclass
class SlackChat:
    """The demo in the simulated Slack; its page is looked at as each person sees it."""

    side: SlackSide
    running: Application
    clock: FakeClock

    async def submit(self, person: str) -> None:
        await self.side.slack.submit_view(person)

    async def opened(self, person: str) -> None:
        """Wait for a form."""
        await self.side.slack.wait_for(lambda: self.side.slack.modal(person), 60)

    def shown(self) -> Shown:
        """What the bot said and what it opened."""
        spoken = {
            f"{conversation.id}/{ts}": {"only_for": conversation.only_for.get(ts, ""), **message}
            for conversation in self.side.slack.workspace.conversations.by_id.values()
            for ts, message in conversation.messages.items()
            if message.get("bot_id")
        }
        forms = {f"form of {who}": self.side.slack.modal(who) for who in PEOPLE}
        shown = {**spoken, **{name: form for name, form in forms.items() if form}}
        return {name: _as_sent(each) for name, each in shown.items()}

    async def seen(self) -> Mapping[str, str]:
        """What stands on each person's page, as text."""
        told: dict[str, str] = {}
        async with httpx.AsyncClient() as client:
            for who in PEOPLE:
                url = f"{self.side.slack.url}/as/{who}/state"
                state: Json = (await client.get(url)).json()
                for channel in state["channels"]:
                    for message in channel["messages"]:
                        name = f"{who} in {channel['name']} {message['ts']}"
                        told[name] = _as_text(message, state)
                told |= {f"form of {who} {v['id']}": _as_text(v, state) for v in state["views"]}
        return told


@dataclass
class TeamsChat:
    """The demo in Teams, whose side is Microsoft's fake."""

    side: TeamsTown
    running: Application
    clock: FakeClock

    async def submit(self, person: str) -> None:
        await self.side.submit_if_asked(person)

    async def opened(self, person: str) -> None:
        """A dialog is the answer to the press."""
        assert person in self.side.dialogs

    def shown(self) -> Shown:
        """What the bot said, and how it answered presses."""
        spoken = {
            f"{m.conversation}/{m.id}": _as_sent(m.now)
            for m in self.side.microsoft.messages.values()
        }
        dialogs = {f"dialog of {who}": answer for who, (_, answer) in self.side.dialogs.items()}
        told = {
            f"told to {who}, {place}": {"text": text}
            for who, texts in self.side.told.items()
            for place, text in enumerate(texts, 1)
        }
        return {**spoken, **dialogs, **told}

    async def seen(self) -> Mapping[str, str]:
        """There is no page."""
        return {}


@dataclass
class Recorder:
    """What was new or changed after each step."""

    chat: SlackChat | TeamsChat
    sent: list[Json] = field(default_factory=list)
    page: list[str] = field(default_factory=list)
    _shown: dict[str, str] = field(default_factory=dict)
    _seen: dict[str, str] = field(default_factory=dict)

    async def after(self, step: str) -> None:
        """Wait until the bot has nothing more to do and to say, and record it."""
        await found(self._settled)
        now = {name: json.dumps(each) for name, each in self.chat.shown().items()}
        new = {name: text for name, text in now.items() if self._shown.get(name) != text}
        # One conversation may be written to before another or after it.
        messages = [{"where": name, **json.loads(new[name])} for name in sorted(new)]
        self.sent.append({"step": step, "sent": messages})
        self._shown = now
        seen = dict(await self.chat.seen())
        lines = [f"{n}\n{text}\n" for n, text in sorted(seen.items()) if self._seen.get(n) != text]
        self.page.append("\n".join((f"== {step}\n", *lines)))
        self._seen = seen

    async def _settled(self) -> bool | None:
        running = self.chat.running
        await running.office._ports.dispatcher.idle()  # type: ignore[attr-defined]
        async with running.ledger.read() as pages:
            waiting = await pages.outbox.listed(OwedStatus.OWED, 1)
            going = await pages.outbox.listed(OwedStatus.SENDING, 1)
        # A thread that had its share of messages waits for a second, and the clock stands.
        for owed in waiting:
            self.chat.clock.now = max(self.chat.clock.now, owed.due)
        return None if waiting or going else True


async def play(chat: SlackChat | TeamsChat) -> Recorder:
    """Every step of the tour."""
    side, recorder = chat.side, Recorder(chat)
    thread = side.ask(QUESTION)
    card = await side.sees(thread, "Which dates")
    await recorder.after("Ana asks")
    await side.click(card, buttons(card)[0])
    answer = await side.sees(thread, "Download CSV")
    await recorder.after("Ana confirms the dates")
    await side.click(answer, "Send to review")
    await side.submit_if_asked()
    case = await side.reviewer_sees(QUESTION, "Approve & promote")
    await recorder.after("Ana sends the answer to review")
    await side.click(case, "Approve & promote", "rui")
    await chat.opened("rui")
    await recorder.after("Rui opens the form")
    await chat.submit("rui")
    await side.reviewer_sees("Approved by Rui")
    await recorder.after("Rui approves and promotes")
    again = side.ask(AGAIN)
    offer = await side.sees(again, "Use it")
    await recorder.after("Ana asks again in other words")
    await side.click(offer, "Use it")
    await side.sees(again, "Trusted", "Download CSV")
    await recorder.after("Ana uses the approved answer")
    side.ask(FURTHER, thread=again)
    await side.sees(again, "Download CSV", "Spain", "not reviewed")
    await recorder.after("Ana asks further")
    wish = side.ask(CHANGE)
    change = await side.reviewer_sees("asks for a change", "Approve")
    await recorder.after("Ana asks for a change")
    await side.click(change, "Approve", "rui")
    receipt = await side.sees(wish, "Done", "Undo…")
    await recorder.after("Rui approves the change")
    await side.click(receipt, "Undo…")
    await side.reviewer_sees("asks to undo a change")
    await recorder.after("Ana asks to take it back")
    assert side.refused() == []
    return recorder


@asynccontextmanager
async def demo_in_slack(data: Path, state: Path) -> AsyncIterator[SlackChat]:
    """The demo on that data, at a clock that stands."""
    app, clock = AppProfile(suggestions=SUGGESTIONS), FakeClock(START)
    async with LocalWorkspace(WorkspacePlan(app=app)) as slack:
        variables = {
            "SLACK_BOT_TOKEN": app.bot_token,
            "SLACK_SIGNING_SECRET": app.signing_secret,
            "SLACK_API_URL": slack.api_url,
            "DEMO_STATE": str(state),
        }
        settings = on_data(read_settings(FOLDER / "countersign.yaml", variables), data)
        world = a_world(clock)
        async with application(settings, FOLDER, world) as running, listening(running) as url:
            slack.connect_app(f"{url}/slack/events")
            yield SlackChat(SlackSide(slack), running, clock)


@asynccontextmanager
async def demo_in_teams(data: Path, state: Path) -> AsyncIterator[TeamsChat]:
    """The same in Teams."""
    clock = FakeClock(START)
    settings = settings_in_teams(state, lambda read: on_data(read, data))
    async with application(settings, FOLDER, a_world(clock)) as running, in_teams(running) as town:
        yield TeamsChat(town, running, clock)


def a_world(clock: FakeClock) -> Around:
    """That clock, and ids that are counted."""
    numbers: Iterator[int] = count(1)
    return Around(
        clock=clock,
        ids=lambda: f"tour{next(numbers):04}",
        nonces=lambda: f"once{next(numbers):04}",
        owner="tour",
        zone=lambda _workspace, _person: _MADRID,
    )


def on_data(settings: Settings, data: Path) -> Settings:
    """The demo's settings, over the databases in that folder."""

    def moved(url: SecretStr) -> SecretStr:
        return SecretStr(url.get_secret_value().replace("///data/", f"///{data}/"))

    workspaces = {}
    for name, each in settings.workspaces.items():
        assert each.writes is not None
        writes = each.writes.model_copy(update={"url": moved(each.writes.url)})
        workspaces[name] = each.model_copy(update={"url": moved(each.url), "writes": writes})
    return settings.model_copy(update={"workspaces": workspaces})


# What differs from run to run, and the name that stands for it; each new one gets a number.
_VOLATILE: Final = (
    # The number behind an id counts how often its run was kept: quick steps are kept together.
    (r"(?:tour|once)\d{4}[-/@~\w]*", "id"),
    (r"\bp\d{16}\b", "link"),
    (r"\b\d{10}\.\d{6}\b", "ts"),
    (r"\b[FV][0-9A-Z]{9,}\b", "file"),
    (r"\b1[67]\d{11}\b", "message"),
    (r"http://127\.0\.0\.1:\d+", "server"),
    (r"\b(?:under 0\.1|\d+\.\d) s\b", "seconds"),
)


def with_placeholders(text: str) -> str:
    """The text with a stable name in the place of each id, time and address."""
    for pattern, name in _VOLATILE:
        known: dict[str, str] = {}

        def named(match: re.Match[str], known: dict[str, str] = known, name: str = name) -> str:
            if name in ("server", "seconds"):
                return f"<{name}>"
            return known.setdefault(match[0], f"<{name} {len(known) + 1}>")

        text = re.sub(pattern, named, text)
    return text


# What the bot says; a chat's server adds the rest.
_SENT: Final = (
    *("only_for", "thread_ts", "type", "title", "text", "summary", "blocks", "attachments"),
    *("submit", "close", "callback_id", "private_metadata", "metadata", "entities", "importance"),
)
# Slack gives a block a name where the bot gives it none.
_NAMED_BY_SLACK: Final = re.compile(r"b[0-9A-Z]{8,}")


def _as_sent(shown: Json) -> Json:
    """The parts of a message or form that the bot wrote."""
    return {key: _unnamed(shown[key]) for key in _SENT if shown.get(key)}


def _unnamed(node: Any) -> Any:
    match node:
        case dict():
            return {
                key: _unnamed(value)
                for key, value in node.items()
                if not (key == "block_id" and _NAMED_BY_SLACK.fullmatch(str(value)))
            }
        case list():
            return [_unnamed(each) for each in node]
        case _:
            return node


def _as_text(shown: Json, state: Json) -> str:
    """What a person reads of a message or form, a block a line, and its buttons."""
    who = state["people"].get(shown.get("user", ""), {}).get("real_name") or state["app"]["name"]
    blocks = shown.get("blocks") or []
    lines = [" ".join(text_of({"blocks": [block]}).split()) for block in blocks]
    if not blocks:
        lines = [str(shown.get("text", ""))]
    return "\n".join((f"  {who}:", *(f"    {line}" for line in lines if line)))
