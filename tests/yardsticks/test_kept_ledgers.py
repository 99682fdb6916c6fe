"""A ledger that version 0.1 left behind is opened, and everything in it goes on.

The ledgers were taken at the moment at which the process was killed; `tests/fixtures/v0_1/make.py`
tells how. One on SQLite and one on PostgreSQL are opened once for all tests of this file, each of
which looks at another part of them. Every later version has to pass these tests as they are.
"""

import json
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest

from pipeline.writes.values import WriteStatus
from review.ledger.audit import breaks
from tests.databases import postgres_database
from tests.scenarios.town import buttons, text_of
from tests.yardsticks.kept_shop import FIXTURES, Kept, KeptShop, OpenShop, Paused, place_of, unpack

KINDS = (
    *("clarification", "match", "dates", "geography", "tables", "columns", "write_approval"),
    *("write_outcome", "repair", "review", "outline"),
)
LAST = "Gross revenue by month in 2025"
TRUSTED = "Trusted"


def read_kept(ledger: str) -> Kept:
    raw: dict[str, Any] = json.loads((FIXTURES / ledger / "kept.json").read_text(encoding="utf-8"))
    paused = [Paused(**(each | {"then": tuple(each["then"])})) for each in raw.pop("paused")]
    return Kept(paused=paused, **raw)


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def ledger(request: pytest.FixtureRequest) -> str:
    found: str = request.param
    return found


@pytest.fixture(scope="module")
def kept(ledger: str) -> Kept:
    return read_kept(ledger)


@pytest.fixture(scope="module")
async def shop(
    ledger: str, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[OpenShop]:
    """The kept shop, opened ten minutes later by the code of today."""
    folder = tmp_path_factory.mktemp(ledger)
    with place_of(ledger) as database, kept_ledger(ledger, folder, request) as url:
        unpack(FIXTURES / ledger, folder, database)
        kept = KeptShop(database, folder, url, "later")
        kept.clock.pass_(minutes=10)
        async with kept.open() as opened:
            yield opened


@contextmanager
def kept_ledger(ledger: str, folder: Path, request: pytest.FixtureRequest) -> Iterator[str]:
    """The URL of a copy of the ledger."""
    if ledger == "sqlite":
        yield f"sqlite:///{folder / 'ledger.sqlite3'}"
        return
    with postgres_database(request.getfixturevalue("postgres_server")) as url:
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute((FIXTURES / ledger / "ledger.sql").read_bytes())
        yield url


def gross_price(shop: OpenShop, product: str) -> float:
    found = shop.kept.query(f"SELECT gross_price FROM products WHERE product_name = '{product}'")
    return float(found[0][0])


async def last_write(shop: OpenShop, thread: str) -> WriteStatus:
    return list((await shop.writes(thread)).values())[-1]


def test_each_kind_of_checkpoint_is_kept(kept: Kept) -> None:
    assert {each.kind for each in kept.paused} == set(KINDS)


@pytest.mark.parametrize("number", range(12))
async def test_a_button_of_0_1_is_pressed_and_its_run_goes_on_to_its_right_end(
    shop: OpenShop, kept: Kept, number: int
) -> None:
    paused = kept.paused[number]
    card = shop.message(paused.channel, paused.card)
    person = "ana" if paused.channel == "C0ASKDATA" else "rui"
    await shop.click(card, paused.button, person)
    if paused.button.endswith("…"):
        await shop.slack.wait_for(lambda: shop.slack.modal(person), 10)
        await shop.slack.submit_view(person)
    await shop.sees(paused.thread, *paused.then)
    assert shop.refused() == []


async def test_a_change_that_was_being_kept_is_told_to_people_and_never_sent_again(
    shop: OpenShop, kept: Kept
) -> None:
    card = await shop.reviewer_sees("not known whether", "Shelf")
    assert gross_price(shop, "Shelf") == 36.3
    assert await last_write(shop, kept.threads["executing"]) is WriteStatus.UNKNOWN
    await shop.click(card, "It was not written", "rui")
    await shop.sees(kept.threads["executing"], "Nothing was changed")
    assert gross_price(shop, "Shelf") == 36.3
    assert await shop.times_sent(kept.threads["executing"]) == 1


async def test_a_change_that_was_only_claimed_is_written_once(shop: OpenShop, kept: Kept) -> None:
    await shop.sees(kept.threads["claimed"], "Done", "1 row was changed")
    assert gross_price(shop, "Lamp") == 13
    assert await last_write(shop, kept.threads["claimed"]) is WriteStatus.DONE
    assert await shop.times_sent(kept.threads["claimed"]) == 1


async def test_what_was_over_stays_as_it_was(shop: OpenShop, kept: Kept) -> None:
    assert await last_write(shop, kept.threads["done"]) is WriteStatus.DONE
    assert gross_price(shop, "Vase") == 7
    assert await shop.times_sent(kept.threads["done"]) == 1
    assert next(iter((await shop.writes(kept.threads["failed"])).values())) is WriteStatus.FAILED


@pytest.mark.parametrize("number", range(10))
async def test_an_approved_query_is_trusted_where_its_question_is_asked_again(
    shop: OpenShop, kept: Kept, number: int
) -> None:
    question, in_other_words = list(kept.repeats.items())[number]
    for words in (question, in_other_words):
        thread = shop.ask(words)
        offer = await shop.sees(thread, "Use it", question)
        await shop.click(offer, "Use it")
        await shop.sees(thread, TRUSTED, "Download CSV")


async def test_a_wording_that_a_reviewer_added_is_trusted(shop: OpenShop) -> None:
    thread = shop.ask("Where do our customers live")
    await shop.click(await shop.sees(thread, "Use it"), "Use it")
    await shop.sees(thread, TRUSTED, "Germany")


async def test_a_rejected_query_is_never_offered(shop: OpenShop) -> None:
    thread = shop.ask("How many returns were there in 2025?")
    answer = await shop.sees(thread, "Download CSV")
    assert TRUSTED not in text_of(answer)


async def test_what_slack_turned_away_is_told_once(shop: OpenShop, kept: Kept) -> None:
    for thread in kept.owed:
        card = await shop.sees(thread, "Use it")
        cards = [each for each in shop.thread(thread) if "Use it" in buttons(each)]
        assert cards == [card]


async def test_a_message_that_had_arrived_unnoticed_is_not_sent_again(
    shop: OpenShop, kept: Kept
) -> None:
    cases = [each for each in shop.reviewers_read() if LAST in text_of(each)]
    assert [each["ts"] for each in cases] == [kept.arrived]


async def test_the_audit_is_whole(shop: OpenShop) -> None:
    async with shop.running.ledger.read() as pages:
        count, found = await breaks(pages.audit.entries())
    assert count > 100
    assert found == ()
