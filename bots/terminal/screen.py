"""Cards drawn in a terminal."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from rich.console import Console, RenderableType
from rich.panel import Panel
from rich.syntax import Syntax
from rich.table import Table as Grid
from rich.text import Text as Line

from bots.cards import Block, Card, Code, Fields, Points, Table, Text, Tone
from bots.visible import visible, visible_blocks
from bots.wording import answers
from bots.wording import terminal as say

_MOST_ROWS: Final = 40
_STYLES: Mapping[Tone, str] = {
    Tone.NORMAL: "",
    Tone.STRONG: "bold",
    Tone.SUBTLE: "dim",
    Tone.WARNING: "yellow",
    Tone.QUOTE: "italic",
    Tone.GOOD: "bold green",
    Tone.CAUTION: "bold yellow",
    Tone.NEW: "bold blue",
}


class Screen:
    """Draws cards; buttons and pictures are left out, the keyboard takes their place."""

    def __init__(self, console: Console) -> None:
        self._console = console

    def show(self, card: Card) -> None:
        self.draw(card.blocks)

    def draw(self, blocks: Iterable[Block]) -> None:
        for block in visible_blocks(blocks):
            draw = _DRAWN.get(type(block))
            if draw is not None:
                self._console.print(draw(block))

    def sql(self, sql: str) -> None:
        *notes, code = visible_blocks((Code(text=sql),))
        self.draw(notes)
        self._console.print(Panel(_DRAWN[Code](code), title=say.SQL_TITLE, title_align="left"))

    def line(self, text: str, style: str = "") -> None:
        self._console.print(Line(visible(text), style=style))


def _text(block: Text) -> RenderableType:
    mark = "⚠ " if block.tone is Tone.WARNING else ""
    return Line(mark + visible(block.text), style=_STYLES[block.tone])


def _fields(block: Fields) -> RenderableType:
    lines = Line()
    for item in block.items:
        lines.append(f"{visible(item.label)}: ", style="bold")
        lines.append(visible(item.text) + ("" if item is block.items[-1] else "\n"))
    return lines


def _points(block: Points) -> RenderableType:
    lines = Line(visible(block.label), style="bold")
    for item in block.items:
        lines.append(f"\n  • {visible(item)}", style="not bold")
    return lines


def _code(block: Code) -> RenderableType:
    # The terminal's own colours: those of a fixed theme cannot be read on the other background.
    return Syntax(
        visible(block.text),
        block.language,
        word_wrap=True,
        theme="ansi_light",
        background_color="default",
    )


def _table(block: Table) -> RenderableType:
    shown = block.rows[:_MOST_ROWS]
    caption = answers.shown(len(shown), block.total, capped=block.capped)
    grid = Grid(caption=caption or None, caption_justify="left")
    for at, column in enumerate(block.columns):
        grid.add_column(
            Line(visible(column)),
            justify="right" if at in block.numeric else "left",
            overflow="fold",
        )
    for row in shown:
        grid.add_row(*(Line(visible(cell)) for cell in row))
    return grid


_DRAWN: Mapping[type[Block], Callable[[Any], RenderableType]] = {
    Text: _text,
    Fields: _fields,
    Points: _points,
    Code: _code,
    Table: _table,
}
