"""What Slack itself checks in a modal before the app hears of a submission."""

import re
from typing import Final

from bots.local_workspace.people import Json

_EMAIL: Final = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")
_URL: Final = re.compile(r"https?://\S+")
REQUIRED: Final = "Please complete this required field."


def form_errors(blocks: list[Json], values: Json) -> dict[str, str]:
    """By block id, the sentence that is shown under an input that cannot be submitted."""
    errors = {}
    for block in blocks:
        if block["type"] != "input":
            continue
        element = block["element"]
        state = values.get(block["block_id"], {}).get(element["action_id"], {})
        problem = _problem(element, state, optional=bool(block.get("optional")))
        if problem:
            errors[block["block_id"]] = problem
    return errors


def _problem(element: Json, state: Json, *, optional: bool) -> str:
    held = [value for name, value in state.items() if name != "type"]
    given = held[0] if held else None
    if given in (None, "", []):
        return "" if optional else REQUIRED
    return _typed_problem(element, str(given)) if isinstance(given, str) else ""


def _typed_problem(element: Json, value: str) -> str:
    kind = element["type"]
    if kind == "plain_text_input":
        return _length_problem(element, len(value))
    if kind == "email_text_input" and not _EMAIL.fullmatch(value):
        return "Enter a valid email address."
    if kind == "url_text_input" and not _URL.fullmatch(value):
        return "Enter a valid link."
    if kind == "number_input":
        return _number_problem(element, value)
    return ""


def _length_problem(element: Json, length: int) -> str:
    if length < element.get("min_length", 0):
        return f"Enter at least {element['min_length']} characters."
    if length > element.get("max_length", 3_000):
        return f"Enter at most {element.get('max_length', 3_000)} characters."
    return ""


def _number_problem(element: Json, value: str) -> str:
    try:
        number = float(value)
    except ValueError:
        return "Enter a number."
    if not element.get("is_decimal_allowed") and not number.is_integer():
        return "Enter a whole number."
    if "min_value" in element and number < float(element["min_value"]):
        return f"Enter {element['min_value']} or more."
    if "max_value" in element and number > float(element["max_value"]):
        return f"Enter {element['max_value']} or less."
    return ""
