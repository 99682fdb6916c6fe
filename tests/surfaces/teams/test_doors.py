"""Who may hand the bot an activity, and what everybody else is answered."""

import time
from typing import Any

import httpx
import jwt
import pytest

from bots.teams.admitting.access import UnsafeSettings
from bots.teams.admitting.cloud import Cloud
from bots.teams.surface import Surroundings, TeamsSurface
from tests.fakes import NOON, FakeDesk
from tests.surfaces.teams.client import ANA, Colleague
from tests.surfaces.teams.conftest import ROLES, Office, an_office, settings
from tests.surfaces.teams.fake_connector import APP, FIRST_KEY, ISSUER, TENANT, Signer
from tests.surfaces.teams.memory_references import MemoryReferences

STRANGER = Signer("first")
OTHER_CHANNEL = Signer("webchat", endorsements=("webchat",))


async def posted(office: Office, token: str | None = None, **changes: Any) -> httpx.Response:
    activity = office.client.message(ANA, ANA.chat, "how many orders?") | changes
    return await office.client.post(activity, token=token)


async def test_a_signed_message_is_taken(office: Office) -> None:
    assert (await posted(office)).status_code == 200
    assert [each.text for each in office.desk.asked] == ["how many orders?"]


def bad_tokens(service_url: str) -> dict[str, str]:
    now = int(time.time())
    return {
        "expired": FIRST_KEY.token(service_url, exp=now - 3600),
        "forged": STRANGER.token(service_url),
        "unknown key": Signer("nobody").token(service_url),
        "no key": jwt.encode({"aud": APP, "iss": ISSUER}, FIRST_KEY.key, algorithm="RS256"),
        "garbage": "not.a.token",
        "no dots": "x",
        "for another app": FIRST_KEY.token(service_url, aud="another"),
        "from another issuer": FIRST_KEY.token(service_url, iss="https://sts.windows.net/x/"),
        "unsigned": jwt.encode({"aud": APP, "iss": ISSUER}, "", algorithm="none"),
        "symmetric": jwt.encode({"aud": APP}, "k" * 64, algorithm="HS256"),
        "not yet": FIRST_KEY.token(service_url, nbf=now + 3600),
    }


@pytest.mark.parametrize("kind", list(bad_tokens("x")))
async def test_a_bad_token_is_answered_with_401_and_not_with_500(kind: str) -> None:
    async with an_office() as office:
        token = bad_tokens(office.microsoft.service_url)[kind]
        assert (await posted(office, token)).status_code == 401
        assert office.desk.asked == []


@pytest.mark.parametrize("header", ["", "Bearer", "Basic eDp5", "bearer x y"])
async def test_no_bearer_token_is_answered_with_401(office: Office, header: str) -> None:
    activity = office.client.message(ANA, ANA.chat, "hi there")
    async with httpx.AsyncClient() as client:
        url = f"{office.url}/api/messages"
        headers = {"Authorization": header} if header else {}
        answer = await client.post(url, json=activity, headers=headers)
    assert answer.status_code == 401


@pytest.mark.parametrize(
    "changes",
    [
        {"serviceUrl": "https://evil.example.com/"},
        {"channelId": "webchat"},
        {"channelData": {"tenant": {"id": "another-tenant"}}},
        {"channelData": {}, "conversation": {"id": "a:1"}},
        {"conversation": {"id": "a:1", "tenantId": "another-tenant"}},
    ],
)
async def test_a_good_token_for_another_place_is_answered_with_403(
    office: Office, changes: dict[str, Any]
) -> None:
    assert (await posted(office, **changes)).status_code == 403
    assert office.desk.asked == []


async def test_a_key_that_may_not_sign_for_teams_is_refused(office: Office) -> None:
    office.microsoft.signers.append(OTHER_CHANNEL)
    assert (await posted(office)).status_code == 403


async def test_after_a_key_rollover_the_keys_are_fetched_once_more(office: Office) -> None:
    await posted(office)
    office.microsoft.signers.append(Signer("second"))
    office.ticks.now += 60
    assert (await posted(office)).status_code == 200
    assert office.microsoft.requests.count("GET openid") == 2


async def test_a_token_that_was_good_is_refused_once_its_key_is_withdrawn(office: Office) -> None:
    token = FIRST_KEY.token(office.microsoft.service_url)
    assert [(await posted(office, token)).status_code for _ in range(2)] == [200, 200]
    office.microsoft.signers[:] = [STRANGER]
    office.ticks.now += 86_401
    assert (await posted(office, token)).status_code == 401


async def test_a_token_that_was_good_is_looked_at_again_for_each_activity(office: Office) -> None:
    token = FIRST_KEY.token(office.microsoft.service_url)
    assert (await posted(office, token)).status_code == 200
    assert (await posted(office, token, serviceUrl="https://elsewhere/")).status_code == 403


