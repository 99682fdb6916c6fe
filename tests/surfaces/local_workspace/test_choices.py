"""Every kind of element: what a person chooses becomes Slack's own words."""

from typing import Any

import pytest

from bots.local_workspace.people import Json
from tests.surfaces.local_workspace.conftest import Slack


def option(value: str) -> Json:
    return {"text": {"type": "plain_text", "text": value.upper()}, "value": value}


AB = [option("a"), option("b")]
GROUPS = [{"label": {"type": "plain_text", "text": "G"}, "options": AB}]
KINDS: list[tuple[Json, Any, Json]] = [
    ({"type": "static_select", "options": AB}, "b", {"selected_option": AB[1]}),
    ({"type": "static_select", "option_groups": GROUPS}, "a", {"selected_option": AB[0]}),
    ({"type": "multi_static_select", "options": AB}, ["a", "b"], {"selected_options": AB}),
    ({"type": "checkboxes", "options": AB}, [], {"selected_options": []}),
    ({"type": "radio_buttons", "options": AB}, "a", {"selected_option": AB[0]}),
    ({"type": "overflow", "options": AB}, "b", {"selected_option": AB[1]}),
    ({"type": "datepicker"}, "2026-07-01", {"selected_date": "2026-07-01"}),
    ({"type": "timepicker"}, "09:30", {"selected_time": "09:30"}),
    ({"type": "users_select"}, "U0RUI", {"selected_user": "U0RUI"}),
    ({"type": "multi_users_select"}, ["U0RUI"], {"selected_users": ["U0RUI"]}),
    ({"type": "channels_select"}, "C0REVIEWS", {"selected_channel": "C0REVIEWS"}),
]


@pytest.mark.parametrize(("element", "value", "words"), KINDS)
async def test_a_choice_arrives_in_the_action_and_in_the_state(
    slack: Slack, element: Json, value: Any, words: Json
) -> None:
    seen: list[Json] = []

    @slack.app.action("it")
    async def choose(ack: Any, body: Json) -> None:
        await ack()
        seen.append(body)

    block: Json = {
        "type": "section",
        "block_id": "b",
        "text": {"type": "plain_text", "text": "x"},
        "accessory": {**element, "action_id": "it"},
    }
    if element["type"].startswith("multi"):
        block = {**block, "type": "input", "dispatch_action": True, "element": block["accessory"]}
        block = {name: block[name] for name in ("type", "block_id", "element", "dispatch_action")}
        block["label"] = {"type": "plain_text", "text": "x"}
    posted = await slack.client.chat_postMessage(channel="ask-data", text="?", blocks=[block])
    await slack.local.click("ana", posted["message"], "it", value)
    await slack.local.wait_for(lambda: seen)

    action = seen[0]["actions"][0]
    assert {name: action[name] for name in words} == words
    if element["type"] != "overflow":
        state = seen[0]["state"]["values"]["b"]["it"]
        assert {name: state[name] for name in words} == words


async def test_a_vote_carries_the_value_of_its_button(slack: Slack) -> None:
    seen: list[str] = []

    @slack.app.action("vote")
    async def vote(ack: Any, action: Json) -> None:
        await ack()
        seen.append(action["value"])

    def side(value: str) -> Json:
        return {"text": {"type": "plain_text", "text": value}, "value": value}

    buttons = {
        "type": "feedback_buttons",
        "action_id": "vote",
        "positive_button": side("good"),
        "negative_button": side("bad"),
    }
    blocks = [{"type": "context_actions", "elements": [buttons]}]
    posted = await slack.client.chat_postMessage(channel="ask-data", text="?", blocks=blocks)
    await slack.local.click("ana", posted["message"], "vote", "negative_button")
    await slack.local.wait_for(lambda: seen)

    assert seen == ["bad"]
