"""One statement for many rows finds each by its key, however little the database knows yet."""

from typing import Any

import psycopg
from sqlalchemy import bindparam, or_, select, update
from sqlalchemy.dialects.postgresql.psycopg import PGDialect_psycopg

from review.adapters.many_rows import ROWS, as_text, for_many
from review.adapters.open_ledger import open_ledger
from review.adapters.tables import outbox

_OVERTAKE = (
    update(outbox)
    .where(outbox.c.slot == bindparam("in_slot"), outbox.c.status.in_(("owed", "sending")))
    .values(trouble="overtaken")
)
_BACKLOG = """
    INSERT INTO outbox (key, run, thread, thread_value, slot, kind, notice, only_for, after_slot,
                        status, lease_owner, attempts, due, trouble)
    SELECT 'k' || n, '', '', '', 's' || n, '', '', '', '', 'owed', '', 0, now(), ''
    FROM generate_series(1, 20000) n
"""


def _text(statement: Any) -> str:
    return str(statement.compile(dialect=PGDialect_psycopg()))  # type: ignore[no-untyped-call]


async def test_a_backlog_is_not_read_through_for_a_few_rows(postgres_url: str) -> None:
    ledger = await open_ledger(postgres_url)
    await ledger.close()
    many: Any = for_many(_OVERTAKE, ("in_slot",))
    compiled = many.compile(dialect=PGDialect_psycopg())  # type: ignore[no-untyped-call]
    whole = compiled.construct_expanded_state({ROWS: as_text([{"in_slot": "s1"}])})
    with psycopg.connect(postgres_url) as connection:
        connection.execute(_BACKLOG)
        found = connection.execute(f"EXPLAIN {whole.statement}".encode(), whole.parameters)
        plan = "\n".join(row[0] for row in found)
        connection.rollback()
    assert "Index Cond: (slot = ANY" in plan


def test_either_of_two_keys_is_not_narrowed_to_one() -> None:
    either = select(outbox.c.id).where(
        or_(outbox.c.slot == bindparam("a"), outbox.c.key == bindparam("b"))
    )
    assert "ANY" not in _text(for_many(either, ("a", "b")))
