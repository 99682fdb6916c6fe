"""The audit chain, in SQL."""

from collections.abc import AsyncIterator

from sqlalchemy import bindparam, insert, select, text

from review.adapters.statements import Statements
from review.adapters.tables import audit
from review.audit import GENESIS, Entry, linked
from review.records import Noted

# Any number will do, as long as every replica takes the same one.
_ADVISORY_LOCK = 5_260_420
_PAGE = 500
_LOCK = text("SELECT pg_advisory_xact_lock(:n)")
_END = select(audit.c.number, audit.c.hash).order_by(audit.c.number.desc()).limit(1)
_NEXT = (
    select(audit).where(audit.c.number > bindparam("last")).order_by(audit.c.number).limit(_PAGE)
)
_ADD = insert(audit)


class SqlAudit:
    """The Audit port over one connection. `seal` chains what was noted, last in the transaction.

    The chain has one end: a lock on it is held only from there to the commit.
    """

    def __init__(self, connection: Statements) -> None:
        self._connection = connection
        self._noted: list[Noted] = []

    def note(self, noted: Noted) -> None:
        self._noted.append(noted)

    async def seal(self) -> None:
        if not self._noted:
            return
        if self._connection.dialect == "postgresql":
            await self._connection.later(_LOCK, {"n": _ADVISORY_LOCK})
        number, previous = await self._end()
        rows = []
        for noted in self._noted:
            number += 1
            entry = linked(noted, number, previous)
            previous = entry.hash
            rows.append({name: getattr(entry, name) for name in Entry.__slots__})
        await self._connection.later(_ADD, rows)

    async def entries(self) -> AsyncIterator[Entry]:
        last = -1
        while True:
            rows = (await self._connection.execute(_NEXT, {"last": last})).all()
            if not rows:
                return
            for row in rows:
                yield Entry(**row)
            last = rows[-1]["number"]

    async def _end(self) -> tuple[int, str]:
        row = (await self._connection.execute(_END)).first()
        return (0, GENESIS) if row is None else (row["number"], row["hash"])
