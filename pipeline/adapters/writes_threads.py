"""`WritableDatabase` over a blocking driver: a thread of its own, one transaction a call."""

import asyncio
import contextlib
import datetime as dt
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Protocol, TypeVar

import structlog

from pipeline.adapters.watch import UnwantedError, Watch
from pipeline.warehouse import WarehouseBusy, WarehouseDown
from pipeline.writes.execution.once import CommitRefused, Execution
from pipeline.writes.execution.refusals import NARROW, SLOW
from pipeline.writes.ports import BeforeCommit
from pipeline.writes.preview.attempt import Attempt, Seen
from pipeline.writes.preview.foresight import foreseen
from pipeline.writes.preview.previewing import UNSURE_UNDO, previewed
from pipeline.writes.session import WriteSession
from pipeline.writes.statements.check_query import check_query
from pipeline.writes.statements.effect import UnclearEffectError
from pipeline.writes.statements.permitted import not_permitted
from pipeline.writes.values import (
    Approved,
    Changed,
    Committed,
    Impossible,
    Landed,
    NotWritten,
    Preview,
    Proposal,
    Uncertain,
)

log = structlog.get_logger()

_T = TypeVar("_T")
_THREADS = 2
_GRACE_SECONDS = 1.0
_EXECUTE_SECONDS = 60.0
_LOST = "The connection was lost after the database was told to commit."
_ELSEWHERE = "The settings name another database or identity than when this was approved."
_UNKNOWN = "Nobody can say by itself whether the change is there: look, and then decide."

Executed = Committed | Changed | NotWritten | Uncertain


class Trouble(StrEnum):
    """What a driver's error means for a write."""

    REFUSED = "refused"
    LOST = "lost"


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """A driver's error in our words."""

    reason: str
    next_step: str = ""
    trouble: Trouble = Trouble.REFUSED


class WriteEngine(Protocol):
    """How one kind of database is opened for writing, and how its errors read."""

    dialect: str
    shown: str

    def open(self, seconds: float) -> WriteSession:
        """A session whose statements end after so many seconds. Raises `WarehouseDown`."""
        ...

    def problem(self, error: Exception) -> Problem | None:
        """Ours for the driver's error; None if it is not the driver's."""
        ...

    def landed(self, mark: str) -> Landed:
        """What became of the transaction with this mark. Raises the driver's errors."""
        ...


