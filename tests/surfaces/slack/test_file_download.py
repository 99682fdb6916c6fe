"""Files of Slack messages: only from Slack, with the token, and no more than is allowed."""

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest

from bots.files import FileAway, FileTooLarge
from bots.local_workspace import LocalWorkspace
from bots.slack.incoming.file_download import dropped_files, is_slacks
from bots.slack.sides import OneToken, Side, Sides
from tests.fakes import FakeRoles

API = "https://slack.com/api/"


@pytest.fixture
async def slack() -> AsyncIterator[LocalWorkspace]:
    async with LocalWorkspace() as local:
        yield local


@pytest.fixture
async def side(slack: LocalWorkspace) -> AsyncIterator[Side]:
    token = slack.workspace.app.bot_token
    sides = Sides(
        tokens=OneToken(token=token), api_url=slack.api_url, roles=FakeRoles(), ticks=lambda: 0.0
    )
    yield await sides.of(slack.workspace.team_id)
    await sides.close()


def shared(slack: LocalWorkspace, content: bytes) -> dict[str, Any]:
    message = slack.share_as("ana", "ask-data", "a.csv", content)
    found: dict[str, Any] = message["files"][0]
    return found


async def test_a_file_is_fetched_with_the_token(slack: LocalWorkspace, side: Side) -> None:
    (file,) = dropped_files(side, [shared(slack, b"id\n1\n")])
    assert (file.name, file.size) == ("a.csv", 5)
    assert await file.fetch(100) == b"id\n1\n"


async def test_a_file_that_is_larger_than_it_may_be_is_not_read(
    slack: LocalWorkspace, side: Side
) -> None:
    (file,) = dropped_files(side, [shared(slack, b"1" * 200)])
    with pytest.raises(FileTooLarge):
        await file.fetch(100)


async def test_of_people_of_other_organisations_it_is_looked_up_where_the_file_is(
    slack: LocalWorkspace, side: Side
) -> None:
    full = shared(slack, b"id\n1\n")
    bare = {"id": full["id"], "file_access": "check_file_info"}
    (file,) = dropped_files(side, [bare])
    assert await file.fetch(100) == b"id\n1\n"


async def test_without_the_scope_it_is_said_what_an_administrator_can_do(
    slack: LocalWorkspace, side: Side
) -> None:
    app = slack.workspace.app
    fewer = tuple(each for each in app.scopes if each != "files:read")
    slack.workspace.app = replace(app, scopes=fewer)
    (file,) = dropped_files(side, [shared(slack, b"id\n1\n")])
    with pytest.raises(FileAway, match="files:read"):
        await file.fetch(100)


@pytest.mark.parametrize(
    ("url", "allowed"),
    [
        ("https://files.slack.com/files-pri/T1-F1/download/a.csv", True),
        ("https://files.slack-gov.com/files-pri/T1-F1/a.csv", True),
        ("http://files.slack.com/a.csv", False),
        ("https://files.slack.com.evil.example/a.csv", False),
        ("https://evilslack.com/a.csv", False),
        ("https://drive.example.com/a.csv", False),
        ("http://169.254.169.254/latest", False),
        ("", False),
    ],
)
def test_the_token_goes_to_slacks_hosts_alone(url: str, *, allowed: bool) -> None:
    assert is_slacks(url, API) is allowed
