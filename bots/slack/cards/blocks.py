"""Cards as Block Kit."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from bots.cards import (
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
    Style,
    Table,
    Text,
    Tone,
)
from bots.conversation.presses import encode
from bots.conversation.shortening import cut_apart
from bots.slack.cards.block_check import text_size
from bots.slack.cards.limits import LIMITS
from bots.slack.cards.tables import table_blocks
from bots.visible import visible, visible_card
from bots.wording import answers, asks

Json: TypeAlias = dict[str, Any]

PRESS = "press"
PICK = "pick"
MENU = "menu"
_CUT = "…"
# What a table gets of a message that is full without it, and the line that says what is left out.
_LEAST_TABLE, _LINE_BELOW = 200, 300


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """How many characters each kind of part may take, and the file ids of pictures by name.

    A table takes what all else leaves of the message.
    """

    text: int = LIMITS.section_text
    code: int = 5_000
    pictures: Mapping[str, str] = field(default_factory=dict)
    salt: str = ""


def card_blocks(card: Card, room: Room) -> list[Json]:
    """The blocks of a message. What does not fit the room is cut."""
    card = visible_card(card)
    called = [_called(card.notify)] if _user_of(card.notify) else []
    salted = replace(room, salt=_subject(card))
    parts = [() if isinstance(block, Table) else _drawn(block, salted) for block in card.blocks]
    tables = {at: block for at, block in enumerate(card.blocks) if isinstance(block, Table)}
    if tables:
        left = LIMITS.message_all_blocks - text_size(parts) - _LINE_BELOW
        for at, table in tables.items():
            parts[at] = table_blocks(table, max(left, _LEAST_TABLE))
    return [*called, *(block for part in parts for block in part)]


def block_of_text(text: Text, most: int = LIMITS.section_text) -> Json:
    return _TONES[text.tone](cut(text.text, most))


def block_of_fields(fields: Fields, most: int = LIMITS.field) -> Json:
    parts: list[Json] = []
    for item in fields.items:
        end = "\n" if item is not fields.items[-1] else ""
        parts += [_bold(f"{item.label}: "), _span(cut(item.text, most) + end)]
    return _rich({"type": "rich_text_section", "elements": parts})


def block_of_points(points: Points, most: int = LIMITS.field) -> Json:
    items = [
        {"type": "rich_text_section", "elements": [_span(cut(item, most))]} for item in points.items
    ]
    label = {"type": "rich_text_section", "elements": [_bold(points.label)]}
    listed = {"type": "rich_text_list", "style": "bullet", "elements": items}
    return {"type": "rich_text", "elements": [label, listed]}


def block_of_code(code: Code, most: int) -> Json:
    return _rich({"type": "rich_text_preformatted", "elements": [_span(cut(code.text, most))]})


def select_of(menu: Menu) -> Json:
    """The select element of a menu; with too many choices for Slack, one that searches them."""
    offered = options_of(menu.choices)
    chosen = [option for option in offered if option["value"] in menu.chosen]
    if menu.boxes and menu.multiple and len(offered) <= LIMITS.choice_options:
        ticked = {"initial_options": chosen} if chosen else {}
        return {"type": "checkboxes", "action_id": PICK, "options": offered, **ticked}
    searched = len(offered) > LIMITS.select_options
    kind = "external_select" if searched else "static_select"
    select: Json = {
        "type": f"multi_{kind}" if menu.multiple else kind,
        "action_id": PICK,
        "placeholder": plain(asks.NO_CHOICES if menu.multiple else asks.NO_CHOICE),
        **({"min_query_length": 0} if searched else {"options": offered}),
    }
    if chosen and menu.multiple:
        select["initial_options"] = chosen
    elif chosen:
        select["initial_option"] = chosen[0]
    return select


def plain(text: str, most: int = LIMITS.section_text) -> Json:
    return {"type": "plain_text", "text": cut(text, most), "emoji": False}


def cut(text: str, most: int) -> str:
    """Slack refuses empty texts, so that nothing at all becomes a dash."""
    shown = visible(text) if text.strip() else answers.NOTHING
    return shown if len(shown) <= most else shown[: most - len(_CUT)] + _CUT


def escaped(text: str) -> str:
    """Text in which Slack finds no mention, link or channel."""
    return visible(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _drawn(block: Block, room: Room) -> Sequence[Json]:
    return _DRAWN[type(block)](block, room)


def _section(text: str) -> Json:
    return {"type": "section", "text": plain(text)}


def _strong(text: str) -> Json:
    return _rich({"type": "rich_text_section", "elements": [_bold(text)]})


def _quote(text: str) -> Json:
    return _rich({"type": "rich_text_quote", "elements": [_span(text)]})


def _subtle(text: str) -> Json:
    return {"type": "context", "elements": [plain(text, LIMITS.field)]}


def _warning(text: str) -> Json:
    return _section(f"⚠️ {text}")


_TONES: Mapping[Tone, Callable[[str], Json]] = {
    Tone.NORMAL: _section,
    Tone.STRONG: _strong,
    Tone.SUBTLE: _subtle,
    Tone.WARNING: _warning,
    Tone.QUOTE: _quote,
    Tone.GOOD: _section,
    Tone.CAUTION: _section,
    Tone.NEW: _section,
}


def _rich(part: Json) -> Json:
    return {"type": "rich_text", "elements": [part]}


def _span(text: str) -> Json:
    return {"type": "text", "text": text}


def _bold(text: str) -> Json:
    return {"type": "text", "text": text, "style": {"bold": True}}


def _picture(image: Image, pictures: Mapping[str, str]) -> list[Json]:
    if image.name not in pictures:
        return []
    file = {"id": pictures[image.name]}
    return [{"type": "image", "slack_file": file, "alt_text": cut(image.alt, LIMITS.alt_text)}]


def _buttons(buttons: Buttons) -> list[Json]:
    """The buttons, and above them what does not fit their labels."""
    told = [button for button in buttons.items if button.detail or _is_long(button.label)]
    lines = [_explained(button) for button in told]
    labels = cut_apart([button.label for button in buttons.items], LIMITS.button_text)
    elements = [
        _button(button, at, label)
        for at, (button, label) in enumerate(zip(buttons.items, labels, strict=True))
    ]
    more = [_overflow(buttons.more)] if buttons.more else []
    shown = elements[: LIMITS.actions_elements - len(more)]
    return [*lines, {"type": "actions", "elements": [*shown, *more]}]


def _overflow(buttons: Sequence[Button]) -> Json:
    """The menu behind three dots; each line of it carries a press."""
    return {
        "type": "overflow",
        "action_id": f"{PRESS}.more",
        "options": [
            {"text": plain(each.label, LIMITS.option_text), "value": encode(each.press)}
            for each in buttons[: LIMITS.overflow_options]
        ],
    }


def _is_long(label: str) -> bool:
    return len(label) > LIMITS.button_text


def _explained(button: Button) -> Json:
    text = f"{button.label}: {button.detail}" if button.detail else button.label
    return _subtle(text)


def _button(button: Button, at: int, label: str) -> Json:
    drawn: Json = {
        "type": "button",
        "action_id": f"{PRESS}.{button.press.verb}.{at}",
        "text": plain(label, LIMITS.button_text),
        "value": encode(button.press),
    }
    if button.style is not Style.PLAIN:
        drawn["style"] = button.style.value
    return drawn


def _menu(menu: Menu, salt: str) -> Json:
    return {
        "type": "section",
        # Slack keeps what was picked under the same id when a message is edited.
        "block_id": f"{MENU}|{menu.id}|{salt}"[: LIMITS.block_id],
        "text": plain(menu.label),
        "accessory": select_of(menu),
    }


def options_of(choices: Sequence[Choice]) -> list[Json]:
    """The choices of one menu, as Slack takes them."""
    labels = cut_apart([choice.label for choice in choices], LIMITS.option_text)
    return [_option(choice, label) for choice, label in zip(choices, labels, strict=True)]


def _option(choice: Choice, label: str) -> Json:
    option: Json = {"text": plain(label, LIMITS.option_text), "value": choice.id}
    if choice.detail:
        option["description"] = plain(choice.detail, LIMITS.option_description)
    return option


def _subject(card: Card) -> str:
    presses = [
        button.press.subject
        for block in card.blocks
        if isinstance(block, Buttons)
        for button in block.items
    ]
    return presses[0] if presses else ""


def _user_of(person: str) -> str:
    surface, _, rest = person.partition(":")
    return rest.rpartition(":")[2] if surface == "slack" else ""


def _called(person: str) -> Json:
    user = {"type": "user", "user_id": _user_of(person)}
    return _rich({"type": "rich_text_section", "elements": [user]})


_DRAWN: Mapping[type[Block], Callable[[Any, Room], list[Json]]] = {
    Text: lambda block, room: [block_of_text(block, room.text)],
    Fields: lambda block, room: [block_of_fields(block, min(room.text, LIMITS.field))],
    Points: lambda block, room: [block_of_points(block, min(room.text, LIMITS.field))],
    Code: lambda block, room: [block_of_code(block, room.code)],
    Image: lambda block, room: _picture(block, room.pictures),
    Buttons: lambda block, _room: _buttons(block),
    Menu: lambda block, room: [_menu(block, room.salt)],
}
