"""Signed payloads of any shape: each is taken or refused, none is a fault of ours."""

import asyncio
import json
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from hypothesis import given

from bots.cards import Press, Verb
from bots.conversation.presses import encode
from bots.local_workspace.people import Json
from bots.slack.cards.views import entry_block
from bots.slack.incoming.following import AGAIN
from tests.fakes import FakeCheckpoint, an_ask
from tests.surfaces.shaken import check_refused_or_taken, shaken, watched
from tests.surfaces.slack.conftest import Office, an_office
from tests.surfaces.slack.test_bad_input import a_click
from tests.surfaces.slack.test_doors import post, signed

TEAM, CHANNEL = "T0LOCAL", "C0ASKDATA"
PRESS = encode(Press(verb=Verb.REJECT, subject="c1", nonce="n1"))
USER = {"id": "U0ANA", "team_id": TEAM}
TYPED = {entry_block("question"): {"typed": {"type": "plain_text_input", "value": "how many?"}}}
PICKED = {"menu|0|s": {"pick": {"selected_options": [{"value": "0", "text": {"text": "a"}}]}}}
SPOKEN = {"user": "U0ANA", "ts": "1.1", "channel": CHANNEL, "text": "how many orders?"}
MESSAGE = {"ts": "1.1", "user": "U0ANA", "text": "how many orders?", "edited": {"ts": "2.2"}}


def event(kind: str, **said: Any) -> Json:
    return {
        "type": "event_callback",
        "team_id": TEAM,
        "event_id": "Ev1",
        "is_ext_shared_channel": False,
        "authorizations": [{"team_id": TEAM, "enterprise_id": None, "is_bot": True}],
        "event": {"type": kind, **said},
    }


def done(kind: str, **more: Any) -> Json:
    common = {"type": kind, "user": USER, "team": {"id": TEAM}, "trigger_id": "t1"}
    return common | {"channel": {"id": CHANNEL}} | more


def view(callback: str, metadata: Json, values: Json) -> Json:
    kept = json.dumps(metadata)
    state = {"values": values}
    kinds = {"type": "modal", "id": "V1", "callback_id": callback}
    return kinds | {"private_metadata": kept, "state": state}


EVENTS = {
    "mention": event("app_mention", **SPOKEN, user_team=TEAM, thread_ts="1.0", files=[{}]),
    "message": event("message", **SPOKEN, channel_type="im"),
    "edit": event(
        "message",
        subtype="message_changed",
        channel=CHANNEL,
        message=MESSAGE,
        previous_message=MESSAGE | {"text": "how much?"},
    ),
    "deletion": event(
        "message",
        subtype="message_deleted",
        channel=CHANNEL,
        deleted_ts="1.1",
        previous_message=MESSAGE,
    ),
    "reaction": event(
        "reaction_added",
        user="U0ANA",
        reaction="octagonal_sign",
        item={"type": "message", "channel": CHANNEL, "ts": "1.1"},
    ),
    "agent": event(
        "assistant_thread_started", assistant_thread={"channel_id": "D1", "thread_ts": "1.1"}
    ),
    "home": event(
        "app_home_opened", user="U0ANA", tab="home", channel="D1", view=view("", {}, PICKED)
    ),
    "revoked": event("team_access_revoked", team_ids=["T0OTHER"]),
    "unheard of": event("user_change", user={"id": "U0ANA"}),
    "verification": {"type": "url_verification", "challenge": "c"},
}
BUTTON = {"type": "button", "action_id": "press.choose.0", "block_id": "b", "value": PRESS}
DOINGS = {
    "press": done(
        "block_actions",
        actions=[BUTTON],
        message=MESSAGE,
        container={"type": "message", "message_ts": "1.1", "is_ephemeral": False},
        state={"values": PICKED},
    ),
    "typing": done(
        "block_actions",
        actions=[{"action_id": "typed", "block_id": "entry|sql", "value": "SELECT 1"}],
        view=view("form", {"p": PRESS, "c": CHANNEL, "t": "1.1"}, TYPED) | {"blocks": [{}]},
    ),
    "desk": done(
        "block_actions", actions=[BUTTON | {"action_id": "home.claim"}], view=view("", {}, PICKED)
    ),
    "again": done("block_actions", actions=[BUTTON | {"action_id": AGAIN}], message=MESSAGE),
    "form": done(
        "view_submission", view=view("form", {"p": PRESS, "c": CHANNEL, "t": "1.1"}, TYPED)
    ),
    "question": done("view_submission", view=view("ask_anything", {"c": CHANNEL}, TYPED)),
    "rejection": done(
        "view_submission", view=view("home.rejected", {"picked": ["c1"], "filters": "{}"}, TYPED)
    ),
    "closing": done("view_closed", view=view("form", {}, TYPED)),
    "search": done("block_suggestion", action_id="pick", block_id="menu|0|c1", value="a"),
    "anywhere": done("shortcut", callback_id="ask_anything"),
    "about": done("message_action", callback_id="ask_about_this", message=MESSAGE),
    "command": {
        "command": "/ask",
        "text": "how many orders?",
        "team_id": TEAM,
        "channel_id": CHANNEL,
        "user_id": "U0ANA",
        "trigger_id": "t1",
        "is_enterprise_install": "false",
    },
}


