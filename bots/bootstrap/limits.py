"""How much work is taken on at once, what it may cost, and how long things are kept."""

import datetime as dt

from bots.bootstrap.policies import common_roles
from bots.settings import Settings
from review.ledger.port import Ledger
from review.policy.purse import Budget, Purse
from review.settings import Clock, Kept, ReviewSettings

# Of files in threads, where the settings say nothing.
FILES_KEPT_DAYS = 30


def limits_of(settings: Settings) -> ReviewSettings:
    """The review layer's limits."""
    return ReviewSettings(
        concurrency=settings.limits.at_work,
        per_person=settings.limits.per_person,
        per_workspace=settings.limits.per_workspace,
        in_all=settings.limits.waiting,
        keep=_kept_for(settings),
        common_roles=common_roles(settings),
    )


def purse_of(settings: Settings, ledger: Ledger, clock: Clock) -> Purse | None:
    """The purse of the settings' budget, where there is one."""
    if settings.models is None or not settings.models.budget.limits:
        return None
    return Purse(ledger, Budget(**settings.models.budget.model_dump()), clock)


def _kept_for(settings: Settings) -> dict[Kept, dt.timedelta]:
    """The audit's details hold questions too: they are kept no longer, unless that is said."""
    days = {Kept(kind): days for kind, days in settings.ledger.retention.items()}
    if Kept.QUESTIONS in days:
        days.setdefault(Kept.AUDIT_DETAILS, days[Kept.QUESTIONS])
    days.setdefault(Kept.FILES, FILES_KEPT_DAYS)
    return {kind: dt.timedelta(days=each) for kind, each in days.items()}
