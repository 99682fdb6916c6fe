"""Reading through the simulated Web API: channels, histories, people, links, reactions."""

import dataclasses
from typing import Any

import pytest
from slack_sdk.errors import SlackApiError

from bots.local_workspace import ChannelPlan
from bots.local_workspace.people import Json
from tests.surfaces.local_workspace.conftest import PLAN, Slack, running

CHANNEL = "C0ASKDATA"
ROOMS = dataclasses.replace(
    PLAN,
    channels=(
        *PLAN.channels,
        ChannelPlan(id="C0NEW", name="new", with_app=False),
        ChannelPlan(id="G0FIN", name="finance", private=True, members=("U0ANA",)),
        ChannelPlan(id="C0EXT", name="partners", shared_with_others=True),
    ),
)


async def test_a_channel_says_what_it_is(slack: Slack) -> None:
    channel = (await slack.client.conversations_info(channel=CHANNEL))["channel"]

    assert (channel["name"], channel["is_channel"], channel["num_members"]) == ("ask-data", True, 4)


async def test_history_is_newest_first_within_the_bounds(slack: Slack) -> None:
    stamps = [slack.local.post_as("ana", "ask-data", str(n))["ts"] for n in range(4)]
    read = slack.client.conversations_history
    between = await read(channel=CHANNEL, oldest=stamps[0], latest=stamps[3])
    inclusive = await read(channel=CHANNEL, oldest=stamps[2], latest=stamps[3], inclusive=True)
    page = await read(channel=CHANNEL, limit=1)

    assert [each["text"] for each in between["messages"]] == ["2", "1"]
    assert [each["text"] for each in inclusive["messages"]] == ["3", "2"]
    assert (page["messages"][0]["text"], page["has_more"]) == ("3", True)
    with pytest.raises(SlackApiError, match="invalid_cursor"):
        await read(channel=CHANNEL, cursor="soon")
    with pytest.raises(SlackApiError, match="invalid_limit"):
        await slack.client.api_call(
            "conversations.history", json={"channel": CHANNEL, "limit": "many"}
        )


async def test_the_app_joins_public_channels_only_and_writes_where_it_is_a_member() -> None:
    async with running(plan=ROOMS) as slack:
        client = slack.client
        with pytest.raises(SlackApiError, match="not_in_channel"):
            await client.chat_postMessage(channel="C0NEW", text="x")
        with pytest.raises(SlackApiError, match="not_in_channel"):
            await client.conversations_history(channel="C0NEW")
        await client.conversations_join(channel="C0NEW")
        await client.chat_postMessage(channel="C0NEW", text="x")
        with pytest.raises(SlackApiError, match="method_not_supported"):
            await client.conversations_join(channel="G0FIN")
        listed = await client.conversations_list(types="public_channel,private_channel")

    names = [each["name"] for each in listed["channels"]]
    assert names == ["ask-data", "data-reviews", "new", "finance", "partners"]


async def test_events_from_a_shared_channel_say_so() -> None:
    seen: list[tuple[str, bool]] = []
    async with running(plan=ROOMS) as slack:

        @slack.app.event("message")
        async def note(body: Json) -> None:
            seen.append((body["event"]["text"], body["is_ext_shared_channel"]))

        slack.local.post_as("ana", "partners", "out")
        slack.local.post_as("ana", "ask-data", "in")
        await slack.local.wait_for(lambda: seen[1:])

    assert sorted(seen) == [("in", False), ("out", True)]


async def test_only_members_can_be_sent_an_ephemeral_message() -> None:
    async with running(plan=ROOMS) as slack:
        with pytest.raises(SlackApiError, match="user_not_in_channel"):
            await slack.client.chat_postEphemeral(channel="G0FIN", user="U0RUI", text="x")


async def test_a_person_is_written_to_by_id(slack: Slack) -> None:
    await slack.client.chat_postMessage(channel="U0RUI", text="hello")

    assert slack.local.messages("dm", person="rui")[0]["text"] == "hello"


async def test_several_people_make_a_group_message(slack: Slack) -> None:
    opened = await slack.client.conversations_open(users=["U0RUI", "U0ANA"], return_im=True)
    again = await slack.client.conversations_open(channel=opened["channel"]["id"])

    assert opened["channel"]["is_mpim"]
    assert again["channel"]["id"] == opened["channel"]["id"]


async def test_a_permalink_names_the_thread(slack: Slack) -> None:
    root = slack.local.post_as("ana", "ask-data", "q")
    reply = await slack.client.chat_postMessage(channel=CHANNEL, thread_ts=root["ts"], text="a")
    link = await slack.client.chat_getPermalink(channel=CHANNEL, message_ts=reply["ts"])

    digits = reply["ts"].replace(".", "")
    wanted = f"{slack.local.url}/archives/{CHANNEL}/p{digits}?thread_ts={root['ts']}&cid={CHANNEL}"
    assert link["permalink"] == wanted


async def test_a_reaction_is_added_once_and_removed_once(slack: Slack) -> None:
    ts = slack.local.post_as("ana", "ask-data", "q")["ts"]
    here: dict[str, Any] = {"channel": CHANNEL, "timestamp": ts, "name": "eyes"}
    await slack.client.reactions_add(**here)
    with pytest.raises(SlackApiError, match="already_reacted"):
        await slack.client.reactions_add(**here)
    await slack.client.reactions_remove(**here)
    with pytest.raises(SlackApiError, match="no_reaction"):
        await slack.client.reactions_remove(**here)


async def test_everybody_is_listed_with_the_bot_among_them(slack: Slack) -> None:
    members = (await slack.client.users_list())["members"]
    bot = (await slack.client.users_info(user="U0COUNTERSIGN"))["user"]
    about = (await slack.client.bots_info(bot="B0COUNTERSIGN"))["bot"]
    group = await slack.client.usergroups_users_list(usergroup="S0REVIEW")

    assert [each["name"] for each in members] == ["ana", "rui", "ada", "countersign"]
    assert (bot["is_bot"], about["app_id"]) == (True, "A0COUNTERSIGN")
    assert group["users"] == ["U0RUI"]
    with pytest.raises(SlackApiError, match="bot_not_found"):
        await slack.client.bots_info(bot="B1")


async def test_a_file_is_shared_only_when_it_was_uploaded(slack: Slack) -> None:
    promised = await slack.client.files_getUploadURLExternal(filename="a.csv", length=3)
    info = await slack.client.files_info(file=promised["file_id"])

    assert info["file"]["size"] == 0
    with pytest.raises(SlackApiError, match="file_not_found"):
        await slack.client.files_completeUploadExternal(
            files=[{"id": promised["file_id"], "title": "A"}], channel_id=CHANNEL
        )
    with pytest.raises(SlackApiError, match="invalid_arguments"):
        await slack.client.files_completeUploadExternal(files=[])
