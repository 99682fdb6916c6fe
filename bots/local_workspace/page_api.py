"""What the page asks for and sends: one person's view of the workspace, live."""

import asyncio
import html
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TypeAlias

from starlette.requests import Request
from starlette.responses import (
    HTMLResponse,
    JSONResponse,
    PlainTextResponse,
    RedirectResponse,
    Response,
    StreamingResponse,
)
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from bots.conversation.door import Malformed, read_object
from bots.local_workspace.api_files import file_response
from bots.local_workspace.api_people import profile
from bots.local_workspace.app_link import AppReply
from bots.local_workspace.doings import Doings
from bots.local_workspace.payloads import Place, Press
from bots.local_workspace.people import Json, Person
from bots.local_workspace.refusals import SlackRefusalError, UnknownElementError
from bots.local_workspace.views import Window
from bots.local_workspace.workspace import Workspace

_PAGE: Final = Path(__file__).parent / "page"
_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS: Final = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}
_KEEP_ALIVE_SECONDS: Final = 15.0
Doing: TypeAlias = Callable[[str, Json], Awaitable[Json]]


class PageApi:
    """Serves the page's files, its first state, its live changes and what people do on it."""

    def __init__(self, workspace: Workspace, doings: Doings) -> None:
        self._workspace = workspace
        self._doings = doings
        self._do: dict[str, Doing] = {
            "post": self._post,
            "edit": self._edit,
            "delete": self._delete,
            "react": self._react,
            "press": self._press,
            "suggest": self._suggest,
            "submit": self._submit,
            "close": self._close,
            "command": self._command,
            "shortcut": self._shortcut,
            "home": self._home,
        }

    def routes(self) -> list[Route | Mount]:
        return [
            Route("/", self.people_page),
            Route("/as/{person}", self.person_page),
            Route("/as/{person}/state", self.state),
            Route("/as/{person}/changes", self.changes),
            Route("/as/{person}/files/{file_id}", self.file),
            Route("/as/{person}/upload", self.upload, methods=["POST"]),
            Route("/as/{person}/do/{what}", self.do, methods=["POST"]),
            Route("/archives/{rest:path}", self.archives),
            Mount("/page", StaticFiles(directory=_PAGE)),
        ]

    async def people_page(self, _request: Request) -> Response:
        cards = "".join(_person_card(each) for each in self._workspace.people.values())
        app = self._workspace.app
        page = (_PAGE / "people.html").read_text(encoding="utf-8")
        page = page.replace("{{app}}", html.escape(app.name))
        page = page.replace("{{tagline}}", html.escape(app.tagline)).replace("{{people}}", cards)
        return HTMLResponse(page, headers=_HEADERS)

    async def person_page(self, request: Request) -> Response:
        try:
            self._person(request)
        except SlackRefusalError:
            return RedirectResponse("/")
        page = (_PAGE / "workspace.html").read_text(encoding="utf-8")
        app_name = html.escape(self._workspace.app.name)
        return HTMLResponse(page.replace("{{app}}", app_name), headers=_HEADERS)

    async def archives(self, _request: Request) -> Response:
        """A permalink says nothing about who follows it: choose a person first."""
        return RedirectResponse("/")

    async def state(self, request: Request) -> Response:
        state = person_state(self._workspace, self._person(request), _page(request))
        return JSONResponse(state, headers=_HEADERS)

    async def changes(self, request: Request) -> Response:
        stream = self._stream(Window(self._person(request).id, _page(request)))
        headers = {**_HEADERS, "X-Accel-Buffering": "no"}
        return StreamingResponse(stream, media_type="text/event-stream", headers=headers)

    async def _stream(self, window: Window) -> AsyncIterator[str]:
        with self._workspace.feed.watch() as watcher, self._open(window):
            yield "retry: 1000\n\n"
            while True:
                try:
                    change = await asyncio.wait_for(watcher.get(), _KEEP_ALIVE_SECONDS)
                except TimeoutError:
                    yield ": still here\n\n"
                    continue
                if change is None:
                    return
                if change.seen_by(window.person):
                    yield f"data: {json.dumps({'kind': change.kind, **change.body})}\n\n"

    @contextmanager
    def _open(self, window: Window) -> Iterator[None]:
        """For as long as the page is there."""
        try:
            yield
        finally:
            self._workspace.views.leave(window)

    async def file(self, request: Request) -> Response:
        self._person(request)
        return file_response(self._workspace, request.path_params["file_id"])

    async def upload(self, request: Request) -> Response:
        name = request.query_params.get("name", "file")
        channel = request.query_params.get("channel", "")
        typed = request.query_params.get("text", "")
        thread_ts = request.query_params.get("thread_ts", "")
        content = await request.body()
        person = self._person(request).id
        try:
            message = self._doings.upload(
                person, channel, name, content, typed=typed, thread_ts=thread_ts
            )
        except SlackRefusalError as refusal:
            return JSONResponse({"notice": refusal.code}, 400)
        return JSONResponse({"ts": message["ts"]})

    async def do(self, request: Request) -> Response:
        doing = self._do.get(request.path_params["what"])
        if doing is None:
            return PlainTextResponse("no such thing to do", 404)
        try:
            body = read_object(await request.body()) | {"page": _page(request)}
            return JSONResponse(await doing(self._person(request).id, body))
        except SlackRefusalError as refusal:
            return JSONResponse({"notice": f"The workspace refused that: {refusal.code}"})
        except Malformed as malformed:
            return PlainTextResponse(malformed.reason, 400)
        except (UnknownElementError, AttributeError, KeyError, TypeError, ValueError):
            return JSONResponse({"notice": "That is not there any more."})

    def _person(self, request: Request) -> Person:
        return self._workspace.person(request.path_params["person"])

    async def _post(self, person: str, body: Json) -> Json:
        thread_ts = body.get("thread_ts") or None
        message = self._doings.post(person, body["channel"], body["text"], thread_ts=thread_ts)
        return {"ts": message["ts"]}

    async def _edit(self, person: str, body: Json) -> Json:
        self._doings.edit(person, body["channel"], body["ts"], body["text"])
        return {}

    async def _delete(self, person: str, body: Json) -> Json:
        self._doings.delete(person, body["channel"], body["ts"])
        return {}

    async def _react(self, person: str, body: Json) -> Json:
        conversation = self._workspace.conversations.get(body["channel"])
        change = self._workspace.unreact if body.get("remove") else self._workspace.react
        change(conversation, body["ts"], person, body["name"])
        return {}

    async def _press(self, person: str, body: Json) -> Json:
        place = _place(body)
        self._doings.choose(person, place, body.get("choices") or {})
        return self._answered(await self._doings.press(person, place, _press(body)))

    async def _suggest(self, person: str, body: Json) -> Json:
        return {"options": await self._doings.suggest(person, _place(body), _press(body))}

    async def _submit(self, person: str, body: Json) -> Json:
        return await self._doings.submit(person, body["view_id"], body.get("choices") or {})

    async def _close(self, person: str, body: Json) -> Json:
        everything = bool(body.get("everything"))
        await self._doings.close(person, body["view_id"], everything=everything)
        return {}

    async def _command(self, person: str, body: Json) -> Json:
        text = body.get("text", "")
        reply = await self._doings.command(person, _place(body), body["command"], text)
        return self._answered(reply)

    async def _shortcut(self, person: str, body: Json) -> Json:
        reply = await self._doings.shortcut(person, body["callback_id"], _place(body))
        return self._answered(reply)

    async def _home(self, person: str, body: Json) -> Json:
        self._doings.open_home(person, body.get("tab", "home"))
        return {}

    def _answered(self, reply: AppReply) -> Json:
        return {} if reply.ok else {"notice": self._doings.sorry(reply)}


