"""Adaptive Card elements in which text is only ever shown.

A TextBlock and a FactSet read markdown, so that a link could hide in a cell; a TextRun does not.
"""

from typing import Any, Final, TypeAlias

from bots.cards import Code, Fields, Points, Text, Tone
from bots.visible import visible
from bots.wording import answers

Json: TypeAlias = dict[str, Any]

_CUT: Final = "…"
_NO_BREAK: Final = "\u00a0"
_BADGES: Final = {Tone.GOOD: "Good", Tone.CAUTION: "Warning", Tone.NEW: "Accent"}


def cut(text: str, most: int) -> str:
    """Nothing at all becomes a dash, for an empty run takes no room."""
    shown = visible(text) if text.strip() else answers.NOTHING
    return shown if len(shown) <= most else shown[: most - len(_CUT)] + _CUT


def plain(text: str) -> str:
    """Clients put dates into {{DATE(...)}}, whoever wrote it."""
    return visible(text).replace("{{", "{\u200b{")


def run(text: str, **look: Any) -> Json:
    return {"type": "TextRun", "text": plain(text), **look}


def line(*runs: Json, **look: Any) -> Json:
    return {"type": "RichTextBlock", "inlines": list(runs), **look}


def lines(text: str, **look: Any) -> list[Json]:
    """One block for each line: a run does not break lines."""
    blocks = [line(run(each or _NO_BREAK, **look)) for each in text.split("\n")]
    return [blocks[0], *(block | {"spacing": "None"} for block in blocks[1:])]


def text_elements(text: Text, most: int) -> list[Json]:
    shown = cut(text.text, most)
    match text.tone:
        case Tone.STRONG:
            return lines(shown, weight="Bolder")
        case Tone.SUBTLE:
            return lines(shown, isSubtle=True, size="Small")
        case Tone.WARNING:
            return [_box(lines(f"⚠️ {shown}"), "warning")]
        case Tone.QUOTE:
            return [_box(lines(shown, italic=True), "emphasis")]
        case Tone.NORMAL:
            return lines(shown)
        case Tone.GOOD | Tone.CAUTION | Tone.NEW:
            return lines(shown, color=_BADGES[text.tone], weight="Bolder")


def field_elements(fields: Fields, most: int) -> list[Json]:
    return [
        line(
            run(f"{item.label}: ", weight="Bolder"),
            run(" ".join(cut(item.text, most).split("\n"))),
            spacing="Small",
        )
        for item in fields.items
    ]


def point_elements(points: Points, most: int) -> list[Json]:
    """A heading, and below it a line for each point."""
    heading = line(run(points.label, weight="Bolder"))
    items = [" ".join(cut(item, most).split("\n")) for item in points.items]
    return [heading, *(line(run(f"• {item}"), spacing="None") for item in items)]


def code_elements(code: Code, most: int) -> list[Json]:
    shown = lines(_indented(cut(code.text.rstrip(), most)), fontType="Monospace", size="Small")
    return [_box(shown, "emphasis")]


def _box(items: list[Json], style: str) -> Json:
    return {"type": "Container", "style": style, "items": items}


def _indented(text: str) -> str:
    """Clients fold ordinary spaces at the start of a line."""

    def kept(each: str) -> str:
        bare = each.lstrip(" ")
        return _NO_BREAK * (len(each) - len(bare)) + bare

    return "\n".join(kept(each) for each in text.replace("\t", "    ").split("\n"))
