"""Who and what gets in: signatures, ages, workspaces, sizes, and both ways in."""

import hashlib
import hmac
import json
import time
from collections.abc import AsyncIterator, Mapping

import httpx
import pytest

from bots.local_workspace.app_link import Retry
from bots.local_workspace.people import Json
from bots.wording import replies as say
from tests.fakes import an_ask
from tests.surfaces.slack.conftest import Office, an_office


def signed(office: Office, body: bytes, *, age: float = 0, key: str = "") -> dict[str, str]:
    moment = str(int(time.time() - age))
    key = key or office.local.workspace.app.signing_secret
    digest = hmac.new(key.encode(), f"v0:{moment}:".encode() + body, hashlib.sha256)
    return {
        "Content-Type": "application/json",
        "X-Slack-Request-Timestamp": moment,
        "X-Slack-Signature": f"v0={digest.hexdigest()}",
    }


async def post(
    office: Office, body: bytes | AsyncIterator[bytes], headers: Mapping[str, str]
) -> httpx.Response:
    transport = httpx.ASGITransport(app=office.surface.app)
    async with httpx.AsyncClient(transport=transport, base_url="http://app") as client:
        return await client.post("/slack/events", content=body, headers=headers)


async def hear(office: Office, body: bytes) -> None:
    """An event as Slack hands it over, whichever way in the app has."""
    if office.local.socket is not None:
        reply = await office.local.socket.send("events_api", json.loads(body), Retry())
        assert reply.ok
        return
    assert (await post(office, body, signed(office, body))).status_code == 200


def an_event(team: str, **changes: str) -> Json:
    event = {
        "type": "app_mention",
        "user": "U0ANA",
        "text": "<@U0COUNTERSIGN> how many orders?",
        "ts": "1.000001",
        "channel": "C1",
        **changes,
    }
    return {"type": "event_callback", "team_id": team, "event_id": "Ev1", "event": event}


async def test_what_slack_did_not_sign_is_refused(office: Office) -> None:
    body = json.dumps(an_event(office.team)).encode()
    forged = await post(office, body, signed(office, body, key="guessed"))
    stale = await post(office, body, signed(office, body, age=600))
    bare = await post(office, body, {"Content-Type": "application/json"})

    assert [each.status_code for each in (forged, stale, bare)] == [401, 401, 401]
    assert office.desk.asked == []


@pytest.mark.parametrize(
    "body", [b"{", b"[]", b"\xff\xfe", b"payload=%7B", b'{"authorizations": 5}']
)
async def test_what_cannot_be_read_is_refused_without_a_fault(office: Office, body: bytes) -> None:
    answer = await post(office, body, signed(office, body))
    assert 400 <= answer.status_code < 500


async def test_too_much_is_refused(office: Office) -> None:
    body = b" " * 2_000_001
    assert (await post(office, body, signed(office, body))).status_code == 413


async def test_an_event_of_another_workspace_is_refused_for_good(office: Office) -> None:
    body = json.dumps(an_event("T0OTHER")).encode()
    answer = await post(office, body, signed(office, body))

    assert answer.status_code == 403
    assert answer.headers["X-Slack-No-Retry"] == "1"
    assert office.desk.asked == []


@pytest.mark.parametrize(
    "changes", [{"bot_id": "B1"}, {"subtype": "message_changed"}, {"user": ""}, {"ts": ""}]
)
async def test_what_no_person_said_is_not_a_question(
    office: Office, changes: dict[str, str]
) -> None:
    await hear(office, json.dumps(an_event(office.team, **changes)).encode())

    assert office.desk.asked == []


async def test_a_person_of_another_organisation_is_told_so(office: Office) -> None:
    message = await office.asked()
    body = json.dumps(
        an_event(
            office.team,
            user_team="T0OTHER",
            channel=office.thread().channel,
            ts="2.0",
            thread_ts=message["ts"],
        )
    ).encode()
    await hear(office, body)
    answer = await office.local.wait_for(
        lambda: office.local.messages("ask-data", message["ts"])[1:]
    )

    assert answer[0]["text"] == say.EXTERNAL
    assert len(office.desk.asked) == 1


async def test_the_command_asks_in_a_thread_of_its_own(office: Office) -> None:
    reply = await office.local.slash("ana", "ask-data", "/ask", "how many orders?")
    await office.local.wait_for(lambda: office.desk.asked)

    assert reply.ok
    (posted,) = office.local.messages("ask-data")
    assert posted["text"] == "Ana Ruiz asks: how many orders?"
    assert office.desk.asked[0].thread == office.thread(posted["ts"])


async def test_the_command_without_a_question_is_answered_to_one_person(office: Office) -> None:
    await office.local.slash("ana", "ask-data", "/ask", "  ")

    assert await office.whispered("ana") == say.EMPTY
    assert office.local.messages("ask-data") == []


async def test_a_command_that_cannot_be_kept_says_so(office: Office) -> None:
    office.desk.failures = 1
    await office.local.slash("ana", "ask-data", "/ask", "how many orders?")

    assert await office.whispered("ana") == say.TROUBLE


async def test_socket_mode_hears_and_answers_just_as_well() -> None:
    async with an_office(sockets=True) as office:
        message = await office.asked()
        await office.local.wait_for(lambda: office.desk.asked)
        card = await office.paused(an_ask(), message["ts"])
        await office.local.click("ana", card, "Yes")
        await office.local.wait_for(lambda: office.desk.checkpoints["c1"].decision)

    assert [each.text for each in office.desk.asked] == ["how many orders?"]


async def test_in_socket_mode_nothing_is_taken_over_http() -> None:
    async with an_office(sockets=True) as office:
        body = json.dumps(an_event(office.team)).encode()
        answer = await post(office, body, signed(office, body))

    assert answer.status_code == 404


async def test_the_home_tab_says_what_can_be_asked(office: Office) -> None:
    office.local.doings.open_home("U0ANA")
    view = await office.local.wait_for(lambda: office.local.home("ana"))

    assert say.HELP_TITLE in str(view["blocks"])


async def test_an_event_that_nobody_waits_for_is_acknowledged(office: Office) -> None:
    await hear(office, json.dumps(an_event(office.team, type="reaction_added")).encode())
