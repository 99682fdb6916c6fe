"""Checkpoints, in SQL."""

import datetime as dt
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Select, bindparam, false, insert, or_, select, update

from pipeline.checkpoint import Audience
from pipeline.people import Person
from review.adapters.columns import among
from review.adapters.sql_runs import run_of
from review.adapters.statements import Changing, Statements
from review.adapters.tables import checkpoints, runs
from review.ledger.records import Checkpoint, CheckpointStatus, Run
from review.ledger.stored import ASK, DECISION, PERSON, THREAD

_OPEN = among(checkpoints.c.status, CheckpointStatus.OPEN)
_ADD = insert(checkpoints)
_GET = select(checkpoints).where(checkpoints.c.id == bindparam("of"))
_OF_RUN = "run_"
_HELD = (
    select(checkpoints, *(column.label(f"{_OF_RUN}{column.name}") for column in runs.c))
    .where(checkpoints.c.id == bindparam("of"), runs.c.id == checkpoints.c.run)
    .with_for_update(of=(checkpoints, runs))
)
_CLOSE = update(checkpoints).where(checkpoints.c.id == bindparam("of"), _OPEN)
_IN_TIME = or_(checkpoints.c.due.is_(None), checkpoints.c.due > bindparam("now"))
_ANSWER = _CLOSE.where(checkpoints.c.nonce == bindparam("shown"), _IN_TIME)
_FIRST = select(checkpoints).where(_OPEN).order_by(checkpoints.c.opened_at).limit(bindparam("most"))
_OVERDUE = _FIRST.where(checkpoints.c.due <= bindparam("now"))
_TO_REMIND = _FIRST.where(
    checkpoints.c.remind_at <= bindparam("now"), checkpoints.c.reminded == false()
)


class SqlCheckpoints:
    """The Checkpoints port over one connection."""

    def __init__(self, connection: Statements) -> None:
        self._connection = connection

    async def add(self, *new: Checkpoint) -> None:
        if new:
            await self._connection.later(_ADD, [_values(each) for each in new])

    async def get(self, checkpoint: str) -> Checkpoint | None:
        row = (await self._connection.execute(_GET, {"of": checkpoint})).first()
        return None if row is None else _checkpoint(row)

    async def listed(self, wanted: Collection[str]) -> Mapping[str, Checkpoint]:
        if not wanted:
            return {}
        rows = await self._connection.execute(_GET, [{"of": each} for each in wanted])
        return {row["id"]: _checkpoint(row) for row in rows.all()}

    async def held(self, wanted: Collection[str]) -> Mapping[str, tuple[Checkpoint, Run]]:
        # Whoever wants the same ones at the same time takes them in the same order.
        given = [{"of": each} for each in sorted(wanted)]
        rows = (await self._connection.execute(_HELD, given)).all()
        return {row["id"]: (_checkpoint(row), _its_run(row)) for row in rows}

    async def close(self, closed: Checkpoint, now: dt.datetime) -> bool:
        if closed.status is CheckpointStatus.ANSWERED:
            done = await self._connection.execute(_ANSWER, _answered(closed, now))
        else:
            done = await self._connection.execute(_CLOSE, _ending(closed) | {"of": closed.id})
        return done.changed == 1

    async def answer(self, answered: Sequence[Checkpoint], now: dt.datetime) -> None:
        if not answered:
            return
        lines = [_answered(each, now) for each in answered]
        whose = ", ".join(each.run for each in answered)
        await self._connection.later(_ANSWER, lines, Changing(len(lines), whose))

    async def remind(self, checkpoint: str) -> bool:
        statement = update(checkpoints).where(
            checkpoints.c.id == checkpoint, _OPEN, checkpoints.c.reminded == false()
        )
        done = await self._connection.execute(statement.values(reminded=True))
        return done.changed == 1

    async def to_remind(self, now: dt.datetime, limit: int) -> Sequence[Checkpoint]:
        return await self._due(_TO_REMIND, now, limit)

    async def overdue(self, now: dt.datetime, limit: int) -> Sequence[Checkpoint]:
        return await self._due(_OVERDUE, now, limit)

    async def _due(self, wanted: Select[Any], now: dt.datetime, limit: int) -> Sequence[Checkpoint]:
        rows = await self._connection.execute(wanted, {"now": now, "most": limit})
        return [_checkpoint(row) for row in rows.all()]

    async def open(self, limit: int) -> Sequence[Checkpoint]:
        return await self._listed(limit, _OPEN)

    async def open_to(self, audience: Audience, limit: int) -> Sequence[Checkpoint]:
        return await self._listed(limit, _OPEN, checkpoints.c.audience == audience)

    async def open_in(self, slot: str) -> Checkpoint | None:
        found = await self._listed(1, _OPEN, checkpoints.c.slot == slot)
        return found[0] if found else None

    async def claim(self, checkpoint: str, by: Person) -> bool:
        statement = update(checkpoints).where(checkpoints.c.id == checkpoint, _OPEN)
        done = await self._connection.execute(statement.values(claimed_by=PERSON.dump(by)))
        return done.changed == 1

    async def release(self, checkpoint: str, now: dt.datetime) -> bool:
        statement = update(checkpoints).where(checkpoints.c.id == checkpoint, _OPEN)
        values = {"claimed_by": "", "reminded": False, "remind_at": now}
        return (await self._connection.execute(statement.values(values))).changed == 1

    async def _listed(self, limit: int, *wanted: ColumnElement[bool]) -> Sequence[Checkpoint]:
        found = select(checkpoints).where(*wanted).order_by(checkpoints.c.opened_at).limit(limit)
        return [_checkpoint(row) for row in (await self._connection.execute(found)).all()]


