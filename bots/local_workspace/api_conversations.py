"""The conversations.* and reactions.* methods."""

from collections.abc import Mapping
from typing import Final

from bots.local_workspace.people import Json
from bots.local_workspace.refusals import Code, SlackRefusalError
from bots.local_workspace.web_api import Call, Method

_KIND_NAMES: Final = {"public_channel": "channel", "private_channel": "group"}


def list_conversations(call: Call) -> Json:
    wanted = (call.text("types") or "public_channel").split(",")
    kinds = {_KIND_NAMES.get(each.strip(), each.strip()) for each in wanted}
    me = call.workspace.app.bot_user
    found = [
        each.as_json(me)
        for each in call.workspace.conversations.by_id.values()
        if each.kind in kinds and (each.kind == "channel" or me in each.members)
    ]
    page, cursor = _page(call, found)
    return {"channels": page, "response_metadata": {"next_cursor": cursor}}


def info(call: Call) -> Json:
    return {"channel": call.conversation().as_json(call.workspace.app.bot_user)}


def history(call: Call) -> Json:
    conversation = call.conversation()
    if call.workspace.app.bot_user not in conversation.members:
        raise SlackRefusalError(Code.NOT_IN_CHANNEL)
    roots = [each for each in conversation.lasting() if _in_channel(each)]
    newest_first = [each for each in reversed(roots) if _within(call, each["ts"])]
    page, cursor = _page(call, newest_first)
    return {
        "messages": page,
        "has_more": bool(cursor),
        "response_metadata": {"next_cursor": cursor},
    }


def replies(call: Call) -> Json:
    conversation = call.conversation()
    ts = call.needed("ts")
    if ts not in conversation.messages:
        raise SlackRefusalError(Code.THREAD_NOT_FOUND)
    parent, *answers = conversation.thread(ts) or [conversation.message(ts)]
    page, cursor = _page(call, [parent, *(each for each in answers if _within(call, each["ts"]))])
    return {
        "messages": page,
        "has_more": bool(cursor),
        "response_metadata": {"next_cursor": cursor},
    }


def members(call: Call) -> Json:
    page, cursor = _page(call, call.conversation().members)
    return {"members": page, "response_metadata": {"next_cursor": cursor}}


def open_direct(call: Call) -> Json:
    workspace = call.workspace
    if call.text("channel"):
        conversation = call.conversation()
    else:
        named = [each for each in call.needed("users").split(",") if each]
        people = [workspace.person(each).id for each in named]
        conversation = workspace.conversations.direct([*people, workspace.app.bot_user])
    if not call.flag("return_im"):
        return {"channel": {"id": conversation.id}}
    return {"channel": conversation.as_json(workspace.app.bot_user)}


def join(call: Call) -> Json:
    conversation = call.conversation()
    if conversation.kind != "channel":
        raise SlackRefusalError(Code.METHOD_NOT_SUPPORTED_FOR_CHANNEL_TYPE)
    if call.workspace.app.bot_user not in conversation.members:
        conversation.members.append(call.workspace.app.bot_user)
    return {"channel": conversation.as_json(call.workspace.app.bot_user)}


def add_reaction(call: Call) -> Json:
    workspace = call.workspace
    ts, name = call.needed("timestamp"), call.needed("name")
    workspace.react(call.conversation(), ts, workspace.app.bot_user, name)
    return {}


def remove_reaction(call: Call) -> Json:
    workspace = call.workspace
    ts, name = call.needed("timestamp"), call.needed("name")
    workspace.unreact(call.conversation(), ts, workspace.app.bot_user, name)
    return {}


def _in_channel(message: Json) -> bool:
    in_thread = message.get("thread_ts", message["ts"]) != message["ts"]
    return not in_thread or message.get("subtype") == "thread_broadcast"


def _within(call: Call, ts: str) -> bool:
    oldest, latest = call.text("oldest") or "0", call.text("latest") or "9" * 10
    if call.flag("inclusive"):
        return float(oldest) <= float(ts) <= float(latest)
    return float(oldest) < float(ts) < float(latest)


def _page(call: Call, items: list[Json] | list[str]) -> tuple[list[Json] | list[str], str]:
    """One page of the items and the cursor of the next, empty at the end."""
    cursor = call.text("cursor") or "0"
    if not cursor.isdigit():
        raise SlackRefusalError(Code.INVALID_CURSOR)
    start = int(cursor)
    end = start + call.limit()
    return items[start:end], str(end) if end < len(items) else ""


METHODS: Final[Mapping[str, Method]] = {
    "conversations.list": list_conversations,
    "conversations.info": info,
    "conversations.history": history,
    "conversations.replies": replies,
    "conversations.members": members,
    "conversations.open": open_direct,
    "conversations.join": join,
    "reactions.add": add_reaction,
    "reactions.remove": remove_reaction,
}
