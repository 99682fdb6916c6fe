"""What is shown is what is there: characters that cannot be seen are written out and marked.

A character that turns the direction of writing, or has no shape, lets a statement look like
another.
Nothing is taken away: the text that runs is elsewhere, and stays as it is.
"""

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

_LAYOUT: Final = frozenset("\n\t ")
_NO_JOINER, _JOINER, _EMOJI_STYLE, _KEYCAP = "\u200c", "\u200d", "\ufe0f", "\u20e3"
# Without a shape, though no control or format character: fillers, blanks, joiners, selectors.
_SHAPELESS: Final = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2028\u2029\u2800\u3164\uffa0\ufffc"
)
_SELECTORS: Final = (range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0), range(0xE0000, 0xE1000))
# Signs before Arabic numbers, which are seen.
_SEEN_SIGNS: Final = frozenset("\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2")
_HIDDEN_KINDS: Final = frozenset({"Cc", "Cf", "Cs", "Cn", "Co", "Zl", "Zp"})
_TURNED: Final = frozenset({"R", "AL", "AN"})
# Scripts in which joiners between two letters are spelling: Arabic, those of India, Burmese, Khmer.
_JOINED: Final = (
    range(0x0600, 0x0900), range(0x0900, 0x0E00), range(0x1000, 0x10A0), range(0x1780, 0x1800),
)  # fmt: skip
_HIGHEST_SHORT: Final = 0xFFFF


def visible(text: str, *, exact: bool = False) -> str:
    """The text with every hidden character as its code, in brackets that nothing else has.

    `exact` leaves nothing out: neither what emoji and some scripts are spelled with, nor blanks
    that are no plain space.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        _written(letter) if _is_hidden(text, at, exact=exact) else letter
        for at, letter in enumerate(text)
    )


def visible_card(card: Card) -> Card:
    """The card as it may be drawn, with words on what is hidden in it."""
    return replace(card, plain=visible(card.plain), blocks=visible_blocks(card.blocks))


def visible_blocks(blocks: Iterable[Block]) -> tuple[Block, ...]:
    """The blocks as they may be drawn: a statement with hidden characters has a warning above."""
    given = tuple(blocks)
    shown: list[Block] = []
    for block in given:
        if isinstance(block, Code):
            shown += [Text(text=note, tone=Tone.WARNING) for note in notes_on(block.text)]
        shown.append(_visible(block))
    others = [block for block in given if not isinstance(block, Code)]
    if any(_visible(block) != block for block in others):
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
    if statement.isascii() and statement.isprintable():
        return ()
    places = range(len(statement))
    hidden = sum(_is_hidden(statement, at, exact=True) for at in places)
    turned = any(unicodedata.bidirectional(letter) in _TURNED for letter in statement)
    notes = (say.hidden(hidden) if hidden else "", say.TURNED if turned else "")
    return tuple(note for note in notes if note)


def _written(letter: str) -> str:
    code = ord(letter)
    return f"⟦\\u{code:04x}⟧" if code <= _HIGHEST_SHORT else f"⟦\\U{code:08x}⟧"


def _is_hidden(text: str, at: int, *, exact: bool) -> bool:
    letter = text[at]
    if letter in _LAYOUT or letter in _SEEN_SIGNS or (letter.isascii() and letter.isprintable()):
        return False
    kind = unicodedata.category(letter)
    if kind == "Zs":
        return exact
    hidden = kind in _HIDDEN_KINDS or letter in _SHAPELESS or _is_in(letter, _SELECTORS)
    return hidden and (exact or not _is_spelling(text, at))


def _is_spelling(text: str, at: int) -> bool:
    """Whether a hidden character makes one sign of its neighbours, or is the end of a line."""
    letter, before, after = text[at], text[at - 1 : at], text[at + 1 : at + 2]
    if letter == "\r":
        return after == "\n"
    if letter == _EMOJI_STYLE:
        return after == _KEYCAP or _is_emoji(before)
    if letter == _JOINER and _is_emoji(text[:at].rstrip(_EMOJI_STYLE)[-1:]) and _is_emoji(after):
        return True
    joiner = letter in (_JOINER, _NO_JOINER)
    return joiner and _is_in(before, _JOINED) and _is_in(after, _JOINED)


def _is_emoji(letter: str) -> bool:
    return bool(letter) and unicodedata.category(letter) in {"So", "Sk"}


def _is_in(letter: str, ranges: Iterable[range]) -> bool:
    return bool(letter) and any(ord(letter) in each for each in ranges)


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
    return replace(block, items=tuple(map(_button, block.items)))


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
