"""A card or a dialog as plain text: all that a person can read of it."""

from collections.abc import Iterable

from bots.cards import (
    Block,
    Buttons,
    Card,
    Code,
    Entry,
    Fields,
    Form,
    Image,
    Menu,
    Points,
    Table,
    Text,
    Tone,
)

_MOST_ROWS = 3
_MARKS = {
    Tone.STRONG: "# ",
    Tone.SUBTLE: "~ ",
    Tone.WARNING: "! ",
    Tone.QUOTE: "> ",
    Tone.GOOD: "(green) ",
    Tone.CAUTION: "(yellow) ",
    Tone.NEW: "(blue) ",
}


def told(shown: Card | Form) -> str:
    """Every line, each marked by what it is."""
    if isinstance(shown, Form):
        menus, entries = map(_lines, shown.menus), map(_entry, shown.entries)
        blocks = (_lines(each) for each in shown.blocks)
        send = [f"[{shown.submit}]"] if shown.submit else []
        return "\n".join(
            [f"# {shown.title}", *_flat(blocks), *_flat(menus), *_flat(entries), *send]
        )
    return "\n".join(_flat(_lines(block) for block in shown.blocks))


def _flat(parts: Iterable[list[str]]) -> list[str]:
    return [line for part in parts for line in part]


def _entry(entry: Entry) -> list[str]:
    value = f": {' '.join(entry.value.split())}" if entry.value else ""
    return [f"____ {entry.label}{value}"]


def _lines(block: Block) -> list[str]:
    match block:
        case Text():
            return [_MARKS.get(block.tone, "") + block.text]
        case Fields():
            return [f"{item.label}: {item.text}" for item in block.items]
        case Points():
            return [f"{block.label}:", *(f"- {item}" for item in block.items)]
        case Code():
            return [f"``` {' '.join(block.text.split())}"]
        case Table():
            rows = [" | ".join(row) for row in block.rows[:_MOST_ROWS]]
            return [" | ".join(block.columns), *rows, f"({block.total or len(block.rows)} rows)"]
        case Image():
            return [f"<chart: {block.alt}>"]
        case Buttons():
            more = [f"(More: {', '.join(each.label for each in block.more)})"] if block.more else []
            labels = [f"[{each.label}]" for each in block.items]
            return [" ".join([*labels, *more]), *_details(block)]
        case Menu():
            choices = " / ".join(_choice(each.label, each.detail) for each in block.choices)
            return [f"<{block.label}: {choices}>"]


def _details(buttons: Buttons) -> list[str]:
    return [f"  [{each.label}] {each.detail}" for each in buttons.items if each.detail]


def _choice(label: str, detail: str) -> str:
    return f"{label} ({detail})" if detail else label
