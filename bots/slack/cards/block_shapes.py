"""What every Block Kit block must look like, and the surfaces that show it."""

from collections.abc import Iterator, Mapping
from typing import Final

from bots.slack.cards.element_shapes import (
    ACCESSORIES,
    IMAGE_ELEMENT,
    IN_ACTIONS,
    IN_INPUT,
    elements,
    plain,
    text,
)
from bots.slack.cards.limits import LIMITS
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

_MANY: Final = 10_000
_ID: Final[Mapping[str, Rule]] = {"block_id": string(LIMITS.block_id)}
_STYLE: Final[Mapping[str, Rule]] = {"style": anything}


def _inline(**fields: Rule) -> Shape:
    return Shape(required=fields, optional=_STYLE)


_INLINE: Final = by_type(
    {
        "text": _inline(text=string(_MANY)),
        "link": Shape(
            required={"url": string(LIMITS.url)},
            optional={"text": string(_MANY), "unsafe": flag, **_STYLE},
        ),
        "user": _inline(user_id=string(32)),
        "channel": _inline(channel_id=string(32)),
        "usergroup": _inline(usergroup_id=string(32)),
        "emoji": Shape(required={"name": string(100)}, optional={"unicode": anything, **_STYLE}),
        "broadcast": _inline(range=choice("here", "channel", "everyone")),
        "date": Shape(
            required={"timestamp": number, "format": string(255)},
            optional={"url": string(LIMITS.url), "fallback": string(255), **_STYLE},
        ),
        "color": _inline(value=string(32)),
    },
    "rich text element",
)
_RICH_LINE: Final = Shape(
    required={"elements": listing(_INLINE, _MANY, least=0)}, optional={"border": number}
)
_RICH_LIST: Final = Shape(
    required={
        "style": choice("bullet", "ordered"),
        "elements": listing(by_type({"rich_text_section": _RICH_LINE}, "list item"), _MANY),
    },
    optional={"indent": number, "offset": number, "border": number},
)
_RICH_PART: Final = by_type(
    {
        "rich_text_section": _RICH_LINE,
        "rich_text_quote": _RICH_LINE,
        "rich_text_preformatted": Shape(
            required={"elements": listing(_INLINE, _MANY, least=0)},
            optional={"border": number, "language": string(32)},
        ),
        "rich_text_list": _RICH_LIST,
    },
    "rich text part",
)
RICH_TEXT: Final = Shape(required={"elements": listing(_RICH_PART, _MANY)}, optional=_ID)
_CELL: Final = by_type(
    {
        "raw_text": Shape(required={"text": string(_MANY)}),
        "raw_number": Shape(required={"value": number, "text": string(_MANY)}),
        "rich_text": RICH_TEXT,
    },
    "table cell",
)
_COLUMN: Final = Shape(optional={"align": choice("left", "center", "right"), "is_wrapped": flag})


def _column(value: object, path: str) -> Iterator[str]:
    """A column without settings of its own is null."""
    if value is not None:
        yield from _COLUMN(value, path)


_TASK: Final = Shape(
    required={
        "task_id": string(255),
        "title": string(255),
        "status": choice("pending", "in_progress", "complete", "error"),
    },
    optional={
        **_ID,
        "details": by_type({"rich_text": RICH_TEXT}, "details"),
        "output": by_type({"rich_text": RICH_TEXT}, "output"),
        "sources": listing(anything, 50),
    },
)

BLOCKS: Final[Mapping[str, Rule]] = {
    "section": Shape(
        optional={
            **_ID,
            "text": text(LIMITS.section_text),
            "fields": listing(text(LIMITS.field), LIMITS.section_fields),
            "accessory": elements(ACCESSORIES, "accessory"),
            "expand": flag,
        },
        one_of=("text", "fields"),
    ),
    "divider": Shape(optional=_ID),
    "header": Shape(required={"text": plain(LIMITS.header)}, optional={**_ID, "level": number}),
    "markdown": Shape(required={"text": string(LIMITS.markdown)}, optional=_ID),
    "context": Shape(
        required={
            "elements": listing(
                by_type(
                    {
                        "plain_text": plain(LIMITS.field),
                        "mrkdwn": text(LIMITS.field),
                        "image": IMAGE_ELEMENT,
                    },
                    "context element",
                ),
                LIMITS.context_elements,
            )
        },
        optional=_ID,
    ),
    "context_actions": Shape(
        required={
            "elements": listing(
                elements(frozenset({"feedback_buttons", "icon_button"}), "element"),
                LIMITS.context_actions_elements,
            )
        },
        optional=_ID,
    ),
    "actions": Shape(
        required={"elements": listing(elements(IN_ACTIONS, "element"), LIMITS.actions_elements)},
        optional=_ID,
    ),
    "input": Shape(
        required={
            "label": plain(LIMITS.input_label),
            "element": elements(IN_INPUT, "input element"),
        },
        optional={
            **_ID,
            "hint": plain(LIMITS.input_hint),
            "optional": flag,
            "dispatch_action": flag,
        },
    ),
    "image": Shape(
        required={"alt_text": string(LIMITS.alt_text)},
        optional={
            **_ID,
            "image_url": string(LIMITS.image_url),
            "slack_file": anything,
            "title": plain(LIMITS.image_title),
        },
        one_of=("image_url", "slack_file"),
    ),
    "rich_text": RICH_TEXT,
    "table": Shape(
        required={"rows": listing(listing(_CELL, LIMITS.table_cells), LIMITS.table_rows)},
        optional={**_ID, "column_settings": listing(_column, LIMITS.table_cells, least=0)},
    ),
    "task_card": _TASK,
    "plan": Shape(
        required={"title": string(255)},
        optional={**_ID, "tasks": listing(by_type({"task_card": _TASK}, "task"), 50)},
    ),
    "alert": Shape(
        required={"text": text(LIMITS.section_text)},
        optional={**_ID, "level": choice("default", "info", "warning", "error", "success")},
    ),
}

_MESSAGE_ONLY: Final = frozenset({"table", "task_card", "plan", "context_actions", "markdown"})
SHOWN_ON: Final[Mapping[str, frozenset[str]]] = {
    "message": frozenset(BLOCKS),
    "modal": frozenset(BLOCKS) - _MESSAGE_ONLY,
    "home": frozenset(BLOCKS) - _MESSAGE_ONLY,
}
