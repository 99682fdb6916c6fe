"""The chat.* methods: post, change, delete and stream messages."""

from collections.abc import Mapping
from typing import Final

from bots.local_workspace.conversations import Conversation
from bots.local_workspace.people import Json
from bots.local_workspace.refusals import Code, SlackRefusalError
from bots.local_workspace.web_api import Call, Method
from bots.slack.cards.limits import LIMITS


def post_message(call: Call) -> Json:
    conversation = _target(call)
    message = call.workspace.post(conversation, {**_author(call), **_content(call)})
    return {"channel": conversation.id, "ts": message["ts"], "message": message}


def post_ephemeral(call: Call) -> Json:
    conversation = _target(call)
    person = call.workspace.person(call.needed("user")).id
    if person not in conversation.members:
        raise SlackRefusalError(Code.USER_NOT_IN_CHANNEL)
    fields = {**_author(call), **_content(call)}
    message = call.workspace.post_ephemeral(conversation, person, fields)
    return {"message_ts": message["ts"]}


def update(call: Call) -> Json:
    conversation = call.conversation()
    ts = call.needed("ts")
    _own(call, conversation, ts, Code.CANT_UPDATE_MESSAGE)
    if conversation.message(ts).get("streaming_state") == "in_progress":
        raise SlackRefusalError(Code.STREAMING_STATE_CONFLICT)
    fields = {**_content(call), "streaming_state": None}
    fields.pop("thread_ts", None)
    if "blocks" not in fields and call.args.get("blocks") is not None:
        fields["blocks"] = None
    stamp = {"user": call.workspace.app.bot_user, "ts": call.workspace.stamps.ts()}
    message = call.workspace.change(conversation, ts, {**fields, "edited": stamp})
    text = message.get("text", "")
    return {"channel": conversation.id, "ts": ts, "text": text, "message": message}


def delete(call: Call) -> Json:
    conversation = call.conversation()
    ts = call.needed("ts")
    _own(call, conversation, ts, Code.CANT_DELETE_MESSAGE)
    call.workspace.delete(conversation, ts)
    return {"channel": conversation.id, "ts": ts}


def get_permalink(call: Call) -> Json:
    conversation = call.conversation()
    message = conversation.message(call.needed("message_ts"))
    base = f"{call.workspace.base_url}/archives/{conversation.id}"
    link = f"{base}/p{message['ts'].replace('.', '')}"
    thread_ts = message.get("thread_ts")
    if thread_ts:
        link += f"?thread_ts={thread_ts}&cid={conversation.id}"
    return {"channel": conversation.id, "permalink": link}


def start_stream(call: Call) -> Json:
    conversation = _target(call)
    thread_ts = call.needed("thread_ts")
    conversation.message(thread_ts)
    if not conversation.is_direct:
        if not call.text("recipient_user_id"):
            raise SlackRefusalError(Code.MISSING_RECIPIENT_USER_ID)
        if not call.text("recipient_team_id"):
            raise SlackRefusalError(Code.MISSING_RECIPIENT_TEAM_ID)
    fields = {
        **_author(call),
        "thread_ts": thread_ts,
        "text": "",
        "streaming_state": "in_progress",
        "tasks": [],
        "plan": "",
        "task_display_mode": call.text("task_display_mode") or "timeline",
    }
    message = call.workspace.post(conversation, fields)
    _append(call, conversation, message)
    return {"channel": conversation.id, "ts": message["ts"]}


def append_stream(call: Call) -> Json:
    conversation, message = _stream(call)
    _append(call, conversation, message)
    return {"channel": conversation.id, "ts": message["ts"]}


def stop_stream(call: Call) -> Json:
    conversation, message = _stream(call)
    _append(call, conversation, message)
    blocks = [*(message.get("blocks") or []), *(call.checked_blocks() or [])]
    fields: Json = {"streaming_state": "completed", **({"blocks": blocks} if blocks else {})}
    message = call.workspace.change(conversation, message["ts"], fields)
    return {"channel": conversation.id, "ts": message["ts"], "message": message}


def _stream(call: Call) -> tuple[Conversation, Json]:
    conversation = call.conversation()
    message = conversation.message(call.needed("ts"))
    if message.get("streaming_state") != "in_progress":
        raise SlackRefusalError(Code.MESSAGE_NOT_IN_STREAMING_STATE)
    return conversation, message


def _append(call: Call, conversation: Conversation, message: Json) -> None:
    text = message["text"] + call.text("markdown_text")
    tasks, plan = list(message["tasks"]), message["plan"]
    blocks = list(message.get("blocks") or [])
    for chunk in call.args.get("chunks") or []:
        match chunk.get("type"):
            case "markdown_text":
                text += chunk["text"]
            case "task_update":
                tasks = _with(tasks, chunk)
            case "plan_update":
                plan = chunk["title"]
            case "blocks":
                blocks = [*blocks, *call.checked(chunk["blocks"])]
            case _:
                raise SlackRefusalError(Code.INVALID_CHUNKS)
    if len(text) > LIMITS.stream_text:
        raise SlackRefusalError(Code.MSG_TOO_LONG)
    after: Json = {
        "text": text,
        "tasks": tasks,
        "plan": plan,
        **({"blocks": blocks} if blocks else {}),
    }
    if any(after[name] != message.get(name) for name in after):
        call.workspace.change(conversation, message["ts"], after)


def _with(tasks: list[Json], task: Json) -> list[Json]:
    """A task that is there already changes at its place."""
    known = [each["id"] for each in tasks]
    if task["id"] in known:
        return [task if each["id"] == task["id"] else each for each in tasks]
    return [*tasks, task]


def _target(call: Call) -> Conversation:
    """The conversation to post in; a person's id means the direct message with that person."""
    channel = call.needed("channel")
    workspace = call.workspace
    if channel in workspace.people:
        return workspace.conversations.direct([channel, workspace.app.bot_user])
    conversation = workspace.conversations.named(channel)
    if workspace.app.bot_user not in conversation.members:
        raise SlackRefusalError(Code.NOT_IN_CHANNEL)
    return conversation


def _own(call: Call, conversation: Conversation, ts: str, refusal: Code) -> None:
    message = conversation.message(ts)
    if ts in conversation.only_for:
        raise SlackRefusalError(Code.MESSAGE_NOT_FOUND)
    if message.get("bot_id") != call.workspace.app.bot_id:
        raise SlackRefusalError(refusal)


def _author(call: Call) -> Json:
    return call.workspace.bot_author()


def _content(call: Call) -> Json:
    text, blocks = call.text("text") or call.text("markdown_text"), call.checked_blocks()
    if not text and not blocks and not call.args.get("attachments"):
        raise SlackRefusalError(Code.NO_TEXT)
    if len(text) > LIMITS.message_text_refused:
        raise SlackRefusalError(Code.MSG_TOO_LONG)
    content: Json = {"text": text}
    if blocks:
        content["blocks"] = blocks
    for name in ("thread_ts", "metadata", "attachments"):
        if call.args.get(name):
            content[name] = call.args[name]
    if call.flag("reply_broadcast"):
        content["subtype"] = "thread_broadcast"
    return content


METHODS: Final[Mapping[str, Method]] = {
    "chat.postMessage": post_message,
    "chat.postEphemeral": post_ephemeral,
    "chat.update": update,
    "chat.delete": delete,
    "chat.getPermalink": get_permalink,
    "chat.startStream": start_stream,
    "chat.appendStream": append_stream,
    "chat.stopStream": stop_stream,
}
