"""The execution of one approved write: compare, run, compare again, and ask before the commit."""

from collections.abc import Callable

from pipeline.writes.preview.attempt import Attempt, Seen
from pipeline.writes.preview.previewing import UNSURE_UNDO
from pipeline.writes.session import WriteSession
from pipeline.writes.values import Approved, Changed, Committed, Proposal

_SCHEMA = "The table was altered since this was approved."
_ROWS = "The rows were changed by somebody else since this was approved."
_COUNT = "It would change {now} now, and {then} were approved."


class CommitRefused(Exception):
    """Who keeps the record of the write did not agree to the commit."""

    def __init__(self, by: BaseException) -> None:
        self.by = by
        super().__init__(str(by))


class Execution:
    """One approved write up to its commit, which is the caller's to send."""

    def __init__(
        self,
        proposal: Proposal,
        approved: Approved,
        ask: Callable[[str], None],
        clock: Callable[[], float],
    ) -> None:
        self.proposal = proposal
        self.mark = ""
        self.may_be_there = False
        self._approved = approved
        self._ask = ask
        self._clock = clock
        self._started = clock()
        self._seen: Seen | None = None

    def up_to_commit(
        self, session: WriteSession, require_wanted: Callable[[], None]
    ) -> Changed | None:
        """Run it as approved; what is no longer so stops it."""
        attempt = Attempt(session, self.proposal)
        seen = attempt.look()
        different = self._different_before(seen)
        if different:
            return Changed(reason=different)
        if attempt.commits_itself:
            self._agree("", require_wanted)
            self._seen = attempt.run(seen)
            return None
        seen = attempt.run(seen)
        if not attempt.schema_stayed(seen):
            return Changed(reason=_SCHEMA)
        different = self._different_after(seen)
        if different:
            return Changed(reason=different)
        self._seen = seen
        self._agree(session.mark(), require_wanted)
        return None

    def committed(self) -> Committed:
        """What was committed, with the statement that takes exactly this back."""
        seconds = round(self._clock() - self._started, 4)
        seen = self._seen
        if seen is None:
            return Committed(rows=None, seconds=seconds, undo_missing="It is not known.")
        sure = self._approved.undoable or not seen.undo.sql
        return Committed(
            rows=seen.rows,
            seconds=seconds,
            undo=seen.undo.statements if sure else (),
            undo_missing=seen.undo.missing if sure else UNSURE_UNDO,
        )

    def _agree(self, mark: str, require_wanted: Callable[[], None]) -> None:
        self.mark = mark
        try:
            self._ask(mark)
        except BaseException as error:
            raise CommitRefused(error) from error
        require_wanted()
        self.may_be_there = True

    def _different_before(self, seen: Seen) -> str:
        if seen.fingerprint != self._approved.fingerprint:
            return _SCHEMA
        before = self._approved.image.partition(".")[0]
        if not before or seen.before_digest == before:
            return ""
        now = len(seen.before.rows) if seen.before and seen.before.whole else None
        return self._count_differs(now) or _ROWS

    def _different_after(self, seen: Seen) -> str:
        counted = self._count_differs(seen.rows)
        if counted:
            return counted
        return _ROWS if self._approved.image and seen.image != self._approved.image else ""

    def _count_differs(self, now: int | None) -> str:
        then = self._approved.rows
        if now == then or now is None:
            return ""
        return _COUNT.format(now=_rows(now), then=_rows(then))


def _rows(number: int | None) -> str:
    if number is None:
        return "no row"
    return "1 row" if number == 1 else f"{number:,} rows"
