"""What the block checker lets through and what it refuses."""

from typing import Any

import pytest

from bots.slack.cards.block_check import Surface, check_blocks, check_view, text_size
from bots.slack.cards.limits import LIMITS
from tests.surfaces.local_workspace.samples import MODAL, YES_OR_NO


def plain(text: str) -> dict[str, Any]:
    return {"type": "plain_text", "text": text}


def section(text: str = "x", **more: Any) -> dict[str, Any]:
    return {"type": "section", "text": {"type": "mrkdwn", "text": text}, **more}


def actions(*elements: dict[str, Any]) -> dict[str, Any]:
    return {"type": "actions", "elements": list(elements)}


def button(text: str = "Go", action_id: str = "go", **more: Any) -> dict[str, Any]:
    return {"type": "button", "action_id": action_id, "text": plain(text), **more}


def option(value: str = "a") -> dict[str, Any]:
    return {"text": plain(value), "value": value}


def select(**more: Any) -> dict[str, Any]:
    return {"type": "static_select", "action_id": "s", "options": [option()], **more}


def table(rows: int = 2, cells: int = 2, text: str = "1") -> dict[str, Any]:
    return {"type": "table", "rows": [[{"type": "raw_text", "text": text}] * cells] * rows}


def field(element: dict[str, Any]) -> dict[str, Any]:
    return {"type": "input", "label": plain("L"), "element": element}


TYPED = {"type": "plain_text_input", "action_id": "t"}
RICH = {
    "type": "rich_text",
    "elements": [
        {
            "type": "rich_text_section",
            "elements": [{"type": "text", "text": "a", "style": {"bold": True}}],
        },
        {
            "type": "rich_text_list",
            "style": "bullet",
            "elements": [
                {"type": "rich_text_section", "elements": [{"type": "user", "user_id": "U1"}]}
            ],
        },
    ],
}
CONFIRM = {"title": plain("?"), "text": plain("?"), "confirm": plain("y"), "deny": plain("n")}
FORMATTED = {"text": {"type": "mrkdwn", "text": "*a*"}, "value": "a"}
FINE: list[list[dict[str, Any]]] = [
    YES_OR_NO,
    [section("x" * 3000)],
    [{"type": "section", "fields": [plain("f")] * 10}],
    [{"type": "header", "text": plain("x" * 150)}],
    [{"type": "divider"}] * 50,
    [{"type": "markdown", "text": "# x"}],
    [{"type": "context", "elements": [plain("a"), {"type": "mrkdwn", "text": "b"}]}],
    [actions(button("x" * 75, confirm=CONFIRM, style="danger"))],
    [actions(select(initial_option=option()))],
    [table(100, 20)],
    [{**table(), "column_settings": [None, {"align": "right", "is_wrapped": True}]}],
    [{"type": "table", "rows": [[{"type": "raw_number", "value": 2, "text": "2"}, RICH]]}],
    [RICH],
    [{"type": "image", "slack_file": {"id": "F1"}, "alt_text": "chart"}],
    [field(TYPED)],
    [section(accessory={"type": "checkboxes", "action_id": "c", "options": [FORMATTED]})],
    [section(accessory={"type": "overflow", "action_id": "o", "options": [option()]})],
    [section(accessory={"type": "image", "image_url": "https://x/y.png", "alt_text": "y"})],
]
REFUSED: list[tuple[list[Any], str]] = [
    ([{"type": "divider"}] * 51, "51 items, at most 50"),
    ([section("x" * 3001)], "3001 characters, at most 3000"),
    ([section("")], "at least 1 characters"),
    ([{"type": "section"}], "needs one of text, fields"),
    ([{"type": "section", "fields": [plain("f")] * 11}], "11 items, at most 10"),
    ([{"type": "section", "fields": [plain("f" * 2001)]}], "2001 characters"),
    ([section(block_id="a"), section(block_id="a")], "block_id 'a' is used twice"),
    ([section(block_id="b" * 256)], "256 characters"),
    ([{"type": "header", "text": plain("x" * 151)}], "151 characters"),
    ([{"type": "header", "text": {"type": "mrkdwn", "text": "x"}}], "unsupported text 'mrkdwn'"),
    ([actions(button(), button())], "action_id 'go' is used twice"),
    ([actions(button("x" * 76))], "76 characters, at most 75"),
    ([actions(button(value="v" * 2001))], "2001 characters"),
    ([actions(button(style="blue"))], "none of primary, danger"),
    ([actions(button(colour="blue"))], "unknown field"),
    ([actions(button(confirm={**CONFIRM, "title": plain("x" * 101)}))], "101 characters"),
    ([actions(*(button(action_id=str(n)) for n in range(26)))], "26 items, at most 25"),
    ([actions()], "at least 1 needed"),
    ([actions({"type": "slider"})], "unsupported element 'slider'"),
    ([actions(TYPED)], "unsupported element 'plain_text_input'"),
    ([actions(select(options=[option(str(n)) for n in range(101)]))], "101 items"),
    ([actions({"type": "static_select", "action_id": "s"})], "needs one of options"),
    ([actions(select(initial_option=option("z")))], "is not among the options"),
    ([actions(select(options=[option("v" * 151)]))], "151 characters"),
    ([actions({"type": "overflow", "options": [option(str(n)) for n in range(6)]})], "6 items"),
    ([actions(select(options=[FORMATTED]))], "unsupported text 'mrkdwn'"),
    ([table(101, 1)], "101 items, at most 100"),
    ([table(1, 21)], "21 items, at most 20"),
    ([table(), table()], "2 tables, at most 1"),
    ([table(1, 1, "")], "at least 1 characters"),
    ([table(100, 20, "123456")], "12000 characters together"),
    ([section("x" * 2800)] * 4, "11200 characters together"),
    ([{"type": "markdown", "text": "x" * 12_001}], "at most 12000"),
    ([{"type": "image", "alt_text": "x"}], "needs one of image_url, slack_file"),
    ([{"type": "image", "image_url": "https://x"}], "alt_text: missing"),
    ([field({"type": "button"})], "unsupported input element"),
    ([{"type": "carousel_of_cats"}], "unsupported message block"),
    (["text"], "must be an object"),
    ([{"text": "no type"}], "unsupported message block None"),
    ([section(accessory=TYPED)], "unsupported accessory"),
    ([{"type": "context", "elements": [plain("a")] * 11}], "11 items, at most 10"),
]


