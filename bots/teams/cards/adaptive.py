"""Cards as Adaptive Cards 1.5."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from bots.cards import (
    FILES,
    Block,
    Button,
    Buttons,
    Card,
    Choice,
    Code,
    Fields,
    Image,
    Menu,
    Points,
    Press,
    Style,
    Table,
    Text,
    Tone,
    Verb,
)
from bots.conversation.presses import encode
from bots.conversation.shortening import cut_apart
from bots.teams.cards.charts import chart_elements
from bots.teams.cards.elements import (
    code_elements,
    cut,
    field_elements,
    point_elements,
    text_elements,
)
from bots.teams.cards.tables import table_elements
from bots.visible import visible_blocks
from bots.wording import asks

Json: TypeAlias = dict[str, Any]

VERSION: Final = "1.5"
SCHEMA: Final = "http://adaptivecards.io/schemas/adaptive-card.json"
CONTENT_TYPE: Final = "application/vnd.microsoft.card.adaptive"
PRESS: Final = "press"
VIEW: Final = "view"
CARRIED: Final = "p"
MENU: Final = "menu"
FETCH: Final = {"msteams": {"type": "task/fetch"}}
# Teams shows at most six actions of one set, and a phone as many as stand side by side.
_MOST_ACTIONS: Final = 6
_ROW: Final = 38
_MARGIN: Final = 5
_LONGEST_LABEL: Final = 60
_LONGEST_CHOICE: Final = 200
_DIALOGS: Final = frozenset(
    {
        Verb.OTHER,
        Verb.EDIT,
        Verb.PROMOTE,
        Verb.ASK_BACK,
        Verb.REJECT,
        Verb.SQL,
        Verb.EXPLAIN,
        Verb.REVIEW,
        Verb.RECONSIDER,
        Verb.SEVERAL,
        Verb.BAD,
    }
)
# Teams puts these into the menu behind three dots.
_SECONDARY: Final = {"mode": "secondary"}
_STYLES: Final = {Style.PRIMARY: "positive", Style.DANGER: "destructive"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """How much each kind of part may take, and the addresses of pictures by name.

    `charts` says that Teams may draw them itself, which takes the room of their numbers.
    """

    text: int = 4_000
    code: int = 6_000
    rows: int = 40
    pictures: Mapping[str, str] = field(default_factory=dict)
    charts: bool = True
    private: bool = False


def adaptive(card: Card, room: Room) -> Json:
    """The card. What does not fit the room is cut."""
    blocks = visible_blocks(card.blocks)
    body = [element for block in blocks for element in _DRAWN[type(block)](block, room)]
    wide = any(isinstance(block, Table) for block in blocks)
    return envelope(body) | ({"msteams": {"width": "Full"}} if wide else {})


def envelope(body: list[Json], actions: list[Json] | None = None) -> Json:
    """A card around these elements."""
    drawn = {"type": "AdaptiveCard", "$schema": SCHEMA, "version": VERSION, "body": body}
    return drawn | ({"actions": actions} if actions else {})


def choice_set(menu: Menu) -> Json:
    """The input of a menu."""
    offered = {choice.id for choice in menu.choices}
    chosen = [each for each in menu.chosen if each in offered]
    titles = cut_apart([_choice(each) for each in menu.choices], _LONGEST_CHOICE)
    drawn: Json = {
        "type": "Input.ChoiceSet",
        "id": f"{MENU}|{menu.id}",
        "label": cut(menu.label, _LONGEST_CHOICE),
        "style": "expanded" if menu.boxes else "compact",
        "isMultiSelect": menu.multiple,
        **({"wrap": True} if menu.boxes else {}),
        "placeholder": asks.NO_CHOICES if menu.multiple else asks.NO_CHOICE,
        "choices": [
            {"title": cut(title, _LONGEST_CHOICE), "value": choice.id}
            for choice, title in zip(menu.choices, titles, strict=True)
        ],
    }
    return drawn | ({"value": ",".join(chosen)} if chosen else {})


def opens_dialog(verb: Verb, *, private: bool) -> bool:
    """Whether the button's answer is a dialog; files are handed over only in private chats."""
    return verb in _DIALOGS or (verb in FILES and not private)


def _choice(choice: Choice) -> str:
    return f"{choice.label} ({choice.detail})" if choice.detail else choice.label


def _buttons(buttons: Buttons, room: Room) -> list[Json]:
    """The buttons, and above them what does not fit their labels."""
    told = [each for each in buttons.items if each.detail or len(each.label) > _LONGEST_LABEL]
    explained = [element for each in told for element in _explained(each, room)]
    return [*explained, *button_rows(buttons, room)]


def button_rows(buttons: Buttons, room: Room) -> list[Json]:
    """The buttons alone, in rows."""
    labels = cut_apart([each.label for each in buttons.items], _LONGEST_LABEL)
    actions = [
        _action(each, label, room) for each, label in zip(buttons.items, labels, strict=True)
    ]
    rows = [{"type": "ActionSet", "actions": part} for part in _rows(actions)]
    more = [_action(each, each.label, room) | _SECONDARY for each in buttons.more]
    if rows and more:
        *left, last = rows.pop()["actions"]
        rows += [{"type": "ActionSet", "actions": left}] if left else []
        rows.append({"type": "ActionSet", "actions": [last, *more][:_MOST_ACTIONS]})
    return rows


def _rows(actions: list[Json]) -> list[list[Json]]:
    """The actions in order, in as few rows as a phone is wide for."""
    rows: list[list[Json]] = []
    for each in actions:
        if rows and len(rows[-1]) < _MOST_ACTIONS and _width([*rows[-1], each]) <= _ROW:
            rows[-1].append(each)
        else:
            rows.append([each])
    return rows


def _width(actions: list[Json]) -> int:
    return sum(len(each["title"]) + _MARGIN for each in actions)


def _explained(button: Button, room: Room) -> list[Json]:
    text = f"{button.label}: {button.detail}" if button.detail else button.label
    return text_elements(Text(text=text, tone=Tone.SUBTLE), room.text)


def _action(button: Button, label: str, room: Room) -> Json:
    press, title = button.press, cut(label, _LONGEST_LABEL)
    style = {"style": _STYLES[button.style]} if button.style in _STYLES else {}
    if opens_dialog(press.verb, private=room.private):
        return submit(title, press, FETCH) | style
    return {
        "type": "Action.Execute",
        "title": title,
        "verb": PRESS,
        "data": {CARRIED: encode(press)},
        "fallback": submit(title, press) | style,
    } | style


def submit(title: str, press: Press, extra: Mapping[str, Any] | None = None) -> Json:
    """What older clients send, and what opens and ends dialogs."""
    data = {CARRIED: encode(press), **(extra or {})}
    return {"type": "Action.Submit", "title": title, "data": data}


_DRAWN: Mapping[type[Block], Callable[[Any, Room], list[Json]]] = {
    Text: lambda block, room: text_elements(block, room.text),
    Fields: lambda block, room: field_elements(block, room.text),
    Points: lambda block, room: point_elements(block, room.text),
    Code: lambda block, room: code_elements(block, room.code),
    Table: lambda block, room: table_elements(block, room.rows),
    Image: lambda block, room: chart_elements(
        block, room.pictures.get(block.name, ""), drawn=room.charts
    ),
    Buttons: _buttons,
    Menu: lambda block, _room: [choice_set(block)],
}
