"""A person is taken out of the ledger: nothing names them, and what others need still holds."""

import asyncio
import dataclasses

import pytest
from sqlalchemy import text

from pipeline.checkpoint import Action, Decision
from pipeline.people import Person
from review.adapters import person_records
from review.adapters.command_connections import changing
from review.adapters.sql_ledger import SqlLedger
from review.ledger.audit import breaks
from review.ledger.pseudonyms import Traces, ids_of
from review.ledger.records import Noted
from review.ledger.threads import Thread
from tests.review.fakes import ANA, START, a_flow, asks
from tests.review.office import World
from tests.review.test_backup import url_of
from tests.review.test_retention import everything
from tests.waiting import found

ZELDA = Person(id="slack:T1:U0ZELDA", name="Zelda Quux", roles=frozenset({"reviewer"}))
HERS = Thread(surface="slack", tenant="T1", channel="D0ZELDA", root="1.1", private=True)
NOTED = Noted(at=START, actor="operator:ute", action="forget", place="command line")
TRACES = Traces(
    ids=(*ids_of(ZELDA.id), "D0ZELDA"), names=("Zelda Quux",), pseudonym="forgotten-0123456789ab"
)


async def worked(ledger: SqlLedger) -> World:
    """Zelda asked in private and voted; Ana asked, and Zelda approved."""
    world = World(ledger, a_flow(("region", asks("region"))))
    await world.office.open()
    hers = str(await world.ask("How much did Zelda Quux sell?", by=ZELDA, thread=HERS))
    await world.press(by=ZELDA, thread=HERS)
    await world.desk.feedback(hers, ZELDA, good=False, note="Zelda Quux sold more")
    run = str(await world.ask("How many orders?"))
    await world.press()
    await world.desk.send_to_review(run, ANA, "for Zelda Quux to look at")
    await world.settle()
    await world.verdict(Decision(action=Action.APPROVE, note="as Zelda Quux says"), ZELDA)
    await world.settle()
    return world


async def test_nothing_in_the_ledger_names_a_person_who_was_forgotten(ledger: SqlLedger) -> None:
    await worked(ledger)
    assert "Zelda" in await everything(ledger)
    done = person_records.forget(url_of(ledger), TRACES, NOTED)
    assert done.left == []
    kept = await everything(ledger)
    assert "zelda" not in kept.lower()
    assert TRACES.pseudonym in kept


async def test_the_audit_still_verifies_and_says_what_the_pseudonym_did(
    ledger: SqlLedger,
) -> None:
    world = await worked(ledger)
    person_records.forget(url_of(ledger), TRACES, NOTED)
    await world.ask("How many customers?")
    async with ledger.read() as pages:
        count, broken = await breaks(pages.audit.entries())
        done = [(entry.actor, entry.action) async for entry in pages.audit.entries()]
    assert (count, broken) == (len(done), ())
    assert (TRACES.pseudonym, "decided") in done
    assert (NOTED.actor, "forgot a person") in done


async def test_an_entry_that_somebody_else_changes_is_still_found(ledger: SqlLedger) -> None:
    await worked(ledger)
    person_records.forget(url_of(ledger), TRACES, NOTED)
    with changing(url_of(ledger)) as connection:
        connection.execute(
            text("UPDATE audit SET actor = 'slack:T1:BEN' WHERE actor = :was"),
            {"was": TRACES.pseudonym},
        )
    async with ledger.read() as pages:
        _, broken = await breaks(pages.audit.entries())
    assert {each.reason for each in broken} == {"it was changed after it was written"}


async def test_an_answer_whose_rows_name_the_person_is_forgotten_and_never_rewritten(
    ledger: SqlLedger,
) -> None:
    world = await worked(ledger)
    async with ledger.read() as pages:
        (run,) = [each for each in await pages.runs.latest(5) if each.asker.id == ANA.id]
    with changing(url_of(ledger)) as connection:
        connection.execute(
            text("UPDATE runs SET outcome = outcome || ' Zelda Quux' WHERE id = :of"),
            {"of": run.id},
        )
    person_records.forget(url_of(ledger), TRACES, NOTED)
    async with ledger.read() as pages:
        found = await pages.runs.get(run.id)
    assert found is not None
    assert (found.outcome, found.state) == ("", "")
    assert await world.desk.answer(run.id) is None


