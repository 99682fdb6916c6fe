"""The filters of the reviewers' queue in the Home tab."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Final

from bots.conversation.queue import ALL, KINDS, Filters, workspaces_of
from bots.slack.cards.blocks import Json, plain
from bots.slack.cards.limits import LIMITS
from bots.wording import home as say
from review.ports.agenda import Queued

WORKSPACE: Final = "home.filter.workspace"
KIND: Final = "home.filter.kind"


def kept(filters: Filters) -> str:
    """The filters as a view carries them."""
    return json.dumps(asdict(filters))


def filters_of(view: Json | None) -> Filters:
    """The filters of a published view, with what was picked in it since."""
    try:
        carried = json.loads((view or {}).get("private_metadata") or "{}")
        filters = Filters(**{name: str(carried.get(name, ALL)) for name in ("workspace", "kind")})
    except (ValueError, AttributeError):
        filters = Filters()
    picked = _picked(((view or {}).get("state") or {}).get("values") or {})
    workspace = picked.get(WORKSPACE, filters.workspace)
    return Filters(workspace=workspace, kind=picked.get(KIND, filters.kind))


def filter_blocks(queue: Sequence[Queued], filters: Filters) -> Json:
    """The menus."""
    return {
        "type": "actions",
        "block_id": "home.filters",
        "elements": [
            _menu(WORKSPACE, workspaces_of(queue, filters), filters.workspace),
            _menu(KIND, KINDS, filters.kind),
        ],
    }


def _menu(action: str, names: dict[str, str], chosen: str) -> Json:
    options = [
        {"text": plain(label, LIMITS.option_text), "value": value[: LIMITS.option_value]}
        for value, label in list(names.items())[: LIMITS.select_options]
    ]
    initial = [each for each in options if each["value"] == chosen] or options[:1]
    return {
        "type": "static_select",
        "action_id": action,
        "placeholder": plain(say.SHOW, LIMITS.placeholder),
        "options": options,
        "initial_option": initial[0],
    }


def _picked(values: Json) -> dict[str, str]:
    return {
        action: str(element["selected_option"]["value"])
        for block in values.values()
        for action, element in block.items()
        if action in (WORKSPACE, KIND) and element.get("selected_option")
    }
