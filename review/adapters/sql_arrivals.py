"""Arrivals, in SQL."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import asdict

from sqlalchemy import bindparam, delete, update

from review.adapters.statements import Statements
from review.adapters.tables import arrivals
from review.adapters.upserts import put_new
from review.ledger.arrivals import Arrival

_TAKE = (
    update(arrivals)
    .where(arrivals.c.surface == bindparam("here"), arrivals.c.lease_until <= bindparam("now"))
    .values(lease_until=bindparam("until"))
    .returning(arrivals.c.surface, arrivals.c.event, arrivals.c.body)
)
_DROP = delete(arrivals).where(
    arrivals.c.surface == bindparam("here"), arrivals.c.event == bindparam("of")
)


class SqlArrivals:
    """The Arrivals port over one connection."""

    def __init__(self, connection: Statements) -> None:
        self._connection = connection

    async def keep(self, arrival: Arrival, now: dt.datetime, until: dt.datetime) -> bool:
        row = asdict(arrival) | {"arrived_at": now, "lease_until": until}
        return await put_new(self._connection, arrivals, row)

    async def take(self, surface: str, now: dt.datetime, until: dt.datetime) -> Sequence[Arrival]:
        given = {"here": surface, "now": now, "until": until}
        rows = await self._connection.execute(_TAKE, given)
        return [Arrival(**row) for row in rows.all()]

    async def drop(self, arrival: Arrival) -> None:
        await self._connection.execute(_DROP, {"here": arrival.surface, "of": arrival.event})

    async def release_all(self, now: dt.datetime) -> None:
        await self._connection.execute(update(arrivals).values(lease_until=now))