async def test_one_word_is_taken_for_a_name_only_beside_an_id_or_where_that_is_said(
    ledger: SqlLedger,
) -> None:
    world = World(ledger, a_flow(("region", asks("region"))))
    await world.office.open()
    may = Person(id="slack:T1:U0MAY", name="May")
    await world.ask("How many orders in May?")
    await world.press()
    traces = Traces(ids=ids_of(may.id), names=("May",), pseudonym=TRACES.pseudonym)
    done = person_records.forget(url_of(ledger), traces, NOTED)
    assert done.left
    assert "How many orders in May?" in await everything(ledger)
    every = dataclasses.replace(traces, every_mention=True)
    assert person_records.forget(url_of(ledger), every, NOTED).left == []
    assert "May" not in await everything(ledger)


NAMESAKE = Person(id="slack:T1:U0OTHER", name="Zelda Quux")


async def test_a_namesake_keeps_their_name(ledger: SqlLedger) -> None:
    world = await worked(ledger)
    other = Thread(surface="slack", tenant="T1", channel="C1", root="9.9")
    run = str(await world.ask("How many returns?", by=NAMESAKE, thread=other))
    shared = person_records.shared_names(url_of(ledger), TRACES.ids, TRACES.names)
    assert shared == ("Zelda Quux",)
    done = person_records.forget(url_of(ledger), dataclasses.replace(TRACES, shared=shared), NOTED)
    async with ledger.read() as pages:
        found = await pages.runs.get(run)
    assert found is not None
    assert (found.asker.id, found.asker.name) == (NAMESAKE.id, NAMESAKE.name)
    kept = await everything(ledger)
    assert ZELDA.id not in kept
    assert not any(place.endswith(run) for place in done.left)


async def test_forgetting_waits_for_a_replica_that_is_saving_the_row(
    ledger: SqlLedger,
) -> None:
    if ledger.url.get_backend_name() != "postgresql":
        pytest.skip("SQLite has one writer: there is no row to wait for")
    world = World(ledger, a_flow(("region", asks("region"))))
    await world.office.open()
    run = str(await world.ask("How many returns?"))
    await world.desk.feedback(run, ANA, good=False, note="Ask Zelda Quux")
    async with ledger.writing() as connection:
        await connection.execute(text("UPDATE feedback SET note = 'Ask Zelda Quux and me'"))
        forgetting = asyncio.create_task(
            asyncio.to_thread(person_records.forget, url_of(ledger), TRACES, NOTED)
        )
        await found(lambda: waits_for_a_lock(ledger))
    assert (await forgetting).left == []
    async with ledger.reading() as connection:
        note = await connection.scalar(text("SELECT note FROM feedback"))
    assert note == f"Ask {TRACES.pseudonym} and me"


async def waits_for_a_lock(ledger: SqlLedger) -> bool | None:
    """Whether somebody waits for a lock in this database; None where nobody does."""
    waiting = (
        "SELECT count(*) FROM pg_stat_activity"
        " WHERE datname = current_database() AND wait_event_type = 'Lock'"
    )
    async with ledger.reading() as connection:
        return bool(await connection.scalar(text(waiting))) or None


async def test_a_person_is_given_what_is_kept_of_them_and_nothing_of_others(
    ledger: SqlLedger,
) -> None:
    await worked(ledger)
    given = person_records.exported(url_of(ledger), ids_of(ZELDA.id), (ZELDA.name,))
    assert [row["question"] for row in given["runs"]] == ["How much did Zelda Quux sell?"]
    assert {row["person"] for row in given["feedback"]} == {ZELDA.id}
    assert any(row["actor"] == ZELDA.id for row in given["audit"])
    assert "How many orders?" not in str(given["steps"])


async def test_the_names_and_private_channels_of_a_person_are_read_from_the_ledger(
    ledger: SqlLedger,
) -> None:
    await worked(ledger)
    known = person_records.known_of(url_of(ledger), ids_of(ZELDA.id))
    assert known == person_records.Known(names=("Zelda Quux",), channels=("D0ZELDA",))


def test_a_name_is_found_however_it_is_capitalised() -> None:
    traces = Traces(ids=ids_of(ZELDA.id), names=("Zelda Quux",), pseudonym="forgotten-1")
    assert traces.replaced("ask zelda quux, or ZELDA QUUX") == "ask forgotten-1, or forgotten-1"
    assert traces.replaced("zelda quuxley") == "zelda quuxley"