def person_state(workspace: Workspace, person: Person, page: str = "") -> Json:
    """Everything that one person sees, as the page needs it when it starts."""
    app = workspace.app
    seen = [
        {**each.as_json(person.id), "members": each.members, "messages": each.seen_by(person.id)}
        for each in workspace.conversations.by_id.values()
        if person.id in each.members
    ]
    return {
        "me": profile(workspace, person),
        "people": {each.id: profile(workspace, each) for each in workspace.people.values()},
        "app": {
            "name": app.name,
            "user": app.bot_user,
            "tagline": app.tagline,
            "commands": list(app.commands),
            "mention_in": list(app.mention_in),
            "suggestions": list(app.suggestions),
            "shortcuts": [_shortcut_json(each) for each in app.shortcuts],
        },
        "channels": seen,
        "groups": {each.id: each.handle for each in workspace.groups.values()},
        "prompts": workspace.prompts,
        "views": workspace.views.stack(Window(person.id, page)),
        "home": workspace.views.homes.get(person.id),
    }


def _shortcut_json(shortcut: Any) -> Json:
    return {
        "callback_id": shortcut.callback_id,
        "name": shortcut.name,
        "on_message": shortcut.on_message,
    }


def _place(body: Json) -> Place:
    return Place(
        channel=body.get("channel") or "",
        ts=body.get("ts") or "",
        view_id=body.get("view_id") or "",
        page=body["page"],
    )


def _page(request: Request) -> str:
    """Which of a person's open pages asks: each gives itself a name when it is loaded."""
    return request.query_params.get("page", "")


def _press(body: Json) -> Press:
    return Press(block_id=body["block_id"], action_id=body["action_id"], value=body.get("value"))


def _person_card(person: Person) -> str:
    name, real, role = (html.escape(each) for each in (person.name, person.real_name, person.role))
    initials = html.escape("".join(part[0] for part in person.real_name.split()[:2]))
    return (
        f'<a class="person-card" href="/as/{name}"><span class="avatar large" aria-hidden="true">'
        f"{initials}</span><span><strong>{real}</strong><small>{role}</small></span></a>"
    )