class ThreadedWrites:
    """The `WritableDatabase` over a `WriteEngine`.

    What people approve, and the mark of what was sent, hold for one `place`: where the settings
    name another database since, one that looks the same may be another company's books.
    """

    def __init__(
        self,
        engine: WriteEngine,
        *,
        extra_functions: frozenset[str] = frozenset(),
        clock: Callable[[], float] = time.monotonic,
        place: str = "",
    ) -> None:
        self._engine = engine
        self._place = place
        self._extra = extra_functions
        self._clock = clock
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix=f"{engine.dialect}-write")

    async def preview(self, proposal: Proposal, budget: dt.timedelta) -> Preview | Impossible:
        refused = not_permitted(proposal, self._extra)
        if refused is not None:
            return refused
        seconds = budget.total_seconds()
        watch = Watch()
        seen = await self._in_thread(lambda: self._preview(proposal, seconds, watch), watch)
        if isinstance(seen, Impossible):
            return seen
        return replace(seen, fingerprint=self._bound(seen.fingerprint))

    async def execute(
        self, proposal: Proposal, approved: Approved, before_commit: BeforeCommit
    ) -> Executed:
        refused = not_permitted(proposal, self._extra)
        if refused is not None:
            return NotWritten(reason=refused.reason, next_step=refused.next_step)
        if approved.sql != proposal.sql:
            return Changed(reason="This is not the statement that was approved.")
        fingerprint, own = self._unbound(approved.fingerprint)
        if not own:
            return Changed(reason=_ELSEWHERE)
        approved = replace(approved, fingerprint=fingerprint)
        loop = asyncio.get_running_loop()

        def ask(mark: str) -> None:
            told = _awaited(before_commit, self._bound(mark))
            asyncio.run_coroutine_threadsafe(told, loop).result()

        watch = Watch()
        return await self._in_thread(lambda: self._execute(proposal, approved, ask, watch), watch)

    async def landed(self, mark: str) -> Landed:
        mark, own = self._unbound(mark)
        if not mark or not own:
            return Landed.UNDECIDED
        return await self._in_thread(lambda: self._landed(mark), Watch())

    def _bound(self, text: str) -> str:
        """A fingerprint or mark with the place for which it holds."""
        return f"{text}@{self._place}" if text and self._place else text

    def _unbound(self, text: str) -> tuple[str, bool]:
        """A fingerprint or mark, and whether it is of this place."""
        plain, _, place = text.partition("@")
        return plain, place == self._place

    async def check_sql(self, proposal: Proposal) -> str:
        return check_query(proposal)

    async def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _in_thread(self, work: Callable[[], _T], watch: Watch) -> _T:
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        except asyncio.CancelledError:
            watch.give_up()
            raise

    def _preview(self, proposal: Proposal, seconds: float, watch: Watch) -> Preview | Impossible:
        started = self._clock()
        try:
            with self._opened(seconds, watch) as session, watch.limited(seconds + _GRACE_SECONDS):
                attempt = Attempt(session, proposal)
                seen = attempt.look()
                if attempt.commits_itself:
                    return foreseen(session, seen)
                seen = attempt.run(seen)
                shown = previewed(session, seen, round(self._clock() - started, 4))
                return self._with_sure_undo(shown, attempt, seen)
        except Exception as error:  # noqa: BLE001  whatever goes wrong is a result
            problem = self._problem(error, watch)
            return Impossible(reason=problem.reason, next_step=problem.next_step)

    def _with_sure_undo(
        self, shown: Preview | Impossible, attempt: Attempt, seen: Seen
    ) -> Preview | Impossible:
        """The preview, its undo left out where it was tried in vain."""
        if isinstance(shown, Impossible) or not shown.undo:
            return shown
        try:
            sure = attempt.taken_back(seen)
        except Exception as error:  # noqa: BLE001  an undo that fails is no undo
            log.info("undo_not_possible", error=type(error).__name__)
            sure = False
        return shown if sure else replace(shown, undo=(), undo_missing=UNSURE_UNDO)

    def _execute(
        self, proposal: Proposal, approved: Approved, ask: Callable[[str], None], watch: Watch
    ) -> Executed:
        one = Execution(proposal, approved, ask, self._clock)
        try:
            with self._opened(_EXECUTE_SECONDS, watch) as session:
                with watch.limited(_EXECUTE_SECONDS + _GRACE_SECONDS):
                    stopped = one.up_to_commit(session, watch.require_wanted)
                if stopped is None:
                    session.commit()
                return stopped or one.committed()
        except CommitRefused as refused:
            raise refused.by from None
        except Exception as error:  # noqa: BLE001  whatever goes wrong is a result
            return self._ended(one, self._problem(error, watch))

    def _ended(self, one: Execution, problem: Problem) -> Executed:
        if not one.may_be_there or problem.trouble is not Trouble.LOST:
            return NotWritten(reason=problem.reason, next_step=problem.next_step)
        landed = self._landed(one.mark)
        if landed is Landed.COMMITTED:
            return one.committed()
        if landed is Landed.ABORTED:
            return NotWritten(reason=problem.reason, next_step=problem.next_step)
        return Uncertain(reason=f"{_LOST} {_UNKNOWN}", check_sql=check_query(one.proposal))

    def _landed(self, mark: str) -> Landed:
        try:
            return self._engine.landed(mark) if mark else Landed.UNDECIDED
        except Exception:  # noqa: BLE001  who cannot be asked has not said
            return Landed.UNDECIDED

    @contextmanager
    def _opened(self, seconds: float, watch: Watch) -> Iterator[WriteSession]:
        session = self._engine.open(seconds)
        watch.session = session
        try:
            yield session
        finally:
            watch.session = None
            with contextlib.suppress(Exception):
                session.rollback()
            with contextlib.suppress(Exception):
                session.close()

    def _problem(self, error: Exception, watch: Watch) -> Problem:
        if isinstance(error, WarehouseDown):
            log.warning("database_unreachable", reason=error.technical)
            return Problem(reason=str(error), next_step="Try again in a few minutes.")
        if isinstance(error, WarehouseBusy):
            return Problem(reason=str(error), next_step="Ask again in a moment.")
        if isinstance(error, UnclearEffectError):
            return Problem(reason=f"This statement is not run: {error.reason}.")
        if isinstance(error, UnwantedError):
            return Problem(reason="Nobody waited for it any more, so it was rolled back.")
        known = self._engine.problem(error)
        if watch.late and (known is None or known.trouble is not Trouble.LOST):
            return Problem(reason=SLOW, next_step=NARROW)
        if known is None:
            log.error("write_failed", exc_info=error)
        return known or Problem(reason="The database could not run this statement.")


async def _awaited(before_commit: BeforeCommit, mark: str) -> None:
    await before_commit(mark)
