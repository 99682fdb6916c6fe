"""The pages of an installation: malformed requests, and the states that are begun there."""

import os
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from bots.local_workspace import LocalWorkspace
from bots.slack.installing.states import States
from tests.surfaces.slack.conftest import Office
from tests.surfaces.slack.test_installing import an_app

LONG = "x" * 3_000
STATE = "0" * 8 + "-0000-4000-8000-" + "0" * 12
QUERIES = (
    "code=a&state=../../etc/passwd", "code=a&state=%2e%2e%2fstates", "code=a&state=%00",
    f"code=a&state={LONG}", f"code={LONG}&state={STATE}", "code=%ff%fe&state=%ff",
    "code=a%0d%0aSet-Cookie:x=1&state=b", "code[]=a&state[]=b", "code=a&code=b",
    f"code=a&state={STATE}&state=x", "error=%3Cscript%3E", f"error={LONG}", "error=a%0Ab",
    "team=..%2F..", "team=<b>", "code=%F0%9F%99%82", "state=&code=", "code=", "error=",
    "%00=%00", "=&=&", "a" * 2_000,
)  # fmt: skip
PAGES = ("/slack/install", "/slack/oauth_redirect")


def names_in(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


@pytest.fixture
async def office(tmp_path: Path) -> AsyncIterator[Office]:
    async with LocalWorkspace() as local, an_app(local, tmp_path) as started:
        yield started


async def sent(office: Office, method: str, url: str, **more: object) -> httpx.Response:
    # What is raised behind the route is raised here.
    transport = httpx.ASGITransport(app=office.surface.app)
    async with httpx.AsyncClient(transport=transport, base_url="http://app") as client:
        return await client.request(method, url, **more)  # type: ignore[arg-type]  # a builder


async def test_what_slack_never_sends_an_admin_with_is_refused_in_one_line(
    office: Office, tmp_path: Path
) -> None:
    for query in QUERIES:
        answer = await sent(office, "GET", f"/slack/oauth_redirect?{query}")
        assert 400 <= answer.status_code < 500, (query, answer.status_code)
        assert "<" not in answer.text, query
        assert answer.headers["content-type"].startswith("text/plain"), query
        assert answer.text, query
        assert "\n" not in answer.text, query
    assert "installed" not in names_in(tmp_path)


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW"])
async def test_a_page_takes_no_other_method(method: str, page: str, office: Office) -> None:
    answer = await sent(office, method, page, content=b"{")
    assert (answer.status_code, answer.text.count("\n")) == (405, 0)


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize(
    "headers",
    [
        {"Content-Length": "many"},
        {"Content-Length": "-1"},
        {"Content-Length": "9" * 40},
        {"Content-Length": "300000000"},
    ],
)
async def test_a_page_takes_no_body(headers: dict[str, str], page: str, office: Office) -> None:
    answer = await sent(office, "GET", page, headers=headers)
    assert 400 <= answer.status_code < 500
    assert answer.text.count("\n") == 0


@pytest.mark.parametrize("cookie", ["slack-app-oauth-state", "=;=;", "a" * 3_000, "x=\x01", "é=é"])
async def test_a_callback_with_any_cookie_is_refused(cookie: str, office: Office) -> None:
    url = f"/slack/oauth_redirect?code=a&state={STATE}"
    answer = await sent(office, "GET", url, headers={"Cookie": cookie.encode()})
    assert 400 <= answer.status_code < 500


async def test_a_state_is_good_once_and_not_for_long_and_old_ones_are_removed(
    tmp_path: Path,
) -> None:
    states = States(tmp_path, seconds=600)
    first, old = await states.async_issue(), await states.async_issue()
    os.utime(tmp_path / old, (0, 0))

    assert [await states.async_consume(first) for _ in range(2)] == [True, False]
    assert await states.async_consume(old) is False
    await states.async_issue()
    os.utime(tmp_path / names_in(tmp_path)[0], (0, 0))
    last = await states.async_issue()
    assert names_in(tmp_path) == [last]


@pytest.mark.parametrize("state", ["..", ".", "", "../kept", "/etc/passwd"])
async def test_a_state_is_the_name_of_no_other_file(state: str, tmp_path: Path) -> None:
    (tmp_path / "kept").touch()
    (tmp_path / "states").mkdir()
    assert await States(tmp_path / "states", seconds=600).async_consume(state) is False
    assert (tmp_path / "kept").exists()


async def test_installations_that_nobody_ends_do_not_fill_the_disk(tmp_path: Path) -> None:
    for number in range(1_100):
        (tmp_path / str(number)).touch()
    await States(tmp_path, seconds=600).async_issue()
    assert len(names_in(tmp_path)) == 1_000