def form(payload: Json) -> tuple[bytes, str]:
    """A payload as Slack writes it into a form."""
    kind = "application/x-www-form-urlencoded"
    if "type" in payload:
        return urlencode({"payload": json.dumps(payload)}).encode(), kind
    if all(isinstance(each, str) and each.isprintable() for each in payload.values()):
        return urlencode(payload).encode(), kind
    return json.dumps(payload).encode(), "application/json"


async def sent(office: Office, body: bytes, kind: str) -> int:
    headers = signed(office, body) | {"Content-Type": kind}
    return (await post(office, body, headers)).status_code


@pytest.mark.parametrize("payloads", [EVENTS, DOINGS], ids=["events", "doings"])
def test_a_signed_payload_of_any_shape_is_taken_or_refused_in_one_line(
    payloads: dict[str, Json],
) -> None:
    with asyncio.Runner() as runner, watched() as watch:
        entered = an_office()
        office = runner.run(entered.__aenter__())

        @given(shaken(payloads))
        def is_no_fault(payload: Json) -> None:
            office.desk.asked.clear()
            office.desk.checkpoints["c1"] = FakeCheckpoint(ask=an_ask(), nonce="n1")
            body, kind = form(payload) if payloads is DOINGS else (_json(payload), _JSON)
            work = check_refused_or_taken(
                lambda: sent(office, body, kind), lambda: repr(office.desk), watch
            )
            runner.run(work)

        try:
            is_no_fault()
        finally:
            runner.run(entered.__aexit__(None, None, None))


_JSON = "application/json"


def _json(payload: Json) -> bytes:
    return json.dumps(payload).encode()


@pytest.mark.parametrize("name", sorted({*EVENTS, *DOINGS} - {"closing"}))
async def test_a_payload_as_slack_sends_it_is_taken(office: Office, name: str) -> None:
    body, kind = form(DOINGS[name]) if name in DOINGS else (_json(EVENTS[name]), _JSON)

    assert await sent(office, body, kind) == 200


CASES = [
    json.loads(line)
    for line in Path(__file__).with_name("malformed.jsonl").read_text().splitlines()
]


@pytest.mark.corpus(examples=8)
@pytest.mark.parametrize("case", CASES, ids=[each["what"] for each in CASES])
async def test_what_slack_never_sends_is_refused_and_nothing_is_kept(
    office: Office, case: Json
) -> None:
    base = event("app_mention", **SPOKEN) if "event" in case["changes"] else a_click(office)
    body = _json(base | case["changes"])
    with watched() as watch:
        await check_refused_or_taken(
            lambda: sent(office, body, _JSON), lambda: repr(office.desk), watch
        )
        assert "Refused" in watch.records[-1].getMessage()


@pytest.mark.parametrize(
    "headers",
    [
        {"X-Slack-Request-Timestamp": "soon"},
        {"X-Slack-Request-Timestamp": "²"},
        {"X-Slack-Request-Timestamp": "9" * 500},
        {"X-Slack-Request-Timestamp": "-1"},
        {"X-Slack-Signature": "v0=é"},
        {"X-Slack-Signature": "v1=00"},
        {"X-Slack-Signature": ""},
    ],
)
async def test_headers_that_are_no_signature_are_refused(
    office: Office, headers: dict[str, str]
) -> None:
    body = _json(event("app_mention", **SPOKEN))
    wrong: dict[Any, Any] = signed(office, body) | {
        name: value.encode("latin-1") for name, value in headers.items()
    }
    with watched() as watch:
        answer = await post(office, body, wrong)

    assert answer.status_code == 401
    assert [each.exc_info for each in watch.records if each.name.startswith("bots")] == [None]
    assert office.desk.asked == []


async def test_a_body_that_is_announced_as_too_big_is_refused_before_it_is_sent(
    office: Office,
) -> None:
    """Nothing but the head of the request is ever written."""
    head = "POST /slack/events HTTP/1.1\r\nHost: app\r\nContent-Length: 300000000\r\n\r\n"
    port = int(office.local.http.url.split(":")[2].partition("/")[0])
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(head.encode())
    answer = await reader.readline()
    writer.close()

    assert answer.split()[1] == b"413"


async def test_a_body_of_no_announced_length_is_read_no_further_than_its_limit(
    office: Office,
) -> None:
    sent_so_far = 0

    async def endless() -> Any:
        nonlocal sent_so_far
        while True:
            sent_so_far += 100_000
            yield b" " * 100_000

    headers = signed(office, b"")
    answer = await post(office, endless(), headers)

    assert answer.status_code == 413
    assert sent_so_far <= 2_200_000
