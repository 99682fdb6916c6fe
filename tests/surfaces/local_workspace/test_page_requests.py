"""What the page asks of the workspace, without a browser."""

from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from bots.local_workspace.people import Json
from tests.surfaces.local_workspace.conftest import Slack
from tests.surfaces.local_workspace.samples import YES_OR_NO

ANA = "/as/ana/do"


@pytest.fixture
async def http(slack: Slack) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=slack.local.url) as client:
        yield client


async def test_the_entrance_lists_the_people(http: httpx.AsyncClient) -> None:
    page = (await http.get("/")).text

    assert all(f'href="/as/{name}"' in page for name in ("ana", "rui", "ada"))
    assert "{{" not in page


async def test_an_unknown_person_is_sent_to_the_entrance(http: httpx.AsyncClient) -> None:
    answer = await http.get("/as/nobody")

    assert (answer.status_code, answer.headers["location"]) == (307, "/")


async def test_a_person_sees_only_their_own_direct_messages(
    slack: Slack, http: httpx.AsyncClient
) -> None:
    slack.local.post_as("ana", "dm", "secret")

    assert "secret" in (await http.get("/as/ana/state")).text
    assert "secret" not in (await http.get("/as/rui/state")).text


async def test_a_message_is_edited_reacted_to_and_deleted(
    slack: Slack, http: httpx.AsyncClient
) -> None:
    said = {"channel": "C0ASKDATA", "text": "<b> & #data-reviews https://example.com."}
    ts = (await http.post(f"{ANA}/post", json=said)).json()["ts"]
    place = {"channel": "C0ASKDATA", "ts": ts}
    message = slack.local.messages("ask-data")[0]
    assert message["text"] == "&lt;b&gt; &amp; <#C0REVIEWS> <https://example.com>."

    await http.post(f"{ANA}/edit", json={**place, "text": "better"})
    await http.post(f"{ANA}/react", json={**place, "name": "eyes"})
    assert (message["text"], message["reactions"][0]["count"]) == ("better", 1)

    await http.post(f"{ANA}/react", json={**place, "name": "eyes", "remove": True})
    assert message["reactions"] == []
    refused = (await http.post("/as/rui/do/delete", json=place)).json()
    assert refused == {"notice": "The workspace refused that: cant_update_message"}
    await http.post(f"{ANA}/delete", json=place)
    assert slack.local.messages("ask-data") == []


@pytest.mark.parametrize(
    ("what", "body"),
    [
        ("press", {"channel": "C0ASKDATA", "ts": "1.0", "block_id": "b", "action_id": "a"}),
        ("press", {}),
        ("submit", {"view_id": "V1"}),
        ("post", {"channel": "C1", "text": "x"}),
        ("post", {"channel": "C0ASKDATA"}),
        ("close", {"view_id": "V1"}),
    ],
)
async def test_what_is_not_there_gets_a_sentence(
    http: httpx.AsyncClient, what: str, body: Json
) -> None:
    answer = await http.post(f"{ANA}/{what}", json=body)

    assert answer.status_code == 200
    assert "notice" in answer.json()


async def test_a_button_that_is_gone_gets_a_sentence(slack: Slack, http: httpx.AsyncClient) -> None:
    posted = await slack.client.chat_postMessage(channel="ask-data", text="?", blocks=YES_OR_NO)
    place = {"channel": "C0ASKDATA", "ts": posted["ts"]}
    answer = await http.post(f"{ANA}/press", json={**place, "block_id": "x", "action_id": "y"})

    assert answer.json() == {"notice": "That is not there any more."}


async def test_a_file_of_a_person_reaches_the_app_as_file_share(
    slack: Slack, http: httpx.AsyncClient
) -> None:
    seen: list[Json] = []

    @slack.app.event({"type": "message", "subtype": "file_share"})
    async def note(event: Json) -> None:
        seen.append(event)

    query = {"channel": "C0ASKDATA", "name": "orders.xlsx"}
    await http.post("/as/ana/upload", params=query, content=b"PK")
    await slack.local.wait_for(lambda: seen)
    nowhere = await http.post("/as/ana/upload", params={"channel": "C1"}, content=b"")

    assert seen[0]["files"][0]["name"] == "orders.xlsx"
    assert nowhere.status_code == 400


async def test_the_app_hears_that_its_home_and_its_messages_were_opened(
    slack: Slack, http: httpx.AsyncClient
) -> None:
    tabs: list[str] = []

    @slack.app.event("app_home_opened")
    async def opened(event: Json) -> None:
        tabs.append(event["tab"])

    for tab in ("home", "messages"):
        await http.post(f"{ANA}/home", json={"tab": tab})
    await slack.local.wait_for(lambda: tabs[1:])

    assert sorted(tabs) == ["home", "messages"]


async def test_changes_arrive_as_they_happen_and_only_for_their_audience(
    slack: Slack, http: httpx.AsyncClient
) -> None:
    async with http.stream("GET", "/as/rui/changes") as changes:
        lines = changes.aiter_lines()
        assert await anext(lines) == "retry: 1000"
        slack.local.post_as("ana", "dm", "private")
        slack.local.post_as("ana", "ask-data", "public")
        told = next_change = ""
        while not next_change:
            told = await anext(lines)
            next_change = told.removeprefix("data: ") if told.startswith("data:") else ""

    assert '"public"' in next_change


async def test_the_status_and_prompts_of_the_app_are_kept_for_the_page(
    slack: Slack, http: httpx.AsyncClient
) -> None:
    channel = slack.local.workspace.conversations.direct(["U0ANA", "U0COUNTERSIGN"]).id
    prompts = [{"title": "Orders", "message": "How many orders?"}]
    await slack.client.assistant_threads_setSuggestedPrompts(
        channel_id=channel, thread_ts="1.0", prompts=prompts
    )
    await slack.client.assistant_threads_setTitle(channel_id=channel, thread_ts="1.0", title="T")
    state: dict[str, Any] = (await http.get("/as/ana/state")).json()

    assert state["prompts"][channel]["prompts"] == prompts


async def test_the_apps_url_is_verified(slack: Slack) -> None:
    assert await slack.local.http.verify("abc")
    slack.local.connect_app("http://127.0.0.1:9/slack/events")
    assert not await slack.local.http.verify("abc")
