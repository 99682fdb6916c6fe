"""`/healthz`, `/readyz` and `/metrics`."""

import asyncio
import time
from collections.abc import Callable
from typing import Final

import structlog
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from bots.bootstrap.telemetry import MEASURES, Measures
from bots.bootstrap.workspaces import LiveWorkspaces
from bots.conversation.door import NO_BODY, Door
from review.adapters.sql_backlog import read_backlog
from review.adapters.sql_ledger import SqlLedger
from review.ledger.errors import ReviewError
from review.settings import Clock

log = structlog.get_logger()

_LEDGER_SECONDS: Final = 3.0
# Whoever asks more often than this is told what was found before.
_KEPT_SECONDS: Final = 2.0
_COUNTED_SECONDS: Final = 15.0


class Pages:
    """What is told of this process. `works` says whether its sweep still goes on."""

    def __init__(
        self,
        ledger: SqlLedger,
        workspaces: LiveWorkspaces,
        works: Callable[[], bool],
        clock: Clock,
        measures: Measures = MEASURES,
    ) -> None:
        self._ledger = ledger
        self._workspaces = workspaces
        self._works = works
        self._clock = clock
        self._measures = measures
        self._asking = asyncio.Lock()
        self._ledger_answers = True
        self._asked = -_KEPT_SECONDS
        self._counted = -_COUNTED_SECONDS

    @property
    def routes(self) -> list[Route]:
        """For whoever starts, stops and balances processes."""
        page = [Middleware(Door, most_bytes=NO_BODY)]
        return [
            Route("/healthz", self._healthy, middleware=page),
            Route("/readyz", self._ready, middleware=page),
        ]

    def metrics(self) -> Starlette:
        """For whoever measures: an application for a port of its own."""
        page = [Middleware(Door, most_bytes=NO_BODY)]
        return Starlette(routes=[Route("/metrics", self._metrics, middleware=page)])

    async def _healthy(self, _request: Request) -> Response:
        """Whether a restart would help: a database that is away is no reason for one."""
        if not self._works():
            return JSONResponse({"status": "stopped"}, status_code=503)
        return JSONResponse({"status": "ok"})

    async def _ready(self, _request: Request) -> Response:
        """Whether a request would be taken and answered."""
        await asyncio.gather(self._ask_ledger(), self._workspaces.probe())
        # Whoever can reach this page reads which workspace it is; the cause stands in the log.
        away = dict.fromkeys(self._workspaces.problems, "unavailable")
        askable = any(each.name not in away for each in self._workspaces.all())
        well = askable and self._ledger_answers and self._works()
        told = {"ready": well, "unavailable": away}
        if not self._ledger_answers:
            told["ledger"] = "unavailable"
        return JSONResponse(told, status_code=200 if well else 503)

    async def _ask_ledger(self) -> None:
        async with self._asking:
            if time.monotonic() - self._asked < _KEPT_SECONDS:
                return
            try:
                async with asyncio.timeout(_LEDGER_SECONDS), self._ledger.read() as pages:
                    await pages.timetable.first()
            except (ReviewError, TimeoutError) as error:
                if self._ledger_answers:
                    log.warning("ledger_away", error=type(error).__name__)
                self._ledger_answers = False
            else:
                self._ledger_answers = True
            self._asked = time.monotonic()

    async def _metrics(self, _request: Request) -> Response:
        await asyncio.gather(self._ask_ledger(), self._workspaces.probe())
        self._measures.ledger_up.set(self._ledger_answers)
        away = self._workspaces.problems
        for name in (*(each.name for each in self._workspaces.all()), *away):
            self._measures.workspace_up.labels(name).set(name not in away)
        await self._count()
        return Response(generate_latest(self._measures.registry), media_type=CONTENT_TYPE_LATEST)

    async def _count(self) -> None:
        """Count what waits in the ledger, not with each scrape."""
        if not self._ledger_answers or time.monotonic() - self._counted < _COUNTED_SECONDS:
            return
        now = self._clock()
        try:
            async with asyncio.timeout(_LEDGER_SECONDS):
                self._measures.show(await read_backlog(self._ledger, now), now)
            self._counted = time.monotonic()
        except (ReviewError, TimeoutError) as error:
            log.warning("backlog_not_counted", error=type(error).__name__)
