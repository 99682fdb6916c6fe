"""Starts and stops the local workspace, and is the handle by which tests and the demo use it."""

import asyncio
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self, TypeVar

import uvicorn

from bots.local_workspace import state_file
from bots.local_workspace.app_link import RETRY_DELAYS, AppLink, AppReply, Delivery, SignedHttp
from bots.local_workspace.blocks import Choices, elements, label
from bots.local_workspace.doings import Doings
from bots.local_workspace.feed import NOBODY
from bots.local_workspace.loopback import QuietServer
from bots.local_workspace.page_api import PageApi
from bots.local_workspace.payloads import Place, Press
from bots.local_workspace.people import (
    DEMO_APP,
    DEMO_CHANNELS,
    DEMO_PEOPLE,
    AppProfile,
    ChannelPlan,
    Json,
    Person,
    UserGroup,
)
from bots.local_workspace.refusals import NoModalError, UnknownElementError
from bots.local_workspace.response_urls import ResponseUrls
from bots.local_workspace.routes import METHODS, connections_open, web_application
from bots.local_workspace.socket_mode import SocketMode
from bots.local_workspace.stamps import Clock, Stamps
from bots.local_workspace.web_api import WebApi
from bots.local_workspace.workspace import Workspace

Found = TypeVar("Found")
_SAVE_AFTER_SECONDS = 0.2
_LOOK_AGAIN_SECONDS = 0.05


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkspacePlan:
    """What the workspace starts with."""

    app: AppProfile = DEMO_APP
    people: tuple[Person, ...] = DEMO_PEOPLE
    channels: tuple[ChannelPlan, ...] = DEMO_CHANNELS
    groups: tuple[UserGroup, ...] = ()
    socket_mode: bool = False
    # The app is installed for this whole organisation (Enterprise Grid), not for one workspace.
    organisation: str = ""


