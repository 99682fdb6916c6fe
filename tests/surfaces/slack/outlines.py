"""Slack's blocks in a form that a person reviews."""

from typing import Any

from bots.conversation.notices import card_of
from bots.slack.cards.block_check import check_blocks
from bots.slack.cards.fitting import fitted
from review.ledger.notices import (
    Notice,
)


def outline(blocks: list[dict[str, Any]]) -> list[str]:
    """The blocks in a form that a person reviews: kind, texts, buttons."""
    return [line for block in blocks for line in _lines(block)]


def _lines(block: dict[str, Any]) -> list[str]:
    kind = block["type"]
    if kind == "table":
        return [f"table: {[cell['text'] for cell in row]}" for row in block["rows"]]
    if kind == "actions":
        return ["actions: " + " | ".join(_button(each) for each in block["elements"])]
    if kind == "section":
        return [f"section: {block['text']['text']}", *_select(block.get("accessory"))]
    if kind == "context":
        return [f"context: {each['text']}" for each in block["elements"]]
    return [line for part in block["elements"] for line in _rich(part)]


def _rich(part: dict[str, Any]) -> list[str]:
    if part["type"] == "rich_text_list":
        return ["  - " + "".join(map(_span, item["elements"])) for item in part["elements"]]
    return [f"{part['type']}: " + "".join(map(_span, part["elements"]))]


def _button(element: dict[str, Any]) -> str:
    if element["type"] == "overflow":
        return f"({', '.join(each['text']['text'] for each in element['options'])})"
    label: str = element["text"]["text"]
    return {"primary": f"[[{label}]]", "danger": f"!{label}!"}.get(element.get("style", ""), label)


def _select(element: dict[str, Any] | None) -> list[str]:
    if element is None:
        return []
    first = element.get("initial_option", {}).get("value")
    labels = [
        ("*" if option["value"] == first else "") + option["text"]["text"]
        for option in element["options"]
    ]
    return [f"{element['type']}: {' | '.join(labels)}"]


def _span(part: dict[str, Any]) -> str:
    if part["type"] == "user":
        return f"@{part['user_id']}"
    text: str = part["text"]
    return f"**{text}**" if part.get("style", {}).get("bold") else text


async def drawn(notice: Notice) -> list[str]:
    blocks = fitted(await card_of(notice, pictures=False)).blocks
    assert check_blocks(blocks) == []
    return outline(blocks)