async def test_forged_key_ids_do_not_flood_the_key_server(office: Office) -> None:
    await posted(office)
    for name in ("a", "b", "c"):
        forged = Signer(name).token(office.microsoft.service_url)
        assert (await posted(office, forged)).status_code == 401
    assert office.microsoft.requests.count("GET openid") == 1


async def test_while_the_key_server_is_away_teams_is_asked_to_come_again(office: Office) -> None:
    office.microsoft.keys_away = True
    assert (await posted(office)).status_code == 503
    office.microsoft.keys_away = False
    assert (await posted(office)).status_code == 200


async def test_known_keys_go_on_while_the_key_server_is_away(office: Office) -> None:
    await posted(office)
    office.microsoft.keys_away = True
    office.ticks.now += 90_000
    assert (await posted(office)).status_code == 200


@pytest.mark.parametrize("body", [b"", b"[]", b"{", b'"x"', b"{}", b'{"type": 5}', b"[" * 5000])
async def test_a_body_that_teams_never_sends_is_answered_with_400(
    office: Office, body: bytes
) -> None:
    token = FIRST_KEY.token(office.microsoft.service_url)
    async with httpx.AsyncClient() as client:
        url, signed = f"{office.url}/api/messages", {"Authorization": f"Bearer {token}"}
        answers = [await client.post(url, content=body, headers=each) for each in (signed, {})]
    assert [each.status_code for each in answers] == [400, 401]


async def test_a_huge_body_is_answered_with_413(office: Office) -> None:
    async with httpx.AsyncClient() as client:
        answer = await client.post(f"{office.url}/api/messages", content=b"x" * 1_000_001)
    assert answer.status_code == 413


@pytest.mark.parametrize(
    "changes",
    [
        {"type": "somethingNew"},
        {"type": "typing"},
        {"type": "invoke", "name": "unheard/of"},
        {"type": "invoke"},
        {"type": "messageReaction", "reactionsAdded": [{"type": "like"}]},
        {"entities": "no list"},
        {"entities": [None, 5]},
        {"from": None},
        {"attachments": [None]},
        {"text": None},
        {"value": "text"},
        {"timestamp": "yesterday"},
    ],
)
async def test_odd_activities_are_let_be(office: Office, changes: dict[str, Any]) -> None:
    assert (await posted(office, **changes)).status_code == 200


async def test_somebody_whom_the_directory_does_not_know_gets_no_data(office: Office) -> None:
    activity = office.client.message(ANA, ANA.chat, "how many orders?")
    del activity["from"]["aadObjectId"]
    await office.client.post(activity)
    await office.settled()
    assert office.desk.asked == []
    assert len(office.microsoft.in_(ANA.chat)) == 1


async def test_one_token_serves_every_turn(office: Office) -> None:
    for _ in range(5):
        await office.client.say(ANA, ANA.chat, "help")
    await office.settled()
    assert len(office.microsoft.in_(ANA.chat)) == 5
    assert len(office.microsoft.tokens) == 1


async def test_nothing_holds_up_the_loop_while_keys_and_tokens_are_fetched(
    office: Office,
) -> None:
    """The servers of both run on this very loop: a call that blocked it would never return."""
    await office.client.say(ANA, ANA.chat, "help")
    await office.settled()
    assert office.microsoft.requests[:2] == ["GET openid", f"POST token {TENANT}"]


async def test_a_token_is_renewed_before_it_ends(office: Office) -> None:
    for _ in range(2):
        await office.client.say(Colleague("Ben"), "a:chat-with-29:ben", "help")
        await office.settled()
        office.ticks.now += 3_400
    assert len(office.microsoft.tokens) == 2


def opened(host: str, **changes: object) -> TeamsSurface:
    around = Surroundings(
        clock=lambda: NOON, host=host, references=MemoryReferences(), cloud=Cloud()
    )
    return TeamsSurface(settings(**changes), FakeDesk(), ROLES, around)


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.5", "bot.example.com", ""])  # noqa: S104 - must be refused
def test_unsigned_requests_are_only_ever_accepted_on_loopback(host: str) -> None:
    with pytest.raises(UnsafeSettings, match="local_development"):
        opened(host, local_development=True, app_id="")


@pytest.mark.parametrize("changes", [{"app_id": ""}, {"tenant": ""}])
def test_an_empty_app_id_or_tenant_does_not_start(changes: dict[str, object]) -> None:
    with pytest.raises(UnsafeSettings, match="app_id and tenant"):
        opened("127.0.0.1", **changes)


async def test_local_development_talks_to_this_machine_without_tokens() -> None:
    async with an_office({"local_development": True, "app_id": ""}) as office:
        office.microsoft.guarded = False
        assert (await posted(office, "", text="help")).status_code == 200
        await office.settled()
        assert len(office.microsoft.in_(ANA.chat)) == 1
        assert office.microsoft.tokens == []


async def test_local_development_never_talks_to_another_machine() -> None:
    async with an_office({"local_development": True, "app_id": ""}) as office:
        away = await posted(office, "", serviceUrl="https://evil.example.com/")
        assert away.status_code == 403
