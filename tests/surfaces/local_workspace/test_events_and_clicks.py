"""A real Bolt app over signed HTTP: events, clicks, modals, commands, shortcuts."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from bots.local_workspace.people import Json
from tests.surfaces.local_workspace.conftest import Slack
from tests.surfaces.local_workspace.samples import MODAL, YES_OR_NO


async def test_a_mention_is_answered_in_its_thread(slack: Slack) -> None:
    @slack.app.event("app_mention")
    async def answer(event: Json, say: Any) -> None:
        await say(text=f"heard: {event['text']}", thread_ts=event["ts"])

    asked = slack.local.post_as("ana", "ask-data", "@Countersign how many orders?")
    thread = await slack.local.wait_for(lambda: slack.local.messages("ask-data", asked["ts"])[1:])

    assert thread[0]["text"] == "heard: <@U0COUNTERSIGN> how many orders?"
    assert thread[0]["bot_id"] == "B0COUNTERSIGN"
    assert asked["reply_count"] == 1


async def test_a_direct_message_arrives_as_a_message_event_of_type_im(slack: Slack) -> None:
    seen: list[Json] = []

    @slack.app.event("message")
    async def note(event: Json) -> None:
        seen.append(event)

    slack.local.post_as("ana", "dm", "hello")
    await slack.local.settle()

    assert [(each["channel_type"], each["user"]) for each in seen] == [("im", "U0ANA")]


async def test_a_click_carries_value_state_and_a_response_url_that_replaces(slack: Slack) -> None:
    clicked: list[Json] = []

    @slack.app.action("yes")
    async def approve(ack: Any, body: Json, respond: Any) -> None:
        await ack()
        clicked.append(body)
        await respond(text="done", replace_original=True)

    @slack.app.action("region")
    async def region(ack: Any) -> None:
        await ack()

    posted = await slack.client.chat_postMessage(channel="ask-data", text="?", blocks=YES_OR_NO)
    message = posted["message"]
    await slack.local.click("ana", message, "region", "Spain")
    await slack.local.click("ana", message, "Yes, run")
    await slack.local.wait_for(
        lambda: [each for each in slack.local.messages("ask-data") if each["text"] == "done"]
    )

    assert clicked[0]["actions"][0]["value"] == "run-1"
    chosen = clicked[0]["state"]["values"]["decide"]["region"]["selected_option"]
    assert chosen["value"] == "Spain"
    assert clicked[0]["user"]["id"] == "U0ANA"


async def _open_modal_on_click(slack: Slack) -> None:
    @slack.app.action("yes")
    async def ask_why(ack: Any, body: Json, client: Any) -> None:
        await ack()
        await client.views_open(trigger_id=body["trigger_id"], view=MODAL)

    posted = await slack.client.chat_postMessage(channel="ask-data", text="?", blocks=YES_OR_NO)
    await slack.local.click("rui", posted["message"], "yes")
    await slack.local.wait_for(lambda: slack.local.modal("rui"))


async def test_a_modal_shows_the_apps_errors_and_closes_when_it_is_right(slack: Slack) -> None:
    @slack.app.view("why")
    async def submitted(ack: Any, view: Json) -> None:
        text = view["state"]["values"]["reason"]["text"]["value"]
        if text == "because":
            await ack(response_action="errors", errors={"reason": "Say more."})
        else:
            await ack()

    await _open_modal_on_click(slack)

    assert await slack.local.submit_view("rui") == {
        "errors": {"reason": "Please complete this required field."}
    }
    vague = await slack.local.submit_view("rui", {"reason": {"text": "because"}})
    assert vague == {"errors": {"reason": "Say more."}}
    assert await slack.local.submit_view("rui", {"reason": {"text": "wrong year"}}) == {}
    assert slack.local.modal("rui") is None


async def test_a_modal_can_push_update_and_clear(slack: Slack) -> None:
    answers: Iterator[Json] = iter(
        [
            {"response_action": "push", "view": {**MODAL, "callback_id": "second"}},
            {"response_action": "update", "view": {**MODAL, "callback_id": "third"}},
            {"response_action": "clear"},
        ]
    )

    async def submitted(ack: Any) -> None:
        await ack(**next(answers))

    for callback_id in ("why", "second", "third"):
        slack.app.view(callback_id)(submitted)
    await _open_modal_on_click(slack)

    shown = []
    for _ in range(3):
        await slack.local.submit_view("rui", {"reason": {"text": "x"}})
        shown.append((slack.local.modal("rui") or {}).get("callback_id"))

    assert shown == ["second", "third", None]


async def test_a_cancelled_modal_is_told_to_the_app(slack: Slack) -> None:
    closed = []

    @slack.app.view_closed("why")
    async def gone(ack: Any, view: Json) -> None:
        await ack()
        closed.append(view["callback_id"])

    await _open_modal_on_click(slack)
    await slack.local.close_view("rui")

    assert closed == ["why"]


async def test_a_slash_command_gets_its_answer_as_a_message_only_the_person_sees(
    slack: Slack,
) -> None:
    @slack.app.command("/ask")
    async def ask(ack: Any, command: Json) -> None:
        await ack(f"looking into: {command['text']}")

    await slack.local.slash("ana", "ask-data", "/ask", "orders?")

    assert [each["text"] for each in slack.local.messages("ask-data", person="ana")] == [
        "looking into: orders?"
    ]
    assert slack.local.messages("ask-data", person="rui") == []


async def test_shortcuts_reach_the_app(slack: Slack) -> None:
    used = []

    @slack.app.shortcut("ask_about_this")
    async def about(ack: Any, shortcut: Json) -> None:
        await ack()
        used.append((shortcut["type"], shortcut.get("message", {}).get("text")))

    message = slack.local.post_as("ana", "ask-data", "orders fell")
    await slack.local.shortcut("ana", "ask_about_this", message)
    await slack.local.shortcut("ana", "ask_about_this")

    assert used == [("message_action", "orders fell"), ("shortcut", None)]


async def test_an_external_select_asks_the_app_and_remembers_its_options(slack: Slack) -> None:
    picked = []
    option = {"text": {"type": "plain_text", "text": "orders"}, "value": "t1"}

    @slack.app.options("table")
    async def suggest(ack: Any, payload: Json) -> None:
        await ack(options=[option] if payload["value"] == "ord" else [])

    @slack.app.action("table")
    async def pick(ack: Any, action: Json) -> None:
        await ack()
        picked.append(action["selected_option"])

    element = {"type": "external_select", "action_id": "table", "min_query_length": 1}
    posted = await slack.client.chat_postMessage(
        channel="ask-data", text="?", blocks=[{"type": "actions", "elements": [element]}]
    )
    found = await slack.local.suggest("ana", posted["message"], "table", "ord")
    await slack.local.click("ana", posted["message"], "table", found[0]["value"])

    assert picked == [option]


async def test_an_event_that_the_app_missed_is_sent_again_with_its_number(slack: Slack) -> None:
    slack.local.connect_app("http://127.0.0.1:9/slack/events")
    slack.local.post_as("ana", "dm", "anybody there?")
    await slack.local.settle()

    attempts = [(each.event_id, each.attempt, each.reply.reason) for each in slack.local.deliveries]
    event_id = attempts[0][0]
    assert attempts == [(event_id, n, "connection_failed") for n in (1, 2, 3, 4)]


async def test_a_redelivered_event_keeps_its_id(slack: Slack) -> None:
    seen = []

    @slack.app.event("message")
    async def note(body: Json, request: Any) -> None:
        seen.append((body["event_id"], request.headers.get("x-slack-retry-num")))

    slack.local.post_as("ana", "dm", "hello")
    await slack.local.settle()
    event_id = slack.local.deliveries[0].event_id
    await slack.local.redeliver(event_id)
    await slack.local.wait_for(lambda: seen[1:])

    assert seen == [(event_id, None), (event_id, ["1"])]


async def test_a_click_while_the_app_is_down_tells_the_person(slack: Slack) -> None:
    posted = await slack.client.chat_postMessage(channel="ask-data", text="?", blocks=YES_OR_NO)
    slack.local.connect_app("http://127.0.0.1:9/slack/events")

    reply = await slack.local.click("ana", posted["message"], "yes")

    assert slack.local.doings.sorry(reply) == (
        "Countersign is not running right now. Please try again in a moment."
    )


async def test_a_trigger_opens_one_view_only(slack: Slack) -> None:
    errors = []

    @slack.app.action("yes")
    async def twice(ack: Any, body: Json, client: Any) -> None:
        await ack()
        await client.views_open(trigger_id=body["trigger_id"], view=MODAL)
        again = await asyncio.gather(
            client.views_open(trigger_id=body["trigger_id"], view=MODAL), return_exceptions=True
        )
        errors.append(str(again[0]))

    posted = await slack.client.chat_postMessage(channel="ask-data", text="?", blocks=YES_OR_NO)
    await slack.local.click("rui", posted["message"], "yes")
    await slack.local.wait_for(lambda: errors)

    assert "exchanged_trigger_id" in errors[0]


@pytest.mark.parametrize(("reaction", "kind"), [("eyes", "reaction_added")])
async def test_a_reaction_is_told_to_the_app(slack: Slack, reaction: str, kind: str) -> None:
    seen = []

    @slack.app.event(kind)
    async def note(event: Json) -> None:
        seen.append((event["reaction"], event["item"]["channel"]))

    message = slack.local.post_as("ana", "ask-data", "orders fell")
    conversation = slack.local.workspace.conversations.named("ask-data")
    slack.local.workspace.react(conversation, message["ts"], "U0ANA", reaction)
    await slack.local.wait_for(lambda: seen)

    assert seen == [("eyes", "C0ASKDATA")]


async def test_edits_and_deletions_of_a_message_are_told_to_the_app(slack: Slack) -> None:
    seen = []

    @slack.app.event("message")
    async def note(event: Json) -> None:
        if "subtype" in event:
            seen.append((event["subtype"], event["previous_message"]["text"]))

    message = slack.local.post_as("ana", "ask-data", "orders fell")
    slack.local.doings.edit("U0ANA", "C0ASKDATA", message["ts"], "orders rose")
    slack.local.doings.delete("U0ANA", "C0ASKDATA", message["ts"])
    await slack.local.wait_for(lambda: seen[1:])

    assert sorted(seen) == [("message_changed", "orders fell"), ("message_deleted", "orders rose")]
