"""What operators do from the command line, on a ledger with work in it."""

import asyncio
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bots.bootstrap.ledger import ledger_of
from bots.cli import commands
from bots.settings import read_settings
from pipeline.flow import Outcome
from pipeline.state import RunState
from review.ledger.records import Run
from review.ports.desk import Undeliverable
from tests.bots.bootstrapped import a_settings_file
from tests.review.fakes import a_flow, asks
from tests.review.office import World


@pytest.fixture
def config(tmp_path: Path) -> Path:
    return a_settings_file(tmp_path)


def said(*words: str, config: Path, code: int = 0) -> str:
    done = CliRunner().invoke(commands(), [*words, "-c", str(config)])
    assert done.exit_code == code, done.output
    return done.output


async def breaks(state: RunState) -> Outcome:
    raise ZeroDivisionError(state.question)


def asked(config: Path, *, broken: bool = False, undeliverable: bool = False) -> Run:
    """A question that waits for its asker, or failed, or whose card nobody could be sent."""

    async def ask() -> Run:
        ledger = await ledger_of(read_settings(config), config.parent, serving=True)
        world = World(ledger, a_flow(("region", breaks if broken else asks("region"))))
        if undeliverable:
            world.chat.troubles.append(Undeliverable("channel_not_found"))
        await world.office.open()
        await world.ask("How many orders?")
        async with ledger.read() as pages:
            (run,) = await pages.runs.latest(5)
        await ledger.close()
        return run

    return asyncio.run(ask())


def test_checkpoints_lists_what_waits_for_a_person(config: Path) -> None:
    run = asked(config)
    listed = said("checkpoints", config=config)
    assert run.checkpoint in listed
    assert "asker" in listed


def test_a_question_is_listed_and_its_steps_are_traced(config: Path) -> None:
    run = asked(config)
    listed = said("runs", config=config)
    assert run.id in listed
    assert "How many orders?" in listed
    traced = said("trace", run.id, config=config)
    assert "route" in traced
    assert "region" in traced


def test_cancel_stops_what_waits_and_only_once(config: Path) -> None:
    run = asked(config)
    assert "Done" in said("cancel", run.id, config=config)
    assert "cancelled" in said("runs", config=config)
    assert "nothing to do" in said("cancel", run.id, config=config, code=2)
    assert said("checkpoints", config=config) == ""


def test_retry_readies_what_failed_and_nothing_else(config: Path) -> None:
    run = asked(config, broken=True)
    assert "failed" in said("runs", config=config)
    assert "Done" in said("retry", run.id, config=config)
    assert "ready" in said("runs", config=config)
    assert "nothing to do" in said("retry", run.id, config=config, code=2)


def test_a_message_that_was_given_up_is_listed_and_owed_again(config: Path) -> None:
    asked(config, undeliverable=True)
    listed = said("outbox", config=config)
    assert "dead" in listed
    assert "channel_not_found" in listed
    assert "Done" in said("outbox", "--resend", listed.split()[0], config=config)
    assert "owed" in said("outbox", config=config)


def test_what_operators_do_is_in_the_audit(config: Path) -> None:
    run = asked(config)
    said("cancel", run.id, config=config)
    exported = said("audit", "export", config=config)
    assert "cancelled by an operator" in exported
    assert "The audit is whole" in said("audit", "verify", config=config)
