"""The views.* and assistant.threads.* methods."""

from collections.abc import Mapping
from typing import Final

from bots.local_workspace.people import Json
from bots.local_workspace.refusals import Code, SlackRefusalError
from bots.local_workspace.web_api import Call, Method


def open_view(call: Call) -> Json:
    view = call.checked_view()
    window = call.workspace.views.use_trigger(call.needed("trigger_id"))
    opened = call.workspace.views.open(window, view)
    call.workspace.show_views(window)
    return {"view": opened}


def push_view(call: Call) -> Json:
    view = call.checked_view()
    window = call.workspace.views.use_trigger(call.needed("trigger_id"))
    pushed = call.workspace.views.push(window, view)
    call.workspace.show_views(window)
    return {"view": pushed}


def update_view(call: Call) -> Json:
    view = call.checked_view()
    views = call.workspace.views
    if not call.text("view_id") and not call.text("external_id"):
        raise SlackRefusalError(Code.INVALID_ARGUMENTS, "[ERROR] view_id or external_id is needed")
    window, current = views.find(view_id=call.text("view_id"), external_id=call.text("external_id"))
    updated = views.update(current, view, call.text("hash"))
    call.workspace.show_views(window)
    return {"view": updated}


def publish_view(call: Call) -> Json:
    view = call.checked_view()
    person = call.workspace.person(call.needed("user_id")).id
    published = call.workspace.views.publish(person, view, call.text("hash"))
    call.workspace.show_home(person)
    return {"view": published}


def set_status(call: Call) -> Json:
    """Shows "Countersign is thinking..." under a thread until the next message or an empty one."""
    workspace = call.workspace
    conversation = workspace.conversations.get(call.needed("channel_id"))
    status = {
        "channel": conversation.id,
        "thread_ts": call.needed("thread_ts"),
        "status": call.text("status"),
    }
    workspace.tell("status", status, workspace.audience(conversation))
    return {}


def set_suggested_prompts(call: Call) -> Json:
    workspace = call.workspace
    conversation = workspace.conversations.get(call.needed("channel_id"))
    prompts = {
        "channel": conversation.id,
        "thread_ts": call.text("thread_ts"),
        "title": call.text("title"),
        "prompts": call.args.get("prompts") or [],
    }
    workspace.prompts[conversation.id] = prompts
    workspace.tell("prompts", prompts, workspace.audience(conversation))
    return {}


def set_title(call: Call) -> Json:
    workspace = call.workspace
    conversation = workspace.conversations.get(call.needed("channel_id"))
    title = {
        "channel": conversation.id,
        "thread_ts": call.needed("thread_ts"),
        "title": call.needed("title"),
    }
    workspace.tell("title", title, workspace.audience(conversation))
    return {}


METHODS: Final[Mapping[str, Method]] = {
    "views.open": open_view,
    "views.push": push_view,
    "views.update": update_view,
    "views.publish": publish_view,
    "assistant.threads.setStatus": set_status,
    "assistant.threads.setSuggestedPrompts": set_suggested_prompts,
    "assistant.threads.setTitle": set_title,
}
