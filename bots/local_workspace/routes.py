"""The workspace's URLs: Slack's Web API, files, response URLs, installation, and the page."""

from collections.abc import Callable, Mapping
from urllib.parse import urlencode

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from bots.conversation.door import Door, read_object
from bots.local_workspace import (
    api_chat,
    api_conversations,
    api_files,
    api_people,
    api_views,
)
from bots.local_workspace.files import MOST_BYTES
from bots.local_workspace.own_machine import OwnMachineOnly
from bots.local_workspace.page_api import PageApi
from bots.local_workspace.people import Json
from bots.local_workspace.refusals import Code, SlackRefusalError
from bots.local_workspace.response_urls import ResponseUrls
from bots.local_workspace.web_api import Call, Method, WebApi
from bots.local_workspace.workspace import Workspace

_TEXTS = [Middleware(Door, most_bytes=4_000_000)]
METHODS: Mapping[str, Method] = {
    **api_chat.METHODS,
    **api_conversations.METHODS,
    **api_files.METHODS,
    **api_people.METHODS,
    **api_views.METHODS,
}


def web_application(
    workspace: Workspace, web_api: WebApi, urls: ResponseUrls, page: PageApi
) -> OwnMachineOnly:
    async def respond(request: Request) -> Response:
        return await _respond(urls, request)

    async def upload(request: Request) -> Response:
        return await api_files.receive_upload(workspace, request)

    async def download(request: Request) -> Response:
        return api_files.send_download(workspace, request)

    async def authorize(request: Request) -> Response:
        return _authorize(workspace, request)

    routes = [
        Route("/api/{method}", web_api.handle, methods=["GET", "POST"], middleware=_TEXTS),
        Route("/response/{key}", respond, methods=["POST"], middleware=_TEXTS),
        Route("/upload/{file_id}", upload, methods=["POST"]),
        Route("/files/{file_id}/{name}", download),
        Route("/oauth/v2/authorize", authorize),
        *page.routes(),
    ]
    app = Starlette(
        routes=routes,
        middleware=[Middleware(Door, most_bytes=MOST_BYTES)],
        exception_handlers={SlackRefusalError: _not_found},
    )
    return OwnMachineOnly(app)


async def _respond(urls: ResponseUrls, request: Request) -> Response:
    try:
        urls.answer(request.path_params["key"], read_object(await request.body()))
    except SlackRefusalError as refusal:
        return JSONResponse({"ok": False, "error": refusal.code}, 404)
    except (AttributeError, LookupError, TypeError, ValueError):
        return JSONResponse({"ok": False, "error": "invalid_payload"}, 400)
    return PlainTextResponse("ok")


def _not_found(_request: Request, refusal: Exception) -> Response:
    return JSONResponse({"ok": False, "error": str(refusal)}, 404)


def _authorize(workspace: Workspace, request: Request) -> Response:
    """Somebody agreed to install the app: back to the app with a code that counts once."""
    redirect = request.query_params.get("redirect_uri", "")
    if request.query_params.get("client_id") != workspace.app.client_id or not redirect:
        return PlainTextResponse("unknown client_id, or no redirect_uri", 400)
    code = workspace.stamps.id("code")
    workspace.oauth_codes.add(code)
    answer = {"code": code, "state": request.query_params.get("state", "")}
    return RedirectResponse(f"{redirect}?{urlencode(answer)}")


def connections_open(new_url: Callable[[], str]) -> Method:
    """apps.connections.open: hands the app the URL of its next Socket Mode connection."""

    def open_connection(_call: Call) -> Json:
        url = new_url()
        if not url:
            raise SlackRefusalError(Code.SOCKET_MODE_OFF)
        return {"url": url}

    return open_connection
