"""The whole process: workspaces, ledger, review office and surfaces, started and stopped as one."""

import asyncio
import contextlib
import datetime as dt
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import structlog
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import BaseRoute

from bots.bootstrap.acknowledging import (
    AcknowledgeFirst,
    CountedRequests,
    PatientFlow,
    PatientPostman,
)
from bots.bootstrap.environment import around
from bots.bootstrap.identity import Identity, directories
from bots.bootstrap.ledger import ledger_of
from bots.bootstrap.limits import limits_of, purse_of
from bots.bootstrap.memberships import Memberships
from bots.bootstrap.pages import Pages
from bots.bootstrap.policies import policies
from bots.bootstrap.roles import ConfiguredRoles
from bots.bootstrap.surfaces import slack_of, slack_team, teams_of
from bots.bootstrap.telemetry import (
    ObservedFlow,
    ObservedPostman,
    observed_desk,
    tracing,
)
from bots.bootstrap.thread_files import ThreadWorkspaces, WithThreadFiles
from bots.bootstrap.validated import ValidatedShelf
from bots.bootstrap.workspaces import LiveWorkspaces
from bots.bootstrap.writes import WriteSide, books_of
from bots.conversation.alerts import Alerts
from bots.conversation.door import Door
from bots.conversation.live import LiveEverywhere
from bots.conversation.post_office import PostOffice
from bots.settings import Settings
from pipeline.adapters.computing_processes import ComputingProcesses
from pipeline.events import Live
from pipeline.narrating import Narrated
from pipeline.rerun import Rerunner
from pipeline.steps_in_order import Pipeline
from review.adapters.dispatchers import dispatcher_for
from review.adapters.sql_ledger import SqlLedger
from review.adapters.sql_validated import SqlValidatedStore
from review.cases.worker import Outside
from review.ledger.schema_changes import SchemaChanges
from review.office.review_office import Office, Ports
from review.policy.deciders import Policies
from review.ports.desk import Postman
from review.runs.remembering import LedgerStanding
from review.settings import Around

if TYPE_CHECKING:
    from bots.slack.surface import SlackSurface
    from bots.teams.surface import TeamsSurface

log = structlog.get_logger()

# More than any route takes; each has a limit of its own.
_MOST_BYTES = 2_000_000
_RETRY = dt.timedelta(seconds=30)
_REFRESH = dt.timedelta(minutes=5)


@dataclass(frozen=True, slots=True, kw_only=True)
class Application:
    """What runs: `app` answers HTTP, `office` works, `slack` is the chat.

    `metrics` is for a port of its own.
    """

    app: Starlette
    metrics: Starlette
    office: Office
    workspaces: LiveWorkspaces
    ledger: SqlLedger
    slack: "SlackSurface | None"


@asynccontextmanager
async def application(
    settings: Settings, folder: Path, world: Around | None = None
) -> AsyncIterator[Application]:
    """Everything, running; `world` takes the place of the real time and of random ids.

    Raises LedgerInUseError, LedgerUnusableError, NotInstalled.
    """
    async with contextlib.AsyncExitStack() as stack:
        stop_tracing = tracing(settings.telemetry.traces, settings.telemetry.service)
        stack.push_async_callback(asyncio.to_thread, stop_tracing)
        ledger = await ledger_of(settings, folder, serving=True)
        stack.push_async_callback(ledger.close)
        world, limits = world or around(settings), limits_of(settings)
        shelf = ValidatedShelf(settings, folder, SqlValidatedStore(ledger), world)
        memberships = Memberships(
            stale_after=settings.identity.stale_after.total_seconds(), ticks=time.monotonic
        )
        roles = ConfiguredRoles(settings.people, memberships)
        workspaces = _workspaces(settings, folder, shelf, (ledger, world), roles)
        stack.push_async_callback(_close, shelf, workspaces)
        await workspaces.open()
        await shelf.fill(workspaces)
        rules = await _rules(settings, roles)
        postmen: dict[str, Postman] = {}
        live: dict[str, Live] = {}
        first, post = AcknowledgeFirst(), PostOffice(postmen)
        files = ThreadWorkspaces(settings, folder, ledger, world, workspaces.of_files)
        workspaces.files = files.get
        stack.push_async_callback(files.close)
        pipeline = WithThreadFiles(Pipeline(workspaces), files)
        flow = ObservedFlow(Narrated(pipeline, LiveEverywhere(live.values())))
        office = Office(
            Ports(
                ledger=ledger,
                dispatcher=dispatcher_for(ledger, limits),
                flow=PatientFlow(flow, first),
                postman=PatientPostman(ObservedPostman(post), first),
                policies=rules,
                outside=Outside(
                    promoter=shelf.promoter(workspaces),
                    rerun=Rerunner(workspaces, world.today),
                ),
            ),
            world,
            limits,
        )
        post.alerts = Alerts(office.desk, roles)
        desk = observed_desk(office.desk)
        slack = slack_of(settings, folder, desk, (workspaces, ledger, files), roles)
        if slack:
            postmen["slack"], live["slack"] = slack.postman, slack.live
        teams = teams_of(settings, desk, (workspaces, ledger, files), world.clock, roles)
        if teams:
            postmen["teams"], live["teams"] = teams.postman, teams.live
            stack.push_async_callback(teams.stop)
        identity = Identity(
            settings.identity, roles, memberships, directories(settings, slack), ledger
        )
        await identity.look(world.clock())
        await identity.pull(world.clock())
        keeping = asyncio.create_task(identity.forever(world.clock, time.monotonic))
        stack.callback(keeping.cancel)
        await office.start()
        stack.push_async_callback(office.stop)
        if slack:
            await slack.start()
            stack.push_async_callback(slack.stop)
        look = shelf.reverifying(workspaces, ledger, rules)
        fresh = _keep_fresh(workspaces, shelf, files, look)
        stack.callback(asyncio.create_task(fresh).cancel)
        pages = Pages(ledger, workspaces, lambda: office.sweeper.goes_on, world.clock)
        yield Application(
            app=_web(slack, teams, pages, first),
            metrics=pages.metrics(),
            office=office,
            workspaces=workspaces,
            ledger=ledger,
            slack=slack,
        )


