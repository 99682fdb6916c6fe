"""The audit chain, in SQL."""

from collections.abc import AsyncIterator, Sequence
from typing import Any, Final

from sqlalchemy import bindparam, insert, select, text

from review.adapters.many_rows import as_text
from review.adapters.statements import Statements
from review.adapters.tables import audit
from review.ledger.audit import GENESIS, Entry, body_of, linked
from review.ledger.records import Noted

# Any number will do, as long as every replica takes the same one.
ADVISORY_LOCK: Final = 5_260_420
_PAGE = 500
LOCK: Final = text("SELECT pg_advisory_xact_lock(:n)")
_LINK = text(
    """
    WITH RECURSIVE noted AS (
        SELECT * FROM json_to_recordset(CAST(:noted AS json)) AS each (
            nth int, at timestamptz, actor text, action text, run text, checkpoint text,
            place text, details text, digest text, body text
        )
    ), chain (nth, number, previous, hash) AS (
        SELECT 0, coalesce(max(ended.number), CAST(0 AS bigint)), CAST('' AS text),
            coalesce(max(ended.hash), CAST(:genesis AS text))
        FROM (SELECT number, hash FROM audit ORDER BY number DESC LIMIT 1) AS ended
        UNION ALL
        SELECT noted.nth, chain.number + 1, chain.hash, encode(sha256(convert_to(
            '[' || (chain.number + 1) || ', ' || noted.body || ', "' || chain.hash || '"]', 'UTF8'
        )), 'hex')
        FROM chain JOIN noted ON noted.nth = chain.nth + 1
    )
    INSERT INTO audit (number, at, actor, action, run, checkpoint, place, details, digest,
        previous, hash)
    SELECT chain.number, at, actor, action, run, checkpoint, place, details, digest,
        chain.previous, chain.hash
    FROM chain JOIN noted ON noted.nth = chain.nth
    """
)
_END = select(audit.c.number, audit.c.hash).order_by(audit.c.number.desc()).limit(1)
_NEXT = (
    select(audit).where(audit.c.number > bindparam("last")).order_by(audit.c.number).limit(_PAGE)
)
_ADD = insert(audit)


class SqlAudit:
    """The Audit port over one connection. `seal` chains what was noted, last in the transaction.

    The chain has one end. On PostgreSQL the server itself links what is noted, and the lock, the
    links and the commit reach it together: whoever dies or stands still never holds the end.
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
            await self._connection.checked()
            await self._connection.later(LOCK, {"n": ADVISORY_LOCK})
            given = {"noted": as_text(_lines(self._noted)), "genesis": GENESIS}
            await self._connection.later(_LINK, given)
            return
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


def _lines(noted: Sequence[Noted]) -> Sequence[dict[str, Any]]:
    """What is known of the links before their place in the chain is."""
    unlinked = [linked(each, 0, "") for each in noted]
    names = ("at", "actor", "action", "run", "checkpoint", "place", "details", "digest")
    return [
        {name: getattr(entry, name) for name in names} | {"nth": nth, "body": body_of(entry)}
        for nth, entry in enumerate(unlinked, 1)
    ]
