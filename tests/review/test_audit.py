"""The audit: everything is noted, and tampering is found and named."""

from pathlib import Path

from sqlalchemy import text

from pipeline.checkpoint import Action, Decision
from review.adapters.sql_ledger import SqlLedger
from review.ledger.audit import breaks, exported
from tests.review.fakes import ANA, BEN, a_flow, asks
from tests.review.office import World


async def lived(ledger: SqlLedger) -> World:
    """A ledger with a question, a denial and a decision in it."""
    world = World(ledger=ledger, flow=a_flow(("region", asks("region"))))
    await world.office.open()
    await world.ask()
    await world.press("a", by=BEN)
    await world.press("a")
    return world


async def tampered(ledger: SqlLedger, statement: str) -> list[tuple[int, str]]:
    async with ledger.writer.begin() as connection:
        await connection.execute(text(statement))
    async with ledger.read() as pages:
        _, found = await breaks(pages.audit.entries())
    return [(each.number, each.reason) for each in found]


async def test_every_attempt_denial_decision_and_answer_is_noted(ledger: SqlLedger) -> None:
    await lived(ledger)
    async with ledger.read() as pages:
        entries = [entry async for entry in pages.audit.entries()]
    assert [(entry.action, entry.actor) for entry in entries] == [
        ("asked", ANA.id),
        ("paused", ANA.id),
        ("denied", BEN.id),
        ("decided", ANA.id),
        ("answered", ANA.id),
    ]
    assert entries[3].checkpoint != ""
    assert "region" in str(entries[3].details)


async def test_an_untouched_chain_holds(ledger: SqlLedger) -> None:
    await lived(ledger)
    async with ledger.read() as pages:
        assert await breaks(pages.audit.entries()) == (5, ())


async def test_a_changed_entry_is_named(ledger: SqlLedger) -> None:
    await lived(ledger)
    found = await tampered(ledger, "UPDATE audit SET actor = 'somebody' WHERE number = 4")
    assert found == [(4, "it was changed after it was written")]


async def test_a_removed_entry_is_named(ledger: SqlLedger) -> None:
    await lived(ledger)
    found = await tampered(ledger, "DELETE FROM audit WHERE number = 3")
    assert found == [(4, "entries 3 to 3 are missing")]


async def test_changed_details_are_named_and_purged_ones_leave_the_chain_whole(
    ledger: SqlLedger,
) -> None:
    await lived(ledger)
    assert await tampered(ledger, "UPDATE audit SET details = NULL WHERE number = 1") == []
    found = await tampered(ledger, "UPDATE audit SET details = '{}' WHERE number = 2")
    assert found == [(2, "its details were changed after they were written")]


async def test_an_entry_that_was_rewritten_with_its_hash_breaks_the_next(
    ledger: SqlLedger,
) -> None:
    await lived(ledger)
    found = await tampered(ledger, "UPDATE audit SET hash = previous WHERE number = 2")
    assert [number for number, _ in found] == [2, 3]


async def test_the_audit_can_be_exported_line_by_line(ledger: SqlLedger, tmp_path: Path) -> None:
    await lived(ledger)
    path = tmp_path / "audit.jsonl"
    async with ledger.read() as pages:
        lines = [line async for line in exported(pages.audit.entries())]
    path.write_text("\n".join(lines))
    assert len(lines) == 5
    assert '"action": "denied"' in lines[2]


async def test_a_wrong_nonce_is_noted_as_a_denial(ledger: SqlLedger) -> None:
    world = World(ledger=ledger, flow=a_flow(("region", asks("region"))))
    await world.office.open()
    await world.ask()
    await world.desk.decide(
        world.card().checkpoint, "guessed", Decision(action=Action.APPROVE), ANA
    )
    async with ledger.read() as pages:
        actions = [entry.action async for entry in pages.audit.entries()]
    assert actions == ["asked", "paused", "denied"]
