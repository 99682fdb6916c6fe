"""Acknowledge first: while requests wait for their acknowledgement, no other work begins.

Slack and Teams wait three seconds and deliver again what is not acknowledged by then. So a burst
delays answers, and never acknowledgements.
"""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from starlette.types import ASGIApp, Receive, Scope, Send

from pipeline.approval import Signed
from pipeline.checkpoint import Ask, Decision
from pipeline.flow import Flow, Outcome
from pipeline.state import RunState
from review.ledger.notices import Delivery
from review.ledger.threads import Thread
from review.ports.desk import Postman

# A request that takes longer than this does not hold up the others' answers.
_LONGEST_SECONDS: Final = 1.5


class AcknowledgeFirst:
    """Counts the requests that are not acknowledged yet; work waits for its `turn`."""

    def __init__(self, longest: float = _LONGEST_SECONDS) -> None:
        self._longest = longest
        self._open = 0
        self._until = 0.0
        self._none_open = asyncio.Event()
        self._none_open.set()

    @property
    def is_calm(self) -> bool:
        """Whether nobody waits for an acknowledgement."""
        return not self._open

    @contextmanager
    def request(self) -> Iterator[None]:
        """For as long as a request is not acknowledged."""
        if not self._open:
            self._until = asyncio.get_running_loop().time() + self._longest
            self._none_open.clear()
        self._open += 1
        try:
            yield
        finally:
            self._open -= 1
            if not self._open:
                self._none_open.set()

    async def turn(self) -> None:
        """Return when all are acknowledged, or have waited long enough together."""
        try:
            async with asyncio.timeout_at(self._until):
                await self._none_open.wait()
        except TimeoutError:
            return


class CountedRequests:
    """The ASGI application, its requests counted. Pages that people open may wait."""

    def __init__(self, app: ASGIApp, first: AcknowledgeFirst) -> None:
        self._app = app
        self._first = first

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] == "POST":
            with self._first.request():
                await self._app(scope, receive, send)
        else:
            await self._app(scope, receive, send)


class PatientFlow:
    """The same flow (see `pipeline.flow.Flow`); each step waits for its turn."""

    def __init__(self, flow: Flow, first: AcknowledgeFirst) -> None:
        self._flow = flow
        self._first = first

    @property
    def names(self) -> tuple[str, ...]:
        return self._flow.names

    def expect(self, question: str, workspace: str) -> None:
        """Only a hint: it is let be while others wait."""
        if self._first.is_calm:
            self._flow.expect(question, workspace)

    async def run(self, name: str, state: RunState) -> Outcome:
        await self._first.turn()
        return await self._flow.run(name, state)

    def reopened(self, state: RunState) -> tuple[str, RunState]:
        return self._flow.reopened(state)

    def decided(self, state: RunState, ask: Ask, decision: Decision, signed: Signed) -> RunState:
        return self._flow.decided(state, ask, decision, signed)


class PatientPostman:
    """The same postman (see `review.ports.desk.Postman`); each sending waits for its turn."""

    def __init__(self, postman: Postman, first: AcknowledgeFirst) -> None:
        self._postman = postman
        self._first = first

    async def deliver(self, thread: Thread, delivery: Delivery) -> str:
        await self._first.turn()
        return await self._postman.deliver(thread, delivery)

    async def find(self, thread: Thread, key: str) -> str | None:
        return await self._postman.find(thread, key)
