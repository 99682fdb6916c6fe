"""What is shown is what is there: characters that cannot be seen are written out and marked.

A character that turns the direction of writing, or has no shape, lets a statement look like
another.
Nothing is taken away: the text that runs is elsewhere, and stays as it is.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, Final

from bots.cards import (
    Block,
    Button,
    Buttons,
    Card,
    Choice,
    Code,
    Entry,
    Field,
    Fields,
    Form,
    Image,
    Line,
    Menu,
    Plot,
    Points,
    Table,
    Text,
    Tone,
)
from bots.wording import visible as say

_NO_JOINER, _JOINER, _EMOJI_STYLE, _KEYCAP = "\u200c", "\u200d", "\ufe0f", "\u20e3"
# Controls, format characters, blanks but the plain one, fillers, selectors, tags, private letters.
_HIDDEN: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\xa0\xad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f"
    "\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ud800-\uf8ff\ufe00-\ufe0f\ufeff"
    "\uffa0\ufff0-\ufffc\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff\U000f0000-\U0010ffff]"
)
# Letters that are written from right to left: Hebrew, Arabic and their neighbours.
_TURNED: Final = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
# Scripts in which joiners between two letters are spelling: Arabic, those of India, Burmese, Khmer.
_JOINED: Final = re.compile("[\u0600-\u0dff\u1000-\u109f\u1780-\u17ff]")
_HIGHEST_SHORT: Final = 0xFFFF


def visible(text: str, *, exact: bool = False) -> str:
    """The text with every hidden character as its code, in brackets that nothing else has.

    `exact` leaves nothing out: neither what emoji and some scripts are spelled with, nor blanks
    that are no plain space.
    """

    def written(found: re.Match[str]) -> str:
        kept = not exact and _is_spelling(text, found.start())
        return found[0] if kept else _written(found[0])

    return _HIDDEN.sub(written, text)


def visible_card(card: Card) -> Card:
    """The card as it may be drawn, with words on what is hidden in it."""
    return replace(card, plain=visible(card.plain), blocks=visible_blocks(card.blocks))


def visible_blocks(blocks: Iterable[Block]) -> tuple[Block, ...]:
    """The blocks as they may be drawn: a statement with hidden characters has a warning above."""
    shown: list[Block] = []
    told = False
    for block in blocks:
        drawn = _visible(block)
        if isinstance(block, Code):
            shown += [Text(text=note, tone=Tone.WARNING) for note in notes_on(block.text)]
        else:
            told = told or drawn != block
        shown.append(drawn)
    if told:
        shown.insert(1, Text(text=say.HIDDEN_ELSEWHERE, tone=Tone.WARNING))
    return tuple(shown)


def visible_form(form: Form) -> Form:
    """The form as it may be drawn; what is edited in it keeps its letters, and is shown above."""
    blocks: list[Text | Fields | Code] = []
    for block in visible_blocks(form.blocks):
        if isinstance(block, Text | Fields | Code):
            blocks.append(block)
    for entry in form.entries:
        notes = notes_on(entry.value)
        blocks += [Text(text=note, tone=Tone.WARNING) for note in notes]
        blocks += [Code(text=visible(entry.value, exact=True))] if notes else []
    return replace(
        form,
        title=visible(form.title),
        blocks=tuple(blocks),
        menus=tuple(map(_menu, form.menus)),
        entries=tuple(map(_entry, form.entries)),
        submit=visible(form.submit),
    )


def notes_on(statement: str) -> tuple[str, ...]:
    """What has to be said of a statement that may look like another."""
    hidden = len(_HIDDEN.findall(statement))
    notes = (say.hidden(hidden) if hidden else "", say.TURNED if _TURNED.search(statement) else "")
    return tuple(note for note in notes if note)


def _written(letter: str) -> str:
    code = ord(letter)
    return f"⟦\\u{code:04x}⟧" if code <= _HIGHEST_SHORT else f"⟦\\U{code:08x}⟧"


def _is_spelling(text: str, at: int) -> bool:
    """Whether a hidden character makes one sign of its neighbours, or is how a text is set."""
    letter, before, after = text[at], text[at - 1 : at], text[at + 1 : at + 2]
    if letter == "\r":
        return after == "\n"
    if letter == _EMOJI_STYLE:
        return after == _KEYCAP or _is_emoji(before)
    if letter == _JOINER and _is_emoji(text[:at].rstrip(_EMOJI_STYLE)[-1:]) and _is_emoji(after):
        return True
    if letter in (_JOINER, _NO_JOINER):
        return bool(_JOINED.match(before) and _JOINED.match(after))
    return unicodedata.category(letter) == "Zs"


def _is_emoji(letter: str) -> bool:
    return bool(letter) and unicodedata.category(letter) in {"So", "Sk"}


def _text(block: Text) -> Text:
    return replace(block, text=visible(block.text))


def _fields(block: Fields) -> Fields:
    items = (Field(label=visible(each.label), text=visible(each.text)) for each in block.items)
    return replace(block, items=tuple(items))


def _points(block: Points) -> Points:
    return replace(block, label=visible(block.label), items=tuple(map(visible, block.items)))


def _code(block: Code) -> Code:
    return replace(block, text=visible(block.text, exact=True))


def _table(block: Table) -> Table:
    rows = tuple(tuple(map(visible, row)) for row in block.rows)
    return replace(block, columns=tuple(map(visible, block.columns)), rows=rows)


def _image(block: Image) -> Image:
    plot = None if block.plot is None else _plot(block.plot)
    return replace(block, alt=visible(block.alt), plot=plot)


def _plot(plot: Plot) -> Plot:
    lines = (
        Line(
            name=visible(line.name),
            points=tuple((visible(label), value) for label, value in line.points),
        )
        for line in plot.lines
    )
    by, measure = visible(plot.by), visible(plot.measure)
    return replace(plot, by=by, measure=measure, lines=tuple(lines))


def _buttons(block: Buttons) -> Buttons:
    items, more = map(_button, block.items), map(_button, block.more)
    return replace(block, items=tuple(items), more=tuple(more))


def _button(button: Button) -> Button:
    return replace(button, label=visible(button.label), detail=visible(button.detail))


def _menu(menu: Menu) -> Menu:
    choices = (
        Choice(id=each.id, label=visible(each.label), detail=visible(each.detail))
        for each in menu.choices
    )
    return replace(menu, label=visible(menu.label), choices=tuple(choices))


def _entry(entry: Entry) -> Entry:
    return replace(entry, label=visible(entry.label))


_VISIBLE: Final[dict[type[Any], Callable[[Any], Block]]] = {
    Text: _text,
    Fields: _fields,
    Points: _points,
    Code: _code,
    Table: _table,
    Image: _image,
    Buttons: _buttons,
    Menu: _menu,
}


def _visible(block: Block) -> Block:
    draw = _VISIBLE.get(type(block))
    return block if draw is None else draw(block)
