"""While requests wait for their acknowledgement no other work begins."""

import asyncio

import httpx
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from bots.bootstrap.acknowledging import AcknowledgeFirst, CountedRequests, PatientFlow
from pipeline.state import RunState
from tests.pipeline.shop import TODAY
from tests.review.fakes import ANA, a_flow
from tests.review.replicas import passes

LONG = 600.0
STATE = RunState(question="How many orders?", asker=ANA, today=TODAY)


class Desk:
    """Acknowledges when it is let."""

    def __init__(self) -> None:
        self.open = asyncio.Event()

    async def take(self, _request: Request) -> Response:
        await self.open.wait()
        return PlainTextResponse("ok")


async def started(first: AcknowledgeFirst, desk: Desk, count: int) -> list[asyncio.Task[int]]:
    """So many requests that are not acknowledged yet."""
    routes = [Route("/", desk.take, methods=["GET", "POST"])]
    app = Starlette(routes=routes, middleware=[Middleware(CountedRequests, first=first)])
    transport = httpx.ASGITransport(app=app)

    async def post() -> int:
        async with httpx.AsyncClient(transport=transport, base_url="http://app") as client:
            return (await client.post("/")).status_code

    posted = [asyncio.create_task(post()) for _ in range(count)]
    for _ in range(50):
        await asyncio.sleep(0)
    assert not first.is_calm
    return posted


async def test_a_step_begins_when_every_request_is_acknowledged() -> None:
    first, desk, flow = AcknowledgeFirst(LONG), Desk(), a_flow(("step", passes))
    posted = await started(first, desk, 5)
    step = asyncio.create_task(PatientFlow(flow, first).run("step", STATE))
    for _ in range(50):
        await asyncio.sleep(0)
    assert flow.taken == []
    desk.open.set()
    await step

    assert flow.taken == ["step"]
    assert [await each for each in posted] == [200] * 5


async def test_with_nobody_waiting_a_step_begins_at_once() -> None:
    flow = a_flow(("step", passes))
    await PatientFlow(flow, AcknowledgeFirst(LONG)).run("step", STATE)
    assert flow.taken == ["step"]


async def test_requests_that_take_too_long_do_not_hold_up_the_answers_of_others() -> None:
    first, desk, flow = AcknowledgeFirst(0.0), Desk(), a_flow(("step", passes))
    posted = await started(first, desk, 1)
    await PatientFlow(flow, first).run("step", STATE)
    assert flow.taken == ["step"]
    desk.open.set()
    assert await posted[0] == 200


async def test_in_a_burst_nothing_is_prepared_ahead() -> None:
    first, desk, flow = AcknowledgeFirst(LONG), Desk(), a_flow(("step", passes))
    posted = await started(first, desk, 1)
    PatientFlow(flow, first).expect("How many orders?", "")
    assert flow.expected == []
    desk.open.set()
    await posted[0]
    PatientFlow(flow, first).expect("How many orders?", "")
    assert flow.expected == ["How many orders?"]
