"""Owed notices and the messages they became, in SQL."""

import datetime as dt
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sqlalchemy import (
    Column,
    ColumnElement,
    and_,
    bindparam,
    exists,
    func,
    insert,
    literal,
    literal_column,
    or_,
    select,
    update,
)

from review.adapters.columns import among
from review.adapters.sql_runs import lease_of
from review.adapters.statements import Statements
from review.adapters.tables import messages, outbox
from review.adapters.upserts import put_all
from review.ledger.records import Lease, Message, Owed, OwedStatus, Parcel
from review.ledger.stored import THREAD, dump_notice, load_notice

_PENDING = among(outbox.c.status, OwedStatus.OWED, OwedStatus.SENDING)
_ADD = insert(outbox)
_OVERTAKE = (
    update(outbox)
    .where(
        outbox.c.slot == bindparam("in_slot"),
        _PENDING,
        among(outbox.c.status, OwedStatus.OWED),
        outbox.c.attempts == 0,
        outbox.c.only_for == bindparam("reader"),
    )
    .values(status=OwedStatus.SUPERSEDED)
)


def _reference_of(column: Column[str]) -> ColumnElement[str]:
    """The message that the slot in this column became; empty while there is none."""
    # Written out: in what a statement gives back, SQLite's dialect leaves the tables' names away.
    slot: ColumnElement[str] = literal_column(str(messages.c.slot))
    found = select(messages.c.ref).where(slot == literal_column(str(column))).scalar_subquery()
    return func.coalesce(found, literal(""))


_AHEAD = outbox.alias("ahead")
_FIRST = ~exists().where(
    _AHEAD.c.thread == outbox.c.thread,
    among(_AHEAD.c.status, OwedStatus.OWED, OwedStatus.SENDING),
    _AHEAD.c.id < outbox.c.id,
)
_NOW = bindparam("now", type_=outbox.c.due.type)
_SENDABLE = or_(
    and_(among(outbox.c.status, OwedStatus.OWED), outbox.c.due <= _NOW),
    and_(among(outbox.c.status, OwedStatus.SENDING), outbox.c.lease_until <= _NOW),
)
_TAKE = (
    update(outbox)
    .where(outbox.c.thread == bindparam("of"), _PENDING, _FIRST, _SENDABLE)
    .values(status=OwedStatus.SENDING, attempts=outbox.c.attempts + 1)
    .returning(
        *outbox.c,
        _reference_of(outbox.c.slot).label("replaces"),
        _reference_of(outbox.c.after_slot).label("under"),
    )
)
_MARK = update(outbox).where(
    outbox.c.id == bindparam("of"),
    outbox.c.attempts == bindparam("tried"),
    among(outbox.c.status, OwedStatus.SENDING),
)
_MESSAGE = select(messages.c.ref).where(messages.c.slot == bindparam("of"))
_SLOT_AT = select(messages.c.slot, messages.c.run).where(messages.c.ref == bindparam("at")).limit(1)
_HEADS = select(func.min(outbox.c.id)).where(_PENDING).group_by(outbox.c.thread)
_THREADS_OWED = (
    select(outbox.c.thread).where(outbox.c.id.in_(_HEADS), _SENDABLE).limit(bindparam("most"))
)


class SqlOutbox:
    """The Outbox port over one connection."""

    def __init__(self, connection: Statements) -> None:
        self._connection = connection

    async def owe(self, *owed: Owed) -> None:
        overtaken = [{"in_slot": each.slot, "reader": each.only_for} for each in owed]
        await self._connection.later(_OVERTAKE, overtaken)
        await self.begin(*owed)

    async def begin(self, *owed: Owed) -> None:
        await self._connection.later(_ADD, [_values(each) for each in owed])

    async def take(
        self, threads: Collection[str], lease: Lease, now: dt.datetime
    ) -> Sequence[Parcel]:
        only = {"now": now, "lease_owner": lease.owner, "lease_until": lease.until}
        wanted = [{"of": thread} | only for thread in sorted(threads)]
        rows = await self._connection.execute(_TAKE, wanted)
        return [
            Parcel(owed=_owed(row), replaces=row["replaces"], under=row["under"])
            for row in rows.all()
        ]

    async def mark(self, *ended: Owed) -> None:
        lines = [
            {
                "of": each.id,
                "tried": each.lease.attempts,
                "status": each.status,
                "due": each.due,
                "trouble": each.trouble,
                "lease_owner": "",
                "lease_until": None,
            }
            for each in ended
        ]
        await self._connection.later(_MARK, lines)

    async def became(self, messages_of: Mapping[str, Message]) -> None:
        rows = [
            {"slot": slot, "run": each.run, "ref": each.ref, "sent_at": each.at}
            for slot, each in messages_of.items()
        ]
        if rows:
            await put_all(self._connection, messages, rows)

    async def message(self, slot: str) -> str:
        return (await self._connection.execute(_MESSAGE, {"of": slot})).value() or ""

    async def slot_at(self, ref: str) -> tuple[str, str]:
        row = (await self._connection.execute(_SLOT_AT, {"at": ref})).first()
        return ("", "") if row is None else (row["slot"], row["run"])

    async def threads_owed(self, now: dt.datetime, limit: int) -> Sequence[str]:
        rows = await self._connection.execute(_THREADS_OWED, {"now": now, "most": limit})
        return rows.column()

    async def listed(self, status: OwedStatus, limit: int) -> Sequence[Owed]:
        found = select(outbox).where(outbox.c.status == status).order_by(outbox.c.id).limit(limit)
        return [_owed(row) for row in (await self._connection.execute(found)).all()]

    async def again(self, owed: int, now: dt.datetime) -> bool:
        statement = update(outbox).where(outbox.c.id == owed, outbox.c.status == OwedStatus.DEAD)
        revived = {"status": OwedStatus.OWED, "due": now, "attempts": 1, "trouble": ""}
        done = await self._connection.execute(statement, revived)
        return done.changed == 1

    async def release_all(self, now: dt.datetime) -> None:
        statement = update(outbox).where(among(outbox.c.status, OwedStatus.SENDING))
        await self._connection.execute(statement.values(lease_until=now))


def _values(owed: Owed) -> dict[str, Any]:
    kind, notice = dump_notice(owed.notice)
    return {
        "key": owed.key,
        "run": owed.run,
        "thread": owed.thread.key,
        "thread_value": THREAD.dump(owed.thread),
        "slot": owed.slot,
        "kind": kind,
        "notice": notice,
        "only_for": owed.only_for,
        "after_slot": owed.after_slot,
        "status": owed.status,
        "due": owed.due,
        "trouble": owed.trouble,
    } | _leased(owed.lease)


def _leased(lease: Lease) -> dict[str, Any]:
    return {"lease_owner": lease.owner, "lease_until": lease.until, "attempts": lease.attempts}


def _owed(row: Mapping[Any, Any]) -> Owed:
    return Owed(
        id=row["id"],
        key=row["key"],
        run=row["run"],
        thread=THREAD.load(row["thread_value"]),
        slot=row["slot"],
        notice=load_notice(row["kind"], row["notice"]),
        only_for=row["only_for"],
        after_slot=row["after_slot"],
        status=OwedStatus(row["status"]),
        lease=lease_of(row),
        due=row["due"],
        trouble=row["trouble"],
    )
