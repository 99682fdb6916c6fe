"""Teams over HTTP: one route that Teams posts everything to, and the links that we hand out."""

import asyncio
import logging
from typing import Any, Final, Protocol, TypeAlias
from urllib.parse import quote

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from bots.cards import File
from bots.conversation.charts import ONLY, picture_named
from bots.conversation.door import NO_BODY, Door, Malformed, refusal
from bots.conversation.pressing import Pressed, pressed
from bots.conversation.responses import Hand, Whisper, always
from bots.teams.activities import SURFACE, read_activity
from bots.teams.admitting.access import NotAllowed, NotAuthenticated
from bots.teams.admitting.adapter import TeamsAdapter
from bots.teams.admitting.keys import KeysUnavailable
from bots.teams.links import FILES, PICTURES, Grant, Links
from bots.teams.people import TeamsPeople
from bots.teams.refusals import REFUSED
from bots.wording import teams as say
from review.ledger.threads import Thread
from review.ports.desk import Desk

Json: TypeAlias = dict[str, Any]

_log = logging.getLogger(__name__)
PATH: Final = "/api/messages"
_MOST_BYTES: Final = 1_000_000
_PRIVATE: Final = {
    "Cache-Control": "private, no-store",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


class Answers(Protocol):
    """Whatever answers an activity."""

    async def turn(self, activity: Json) -> Json | None: ...


class Messages:
    """The route that Teams posts to. Nothing of a body is read before its token is."""

    def __init__(self, adapter: TeamsAdapter, turns: Answers) -> None:
        self._adapter = adapter
        self._turns = turns

    async def answer(self, request: Request) -> Response:
        try:
            answer = await self._answer(request)
        except NotAuthenticated as refused:
            raise refusal(
                401, f"the token: {refused.reason}", {"WWW-Authenticate": "Bearer"}
            ) from None
        except NotAllowed as refused:
            raise refusal(403, f"the activity: {refused.reason}") from None
        except Malformed as refused:
            raise refusal(400, refused.reason) from None
        except (KeysUnavailable, *REFUSED) as away:
            _log.warning("%s", away)
            return Response(status_code=503, headers={"Retry-After": "10"})
        return Response(status_code=200) if answer is None else JSONResponse(answer)

    async def _answer(self, request: Request) -> Json | None:
        admission = await self._adapter.admit(request.headers.get("Authorization", ""))
        activity = read_activity(await request.body())
        return await self._adapter.take(admission, activity, lambda: self._turns.turn(activity))


class Downloads:
    """Files and pictures behind signed links."""

    def __init__(self, desk: Desk, people: TeamsPeople, links: Links) -> None:
        self._desk = desk
        self._people = people
        self._links = links

    async def file(self, request: Request) -> Response:
        """The file, made now, if the person of the link may still see it."""
        grant = self._links.granted(request.path_params["token"])
        if grant is None:
            return _sentence(say.LINK_OVER, 410)
        response = await always(self._pressed(grant))
        if isinstance(response, Hand):
            return _attachment(response.file)
        return _sentence(response.text if isinstance(response, Whisper) else say.LINK_OVER, 403)

    async def picture(self, request: Request) -> Response:
        run, _, name = self._links.pictured(request.path_params["token"]).partition("/")
        answer = await self._desk.answer(run) if run else None
        image = await asyncio.to_thread(picture_named, answer, name or ONLY) if answer else None
        if image is None:
            return _sentence(say.LINK_OVER, 410)
        return Response(image.png, media_type="image/png", headers=_PRIVATE)

    async def _pressed(self, grant: Grant) -> Any:
        event = Pressed(
            press=grant.press,
            by=self._people.by_id(grant.person),
            thread=Thread(surface=SURFACE, tenant="", channel="", root=""),
        )
        return await pressed(event, self._desk)


def http_app(messages: Messages, downloads: Downloads) -> Starlette:
    """The ASGI application."""
    posted = [Middleware(Door, most_bytes=_MOST_BYTES)]
    page = [Middleware(Door, most_bytes=NO_BODY)]
    return Starlette(
        routes=[
            Route(PATH, messages.answer, methods=["POST"], middleware=posted),
            Route(f"{FILES}/{{token}}", downloads.file, methods=["GET"], middleware=page),
            Route(f"{PICTURES}/{{token}}", downloads.picture, methods=["GET"], middleware=page),
        ]
    )


def _attachment(file: File) -> Response:
    named = f"attachment; filename*=UTF-8''{quote(file.name)}"
    return Response(
        file.content,
        media_type="application/octet-stream",
        headers={**_PRIVATE, "Content-Disposition": named},
    )


def _sentence(text: str, status: int) -> Response:
    return PlainTextResponse(text, status_code=status, headers=_PRIVATE)
