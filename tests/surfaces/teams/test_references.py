"""What is remembered of conversations: the fake of the tests, and the ledger on both databases."""

import datetime as dt
from collections.abc import Callable

import pytest

from bots.teams.sending.references import LedgerReferences, Member, Reference, References
from review.adapters.sql_ledger import SqlLedger
from review.ledger.contacts import Contact
from tests.fakes import NOON
from tests.review.conftest import anyio_backend, ledger, postgres_ledger_url
from tests.surfaces.teams.memory_references import MemoryReferences

__all__ = ["anyio_backend", "ledger", "postgres_ledger_url"]
HERE = Reference(channel="19:a@thread.tacv2", service_url="https://one/", tenant="t", bot="28:b")
ALONE = Reference(channel="a:1", service_url="https://two/", tenant="t", bot="28:b", person="p")


def later() -> Callable[[], dt.datetime]:
    """A clock that moves whenever it is looked at."""
    looked = 0

    def clock() -> dt.datetime:
        nonlocal looked
        looked += 1
        return NOON + dt.timedelta(seconds=looked)

    return clock


@pytest.fixture(params=["memory", "ledger"])
def references(request: pytest.FixtureRequest, ledger: SqlLedger) -> References:
    made: dict[str, Callable[[], References]] = {
        "memory": MemoryReferences,
        "ledger": lambda: LedgerReferences(ledger, later()),
    }
    return made[request.param]()


async def test_a_conversation_is_found_until_the_bot_is_removed(references: References) -> None:
    await references.keep(HERE)
    assert await references.of(HERE.channel) == HERE
    await references.forget(HERE.channel)
    assert await references.of(HERE.channel) is None


async def test_a_changed_service_url_takes_the_place_of_the_old_one(references: References) -> None:
    moved = Reference(channel=HERE.channel, service_url="https://new/", tenant="t", bot="28:b")
    await references.keep(HERE)
    await references.keep(moved)
    assert await references.of(HERE.channel) == moved


async def test_a_conversation_we_never_heard_from_is_where_the_newest_is(
    references: References,
) -> None:
    await references.keep(HERE)
    await references.keep(ALONE)
    await references.keep_member("p", Member(id="29:x", name="Ana"))
    assert await references.nearest("t") == ALONE
    assert await references.nearest("another") is None
    assert await references.nearest("") is None


async def test_the_chat_with_a_person_is_found(references: References) -> None:
    await references.keep(HERE)
    await references.keep(ALONE)
    assert await references.private("p") == ALONE
    assert await references.private("") is None


async def test_a_person_goes_by_the_newest_name(references: References) -> None:
    await references.keep_member("p", Member(id="29:x", name="Ana"))
    await references.keep_member("p", Member(id="29:x", name="Ana Mora"))
    assert await references.member("p") == Member(id="29:x", name="Ana Mora")
    assert await references.member("q") is None


async def test_every_replica_knows_what_the_others_heard(ledger: SqlLedger) -> None:
    one, two = (LedgerReferences(ledger, later()) for _ in range(2))
    await one.keep(HERE)
    await two.keep(ALONE)
    assert await one.of(ALONE.channel) == ALONE
    await one.forget(ALONE.channel)
    assert await two.of(ALONE.channel) is None
    await two.keep(ALONE)
    assert await one.private("p") == ALONE


@pytest.mark.parametrize("body", ["", "{", "[]", "5", '{"a": 1}'])
async def test_what_another_version_wrote_is_as_good_as_unknown(
    ledger: SqlLedger, body: str
) -> None:
    written = Contact(surface="teams", key=HERE.channel, tenant="t", body=body)
    async with ledger.begin() as pages:
        await pages.contacts.keep(written, NOON)
    references = LedgerReferences(ledger, later())
    assert await references.of(HERE.channel) is None
    await references.keep(HERE)
    assert await references.of(HERE.channel) == HERE
