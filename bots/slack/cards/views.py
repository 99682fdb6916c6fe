"""Forms as modals, and what a sent modal or a message's menus hold."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from bots.cards import Code, Entry, EntryKind, Fields, Form, Menu, Text
from bots.conversation.decisions import Filled
from bots.conversation.presses import encode
from bots.slack.cards.blocks import (
    MENU,
    PICK,
    Json,
    block_of_code,
    block_of_fields,
    block_of_text,
    plain,
    select_of,
)
from bots.slack.cards.limits import LIMITS
from bots.visible import visible_form
from bots.wording import asks

FORM = "form"
ENTRY = "entry"
TYPED = "typed"
# Slack tells of what is typed here when the person pauses.
_CHECKED: Json = {"dispatch_action_config": {"trigger_actions_on": ["on_character_entered"]}}


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Where the button of a modal was pressed."""

    channel: str
    root: str


def modal(form: Form, origin: Origin) -> Json:
    """The view that shows this form."""
    form = visible_form(form)
    parts = [_part(block) for block in form.blocks]
    blocks = [*parts, *map(_menu, form.menus), *map(_entry, form.entries)]
    view: Json = {
        "type": "modal",
        "callback_id": FORM,
        "title": plain(form.title, LIMITS.modal_title),
        "close": plain(asks.CANCEL if form.submit else asks.CLOSE),
        "blocks": blocks[: LIMITS.view_blocks],
    }
    if form.submit and form.press:
        carried = {"p": encode(form.press), "c": origin.channel, "t": origin.root}
        view["submit"] = plain(form.submit, LIMITS.modal_button)
        view["private_metadata"] = json.dumps(carried)
    return view


def carried(view: Json) -> tuple[str, Origin]:
    """The press that a sent modal means, as text, and where its button was."""
    try:
        metadata = json.loads(view.get("private_metadata") or "{}")
        origin = Origin(channel=str(metadata["c"]), root=str(metadata["t"]))
        return str(metadata["p"]), origin
    except (ValueError, KeyError, TypeError):
        return "", Origin(channel="", root="")


def filled(values: Json) -> Filled:
    """What people typed and picked, from Slack's `state.values`."""
    typed = {
        block_id.split("|", 1)[1]: _typed(state)
        for block_id, state in values.items()
        if block_id.startswith(f"{ENTRY}|")
    }
    return Filled(values=typed, picked=picked(values))


def picked(values: Json) -> Mapping[str, tuple[str, ...]]:
    """The places picked in each menu."""
    return {
        block_id.split("|")[1]: _places(state.get(PICK) or {})
        for block_id, state in values.items()
        if block_id.startswith(f"{MENU}|")
    }


def entry_block(entry: str) -> str:
    return f"{ENTRY}|{entry}"[: LIMITS.block_id]


def _typed(state: Json) -> str:
    element = state.get(TYPED) or {}
    return element.get("value") or element.get("selected_date") or ""


def _places(element: Json) -> tuple[str, ...]:
    one = element.get("selected_option")
    several = element.get("selected_options") or ([one] if one else [])
    return tuple(option["value"] for option in several)


def _part(block: Text | Fields | Code) -> Json:
    if isinstance(block, Text):
        return block_of_text(block)
    return block_of_fields(block) if isinstance(block, Fields) else block_of_code(block, 3_000)


def _menu(menu: Menu) -> Json:
    return {
        "type": "input",
        "block_id": f"{MENU}|{menu.id}|"[: LIMITS.block_id],
        "label": plain(menu.label, LIMITS.input_label),
        "element": select_of(menu),
        "optional": menu.optional,
    }


def _entry(entry: Entry) -> Json:
    return {
        "type": "input",
        "block_id": entry_block(entry.id),
        "label": plain(entry.label, LIMITS.input_label),
        "element": _date(entry) if entry.kind is EntryKind.DATE else _text(entry),
        "optional": entry.optional,
        **({"dispatch_action": True} if entry.kind is EntryKind.SQL else {}),
    } | _hint(entry)


def _hint(entry: Entry) -> Json:
    too_long = len(entry.value) > LIMITS.input_value
    return {"hint": plain(asks.TOO_LONG_TO_EDIT, LIMITS.input_hint)} if too_long else {}


def _date(entry: Entry) -> Json:
    initial = {"initial_date": entry.value} if entry.value else {}
    return {"type": "datepicker", "action_id": TYPED, **initial}


def _text(entry: Entry) -> Json:
    fits = entry.value and len(entry.value) <= LIMITS.input_value
    initial = {"initial_value": entry.value} if fits else {}
    return {
        "type": "plain_text_input",
        "action_id": TYPED,
        "multiline": entry.kind is not EntryKind.LINE,
        **initial,
        **(_CHECKED if entry.kind is EntryKind.SQL else {}),
    }
