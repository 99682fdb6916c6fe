"""Signed activities and tokens of any shape: each is taken or refused, none is a fault of ours."""

import asyncio
import base64
import json
from typing import Any

import httpx
import pytest
from hypothesis import given

from bots.cards import Press, Verb
from bots.conversation.presses import encode
from bots.teams.cards.adaptive import CARRIED
from tests.fakes import FakeCheckpoint, an_ask
from tests.surfaces.shaken import check_refused_or_taken, shaken, watched
from tests.surfaces.teams.client import ANA, CHANNEL
from tests.surfaces.teams.conftest import Office, an_office
from tests.surfaces.teams.fake_connector import FIRST_KEY, TENANT, Json

PRESS = {CARRIED: encode(Press(verb=Verb.REJECT, subject="c1", nonce="n1"))}


def activities(office: Office) -> dict[str, Json]:
    """One of each kind that Teams posts."""
    client = office.client

    def invoke(name: str, value: Json) -> Json:
        return client.activity("invoke", ANA, ANA.chat, name=name, value=value)

    executed = {"action": {"type": "Action.Execute", "verb": "press", "data": PRESS}}
    desk = {"action": {"verb": "desk", "data": {"do": "approve", "picked": "c1"}}}
    message = {"id": "1", "replyToId": "2", "body": {"content": "<p>orders</p>"}}
    return {
        "chat": client.message(ANA, ANA.chat, "how many orders?", attachments=[{}]),
        "channel": client.message(ANA, f"{CHANNEL};messageid=1", "how many orders?"),
        "desk": client.message(ANA, ANA.chat, "my desk"),
        "submitted": client.activity("message", ANA, ANA.chat, value=PRESS),
        "edit": client.activity(
            "messageUpdate",
            ANA,
            ANA.chat,
            text="how much?",
            channelData={"tenant": {"id": TENANT}, "eventType": "editMessage"},
        ),
        "deletion": client.activity("messageDelete", ANA, ANA.chat),
        "added": client.activity("conversationUpdate", ANA, CHANNEL, membersAdded=[{"id": "28:x"}]),
        "installed": client.activity("installationUpdate", ANA, CHANNEL, action="remove"),
        "press": invoke("adaptiveCard/action", executed),
        "on the desk": invoke("adaptiveCard/action", desk),
        "dialog": invoke("task/fetch", {"data": PRESS}),
        "sent": invoke("task/submit", {"data": PRESS | {"entry|note": "why"}}),
        "vote": invoke(
            "message/submitAction",
            {"actionValue": {"reaction": "dislike", "feedback": '{"feedbackText": "no"}'}},
        ),
        "about": invoke("composeExtension/fetchTask", {"messagePayload": message}),
        "asked about": invoke(
            "composeExtension/submitAction",
            {"messagePayload": message, "data": {"entry|question": "how many?"}},
        ),
        "consent": invoke("fileConsent/invoke", {"action": "accept", "context": PRESS}),
    }


async def post(office: Office, body: bytes, token: str) -> int:
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    transport = httpx.ASGITransport(app=office.surface.app)
    async with httpx.AsyncClient(transport=transport, base_url="http://app") as client:
        return (await client.post("/api/messages", content=body, headers=headers)).status_code


def test_a_signed_activity_of_any_shape_is_taken_or_refused_in_one_line() -> None:
    with asyncio.Runner() as runner, watched() as watch:
        entered = an_office()
        office = runner.run(entered.__aenter__())
        token = FIRST_KEY.token(office.microsoft.service_url)
        known = activities(office)

        @given(shaken(known))
        def is_no_fault(activity: Json) -> None:
            office.desk.asked.clear()
            office.ticks.now += 3_600
            office.desk.checkpoints["c1"] = FakeCheckpoint(ask=an_ask(), nonce="n1")
            body = json.dumps(activity).encode()
            work = check_refused_or_taken(
                lambda: post(office, body, token), lambda: repr(office.desk), watch
            )
            runner.run(work)

        try:
            is_no_fault()
        finally:
            runner.run(entered.__aexit__(None, None, None))


@pytest.mark.parametrize(
    "changes",
    [
        {"conversation": ["a:1"]},
        {"conversation": {"id": 5}},
        {"conversation": {"id": "a:1", "tenantId": [TENANT]}},
        {"channelData": {"tenant": TENANT}},
        {"channelData": {"tenant": {"id": {"is": TENANT}}}},
        {"channelData": "text"},
        {"from": [1]},
        {"from": {"id": "29:ana", "aadObjectId": 5}},
        {"recipient": "28:bot"},
        {"serviceUrl": ["https://smba.example.com/"]},
        {"id": {"a": 1}},
        {"type": ["message"]},
        {"name": 5},
        {"value": json.loads("[" * 300 + "]" * 300)},
    ],
    ids=str,
)
async def test_a_signed_activity_of_another_shape_is_refused_and_nothing_is_kept(
    office: Office, changes: dict[str, Any]
) -> None:
    activity = office.client.message(ANA, ANA.chat, "how many orders?") | changes
    token = FIRST_KEY.token(office.microsoft.service_url)
    body = json.dumps(activity).encode()
    with watched() as watch:
        await check_refused_or_taken(
            lambda: post(office, body, token), lambda: repr(office.desk), watch
        )
    assert "Refused" in watch.records[-1].getMessage()
    assert office.desk.asked == []


@pytest.mark.parametrize(
    "claims",
    [
        {"exp": "1999999999"},
        {"exp": True},
        {"exp": 1e308 * 10},
        {"exp": [1]},
        {"exp": None},
        {"nbf": {}},
        {"aud": {"a": 1}},
        {"serviceurl": ["x"]},
        {"serviceurl": None},
    ],
    ids=str,
)
async def test_a_token_whose_claims_are_of_another_shape_is_answered_with_401(
    office: Office, claims: dict[str, Any]
) -> None:
    token = FIRST_KEY.token(**({"service_url": office.microsoft.service_url} | claims))
    body = json.dumps(office.client.message(ANA, ANA.chat, "how many orders?")).encode()
    with watched() as watch:
        status = await post(office, body, token)
    assert status == 401
    assert [each.exc_info for each in watch.records if each.name.startswith("bots")] == [None]


@pytest.mark.parametrize(
    "header", ["[" * 5_000, '{"kid": ["a"], "alg": "RS256"}', "5", '{"alg": 5}']
)
async def test_a_token_whose_head_is_of_another_shape_is_answered_with_401(
    office: Office, header: str
) -> None:
    head = base64.urlsafe_b64encode(header.encode()).decode().rstrip("=")
    token = f"{head}.e30.c2ln"
    assert await post(office, b"{}", token) == 401
    async with httpx.AsyncClient() as client:
        for page in ("files", "pictures"):
            answer = await client.get(f"{office.url}/teams/{page}/{token}")
            assert answer.status_code == 410


async def test_a_body_is_not_even_begun_without_a_token(office: Office) -> None:
    """Nothing but the head of the request is ever written."""
    port = int(office.url.rpartition(":")[2])
    for length, status in (("900000", b"401"), ("300000000", b"413")):
        head = f"POST /api/messages HTTP/1.1\r\nHost: app\r\nContent-Length: {length}\r\n\r\n"
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(head.encode())
        answer = await reader.readline()
        writer.close()
        assert answer.split()[1] == status
