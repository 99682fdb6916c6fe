"""Finds elements in blocks and turns what a person chose into Slack's state values."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, TypeAlias

from bots.local_workspace.people import Json

# block id -> action id -> what the person chose: a string, a list of strings, or None
Choices: TypeAlias = dict[str, dict[str, Any]]

_SEVERAL: Final = frozenset({"multi_static_select", "multi_external_select", "checkboxes"})
_ONE_OF: Final = frozenset({"static_select", "external_select", "radio_buttons", "overflow"})
_SELECTED: Final[Mapping[str, tuple[str, str]]] = {
    "datepicker": ("selected_date", "initial_date"),
    "timepicker": ("selected_time", "initial_time"),
    "datetimepicker": ("selected_date_time", "initial_date_time"),
    "users_select": ("selected_user", "initial_user"),
    "multi_users_select": ("selected_users", "initial_users"),
    "conversations_select": ("selected_conversation", "initial_conversation"),
    "channels_select": ("selected_channel", "initial_channel"),
    "plain_text_input": ("value", "initial_value"),
    "email_text_input": ("value", "initial_value"),
    "url_text_input": ("value", "initial_value"),
    "number_input": ("value", "initial_value"),
}
FindOption: TypeAlias = Callable[[str], Json | None]


def with_ids(blocks: list[Json], new_id: Callable[[], str]) -> list[Json]:
    """The blocks with the ids that Slack adds where the app gave none."""
    return [_block_with_ids(block, new_id) for block in blocks]


def _block_with_ids(block: Json, new_id: Callable[[], str]) -> Json:
    named = {**block, "block_id": block.get("block_id") or new_id()}
    for slot in ("accessory", "element"):
        if slot in named:
            named[slot] = _element_with_id(named[slot], new_id)
    if named["type"] in ("actions", "context_actions"):
        named["elements"] = [_element_with_id(each, new_id) for each in named["elements"]]
    return named


def _element_with_id(element: Json, new_id: Callable[[], str]) -> Json:
    if element.get("type") == "image":
        return element
    return {**element, "action_id": element.get("action_id") or new_id()}


def elements(blocks: Iterable[Json]) -> Iterator[tuple[Json, Json]]:
    """Every interactive element together with its block."""
    for block in blocks:
        for slot in ("accessory", "element"):
            if "action_id" in block.get(slot, {}):
                yield block, block[slot]
        if block.get("type") in ("actions", "context_actions"):
            yield from ((block, each) for each in block["elements"] if "action_id" in each)


def label(element: Json) -> str:
    text = element.get("text") or element.get("placeholder") or {}
    return str(text.get("text", ""))


def options(element: Json) -> list[Json]:
    groups = element.get("option_groups") or []
    grouped = [each for group in groups for each in group["options"]]
    return [*(element.get("options") or []), *grouped]


def initial(element: Json) -> Any:
    """What is chosen before anybody touches the element."""
    kind = element["type"]
    if kind in _SEVERAL:
        return [each["value"] for each in element.get("initial_options") or []]
    if kind in _ONE_OF:
        return (element.get("initial_option") or {}).get("value")
    _, field = _SELECTED.get(kind, ("", ""))
    return element.get(field)


def selection(element: Json, value: Any, find: FindOption) -> Json:
    """Slack's words for a choice: `selected_option`, `selected_date`, `value`, ..."""
    kind = element["type"]
    if kind in _SEVERAL:
        chosen = [find(each) for each in value or []]
        return {"selected_options": [each for each in chosen if each is not None]}
    if kind in _ONE_OF:
        return {"selected_option": find(value) if value else None}
    if kind == "feedback_buttons":
        return _feedback(element, value)
    if kind in _SELECTED:
        return {_SELECTED[kind][0]: value if value != "" else None}
    return {"value": element["value"]} if "value" in element else {}


def _feedback(element: Json, value: Any) -> Json:
    for side in ("positive_button", "negative_button"):
        if value in (side, element[side]["value"]):
            return {"value": element[side]["value"], "text": element[side]["text"]}
    return {"value": value}


def state_values(blocks: Iterable[Json], choices: Choices, find: FindOption) -> Json:
    """`state.values` of a message or view: what every stateful element holds now."""
    values: dict[str, Json] = {}
    for block, element in elements(blocks):
        if element["type"] in ("button", "overflow", "feedback_buttons", "icon_button"):
            continue
        block_id, action_id = block["block_id"], element["action_id"]
        chosen = choices.get(block_id, {}).get(action_id, initial(element))
        own = known_option(element, find)
        state = {"type": element["type"], **selection(element, chosen, own)}
        values.setdefault(block_id, {})[action_id] = state
    return values


def known_option(element: Json, find: FindOption) -> FindOption:
    """Looks among the element's own options first, then among those suggested before."""
    own = [*options(element), *(element.get("initial_options") or [])]
    if element.get("initial_option"):
        own.append(element["initial_option"])
    by_value = {each["value"]: each for each in own}
    return lambda value: by_value.get(value) or find(value)
