"""Which dispatcher fits a ledger."""

from review.adapters.sql_ledger import SqlLedger
from review.ledger.dispatch import Dispatcher
from review.office.in_process import InProcessDispatcher
from review.settings import ReviewSettings


def dispatcher_for(ledger: SqlLedger, settings: ReviewSettings) -> Dispatcher:
    """Within the process on SQLite; over procrastinate on PostgreSQL, which then keeps the jobs."""
    url = ledger.url
    if url.get_backend_name() == "sqlite":
        return InProcessDispatcher(settings.concurrency)
    # Only who has a PostgreSQL pays for its job engine.
    from review.adapters.procrastinate_jobs import ProcrastinateDispatcher

    ledger.keep_jobs()
    plain = url.set(drivername="postgresql").render_as_string(hide_password=False)
    return ProcrastinateDispatcher(plain, settings.concurrency, ledger.news)
