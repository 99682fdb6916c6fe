"""What people who look after the installation are told: each alone, each matter once a day."""

import datetime as dt
from dataclasses import dataclass

from review.ledger.notices import Alerted
from review.ledger.port import Pages
from review.ledger.records import Owed
from review.ledger.threads import Thread
from review.owed.owing import owe


@dataclass(frozen=True, slots=True, kw_only=True)
class Alert:
    """What is wrong with `subject`, and the ids of the people to tell."""

    subject: str
    text: str
    people: tuple[str, ...]


async def tell_of(pages: Pages, alert: Alert, now: dt.datetime) -> None:
    """Owe it to each of them, unless it was told today."""
    told = f"alert:{alert.subject}@{now:%Y-%m-%d}"
    if alert.people and await pages.talks.first_sight(told, now):
        await owe(pages, tuple(_owed(alert, person, told, now) for person in alert.people), now)


def _owed(alert: Alert, person: str, told: str, now: dt.datetime) -> Owed:
    surface, tenant, *_ = (*person.split(":"), "")
    slot = f"{told}>{person}"
    return Owed(
        key=slot,
        run="",
        thread=Thread(surface=surface, tenant=tenant, channel="", root=""),
        slot=slot,
        notice=Alerted(text=alert.text),
        due=now,
        only_for=person,
    )
