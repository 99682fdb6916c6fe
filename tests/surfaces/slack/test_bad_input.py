"""What nobody should send, and what Slack does when it is not well: nothing is lost."""

import asyncio
import json
from functools import partial
from urllib.parse import urlencode

import pytest

from bots.cards import Press, Verb
from bots.conversation.presses import encode
from bots.local_workspace.app_link import Retry
from bots.local_workspace.people import Json
from bots.slack.cards.views import entry_block
from bots.wording import asks
from bots.wording import replies as say
from pipeline.checkpoint import Action, CheckpointKind, Decision
from review.ledger.notices import Working
from review.ports.desk import TryLater
from tests.fakes import an_ask
from tests.surfaces.slack.conftest import Office
from tests.surfaces.slack.test_doors import an_event, hear, post, signed

STORM = 40


def form(payload: Json) -> bytes:
    return urlencode({"payload": json.dumps(payload)}).encode()


def a_click(office: Office, **changes: object) -> Json:
    value = encode(Press(verb=Verb.CHOOSE, subject="c1", nonce="n1", question="dates"))
    press = {"type": "button", "action_id": "press.choose.0", "block_id": "b", "value": value}
    click = {
        "type": "block_actions",
        "user": {"id": "U0ANA", "team_id": office.team},
        "team": {"id": office.team},
        "channel": {"id": office.thread().channel},
        "container": {"type": "message", "message_ts": "1.1"},
        "message": {"ts": "1.1"},
        "trigger_id": "1.1",
        "actions": [press],
    }
    return click | changes


async def sent(office: Office, payload: Json) -> int:
    """A press as Slack hands it over, whichever way in the app has; how it was answered."""
    if office.local.socket is not None:
        return (await office.local.socket.send("interactive", payload, Retry())).status
    body = form(payload)
    headers = signed(office, body) | {"Content-Type": "application/x-www-form-urlencoded"}
    return (await post(office, body, headers)).status_code


@pytest.mark.parametrize(
    "changes",
    [
        {"actions": []},
        {"actions": [{"type": "button"}]},
        {"user": {}},
        {"channel": None, "container": None, "message": None},
        {"actions": [{"type": "button", "action_id": "press.x", "block_id": "b", "value": "{"}]},
        {"type": "no such thing"},
    ],
)
async def test_a_malformed_click_is_no_fault_of_ours(
    office: Office, changes: dict[str, object]
) -> None:
    assert await sent(office, a_click(office, **changes)) < 500
    assert office.desk.checkpoints == {}


async def test_a_click_that_is_not_signed_or_stale_is_refused(office: Office) -> None:
    body = form(a_click(office))
    forged, stale = signed(office, body, key="guessed"), signed(office, body, age=600)
    codes = [(await post(office, body, headers)).status_code for headers in (forged, stale, {})]

    assert codes == [401, 401, 401]