def _values(checkpoint: Checkpoint) -> dict[str, Any]:
    return {
        "id": checkpoint.id,
        "run": checkpoint.run,
        "case_id": checkpoint.case,
        "nonce": checkpoint.nonce,
        "kind": checkpoint.ask.kind,
        "audience": checkpoint.ask.audience,
        "ask": ASK.dump(checkpoint.ask),
        "thread_value": THREAD.dump(checkpoint.thread),
        "slot": checkpoint.slot,
        "opened_at": checkpoint.opened_at,
        "due": checkpoint.due,
        "remind_at": checkpoint.remind_at,
        "reminded": checkpoint.reminded,
        "claimed_by": "" if checkpoint.claimed_by is None else PERSON.dump(checkpoint.claimed_by),
    } | _ending(checkpoint)


def _ending(checkpoint: Checkpoint) -> dict[str, Any]:
    return {
        "status": checkpoint.status,
        "decision": "" if checkpoint.decision is None else DECISION.dump(checkpoint.decision),
        "decided_by": "" if checkpoint.by is None else PERSON.dump(checkpoint.by),
        "decided_at": checkpoint.at,
    }


def _answered(checkpoint: Checkpoint, now: dt.datetime) -> dict[str, Any]:
    return _ending(checkpoint) | {"of": checkpoint.id, "shown": checkpoint.nonce, "now": now}


def _its_run(row: Mapping[str, Any]) -> Run:
    named = {name: value for name, value in row.items() if name.startswith(_OF_RUN)}
    return run_of({name.removeprefix(_OF_RUN): value for name, value in named.items()})


def _checkpoint(row: Mapping[Any, Any]) -> Checkpoint:
    return Checkpoint(
        id=row["id"],
        run=row["run"],
        case=row["case_id"],
        nonce=row["nonce"],
        ask=ASK.load(row["ask"]),
        thread=THREAD.load(row["thread_value"]),
        slot=row["slot"],
        status=CheckpointStatus(row["status"]),
        opened_at=row["opened_at"],
        due=row["due"],
        remind_at=row["remind_at"],
        reminded=row["reminded"],
        decision=DECISION.load(row["decision"]) if row["decision"] else None,
        by=PERSON.load(row["decided_by"]) if row["decided_by"] else None,
        at=row["decided_at"],
        claimed_by=PERSON.load(row["claimed_by"]) if row["claimed_by"] else None,
    )
