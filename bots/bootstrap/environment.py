"""The real world as the services take it: time, ids, and each workspace's time zone."""

import datetime as dt
import os
import secrets
import socket
import uuid
from zoneinfo import ZoneInfo

from bots.settings import Settings
from pipeline.people import Person
from review.settings import Around


def now() -> dt.datetime:
    """The real time; everything else is handed a clock."""
    return dt.datetime.now(dt.UTC)


def around(settings: Settings) -> Around:
    """The real world: time, ids, and each workspace's time zone."""

    def zone(workspace: str, _person: Person) -> dt.tzinfo:
        found = settings.workspaces.get(workspace) or next(iter(settings.workspaces.values()))
        return ZoneInfo(found.calendar.time_zone)

    return Around(
        clock=now,
        ids=lambda: uuid.uuid4().hex,
        nonces=lambda: secrets.token_urlsafe(12),
        owner=f"{socket.gethostname()}:{os.getpid()}:{uuid.uuid4().hex[:8]}",
        zone=zone,
    )
