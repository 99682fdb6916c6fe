"""The simulated Web API, called with the real SDK client."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

import httpx
import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bots.local_workspace import LocalWorkspace
from bots.local_workspace.views import Window
from tests.surfaces.local_workspace.conftest import PLAN, Slack, bolt_app
from tests.surfaces.local_workspace.samples import MODAL, YES_OR_NO

Use: TypeAlias = Callable[[AsyncWebClient], Awaitable[Any]]
WRONG = "wrong"
# The SDK itself still uses this aiohttp name.
BASIC_AUTH = "ignore:BasicAuth is deprecated:DeprecationWarning"
LINES = [{"type": "divider"}] * 51

REFUSALS: list[tuple[str, Use]] = [
    ("invalid_auth", lambda c: c.auth_test(token=WRONG)),
    ("channel_not_found", lambda c: c.chat_postMessage(channel="nowhere", text="x")),
    ("no_text", lambda c: c.api_call("chat.postMessage", json={"channel": "ask-data"})),
    ("msg_too_long", lambda c: c.chat_postMessage(channel="ask-data", text="x" * 40_001)),
    ("invalid_blocks", lambda c: c.chat_postMessage(channel="ask-data", text="x", blocks=LINES)),
    ("message_not_found", lambda c: c.chat_update(channel="C0ASKDATA", ts="1.0", text="x")),
    ("invalid_trigger_id", lambda c: c.views_open(trigger_id="1.1.X", view=MODAL)),
    ("user_not_found", lambda c: c.users_info(user="U0NOBODY")),
    ("users_not_found", lambda c: c.users_lookupByEmail(email="no@example.com")),
    ("no_such_subteam", lambda c: c.usergroups_users_list(usergroup="S1")),
    ("thread_not_found", lambda c: c.conversations_replies(channel="C0ASKDATA", ts="1.0")),
    ("file_not_found", lambda c: c.files_info(file="F1")),
    ("unknown_method", lambda c: c.api_call("chat.shout")),
    ("invalid_arguments", lambda c: c.api_call("chat.getPermalink", json={"channel": ""})),
    ("forbidden_socket_mode", lambda c: c.apps_connections_open(app_token=PLAN.app.app_token)),
    (
        "bad_client_secret",
        lambda c: c.oauth_v2_access(client_id="1", client_secret=WRONG, code="3"),
    ),
]


@pytest.mark.filterwarnings(BASIC_AUTH)
@pytest.mark.parametrize(("code", "use"), REFUSALS, ids=[code for code, _ in REFUSALS])
async def test_a_wrong_call_is_refused_with_slacks_own_code(
    slack: Slack, code: str, use: Use
) -> None:
    with pytest.raises(SlackApiError) as refused:
        await use(slack.client)

    assert refused.value.response["error"] == code


async def test_refused_blocks_are_kept_for_the_test_to_see(slack: Slack) -> None:
    with pytest.raises(SlackApiError) as refused:
        await slack.client.chat_postMessage(channel="ask-data", text="x", blocks=LINES)

    problem = "blocks: 51 items, at most 50 allowed"
    assert [each["problems"] for each in slack.local.refused] == [[problem]]
    assert refused.value.response["response_metadata"]["messages"] == [f"[ERROR] {problem}"]


async def test_the_app_may_not_change_what_a_person_wrote(slack: Slack) -> None:
    ts = slack.local.post_as("ana", "ask-data", "mine")["ts"]

    for use in (slack.client.chat_update, slack.client.chat_delete):
        with pytest.raises(SlackApiError, match="cant_"):
            await use(channel="C0ASKDATA", ts=ts, text="theirs")


async def test_a_message_is_posted_changed_and_deleted(slack: Slack) -> None:
    posted = await slack.client.chat_postMessage(channel="#ask-data", text="one", blocks=YES_OR_NO)
    ts = posted["ts"]
    await slack.client.chat_update(channel=posted["channel"], ts=ts, text="two", blocks=[])

    message = slack.local.messages("ask-data")[0]
    assert (message["text"], "blocks" in message) == ("two", False)

    await slack.client.chat_delete(channel=posted["channel"], ts=ts)
    assert slack.local.messages("ask-data") == []


async def test_a_thread_counts_its_replies_and_pages_through_them(slack: Slack) -> None:
    root = slack.local.post_as("ana", "ask-data", "q")
    for number in range(5):
        await slack.client.chat_postMessage(
            channel="C0ASKDATA", thread_ts=root["ts"], text=str(number)
        )

    first = await slack.client.conversations_replies(channel="C0ASKDATA", ts=root["ts"], limit=4)
    rest = await slack.client.conversations_replies(
        channel="C0ASKDATA",
        ts=root["ts"],
        limit=4,
        cursor=first["response_metadata"]["next_cursor"],
    )
    history = await slack.client.conversations_history(channel="C0ASKDATA")

    texts = [each["text"] for each in [*first["messages"], *rest["messages"]]]
    assert texts == ["q", "0", "1", "2", "3", "4"]
    assert [each["reply_count"] for each in history["messages"]] == [5]


async def test_timestamps_never_repeat_even_when_the_clock_stands_still() -> None:
    async with LocalWorkspace(PLAN, clock=lambda: 1_700_000_000.0, retry_delays=()) as local:
        stamps = [local.post_as("ana", "ask-data", str(n))["ts"] for n in range(50)]

    assert stamps == sorted(set(stamps))


async def test_a_trigger_is_too_old_after_three_seconds() -> None:
    now = [1_700_000_000.0]
    async with LocalWorkspace(PLAN, clock=lambda: now[0], retry_delays=()) as local:
        client = bolt_app(local).client
        trigger = local.workspace.views.new_trigger(Window("U0ANA"))
        now[0] += 3.1

        with pytest.raises(SlackApiError, match="expired_trigger_id"):
            await client.views_open(trigger_id=trigger, view=MODAL)


async def test_a_view_is_updated_only_with_the_hash_it_has_now(slack: Slack) -> None:
    trigger = slack.local.workspace.views.new_trigger(Window("U0ANA"))
    opened = (await slack.client.views_open(trigger_id=trigger, view=MODAL))["view"]
    await slack.client.views_update(view_id=opened["id"], hash=opened["hash"], view=MODAL)

    with pytest.raises(SlackApiError, match="hash_conflict"):
        await slack.client.views_update(view_id=opened["id"], hash=opened["hash"], view=MODAL)


async def test_a_fourth_view_on_the_stack_is_refused(slack: Slack) -> None:
    for _ in range(3):
        trigger = slack.local.workspace.views.new_trigger(Window("U0ANA"))
        await slack.client.views_push(trigger_id=trigger, view=MODAL)

    trigger = slack.local.workspace.views.new_trigger(Window("U0ANA"))
    with pytest.raises(SlackApiError, match="push_limit_reached"):
        await slack.client.views_push(trigger_id=trigger, view=MODAL)


async def test_the_home_tab_is_published_to_one_person(slack: Slack) -> None:
    view = {"type": "home", "blocks": [{"type": "divider"}]}
    await slack.client.views_publish(user_id="U0ANA", view=view)

    assert slack.local.home("ana") is not None
    assert slack.local.home("rui") is None


async def test_a_file_goes_up_and_comes_down_again(slack: Slack) -> None:
    root = slack.local.post_as("ana", "ask-data", "csv?")
    done = await slack.client.files_upload_v2(
        channel="C0ASKDATA",
        thread_ts=root["ts"],
        filename="result.csv",
        content="region,net\nSpain,1\n",
        title="Result",
    )
    shared = slack.local.messages("ask-data", root["ts"])[1]["files"][0]
    async with httpx.AsyncClient() as http:
        with_token = await http.get(
            shared["url_private"], headers={"Authorization": "Bearer xoxb-local-workspace"}
        )
        without = await http.get(shared["url_private"])
        as_person = await http.get(f"{slack.local.url}/as/ana/files/{shared['id']}")

    assert shared["title"] == "Result"
    assert done["files"][0]["id"] == shared["id"]
    assert with_token.text == "region,net\nSpain,1\n"
    assert without.status_code == 403
    assert as_person.headers["content-disposition"] == 'attachment; filename="result.csv"'


async def test_an_answer_is_streamed_into_one_message(slack: Slack) -> None:
    root = slack.local.post_as("ana", "ask-data", "q")
    place = {"channel": "C0ASKDATA", "thread_ts": root["ts"]}
    with pytest.raises(SlackApiError, match="missing_recipient_user_id"):
        await slack.client.chat_startStream(**place)
    started = await slack.client.chat_startStream(
        **place, recipient_user_id="U0ANA", recipient_team_id="T0LOCAL"
    )
    here = {"channel": "C0ASKDATA", "ts": started["ts"]}
    await slack.client.chat_appendStream(**here, markdown_text="Spain ")
    await slack.client.chat_appendStream(
        **here, chunks=[{"type": "task_update", "id": "1", "title": "SQL", "status": "complete"}]
    )
    await slack.client.chat_stopStream(**here, markdown_text="led.")

    message = slack.local.messages("ask-data", root["ts"])[1]
    assert (message["text"], message["tasks"][0]["title"]) == ("Spain led.", "SQL")
    with pytest.raises(SlackApiError, match="message_not_in_streaming_state"):
        await slack.client.chat_appendStream(**here, markdown_text="more")


async def test_too_many_requests_are_answered_with_retry_after(slack: Slack) -> None:
    slack.local.inject_429(1, retry_after=7, method="chat.postMessage")

    with pytest.raises(SlackApiError) as refused:
        await slack.client.chat_postMessage(channel="ask-data", text="x")
    await slack.client.chat_postMessage(channel="ask-data", text="x")

    assert refused.value.response.headers["Retry-After"] == "7"
    assert len(slack.local.messages("ask-data")) == 1


async def test_people_groups_and_channels_are_looked_up(slack: Slack) -> None:
    client = slack.client
    who = (await client.users_lookupByEmail(email="ada@example.com"))["user"]
    groups = (await client.usergroups_list(include_users=True))["usergroups"]
    members = (await client.conversations_members(channel="C0REVIEWS"))["members"]
    direct = (await client.conversations_open(users=["U0RUI"]))["channel"]["id"]
    listed = await client.conversations_list(types="public_channel,im")

    assert (who["id"], who["is_admin"]) == ("U0ADA", True)
    assert groups[0]["users"] == ["U0RUI"]
    assert "U0COUNTERSIGN" in members
    assert direct in [each["id"] for each in listed["channels"]]


async def test_a_revoked_token_is_refused(slack: Slack) -> None:
    slack.local.api.revoked = True

    with pytest.raises(SlackApiError, match="token_revoked"):
        await slack.client.chat_postMessage(channel="ask-data", text="x")


@pytest.mark.filterwarnings(BASIC_AUTH)
async def test_the_app_is_installed_with_a_code_that_counts_once(slack: Slack) -> None:
    app = slack.local.workspace.app
    query = {"client_id": app.client_id, "redirect_uri": "http://127.0.0.1/back", "state": "s1"}
    async with httpx.AsyncClient() as http:
        sent = await http.get(f"{slack.local.url}/oauth/v2/authorize", params=query)
    back = httpx.URL(sent.headers["location"])
    secrets = {"client_id": app.client_id, "client_secret": app.client_secret}
    granted = await slack.client.oauth_v2_access(**secrets, code=back.params["code"])

    assert back.params["state"] == "s1"
    assert granted["access_token"] == app.bot_token
    with pytest.raises(SlackApiError, match="invalid_code"):
        await slack.client.oauth_v2_access(**secrets, code=back.params["code"])


async def test_a_response_url_works_five_times(slack: Slack) -> None:
    url = ""

    @slack.app.command("/ask")
    async def ask(ack: Any, command: dict[str, str]) -> None:
        nonlocal url
        url = command["response_url"]
        await ack()

    await slack.local.slash("ana", "ask-data", "/ask", "x")
    async with httpx.AsyncClient() as http:
        answers = [await http.post(url, json={"text": str(n)}) for n in range(6)]
        public = await http.post(f"{slack.local.url}/response/none", json={"text": "x"})

    assert [each.status_code for each in answers] == [200] * 5 + [404]
    assert (answers[-1].json()["error"], public.json()["error"]) == ("used_url", "expired_url")


async def test_the_workspace_serves_only_its_own_machine_and_page(slack: Slack) -> None:
    async with httpx.AsyncClient() as http:
        rebound = await http.get(slack.local.url, headers={"Host": "evil.example"})
        foreign = await http.post(
            f"{slack.local.url}/as/ana/do/post", json={}, headers={"Origin": "https://evil.example"}
        )
        own = await http.get(f"{slack.local.url}/as/ana")

    assert (rebound.status_code, foreign.status_code, own.status_code) == (403, 403, 200)
    assert "default-src 'none'" in own.headers["content-security-policy"]
