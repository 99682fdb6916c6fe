"""The files.* methods, and the two plain URLs behind them: upload and download."""

from collections.abc import Mapping
from typing import Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response

from bots.local_workspace.files import StoredFile
from bots.local_workspace.people import Json
from bots.local_workspace.refusals import Code, SlackRefusalError
from bots.local_workspace.web_api import Call, Method
from bots.local_workspace.workspace import Workspace


def get_upload_url(call: Call) -> Json:
    if not call.text("length").isdigit():
        raise SlackRefusalError(Code.INVALID_ARGUMENTS, "[ERROR] missing required field: length")
    workspace = call.workspace
    length = int(call.text("length"))
    file = workspace.files.expect(call.needed("filename"), length, workspace.app.bot_user)
    return {"file_id": file.id, "upload_url": f"{workspace.base_url}/upload/{file.id}"}


def complete_upload(call: Call) -> Json:
    workspace = call.workspace
    uploaded = [_uploaded(call, each) for each in call.args.get("files") or []]
    if not uploaded:
        raise SlackRefusalError(Code.INVALID_ARGUMENTS, "[ERROR] no files")
    listed = call.text("channel_id") or call.text("channels")
    for channel in [each for each in listed.split(",") if each]:
        _share(call, uploaded, channel)
    return {"files": [each.as_json(workspace.base_url) for each in uploaded]}


def _uploaded(call: Call, entry: Json) -> StoredFile:
    file = call.workspace.files.get(str(entry.get("id")))
    if file.content is None:
        raise SlackRefusalError(Code.FILE_NOT_FOUND)
    file.title = str(entry.get("title") or file.name)
    return file


def _share(call: Call, uploaded: list[StoredFile], channel: str) -> None:
    workspace = call.workspace
    conversation = workspace.conversations.get(channel)
    if workspace.app.bot_user not in conversation.members:
        raise SlackRefusalError(Code.NOT_IN_CHANNEL)
    for file in uploaded:
        file.channels = (*file.channels, conversation.id)
    fields: Json = {
        **workspace.bot_author(),
        "text": call.text("initial_comment"),
        "files": [each.as_json(workspace.base_url) for each in uploaded],
    }
    blocks = call.checked_blocks()
    if blocks:
        fields["blocks"] = blocks
    if call.text("thread_ts"):
        fields["thread_ts"] = call.text("thread_ts")
    workspace.post(conversation, fields)


def info(call: Call) -> Json:
    file = call.workspace.files.get(call.needed("file"))
    return {"file": file.as_json(call.workspace.base_url)}


async def receive_upload(workspace: Workspace, request: Request) -> Response:
    """Take the bytes of a file at the URL that files.getUploadURLExternal gave."""
    try:
        file = workspace.files.get(request.path_params["file_id"])
    except SlackRefusalError as refusal:
        return PlainTextResponse(refusal.code, 404)
    file.content = await request.body()
    return PlainTextResponse(f"OK - {len(file.content)}")


def send_download(workspace: Workspace, request: Request) -> Response:
    """Give a file to the app; people download through their own page."""
    if request.headers.get("Authorization") != f"Bearer {workspace.app.bot_token}":
        return PlainTextResponse("not allowed", 403)
    if "files:read" not in workspace.app.scopes:
        # As Slack does: its page for signing in, and no error.
        return HTMLResponse("<html>Sign in</html>")
    return file_response(workspace, request.path_params["file_id"])


def file_response(workspace: Workspace, file_id: str) -> Response:
    file = workspace.files.by_id.get(file_id)
    if file is None or file.content is None:
        return PlainTextResponse("no such file", 404)
    safe_name = file.name.replace('"', "'").encode("ascii", "replace").decode()
    inline = file.mimetype in ("image/png", "image/jpeg", "image/gif")
    disposition = f'{"inline" if inline else "attachment"}; filename="{safe_name}"'
    headers = {"Content-Disposition": disposition, "X-Content-Type-Options": "nosniff"}
    return Response(file.content, media_type=file.mimetype, headers=headers)


METHODS: Final[Mapping[str, Method]] = {
    "files.getUploadURLExternal": get_upload_url,
    "files.completeUploadExternal": complete_upload,
    "files.info": info,
}
