"""Requests of any shape to the local workspace: each is answered, none is a fault of ours."""

import asyncio
import json
from typing import Any

import httpx
import pytest
from hypothesis import given

from bots.local_workspace import LocalWorkspace
from bots.local_workspace.people import Json
from tests.surfaces.shaken import shaken, watched

PLACE = {"channel": "C0ASKDATA", "ts": "1.1", "view_id": "V1"}
DOINGS: dict[str, Json] = {
    "/as/ana/do/post": {"channel": "C0ASKDATA", "text": "hello", "thread_ts": "1.1"},
    "/as/ana/do/edit": PLACE | {"text": "hello"},
    "/as/ana/do/delete": PLACE,
    "/as/ana/do/react": PLACE | {"name": "eyes", "remove": False},
    "/as/ana/do/press": PLACE | {"block_id": "b", "action_id": "a", "choices": {"b": {"a": {}}}},
    "/as/ana/do/suggest": PLACE | {"block_id": "b", "action_id": "a", "value": "x"},
    "/as/ana/do/submit": PLACE | {"choices": {"b": {"a": {"value": "x"}}}},
    "/as/ana/do/close": PLACE | {"everything": True},
    "/as/ana/do/command": PLACE | {"command": "/ask", "text": "how many?"},
    "/as/ana/do/shortcut": PLACE | {"callback_id": "ask_anything"},
    "/as/ana/do/home": {"tab": "home"},
    "/api/chat.postMessage": {"channel": "C0ASKDATA", "text": "hello", "blocks": [{"type": "x"}]},
    "/api/views.open": {"trigger_id": "t", "view": {"type": "modal", "blocks": []}},
    "/api/users.info": {"user": "U0ANA"},
    "/response/R1": {"text": "hello", "blocks": []},
}


def test_a_request_of_any_shape_is_answered_without_a_fault() -> None:
    with asyncio.Runner() as runner, watched() as watch:
        local = LocalWorkspace(retry_delays=())
        runner.run(local.__aenter__())
        client = httpx.AsyncClient(
            base_url=local.url,
            headers={"Authorization": f"Bearer {local.workspace.app.bot_token}"},
        )
        payloads = {path: {"path": path, "body": body} for path, body in DOINGS.items()}

        @given(shaken(payloads))
        def is_no_fault(asked: Json) -> None:
            path = str(asked.get("path"))
            path = path if path in DOINGS else "/as/ana/do/post"
            answer = runner.run(client.post(path, content=json.dumps(asked.get("body"))))
            assert answer.status_code < 500
            assert [each for each in watch.records if each.exc_info] == []

        try:
            is_no_fault()
        finally:
            runner.run(client.aclose())
            runner.run(local.__aexit__())


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/as/nobody/state"),
        ("GET", "/as/nobody/changes"),
        ("GET", "/as/nobody/files/F1"),
        ("POST", "/as/nobody/upload"),
        ("POST", "/as/nobody/do/post"),
        ("GET", "/oauth/v2/authorize?client_id=%00"),
    ],
)
async def test_what_is_not_there_is_answered_with_a_refusal(method: str, path: str) -> None:
    async with LocalWorkspace() as local, httpx.AsyncClient(base_url=local.url) as client:
        answer = await client.request(method, path, content=b"{}")
    assert answer.status_code < 500


async def test_a_body_that_is_announced_as_too_big_is_refused_before_it_is_sent() -> None:
    async with LocalWorkspace() as local:
        port = int(local.url.rpartition(":")[2])
        answers: list[Any] = []
        for path in ("/api/chat.postMessage", "/as/ana/do/post", "/upload/F1"):
            head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 300000000\r\n\r\n"
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(head.encode())
            answers.append((await reader.readline()).split()[1])
            writer.close()
    assert answers == [b"413", b"413", b"413"]