class LocalWorkspace:
    """The simulated Slack as a server on loopback; `async with` starts and stops it."""

    def __init__(
        self,
        plan: WorkspacePlan | None = None,
        *,
        port: int = 0,
        state: Path | None = None,
        clock: Clock = time.time,
        retry_delays: tuple[float, ...] = RETRY_DELAYS,
    ) -> None:
        plan = plan or WorkspacePlan()
        stamps = Stamps(clock)
        self.http = SignedHttp(plan.app.signing_secret, clock)
        self.socket = SocketMode(plan.app.id, stamps) if plan.socket_mode else None
        self.link = AppLink(self.socket or self.http, retry_delays, self._told)
        self.workspace = Workspace(plan.people, plan.channels, plan.app, stamps, self.link)
        self.workspace.organisation = plan.organisation
        self.workspace.groups = {group.id: group for group in plan.groups}
        urls = ResponseUrls(self.workspace)
        self.doings = Doings(self.workspace, self.link, urls)
        new_url = self.socket.new_url if self.socket else str
        methods = {**METHODS, "apps.connections.open": connections_open(new_url)}
        self.api = WebApi(self.workspace, methods)
        page = PageApi(self.workspace, self.doings)
        self._application = web_application(self.workspace, self.api, urls, page)
        self._port = port
        self._state = state
        self._saving: asyncio.TimerHandle | None = None

    # ------------------------------------------------------------ start and stop

    async def __aenter__(self) -> Self:
        listener = socket.create_server(("127.0.0.1", self._port))
        self.url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        self.workspace.base_url = self.url
        if self._state is not None:
            state_file.load(self.workspace, self._state)
            self.workspace.feed.on_change(self._save_soon)
        if self.socket is not None:
            await self.socket.start()
        config = uvicorn.Config(
            self._application,
            log_level="warning",
            lifespan="off",
            ws="none",
            timeout_graceful_shutdown=1,
        )
        self._server = QuietServer(config)
        self._serving = asyncio.create_task(self._server.serve(sockets=[listener]))
        return self

    async def __aexit__(self, *_error: object) -> None:
        self.workspace.feed.close()
        await self.link.stop()
        if self.socket is not None:
            await self.socket.stop()
        self._server.should_exit = True
        await self._serving
        await self.http.close()
        if self._state is not None:
            self._save()

    def connect_app(self, url: str) -> None:
        """Where the app takes events, clicks and commands, e.g. `http://.../slack/events`."""
        self.http.url = url

    @property
    def api_url(self) -> str:
        """The base URL for the app's Web API client."""
        return f"{self.url}/api/"

    def page_url(self, person: str) -> str:
        return f"{self.url}/as/{self.workspace.person(person).name}"

    def _save_soon(self) -> None:
        if self._saving is None:
            loop = asyncio.get_running_loop()
            self._saving = loop.call_later(_SAVE_AFTER_SECONDS, self._save)

    def _save(self) -> None:
        if self._saving is not None:
            self._saving.cancel()
        self._saving = None
        if self._state is not None:
            state_file.save(self.workspace, self._state)

    def _told(self) -> None:
        self.workspace.tell("delivery", {}, NOBODY)

    # ------------------------------------------------------------ what people do

    def post_as(self, person: str, channel: str, text: str, thread_ts: str = "") -> Json:
        """Write a message; `channel` is a name, an id, or "dm" for the direct message."""
        return self.doings.post(
            self._id(person), self._channel(person, channel), text, thread_ts=thread_ts or None
        )

    def share_as(
        self,
        person: str,
        channel: str,
        name: str,
        content: bytes,
        text: str = "",
        thread_ts: str = "",
    ) -> Json:
        """Share a file, with words beside it."""
        where = self._channel(person, channel)
        return self.doings.upload(
            self._id(person), where, name, content, typed=text, thread_ts=thread_ts
        )

    async def click(
        self, person: str, message: Json, wanted: str, value: Any = None, channel: str = ""
    ) -> AppReply:
        """Press the element of a message that has this action id or label."""
        place = Place(channel=channel or self.channel_of(message), ts=message["ts"])
        return await self.doings.press(
            self._id(person), place, _find(message.get("blocks") or [], wanted, value)
        )

    async def click_in_view(self, person: str, wanted: str, value: Any = None) -> AppReply:
        """Press an element of the topmost open modal, or of the Home tab if there is none."""
        view = self.modal(person) or self.home(person) or {"blocks": [], "id": ""}
        place = Place(view_id=view["id"])
        return await self.doings.press(
            self._id(person), place, _find(view["blocks"], wanted, value)
        )

    async def suggest(self, person: str, message: Json, action_id: str, query: str) -> list[Json]:
        """What the app offers for a search in an external select of a message."""
        place = Place(channel=self.channel_of(message), ts=message["ts"])
        press = _find(message.get("blocks") or [], action_id, query)
        return await self.doings.suggest(self._id(person), place, press)

    async def submit_view(self, person: str, choices: Choices | None = None) -> Json:
        """Submit the topmost modal; the answer has `errors` by block, or a `notice`."""
        view = self.modal(person)
        if view is None:
            raise NoModalError(person)
        return await self.doings.submit(self._id(person), view["id"], choices or {})

    async def close_view(self, person: str, *, everything: bool = False) -> None:
        view = self.modal(person)
        if view is not None:
            await self.doings.close(self._id(person), view["id"], everything=everything)

    async def slash(self, person: str, channel: str, command: str, text: str = "") -> AppReply:
        where = self._channel(person, channel)
        return await self.doings.command(self._id(person), Place(channel=where), command, text)

    async def shortcut(
        self, person: str, callback_id: str, message: Json | None = None
    ) -> AppReply:
        """Use a message's shortcut, or a global one when there is no message."""
        place = Place()
        if message is not None:
            place = Place(channel=self.channel_of(message), ts=message["ts"])
        return await self.doings.shortcut(self._id(person), callback_id, place)

    # ------------------------------------------------------------ what can be seen

    def messages(self, channel: str, thread_ts: str = "", person: str = "") -> list[Json]:
        """The messages of a channel or thread, with the ephemeral ones if a person is given."""
        conversation = self.workspace.conversations.get(self._channel(person, channel))
        shown = conversation.seen_by(self._id(person)) if person else conversation.lasting()
        if not thread_ts:
            return shown
        return [each for each in shown if thread_ts in (each["ts"], each.get("thread_ts"))]

    def modal(self, person: str) -> Json | None:
        return self.workspace.views.topmost(self._id(person))

    def home(self, person: str) -> Json | None:
        return self.workspace.views.homes.get(self._id(person))

    @property
    def refused(self) -> list[Json]:
        """Outgoing messages and views that Slack would not have taken."""
        return self.workspace.refused

    @property
    def deliveries(self) -> list[Delivery]:
        """Every attempt to hand something to the app, the latest ten thousand."""
        return list(self.link.deliveries)

    async def wait_for(self, find: Callable[[], Found | None], seconds: float = 5.0) -> Found:
        """Wait until `find` returns something; it may also look at what the app does."""
        with self.workspace.feed.watch() as watcher:
            async with asyncio.timeout(seconds):
                while not (found := find()):
                    with suppress(TimeoutError):
                        await asyncio.wait_for(watcher.get(), _LOOK_AGAIN_SECONDS)
                return found

    async def settle(self) -> None:
        """Wait until no event is on its way to the app."""
        await self.link.settle()

    # ------------------------------------------------------------ what can go wrong

    def send_event(self, event: Json) -> str:
        """Deliver an event that nobody's doing makes, e.g. `app_uninstalled`; its event id."""
        return self.workspace.events.send(event)

    async def redeliver(self, event_id: str) -> AppReply:
        return await self.link.redeliver(event_id)

    def inject_429(self, times: int, *, retry_after: int = 1, method: str = "") -> None:
        self.api.inject_429(times, retry_after=retry_after, method=method)

    def channel_of(self, message: Json) -> str:
        """The id of the conversation that holds this message."""
        for conversation in self.workspace.conversations.by_id.values():
            if conversation.messages.get(message["ts"], {}).get("user") == message["user"]:
                return conversation.id
        return ""

    def _id(self, person: str) -> str:
        return self.workspace.person(person).id

    def _channel(self, person: str, channel: str) -> str:
        conversations = self.workspace.conversations
        if channel == "dm":
            members = [self._id(person), self.workspace.app.bot_user]
            return conversations.direct(members).id
        return conversations.named(channel).id


def _find(blocks: list[Json], wanted: str, value: Any) -> Press:
    found = list(elements(blocks))
    for block, element in found:
        place = {"block_id": block["block_id"], "action_id": element["action_id"]}
        if wanted in (element["action_id"], label(element)):
            return Press(**place, value=value)
        menu = element["options"] if element["type"] == "overflow" else []
        if line := next((each for each in menu if each["text"]["text"] == wanted), None):
            return Press(**place, value=line["value"])
    raise UnknownElementError(wanted, [label(element) for _, element in found])
