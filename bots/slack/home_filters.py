"""The filters of the reviewers' queue in the Home tab."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bots.slack.blocks import Json, plain
from bots.slack.limits import LIMITS
from bots.wording import home as say
from pipeline.checkpoint import CheckpointKind
from pipeline.people import Person
from review.agenda import Queued

WORKSPACE: Final = "home.filter.workspace"
KIND: Final = "home.filter.kind"
_ALL = "*"
_KINDS = {
    _ALL: say.EVERYTHING,
    "unclaimed": say.UNCLAIMED,
    "mine": say.MINE,
    "answers": say.ANSWERS,
    "changes": say.CHANGES,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """What of the queue is shown; a star is everything."""

    workspace: str = _ALL
    kind: str = _ALL

    def as_json(self) -> Json:
        return {"workspace": self.workspace, "kind": self.kind}


def filters_of(view: Json | None) -> Filters:
    """The filters of a published view, with what was picked in it since."""
    try:
        kept = json.loads((view or {}).get("private_metadata") or "{}")
        filters = Filters(**{name: str(kept.get(name, _ALL)) for name in ("workspace", "kind")})
    except (ValueError, AttributeError):
        filters = Filters()
    picked = _picked(((view or {}).get("state") or {}).get("values") or {})
    workspace = picked.get(WORKSPACE, filters.workspace)
    return Filters(workspace=workspace, kind=picked.get(KIND, filters.kind))


def fitting(queue: Sequence[Queued], filters: Filters, reader: Person) -> list[Queued]:
    """What the filters let through, oldest first."""
    return [each for each in queue if _fits(each, filters, reader)]


def filter_blocks(queue: Sequence[Queued], filters: Filters) -> Json:
    """The menus; a filter that nothing is left of stays to be taken off."""
    found = {each.workspace for each in queue} | {filters.workspace}
    names = {_ALL: say.ALL_WORKSPACES} | {name: name for name in sorted(found - {_ALL})}
    return {
        "type": "actions",
        "block_id": "home.filters",
        "elements": [
            _menu(WORKSPACE, names, filters.workspace),
            _menu(KIND, _KINDS, filters.kind),
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


def _fits(item: Queued, filters: Filters, reader: Person) -> bool:
    if filters.workspace not in (_ALL, item.workspace):
        return False
    is_answer = item.kind is CheckpointKind.REVIEW
    claimed = item.claimed_by.id if item.claimed_by else ""
    return {
        "unclaimed": not claimed,
        "mine": claimed == reader.id,
        "answers": is_answer,
        "changes": not is_answer,
    }.get(filters.kind, True)


def _picked(values: Json) -> dict[str, str]:
    return {
        action: str(element["selected_option"]["value"])
        for block in values.values()
        for action, element in block.items()
        if action in (WORKSPACE, KIND) and element.get("selected_option")
    }
