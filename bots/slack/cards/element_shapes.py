"""What every Block Kit element must look like, with its limits."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from bots.slack.cards.limits import LIMITS
from bots.slack.cards.shapes import (
    Json,
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


def plain(most: int) -> Rule:
    return by_type({"plain_text": _plain_shape(most)}, "text")


def text(most: int) -> Rule:
    mrkdwn = Shape(required={"text": string(most)}, optional={"verbatim": flag})
    return by_type({"plain_text": _plain_shape(most), "mrkdwn": mrkdwn}, "text")


def _plain_shape(most: int) -> Shape:
    return Shape(required={"text": string(most)}, optional={"emoji": flag})


CONFIRM: Final = Shape(
    required={
        "title": plain(LIMITS.confirm_title),
        "text": text(LIMITS.confirm_text),
        "confirm": plain(LIMITS.confirm_button),
        "deny": plain(LIMITS.confirm_button),
    },
    optional={"style": choice("primary", "danger")},
)


def _option(words: Callable[[int], Rule]) -> Shape:
    return Shape(
        required={"text": words(LIMITS.option_text), "value": string(LIMITS.option_value)},
        optional={"description": words(LIMITS.option_description), "url": string(LIMITS.url)},
    )


# Only checkboxes and radio buttons take mrkdwn in their options.
OPTION: Final = _option(plain)
FORMATTED_OPTION: Final = _option(text)
OPTION_GROUP: Final = Shape(
    required={
        "label": plain(LIMITS.option_text),
        "options": listing(OPTION, LIMITS.select_options),
    }
)
_ACTION: Final[Mapping[str, Rule]] = {
    "action_id": string(LIMITS.action_id),
    "confirm": CONFIRM,
}
_FOCUS: Final[Mapping[str, Rule]] = {"focus_on_load": flag}
_FIELD: Final[Mapping[str, Rule]] = {
    **_ACTION,
    **_FOCUS,
    "placeholder": plain(LIMITS.placeholder),
}
_OPTIONS: Final = listing(OPTION, LIMITS.select_options)
_GROUPS: Final = listing(OPTION_GROUP, LIMITS.option_groups)
_SEVERAL: Final = listing(OPTION, LIMITS.select_options)
_IDS: Final = listing(string(255), LIMITS.select_options)


def _among_options(value: object, path: str) -> Iterator[str]:
    """An initial choice that is not among the options is refused by Slack."""
    if not isinstance(value, dict):
        return
    offered = _offered(value)
    chosen = value.get("initial_options") or [value.get("initial_option")]
    for option in chosen:
        if isinstance(option, dict) and offered and option not in offered:
            yield f"{path}: the initial choice {option.get('value')!r} is not among the options"


def _offered(element: Json) -> list[object]:
    groups = element.get("option_groups") or []
    grouped = [each for group in groups for each in group.get("options", [])]
    return [*(element.get("options") or []), *grouped]


def _choosing(shape: Shape) -> Rule:
    def check(value: object, path: str) -> Iterator[str]:
        yield from shape(value, path)
        yield from _among_options(value, path)

    return check


def _select(initial: Mapping[str, Rule]) -> Rule:
    fields = {**_FIELD, **initial, "options": _OPTIONS, "option_groups": _GROUPS}
    return _choosing(Shape(optional=fields, one_of=("options", "option_groups")))


def _choices(initial: Mapping[str, Rule]) -> Rule:
    options = listing(FORMATTED_OPTION, LIMITS.choice_options)
    return _choosing(
        Shape(required={"options": options}, optional={**_ACTION, **_FOCUS, **initial})
    )


def _picker(**initial: Rule) -> Shape:
    return Shape(optional={**_FIELD, **initial})


def _typed(**extra: Rule) -> Shape:
    dispatch = {"dispatch_action_config": anything, "initial_value": string(LIMITS.input_value)}
    return Shape(optional={**_FIELD, **dispatch, **extra})


_BUTTON: Final = Shape(
    required={"text": plain(LIMITS.button_text)},
    optional={
        **_ACTION,
        "url": string(LIMITS.url),
        "value": string(LIMITS.button_value, least=0),
        "style": choice("primary", "danger"),
        "accessibility_label": string(LIMITS.button_text),
        "agent_prompt": string(LIMITS.message_text),
    },
)
_FEEDBACK_BUTTON: Final = Shape(
    required={"text": plain(LIMITS.button_text), "value": string(LIMITS.button_value)},
    optional={"accessibility_label": string(LIMITS.button_text)},
)
IMAGE_ELEMENT: Final = Shape(
    required={"alt_text": string(LIMITS.alt_text)},
    optional={"image_url": string(LIMITS.image_url), "slack_file": anything},
    one_of=("image_url", "slack_file"),
)
_MANY: Final[Mapping[str, Rule]] = {"max_selected_items": number}

ELEMENTS: Final[Mapping[str, Rule]] = {
    "button": _BUTTON,
    "image": IMAGE_ELEMENT,
    "icon_button": Shape(
        required={"icon": string(75), "text": plain(LIMITS.button_text)},
        optional={
            **_ACTION,
            "value": string(LIMITS.button_value),
            "accessibility_label": string(LIMITS.button_text),
            "visible_to_user_ids": listing(string(255), 10),
        },
    ),
    "feedback_buttons": Shape(
        required={"positive_button": _FEEDBACK_BUTTON, "negative_button": _FEEDBACK_BUTTON},
        optional={"action_id": string(LIMITS.action_id)},
    ),
    "overflow": Shape(
        required={"options": listing(OPTION, LIMITS.overflow_options)}, optional=_ACTION
    ),
    "static_select": _select({"initial_option": OPTION}),
    "multi_static_select": _select({"initial_options": _SEVERAL, **_MANY}),
    "external_select": _picker(initial_option=OPTION, min_query_length=number),
    "multi_external_select": _picker(
        initial_options=_SEVERAL, min_query_length=number, max_selected_items=number
    ),
    "users_select": _picker(initial_user=string(255)),
    "multi_users_select": _picker(initial_users=_IDS, max_selected_items=number),
    "conversations_select": _picker(
        initial_conversation=string(255),
        default_to_current_conversation=flag,
        response_url_enabled=flag,
        filter=anything,
    ),
    "channels_select": _picker(initial_channel=string(255), response_url_enabled=flag),
    "datepicker": _picker(initial_date=string(10, least=10)),
    "timepicker": _picker(initial_time=string(5, least=5), timezone=string(64)),
    "datetimepicker": Shape(optional={**_ACTION, **_FOCUS, "initial_date_time": number}),
    "checkboxes": _choices({"initial_options": listing(FORMATTED_OPTION, LIMITS.choice_options)}),
    "radio_buttons": _choices({"initial_option": FORMATTED_OPTION}),
    "plain_text_input": _typed(multiline=flag, min_length=number, max_length=number),
    "email_text_input": _typed(),
    "url_text_input": _typed(),
    "number_input": _typed(is_decimal_allowed=flag, min_value=string(64), max_value=string(64)),
    "file_input": Shape(
        optional={
            "action_id": string(LIMITS.action_id),
            "filetypes": listing(string(32), 50),
            "max_files": number,
        }
    ),
}

_SELECTS: Final = frozenset(name for name in ELEMENTS if name.endswith("_select"))
_PICKERS: Final = frozenset({"datepicker", "timepicker", "checkboxes", "radio_buttons"})
_TYPED: Final = frozenset(name for name in ELEMENTS if name.endswith("_input"))
ACCESSORIES: Final = _SELECTS | _PICKERS | {"button", "image", "overflow", "workflow_button"}
IN_ACTIONS: Final = _SELECTS | _PICKERS | {"button", "overflow", "datetimepicker"}
IN_INPUT: Final = _SELECTS | _PICKERS | _TYPED | {"datetimepicker"}


def elements(names: frozenset[str], noun: str) -> Rule:
    return by_type({name: ELEMENTS[name] for name in names if name in ELEMENTS}, noun)
