"""What the workspace itself checks in a form before the app hears of it."""

from typing import Any

import pytest

from bots.local_workspace.form_check import REQUIRED, form_errors

TEXT = {"type": "plain_text_input"}
NUMBER = {"type": "number_input", "min_value": "1", "max_value": "10"}
CASES: list[tuple[dict[str, Any], Any, str]] = [
    (TEXT, None, REQUIRED),
    (TEXT, "", REQUIRED),
    (TEXT, "fine", ""),
    ({**TEXT, "min_length": 3}, "ab", "Enter at least 3 characters."),
    ({**TEXT, "max_length": 3}, "abcd", "Enter at most 3 characters."),
    (TEXT, "x" * 3001, "Enter at most 3000 characters."),
    ({"type": "email_text_input"}, "ana", "Enter a valid email address."),
    ({"type": "email_text_input"}, "ana@example.com", ""),
    ({"type": "url_text_input"}, "example", "Enter a valid link."),
    ({"type": "url_text_input"}, "https://example.com", ""),
    (NUMBER, "many", "Enter a number."),
    (NUMBER, "1.5", "Enter a whole number."),
    ({**NUMBER, "is_decimal_allowed": True}, "1.5", ""),
    (NUMBER, "0", "Enter 1 or more."),
    (NUMBER, "11", "Enter 10 or less."),
    ({"type": "checkboxes"}, [], REQUIRED),
    ({"type": "checkboxes"}, [{"value": "a"}], ""),
]


@pytest.mark.parametrize(("element", "given", "problem"), CASES)
def test_an_input_is_checked(element: dict[str, Any], given: Any, problem: str) -> None:
    block = {"type": "input", "block_id": "b", "element": {**element, "action_id": "a"}}
    values = {"b": {"a": {"type": element["type"], "value": given}}}

    assert form_errors([{"type": "divider"}, block], values) == ({"b": problem} if problem else {})


def test_an_optional_input_may_stay_empty() -> None:
    block = {
        "type": "input",
        "block_id": "b",
        "optional": True,
        "element": {**TEXT, "action_id": "a"},
    }

    assert form_errors([block], {}) == {}