@pytest.mark.parametrize("size", [40_000, 200_000])
async def test_a_very_long_message_gets_one_sentence(office: Office, size: int) -> None:
    text = "<@U0COUNTERSIGN> " + "orders " * (size // 7)
    event = an_event(office.team, channel=office.thread().channel, text=text)
    root = office.local.post_as("ana", "ask-data", "hi")["ts"]
    event["event"] |= {"ts": "2.2", "thread_ts": root}
    await hear(office, json.dumps(event).encode())
    answer = await office.local.wait_for(lambda: office.local.messages("ask-data", root)[1:])

    assert "I read questions of up to 2,000" in answer[0]["text"]
    assert office.desk.asked == []


@pytest.mark.parametrize(
    "text", ["كم عدد الطلبات؟", "הזמנות בחודש 🎉?", "👩‍👩‍👧 orders\u202e x", "<!channel> n?"]
)
async def test_any_script_is_asked_as_it_was_written(office: Office, text: str) -> None:
    await office.asked(text)
    await office.local.wait_for(lambda: office.desk.asked)
    assert len(office.desk.asked) == 1
    assert office.desk.asked[0].text


@pytest.mark.parametrize("odd", ["\x00", "\ud800"])
async def test_what_no_database_can_keep_is_left_out_of_a_question(
    office: Office, odd: str
) -> None:
    event = an_event(office.team, text=f"<@U0COUNTERSIGN> how many{odd} orders?")
    await hear(office, json.dumps(event).encode())
    await office.local.wait_for(lambda: office.desk.asked)

    assert [each.text for each in office.desk.asked] == ["how many orders?"]


async def test_events_out_of_order_and_twice_are_each_asked_once(office: Office) -> None:
    for ts in ("9.2", "9.1", "9.2", "9.1"):
        event = an_event(office.team, ts=ts, channel=office.thread().channel)
        await hear(office, json.dumps(event | {"event_id": f"Ev{ts}"}).encode())
        await office.local.wait_for(partial(_asked_at, office, ts))

    assert [each.event.rpartition(":")[2] for each in office.desk.asked] == ["9.2", "9.1"]


def _asked_at(office: Office, ts: str) -> bool | None:
    return any(each.event.endswith(f":{ts}") for each in office.desk.asked) or None


async def test_a_form_sent_after_its_question_ended_says_so_and_changes_nothing(
    office: Office,
) -> None:
    ask = an_ask(kind=CheckpointKind.REPAIR, questions=(), sql="SELECT 1")
    card = await office.paused(ask, (await office.asked())["ts"])
    await office.local.click("ana", card, asks.EDIT_SQL)
    await office.local.wait_for(lambda: office.local.modal("ana"))
    office.desk.checkpoints["c1"].closed = "cancelled"
    await office.local.submit_view("ana", {entry_block("sql"): {"typed": "SELECT 2"}})

    assert await office.whispered("ana") == say.CLOSED_FORM
    assert office.desk.checkpoints["c1"].decision is None


async def test_in_a_storm_of_429_every_question_is_kept_and_every_click_counts(
    office: Office,
) -> None:
    card = await office.paused(an_ask(), (await office.asked())["ts"])
    office.local.inject_429(STORM, retry_after=30)
    for number in range(STORM):
        office.local.post_as("ana", "ask-data", f"@Countersign question {number}")
    reply = await office.local.click("ana", card, "Yes")
    await office.local.settle()

    assert reply.ok
    await office.local.wait_for(lambda: office.desk.asked[STORM:])
    assert len(office.desk.asked) == STORM + 1
    assert office.desk.checkpoints["c1"].decision == Decision(
        action=Action.APPROVE, choices={"dates": "calendar"}
    )


async def test_a_storm_of_429_is_waited_out_as_long_as_slack_says(office: Office) -> None:
    message = await office.asked()
    office.local.inject_429(1, retry_after=30, method="chat.postMessage")
    with pytest.raises(TryLater) as refused:
        await office.shown(Working(), message["ts"])

    assert refused.value.seconds == 30.0


async def test_a_hundred_clicks_at_once_make_one_decision(office: Office) -> None:
    await office.paused(an_ask(), (await office.asked())["ts"])
    value = encode(
        Press(verb=Verb.CHOOSE, subject="c1", nonce="n1", question="dates", choice="calendar")
    )
    click = a_click(office)
    click["actions"][0]["value"] = value
    codes = await asyncio.gather(*(sent(office, click) for _ in range(100)))

    assert set(codes) == {200}
    await office.local.wait_for(lambda: office.desk.checkpoints["c1"].decision)


@pytest.mark.parametrize("how", ["expired", "cancelled", "superseded"])
async def test_a_click_on_an_old_card_says_so_and_changes_nothing(office: Office, how: str) -> None:
    card = await office.paused(an_ask(), (await office.asked())["ts"])
    office.desk.checkpoints["c1"].closed = how
    await office.local.click("ana", card, "Yes")

    assert await office.whispered("ana") == say.closed(how)
    assert office.desk.checkpoints["c1"].decision is None


async def test_another_bots_message_is_not_a_question(office: Office) -> None:
    said = {"bot_id": "B0OTHER", "subtype": "bot_message"}
    for changes in (said, {"bot_id": "B0OTHER"}):
        await hear(office, json.dumps(an_event(office.team, **changes)).encode())

    assert office.desk.asked == []
