"""What people write in chats, groups and channels."""

from typing import Any

import pytest

from bots.teams.activities import Posted
from bots.wording import alerts, replies
from tests.surfaces.teams.client import ADA, ANA, CHANNEL, GROUP, RUI, text_of
from tests.surfaces.teams.conftest import Office
from tests.surfaces.teams.fake_connector import BOT, TENANT


def mentioned(text: str, *people: tuple[str, str, str]) -> dict[str, Any]:
    entities = [
        {"type": "mention", "text": said, "mentioned": {"id": ident, "name": name}}
        for said, ident, name in people
    ]
    return {"text": text, "entities": entities, "recipient": BOT}


def us(name: str = "Countersign") -> tuple[str, str, str]:
    return (f"<at>{name}</at>", BOT["id"], name)


@pytest.mark.parametrize(
    ("activity", "words"),
    [
        (mentioned("<at>Countersign</at> sales by month", us()), "sales by month"),
        (mentioned("<at>Sales</at> total Sales by month", us("Sales")), "total Sales by month"),
        (mentioned("<at>Sales total</at> Sales total", us("Sales total")), "Sales total"),
        (mentioned("how many, <at>Countersign</at>?", us()), "how many, ?"),
        (
            mentioned(
                "<at>Countersign</at> orders of <at>Rui</at>", us(), ("<at>Rui</at>", "29:r", "Rui")
            ),
            "orders of Rui",
        ),
        (mentioned("<at>Bot</at> and <at>Bot</at> again", us("Bot"), us("Bot")), "and again"),
        (mentioned("<at>Bot (test)</at> a+b.*", us("Bot (test)")), "a+b.*"),
        (
            mentioned("<at>Countersign</at>&nbsp;price &lt; 5 &amp;amp; more", us()),
            "price < 5 &amp; more",
        ),
        (mentioned("countersign sales"), "countersign sales"),
        ({"text": "a\n\nb", "recipient": BOT}, "a b"),
        ({"text": None}, ""),
    ],
)
def test_only_the_mention_of_us_is_taken_out_once_and_in_its_place(
    activity: dict[str, Any], words: str
) -> None:
    assert Posted(activity).words == words


def test_a_mention_of_somebody_else_is_not_for_us() -> None:
    said = mentioned("<at>Rui</at> hi", ("<at>Rui</at>", "29:rui", "Rui"))
    assert not Posted(said).mentions_bot


async def test_a_question_in_a_private_chat_needs_no_mention(office: Office) -> None:
    await office.client.say(ANA, ANA.chat, "how many orders?")
    (asked,) = office.desk.asked
    assert asked.thread == office.thread(channel=ANA.chat)
    assert (asked.asker.id, asked.asker.name) == (ANA.id, "Ana")
    assert (asked.asker.time_zone, asked.asker.locale) == ("Europe/Madrid", "en-GB")


async def test_a_question_in_a_channel_is_answered_in_its_thread(office: Office) -> None:
    await office.client.say(ANA, CHANNEL, "how many orders?")
    (asked,) = office.desk.asked
    assert (asked.thread.channel, asked.thread.root) == (CHANNEL, "1600000000001")
    assert not asked.thread.private


async def test_a_group_chat_is_one_conversation(office: Office) -> None:
    await office.client.say(ANA, GROUP, "how many orders?")
    assert office.desk.asked[0].thread == office.thread("", GROUP)


async def test_a_follow_up_in_our_thread_needs_no_mention(office: Office) -> None:
    thread = await office.client.say(ANA, CHANNEL, "how many orders?")
    follow = office.client.activity("message", ANA, thread, text="now by month")
    stray = office.client.activity("message", ANA, f"{CHANNEL};messageid=5", text="lunch?")
    await office.client.post(follow)
    await office.client.post(stray)
    assert [each.text for each in office.desk.asked] == ["how many orders?", "now by month"]


async def test_a_redelivered_question_is_asked_once(office: Office) -> None:
    activity = office.client.message(ANA, ANA.chat, "how many orders?")
    await office.client.post(activity)
    await office.client.post(activity)
    assert len(office.desk.asked) == 1


async def test_help_is_answered_at_once(office: Office) -> None:
    await office.client.say(ANA, ANA.chat, "help")
    await office.settled()
    (told,) = office.microsoft.in_(ANA.chat)
    assert replies.HELP_TITLE in text_of(told.card)


async def test_typed_words_never_decide(office: Office) -> None:
    await office.client.say(ANA, GROUP, "approve")
    await office.settled()
    assert office.desk.asked == []
    assert "buttons" in text_of(office.microsoft.in_(GROUP)[0].card)


async def test_100_kilobytes_of_text_get_a_sentence(office: Office) -> None:
    await office.client.say(ANA, ANA.chat, "x" * 100_000)
    await office.settled()
    assert office.desk.asked == []
    assert "100,000 characters" in text_of(office.microsoft.in_(ANA.chat)[0].card)


