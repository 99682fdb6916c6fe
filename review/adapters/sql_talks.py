"""Events seen, conversations and votes, in SQL."""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence, Set

from sqlalchemy import bindparam, select, update

from review.adapters.statements import Statements
from review.adapters.tables import feedback, inbox, threads
from review.adapters.upserts import put, put_all, put_all_new, put_new
from review.ledger.records import Conversation, Vote
from review.ledger.stored import PERSON
from review.ledger.threads import Thread

_BECAME = update(inbox).where(inbox.c.event == bindparam("of"))
_CONVERSATION = select(threads).where(threads.c.thread == bindparam("of"))


class SqlTalks:
    """The Talks port over one connection."""

    def __init__(self, connection: Statements) -> None:
        self._connection = connection

    async def first_sight(self, event: str, now: dt.datetime) -> bool:
        return await put_new(self._connection, inbox, {"event": event, "seen_at": now})

    async def first_sights(self, events: Mapping[str, str], now: dt.datetime) -> Set[str]:
        rows = [{"event": event, "run": run, "seen_at": now} for event, run in events.items()]
        return await put_all_new(self._connection, inbox, rows)

    async def became(self, event: str, run: str) -> None:
        await self._connection.execute(_BECAME, {"of": event, "run": run})

    async def run_of(self, event: str) -> str:
        found = select(inbox.c.run).where(inbox.c.event == event)
        return (await self._connection.execute(found)).value() or ""

    async def conversation(self, thread: Thread) -> Conversation | None:
        row = (await self._connection.execute(_CONVERSATION, {"of": thread.key})).first()
        if row is None:
            return None
        return Conversation(
            thread=row["thread"], last_run=row["last_run"], workspace=row["workspace"]
        )

    async def begin(self, keys: Iterable[str], now: dt.datetime) -> Set[str]:
        rows = [{"thread": key, "changed_at": now} for key in keys]
        return await put_all_new(self._connection, threads, rows)

    async def keep(self, conversations: Sequence[Conversation], now: dt.datetime) -> None:
        rows = [
            {
                "thread": each.thread,
                "last_run": each.last_run,
                "workspace": each.workspace,
                "changed_at": now,
            }
            for each in conversations
        ]
        if rows:
            await put_all(self._connection, threads, rows)

    async def vote(self, vote: Vote) -> None:
        row = {
            "run": vote.run,
            "person": vote.by.id,
            "person_value": PERSON.dump(vote.by),
            "good": vote.good,
            "note": vote.note,
            "at": vote.at,
        }
        await put(self._connection, feedback, row)

    async def votes(self, run: str) -> Sequence[Vote]:
        rows = await self._connection.execute(select(feedback).where(feedback.c.run == run))
        return [
            Vote(
                run=row["run"],
                by=PERSON.load(row["person_value"]),
                good=row["good"],
                note=row["note"],
                at=row["at"],
            )
            for row in rows.all()
        ]