@pytest.mark.parametrize("blocks", FINE)
def test_valid_blocks_pass(blocks: list[dict[str, Any]]) -> None:
    assert check_blocks(blocks) == []


@pytest.mark.parametrize(
    ("blocks", "problem"), REFUSED, ids=[f"{n}: {each}" for n, (_, each) in enumerate(REFUSED)]
)
def test_blocks_that_slack_refuses_are_refused(blocks: list[Any], problem: str) -> None:
    assert problem in " ".join(check_blocks(blocks))


@pytest.mark.parametrize("surface", ["modal", "home"])
def test_a_table_is_only_for_messages(surface: Surface) -> None:
    assert check_blocks([table()], surface) == [f"blocks[0]: unsupported {surface} block 'table'"]


def test_a_modal_may_have_more_blocks_than_a_message() -> None:
    assert check_blocks([{"type": "divider"}] * 100, "modal") == []
    assert check_blocks([{"type": "divider"}] * 101, "modal") != []


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"title": plain("x" * 25)}, "25 characters, at most 24"),
        ({"submit": None}, "must be an object"),
        ({"private_metadata": "x" * 3001}, "3001 characters"),
        ({"type": "popup"}, "unsupported view 'popup'"),
        ({"colour": "red"}, "unknown field"),
        ({"blocks": "none"}, ""),
    ],
)
def test_a_view_that_slack_refuses_is_refused(change: dict[str, Any], problem: str) -> None:
    assert check_view(MODAL) == []
    assert problem in " ".join(check_view({**MODAL, **change}))


def test_inputs_need_a_submit_button() -> None:
    view = {name: value for name, value in MODAL.items() if name != "submit"}
    assert check_view(view) == ["view.submit: missing required field when the modal has inputs"]


def test_what_is_no_list_and_no_object_is_a_problem_and_not_a_crash() -> None:
    assert check_blocks("x") == ["blocks: must be a list"]
    assert check_view(None) == ["view: must be an object"]


def test_the_size_of_blocks_is_that_of_their_texts() -> None:
    assert text_size([section("12345"), actions(button("678"))]) == 8
    assert LIMITS.message_all_blocks < 11_300
