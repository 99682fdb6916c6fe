"""Says what Adaptive Cards 1.5 would refuse in a card: unknown fields, missing ones."""

import json
from collections.abc import Iterator
from typing import Final

from bots.slack.cards.shapes import (
    Rule,
    Shape,
    anything,
    by_type,
    choice,
    flag,
    listing,
    number,
    string,
)
from bots.teams.cards.fitting import MOST_BYTES
from tests.surfaces.teams.fake_connector import Json

_MANY: Final = 1_000
_TEXT: Final = 30_000
_ID: Final = string(200)
_SPACING: Final = choice("None", "Small", "Default", "Medium", "Large", "ExtraLarge", "Padding")
_SIZE: Final = choice("Default", "Small", "Medium", "Large", "ExtraLarge")
_STYLE: Final = choice("default", "emphasis", "good", "attention", "warning", "accent")
_ACTION_STYLE: Final = choice("default", "positive", "destructive")
_ALIGN: Final = choice("Left", "Center", "Right")


def _data(value: object, path: str) -> Iterator[str]:
    if not isinstance(value, dict):
        yield f"{path}: must be an object"
    elif len(json.dumps(value)) > 3_000:
        yield f"{path}: too much data for a button"


def element(value: object, path: str) -> Iterator[str]:
    yield from by_type(_ELEMENTS, "element")(value, path)


def action(value: object, path: str) -> Iterator[str]:
    yield from by_type(_ACTIONS, "action")(value, path)


def _shared(**fields: Rule) -> dict[str, Rule]:
    return {"id": _ID, "spacing": _SPACING, "separator": flag, "isVisible": flag, **fields}


_TITLED: Final = {
    "title": string(200),
    "style": _ACTION_STYLE,
    "id": _ID,
    "mode": choice("primary", "secondary"),
}
_SUBMIT: Final = Shape(required={"data": _data}, optional=_TITLED)
_ACTIONS: Final = {
    "Action.Execute": Shape(
        required={"verb": string(100), "data": _data},
        optional={**_TITLED, "fallback": by_type({"Action.Submit": _SUBMIT}, "fallback")},
    ),
    "Action.Submit": _SUBMIT,
    "Action.OpenUrl": Shape(required={"url": string(5_000)}, optional=_TITLED),
}
_RUN: Final = by_type(
    {
        "TextRun": Shape(
            required={"text": string(_TEXT)},
            optional={
                "weight": choice("Default", "Lighter", "Bolder"),
                "size": _SIZE,
                "isSubtle": flag,
                "color": choice("Default", "Good", "Warning", "Accent"),
                "italic": flag,
                "fontType": choice("Default", "Monospace"),
            },
        )
    },
    "inline",
)
_CELL: Final = by_type(
    {"TableCell": Shape(required={"items": listing(element, _MANY)})}, "table cell"
)
_ROW: Final = by_type(
    {"TableRow": Shape(optional={"style": _STYLE, "cells": listing(_CELL, 20)})}, "table row"
)
_COLUMN: Final = Shape(optional={"width": number, "horizontalCellContentAlignment": _ALIGN})
_CHOICE: Final = Shape(required={"title": string(300), "value": string(200)})
_INPUT: Final = {"label": string(500), "value": string(_TEXT), "isRequired": flag}
_ELEMENTS: Final = {
    "TextBlock": Shape(required={"text": string(_TEXT)}, optional=_shared(wrap=flag)),
    "RichTextBlock": Shape(required={"inlines": listing(_RUN, _MANY)}, optional=_shared()),
    "Container": Shape(required={"items": listing(element, _MANY)}, optional=_shared(style=_STYLE)),
    "Image": Shape(
        required={"url": string(20_000)},
        optional=_shared(altText=string(2_000), size=choice("Auto", "Stretch", "Small")),
    ),
    "Table": Shape(
        required={"columns": listing(_COLUMN, 20), "rows": listing(_ROW, _MANY)},
        optional=_shared(gridStyle=_STYLE),
    ),
    "ActionSet": Shape(required={"actions": listing(action, 6)}, optional=_shared()),
    "Input.ChoiceSet": Shape(
        required={"id": _ID, "choices": listing(_CHOICE, 200)},
        optional=_shared(
            **_INPUT,
            style=choice("compact", "expanded", "filtered"),
            isMultiSelect=flag,
            placeholder=string(200),
        ),
    ),
    "Input.Text": Shape(required={"id": _ID}, optional=_shared(**_INPUT, isMultiline=flag)),
    "Input.Date": Shape(required={"id": _ID}, optional=_shared(**_INPUT)),
}
_REFRESH: Final = Shape(required={"action": action}, optional={"userIds": listing(_ID, 60)})
_CARD: Final = by_type(
    {
        "AdaptiveCard": Shape(
            required={"version": choice("1.5"), "body": listing(element, _MANY)},
            optional={
                "$schema": string(200),
                "actions": listing(action, 6),
                "refresh": _REFRESH,
                # Teams' own part, which other hosts leave alone.
                "msteams": anything,
            },
        )
    },
    "card",
)


def check_card(card: Json) -> list[str]:
    """The problems of this card; none means that it is fine."""
    problems = list(_CARD(card, "card"))
    ids = [each["id"] for each in _nodes(card) if str(each.get("type")).startswith("Input.")]
    problems += [f"id {each!r} is used twice" for each in ids if ids.count(each) > 1]
    size = len(json.dumps(card, ensure_ascii=False).encode())
    return [*problems, *([f"{size} bytes"] if size > MOST_BYTES else [])]


def _nodes(node: object) -> Iterator[Json]:
    if isinstance(node, list):
        for each in node:
            yield from _nodes(each)
    elif isinstance(node, dict):
        yield node
        for each in node.values():
            yield from _nodes(each)
