"""Roles of emergencies, in SQL."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import asdict

from sqlalchemy import select, update

from review.adapters.statements import Statements
from review.adapters.tables import emergency_roles as kept
from review.adapters.upserts import put
from review.ledger.emergencies import EmergencyRole


class SqlEmergencies:
    """The Emergencies port over one connection."""

    def __init__(self, connection: Statements) -> None:
        self._connection = connection

    async def give(self, given: EmergencyRole) -> None:
        await put(self._connection, kept, asdict(given))

    async def end(self, person: str, now: dt.datetime) -> bool:
        ended = update(kept).where(kept.c.person == person, kept.c.until > now).values(until=now)
        return (await self._connection.execute(ended)).changed > 0

    async def holding(self, now: dt.datetime) -> Sequence[EmergencyRole]:
        found = select(kept).where(kept.c.until > now).order_by(kept.c.person, kept.c.role)
        rows = (await self._connection.execute(found)).all()
        return [EmergencyRole(**row) for row in rows]
