"""Keeps the workspace's messages in a JSON file, so that they are there after a restart."""

import base64
import json
from pathlib import Path

from bots.local_workspace.conversations import Conversation
from bots.local_workspace.files import StoredFile
from bots.local_workspace.people import Json
from bots.local_workspace.workspace import Workspace


def save(workspace: Workspace, path: Path) -> None:
    """Write the whole state; a reader sees the old file or the new one, never half of it."""
    state = {
        "conversations": [_conversation(each) for each in workspace.conversations.by_id.values()],
        "files": [_file(each) for each in workspace.files.by_id.values()],
        "homes": workspace.views.homes,
        "prompts": workspace.prompts,
        "latest": workspace.stamps.ts(),
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_suffix(".new")
    fresh.write_text(json.dumps(state), encoding="utf-8")
    fresh.replace(path)


def load(workspace: Workspace, path: Path) -> None:
    """Take the state over from the file, if there is one that can be read."""
    if not path.exists():
        return
    try:
        state: Json = json.loads(path.read_text(encoding="utf-8"))
    except ValueError:
        path.replace(path.with_suffix(".unreadable"))
        return
    for each in state["conversations"]:
        workspace.conversations.by_id[each["id"]] = Conversation(**each)
    for each in state["files"]:
        content = each.pop("content")
        stored = StoredFile(**{**each, "channels": tuple(each["channels"])})
        stored.content = None if content is None else base64.b64decode(content)
        workspace.files.by_id[stored.id] = stored
    workspace.views.homes.update(state["homes"])
    workspace.prompts.update(state["prompts"])
    workspace.stamps.not_before(state["latest"])


def _conversation(conversation: Conversation) -> Json:
    names = ("id", "kind", "name", "members", "topic", "shared_with_others", "messages")
    state = {name: getattr(conversation, name) for name in names}
    return {**state, "only_for": conversation.only_for}


def _file(file: StoredFile) -> Json:
    names = ("id", "name", "title", "owner", "created", "length", "channels")
    content = None if file.content is None else base64.b64encode(file.content).decode()
    return {**{name: getattr(file, name) for name in names}, "content": content}
