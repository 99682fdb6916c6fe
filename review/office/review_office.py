"""The review layer as one thing that starts and stops."""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import structlog

from pipeline.flow import Flow
from review.cases.claiming import Claiming
from review.cases.proposing import Proposing
from review.cases.sending_to_review import SendingToReview
from review.cases.verdicts import CaseVerdicts
from review.cases.worker import CaseWorker, Outside
from review.desk.asking import Asking
from review.desk.deciding import Deciding
from review.desk.front_desk import Clerks, FrontDesk
from review.ledger.dispatch import Dispatcher, Job, JobKind
from review.ledger.port import Ledger
from review.ledger.stored import CODECS
from review.office.background_task import BackgroundTask
from review.office.delivery import Deliverer
from review.office.sweep import Sweeper
from review.policy.deciders import Policies
from review.ports.desk import Postman
from review.promotion.importing import Importing
from review.promotion.reconsidering import Reconsidering
from review.runs.engine import Engine
from review.runs.handing_over import HandingOver
from review.runs.taking_up import TakingUp
from review.runs.timekeeping import Timekeeper
from review.settings import Around, ReviewSettings
from review.writes.undoing import Undoing

log = structlog.get_logger()

# Between two pieces, for the clicks that come in meanwhile.
_PAUSE = 0.005


class Warming:
    """Does the pieces one after the other beside everything else. A start does not wait for it."""

    def __init__(self, pieces: Iterable[Callable[[], object]]) -> None:
        self._pieces = tuple(pieces)
        self._task = BackgroundTask(self._all)

    def start(self) -> None:
        self._task.start()

    async def stop(self) -> None:
        await self._task.stop()

    async def _all(self) -> None:
        for piece in self._pieces:
            try:
                piece()
            except Exception:
                # Whoever needs it says what is wrong with it.
                log.exception("not_made_ready")
            await asyncio.sleep(_PAUSE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ports:
    """What the review layer works with."""

    ledger: Ledger
    dispatcher: Dispatcher
    flow: Flow
    postman: Postman
    policies: Policies
    outside: Outside


class Office:
    """Desk, engine, deliverer and sweep over one ledger. `desk` is what surfaces call.

    `imports` tells reviewers what was imported.
    """

    def __init__(self, ports: Ports, around: Around, settings: ReviewSettings) -> None:
        ledger, policies = ports.ledger, ports.policies
        verdicts = CaseVerdicts(around, policies, settings)
        self._ports = ports
        self._around = around
        self._settings = settings
        self._warming = Warming(codec.prepare for codec in CODECS)
        taking_up = TakingUp(ports.flow, around, settings)
        handing_over = HandingOver(ports.dispatcher)
        self._engine = Engine(ledger, policies, taking_up, handing_over)
        self._deliverer = Deliverer(ledger, ports.postman, around, settings)
        self._cases = CaseWorker(ledger, ports.outside, verdicts, around, settings)
        self.sweeper = Sweeper(
            ledger,
            ports.dispatcher,
            Timekeeper(around, policies, verdicts),
            around,
            settings,
        )
        outside = (ports.outside.promoter, ports.outside.rerun)
        self.imports = Importing(ledger, outside, policies, around, settings)
        self._reconsidering = Reconsidering(ledger, outside, policies, around, settings)
        undoing = Undoing(ports.flow.names[0], around, policies)
        self.desk = FrontDesk(
            ledger,
            around,
            policies,
            Clerks(
                asking=Asking(ports.flow, around, settings, undoing),
                deciding=Deciding(around, policies, verdicts, taking_up, handing_over),
                reviewing=SendingToReview(around, policies, settings),
                claiming=Claiming(policies, settings.sample_rows),
                proposing=Proposing(ports.outside.promoter, around, policies),
                undoing=undoing,
                importing=self.imports,
                reconsidering=self._reconsidering,
            ),
        )

    async def start(self) -> None:
        """Take up what was left, and go on taking up what comes."""
        await self.open()
        self.sweeper.start()
        self._warming.start()

    async def open(self) -> None:
        """Start without the sweep, for whoever keeps time themselves."""
        ledger = self._ports.ledger
        if ledger.sole:
            async with ledger.begin() as pages:
                await pages.release_all(self._around.clock())
        ledger.on_wake(self._ports.dispatcher)
        await self._ports.dispatcher.start(self.work)

    async def stop(self) -> None:
        """Let what is at work end or give its lease back; take nothing more."""
        await self._warming.stop()
        await self.sweeper.stop()
        await self._ports.dispatcher.stop(self._settings.grace.total_seconds())
        await self._engine.let_go()

    async def work(self, job: Job) -> None:
        """Do what a job hints at."""
        match job.kind:
            case JobKind.RUN:
                await self._engine.advance(job.id)
            case JobKind.CASE:
                await self._cases.advance(job.id)
            case JobKind.POST:
                await self._deliverer.deliver(job.id)
            case JobKind.IMPORT:
                await self.imports.open(job.id)
            case JobKind.RECONSIDER:
                await self._reconsidering.open(job.id)
