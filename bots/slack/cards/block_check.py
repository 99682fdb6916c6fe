"""Says what Slack would refuse in a list of blocks or in a view, before it is sent."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Literal, TypeAlias, get_args

from bots.slack.cards.block_shapes import BLOCKS, SHOWN_ON
from bots.slack.cards.element_shapes import plain
from bots.slack.cards.limits import LIMITS
from bots.slack.cards.shapes import Json, Rule, Shape, anything, by_type, flag, string

Surface: TypeAlias = Literal["message", "modal", "home"]
_RULES: Mapping[Surface, Rule] = {
    surface: by_type({name: BLOCKS[name] for name in SHOWN_ON[surface]}, f"{surface} block")
    for surface in get_args(Surface)
}


def check_blocks(blocks: object, surface: Surface = "message") -> list[str]:
    """The problems that would make Slack refuse these blocks; none means they are fine."""
    if not isinstance(blocks, list):
        return ["blocks: must be a list"]
    return [*_count(blocks, surface), *_each(blocks, surface), *_together(blocks, surface)]


def check_view(view: object) -> list[str]:
    """The problems that would make Slack refuse this modal or Home tab."""
    if not isinstance(view, dict):
        return ["view: must be an object"]
    problems = list(by_type(_VIEWS, "view")(view, "view"))
    if view.get("type") not in _VIEWS:
        return problems
    surface: Surface = "home" if view["type"] == "home" else "modal"
    blocks = view.get("blocks")
    if isinstance(blocks, list):
        problems += check_blocks(blocks, surface)
        problems += _unsubmittable(view, blocks)
    return problems


def text_size(value: object) -> int:
    """Characters of all `text` strings in a tree of blocks: what Slack seems to add up."""
    size, left = 0, [value]
    while left:
        part = left.pop()
        if isinstance(part, dict):
            own = part.get("text")
            size += len(own) if isinstance(own, str) else 0
            left.extend(part.values())
        elif isinstance(part, list):
            left.extend(part)
    return size


def _count(blocks: list[object], surface: Surface) -> Iterator[str]:
    most = LIMITS.message_blocks if surface == "message" else LIMITS.view_blocks
    if len(blocks) > most:
        yield f"blocks: {len(blocks)} items, at most {most} allowed"


def _each(blocks: list[object], surface: Surface) -> Iterator[str]:
    rule = _RULES[surface]
    for position, block in enumerate(blocks):
        yield from rule(block, f"blocks[{position}]")
        yield from _repeated_actions(block, f"blocks[{position}]")


def _repeated_actions(block: object, path: str) -> Iterator[str]:
    elements = block.get("elements") if isinstance(block, dict) else None
    ids = [
        each["action_id"]
        for each in (elements if isinstance(elements, list) else [])
        if isinstance(each, dict) and "action_id" in each
    ]
    for action_id in _repeated(ids):
        yield f"{path}: action_id {action_id!r} is used twice"


def _together(blocks: list[object], surface: Surface) -> Iterator[str]:
    known = [block for block in blocks if isinstance(block, dict)]
    for block_id in _repeated([block["block_id"] for block in known if "block_id" in block]):
        yield f"blocks: block_id {block_id!r} is used twice"
    if surface != "message":
        return
    tables = sum(block.get("type") == "table" for block in known)
    if tables > LIMITS.tables_per_message:
        yield f"blocks: {tables} tables, at most {LIMITS.tables_per_message} allowed"
    size = text_size(blocks)
    if size > LIMITS.message_all_blocks:
        yield f"blocks: {size} characters together, at most {LIMITS.message_all_blocks} allowed"


def _repeated(ids: list[object]) -> list[object]:
    counted = Counter(json.dumps(each) for each in ids)
    return [json.loads(each) for each, times in counted.items() if times > 1]


def _unsubmittable(view: Json, blocks: list[object]) -> Iterator[str]:
    inputs = any(isinstance(block, dict) and block.get("type") == "input" for block in blocks)
    if view["type"] == "modal" and inputs and not view.get("submit"):
        yield "view.submit: missing required field when the modal has inputs"


_VIEW_FIELDS = {
    "private_metadata": string(LIMITS.private_metadata, least=0),
    "callback_id": string(LIMITS.callback_id, least=0),
    "external_id": string(LIMITS.callback_id, least=0),
}
_VIEWS = {
    "modal": Shape(
        required={"title": plain(LIMITS.modal_title), "blocks": anything},
        optional={
            **_VIEW_FIELDS,
            "submit": plain(LIMITS.modal_button),
            "close": plain(LIMITS.modal_button),
            "clear_on_close": flag,
            "notify_on_close": flag,
            "submit_disabled": flag,
        },
    ),
    "home": Shape(required={"blocks": anything}, optional=_VIEW_FIELDS),
}