async def test_a_question_that_cannot_be_kept_is_not_lost_in_silence(office: Office) -> None:
    office.desk.failures = 1
    await office.client.say(ANA, ANA.chat, "how many orders?")
    await office.settled()
    assert replies.TROUBLE in text_of(office.microsoft.in_(ANA.chat)[0].card)


async def test_stop_ends_what_runs_in_the_chat(office: Office) -> None:
    office.desk.busy.add(office.thread(channel=ANA.chat))
    await office.client.say(ANA, ANA.chat, "stop")
    await office.settled()
    assert replies.STOPPED in text_of(office.microsoft.in_(ANA.chat)[0].card)


@pytest.mark.parametrize(("ident", "stopped"), [("1600000000001", True), ("1600000000009", False)])
async def test_deleting_the_post_that_asked_stops_the_question(
    office: Office, ident: str, stopped: bool
) -> None:
    thread = await office.client.say(ANA, CHANNEL, "how many orders?")
    office.desk.busy.add(office.thread())
    gone = office.client.activity("messageDelete", ANA, thread) | {"id": ident}
    await office.client.post(gone)
    assert (office.thread() not in office.desk.busy) is stopped


async def added(office: Office, conversation: str = GROUP) -> None:
    activity = office.client.activity("conversationUpdate", ANA, conversation, membersAdded=[BOT])
    await office.client.post(activity)
    await office.settled()


async def test_the_bot_introduces_itself_once_where_it_is_added(office: Office) -> None:
    await added(office)
    await added(office)
    assert len(office.microsoft.in_(GROUP)) == 1


async def test_somebody_else_who_joins_is_not_greeted(office: Office) -> None:
    joined = office.client.activity("conversationUpdate", ANA, GROUP, membersAdded=[RUI.account])
    await office.client.post(joined)
    await office.settled()
    assert office.microsoft.in_(GROUP) == []


@pytest.mark.parametrize(
    "left",
    [
        {"type": "conversationUpdate", "membersRemoved": [BOT]},
        {"type": "installationUpdate", "action": "remove"},
    ],
)
async def test_a_conversation_that_the_bot_left_is_forgotten(
    office: Office, left: dict[str, Any]
) -> None:
    await added(office)
    await office.client.post(office.client.activity("x", ANA, GROUP) | left)
    assert await office.references.of(GROUP) is None


@pytest.mark.parametrize(("channel", "told"), [(CHANNEL, True), (ANA.chat, False)])
async def test_admins_hear_of_a_place_that_the_bot_was_removed_from(
    office: Office, channel: str, told: bool
) -> None:
    left = {"type": "installationUpdate", "action": "remove"}
    data = {"tenant": {"id": TENANT}, "team": {"name": "Sales"}}
    await office.client.post(office.client.activity("x", RUI, channel, channelData=data) | left)
    texts = {each.subject: each.text for each in office.desk.alerts}
    assert texts == ({f"teams:{CHANNEL}": alerts.teams_removed("Sales")} if told else {})
    assert all(each.people == (ADA.id,) for each in office.desk.alerts)


async def test_a_changed_service_url_is_used_from_then_on(office: Office) -> None:
    await office.client.say(ANA, ANA.chat, "how many orders?")
    kept = await office.references.of(ANA.chat)
    assert kept is not None
    assert kept.service_url == office.microsoft.service_url
    moved = f"{office.microsoft.url}/moved/"
    token = office.microsoft.signers[0].token(moved)
    activity = office.client.message(ANA, ANA.chat, "and today?") | {"serviceUrl": moved}
    await office.client.post(activity, token=token)
    kept = await office.references.of(ANA.chat)
    assert kept is not None
    assert kept.service_url == moved


async def test_a_message_becomes_a_question_once_its_reader_sends_it(office: Office) -> None:
    payload = {"id": "1600000000077", "body": {"content": "<p>Sales &amp; returns <b>now</b>?</p>"}}
    value = {"commandId": "ask", "messagePayload": payload}
    where = office.client.activity(
        "invoke", ANA, CHANNEL, name="composeExtension/fetchTask", value=value
    )
    dialog = (await office.client.post(where)).json()
    content = dialog["task"]["value"]["card"]["content"]
    assert content["body"][0]["value"] == "Sales & returns now ?"
    data = content["actions"][0]["data"] | {"entry|question": "Sales and returns now?"}
    sent = where | {
        "id": "9",
        "name": "composeExtension/submitAction",
        "value": value | {"data": data},
    }
    await office.client.post(sent)
    (asked,) = office.desk.asked
    assert (asked.text, asked.thread.root) == ("Sales and returns now?", "1600000000077")


@pytest.mark.parametrize("sender", [{"id": "28:another"}, {"id": "29:x", "role": "bot"}])
async def test_another_bots_message_is_not_a_question(
    office: Office, sender: dict[str, str]
) -> None:
    activity = office.client.message(ANA, ANA.chat, "how many orders?") | {"from": sender}
    assert (await office.client.post(activity)).status_code == 200
    await office.settled()
    assert office.desk.asked == []
    assert office.microsoft.messages == {}