async def _close(shelf: ValidatedShelf, workspaces: LiveWorkspaces) -> None:
    await shelf.close()
    await workspaces.close()


async def _rules(settings: Settings, roles: ConfiguredRoles) -> Policies:
    """Who reviews, and what; Slack's own name of a team stands in its people's ids."""
    return policies(settings, await slack_team(settings), roles)


def _workspaces(
    settings: Settings,
    folder: Path,
    shelf: ValidatedShelf,
    kept_in: tuple[SqlLedger, Around],
    roles: ConfiguredRoles,
) -> LiveWorkspaces:
    """The workspaces, with all that is kept of them in the ledger."""
    ledger, world = kept_in
    workspaces = LiveWorkspaces(
        settings,
        folder,
        shelf.of,
        purse_of(settings, ledger, world.clock),
        WriteSide(settings, folder, world, books_of(ledger, world), SchemaChanges(ledger), roles),
    )
    if settings.limits.processes:
        workspaces.computing = ComputingProcesses(settings.limits.processes)
    workspaces.standing = LedgerStanding(ledger, world.clock)
    return workspaces


async def _keep_fresh(
    workspaces: LiveWorkspaces,
    shelf: ValidatedShelf,
    files: ThreadWorkspaces,
    look: Callable[[], Awaitable[None]],
) -> None:
    """Read catalogs again and again, the first time soon; open what was away more often.

    `look` finds the queries that a catalog has left behind; at the start there may be some too.
    """
    soon = _RETRY.total_seconds()
    await tried(look)
    while True:
        for _ in range(_REFRESH // _RETRY):
            await asyncio.sleep(soon)
            await tried(lambda: reopen(workspaces, shelf))
        await tried(workspaces.refresh)
        await tried(files.tidy)
        await tried(look)


async def tried(work: Callable[[], Awaitable[None]]) -> None:
    """Do the work; what fails is logged, and done again the next time."""
    try:
        await work()
    except Exception:
        log.exception("keeping_fresh_failed")


async def reopen(workspaces: LiveWorkspaces, shelf: ValidatedShelf) -> None:
    """Open what was away, with its approved questions; read what was read in a hurry."""
    if await workspaces.open():
        await shelf.fill(workspaces)
    await workspaces.finish()


def _web(
    slack: "SlackSurface | None",
    teams: "TeamsSurface | None",
    pages: Pages,
    first: AcknowledgeFirst,
) -> Starlette:
    routes: list[BaseRoute] = [*pages.routes]
    if teams:
        routes.extend(teams.app.routes)
    if slack:
        routes.extend(slack.app.routes)
    return Starlette(
        routes=routes,
        middleware=[
            Middleware(CountedRequests, first=first),
            Middleware(Door, most_bytes=_MOST_BYTES),
        ],
    )
