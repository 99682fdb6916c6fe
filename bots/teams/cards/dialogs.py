"""Forms as Teams' dialogs, and what a sent dialog or a card's menus hold."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final, TypeAlias

from bots.cards import Code, Entry, EntryKind, Fields, Form, Text, Tone
from bots.conversation.decisions import Filled
from bots.teams.cards.adaptive import CARRIED, CONTENT_TYPE, MENU, choice_set, envelope, submit
from bots.teams.cards.elements import code_elements, cut, field_elements, text_elements
from bots.visible import visible, visible_form
from bots.wording import teams as say

Json: TypeAlias = dict[str, Any]

ENTRY: Final = "entry"
_TEXT: Final = 3_000
_TITLE: Final = 60
_LONGEST_VALUE: Final = 12_000
_MAIN: Final = {"style": "positive"}


def dialog(form: Form, problems: Mapping[str, str] | None = None) -> Json:
    """The answer that opens this form, or leaves it open with what must be mended."""
    form, found = visible_form(form), problems or {}
    body = [
        *(element for block in form.blocks for element in _part(block)),
        *map(choice_set, form.menus),
        *(element for each in form.entries for element in _entry(each, found.get(each.id, ""))),
    ]
    sends = [submit(form.submit, form.press) | _MAIN] if form.submit and form.press else []
    return shown(form.title, envelope(body, sends))


def shown(title: str, content: Json) -> Json:
    """A dialog with this card in it."""
    value = {
        "title": cut(title, _TITLE),
        "width": "medium",
        "height": "medium",
        "card": {"contentType": CONTENT_TYPE, "content": content},
    }
    return {"task": {"type": "continue", "value": value}}


def said(text: str) -> Json:
    """A sentence instead of a dialog; nothing at all closes it."""
    return {"task": {"type": "message", "value": visible(text)}} if text else {}


def download(name: str, url: str) -> Json:
    """A dialog with a link."""
    told = Text(text=say.FILE_READY, tone=Tone.SUBTLE)
    body = [*text_elements(Text(text=name), _TEXT), *text_elements(told, _TEXT)]
    link = {"type": "Action.OpenUrl", "title": say.DOWNLOAD, "url": url}
    return shown(say.DOWNLOAD_TITLE, envelope(body, [link]))


def typed_again(form: Form, filled: Filled) -> Form:
    """The form with what was typed and picked."""
    return replace(
        form,
        menus=tuple(
            replace(each, chosen=filled.picked.get(each.id, each.chosen)) for each in form.menus
        ),
        entries=tuple(
            replace(each, value=filled.values.get(each.id, each.value)) for each in form.entries
        ),
    )


def carried(data: Json) -> str:
    """The press of a button or a sent dialog, as text."""
    return str(data.get(CARRIED) or "")


def filled(data: Json) -> Filled:
    """What people typed and picked."""
    typed = {
        name.removeprefix(f"{ENTRY}|"): str(value or "")
        for name, value in data.items()
        if name.startswith(f"{ENTRY}|")
    }
    return Filled(values=typed, picked=picked(data))


def picked(data: Json) -> Mapping[str, tuple[str, ...]]:
    """The places picked in each menu."""
    return {
        name.removeprefix(f"{MENU}|"): tuple(filter(None, str(value or "").split(",")))
        for name, value in data.items()
        if name.startswith(f"{MENU}|")
    }


def _part(block: Text | Fields | Code) -> list[Json]:
    if isinstance(block, Text):
        return text_elements(block, _TEXT)
    if isinstance(block, Fields):
        return field_elements(block, _TEXT)
    return code_elements(block, _LONGEST_VALUE)


def _entry(entry: Entry, problem: str) -> list[Json]:
    named = {"id": f"{ENTRY}|{entry.id}", "label": entry.label}
    told = text_elements(Text(text=problem, tone=Tone.WARNING), _TEXT) if problem else []
    return [*told, named | _input(entry)]


def _input(entry: Entry) -> Json:
    value = {"value": entry.value} if entry.value else {}
    if entry.kind is EntryKind.DATE:
        return {"type": "Input.Date", **value}
    return {"type": "Input.Text", "isMultiline": entry.kind is not EntryKind.LINE, **value}
