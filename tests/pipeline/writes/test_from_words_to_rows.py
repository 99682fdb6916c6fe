"""From a wish in words to the committed change and back, on every engine."""

import pytest

from knowledge.adapters.introspection import read_catalog
from knowledge.adapters.value_index import read_values
from knowledge.glossary import Glossary
from pipeline.adapters.writes_threads import ThreadedWrites
from pipeline.rules.schema.known import Known
from pipeline.sql import Policy, Tier
from pipeline.writes.building.proposing import Wish, proposed
from pipeline.writes.explaining.mismatching import mismatch
from pipeline.writes.values import Impossible, Proposal
from tests.pipeline.writes.conftest import Shop, previewed, taken_back, written

WISHES = {
    "Add an index on orders(order_date) to speed up date range queries": (Tier.T2, None),
    "set the price of product Lamp to 12.50": (Tier.T1, 1),
    "delete the paid orders": (Tier.T1, 2),
    "add a column remarks to orders (text)": (Tier.T2, None),
    "add an order with id 9, customer id 1 and status open": (Tier.T1, 1),
    "mark order 2 as paid": (Tier.T1, 1),
    "rename column b to bb in loose": (Tier.T2, None),
}


def _known(shop: Shop) -> Known:
    catalog = read_catalog(shop.url, workspace="shop")
    return Known(catalog, Glossary(), read_values(shop.url, catalog))


@pytest.mark.corpus(examples=1)
async def test_what_was_wished_is_written_as_previewed_and_taken_back(
    shop: Shop, writes: ThreadedWrites
) -> None:
    known, before = _known(shop), shop.dump()
    for words, (tier, rows) in WISHES.items():
        found = proposed(Wish(words=words), known, Policy())
        assert isinstance(found, Proposal), found
        assert found.tier is tier
        assert mismatch(found.explanation, found.sql, found.dialect) == ""
        preview = await previewed(writes, found)
        done = await written(writes, found)
        assert preview.rows == done.rows == rows
        assert shop.dump() != before
        await taken_back(writes, found, done)
        assert shop.dump() == before


async def test_test_customers_are_deleted_with_what_hangs_on_them_told(
    shop: Shop, writes: ThreadedWrites
) -> None:
    shop.run("DELETE FROM orders WHERE customer_id = 2")
    found = proposed(Wish(words="delete the test customers"), _known(shop), Policy())
    assert isinstance(found, Proposal), found
    before = shop.dump()
    done = await written(writes, found)
    assert done.rows == 2
    await taken_back(writes, found, done)
    assert shop.dump() == before


async def test_dropping_a_table_is_refused_with_the_reason(shop: Shop) -> None:
    found = proposed(Wish(words="drop the customers table"), _known(shop), Policy())
    assert isinstance(found, Impossible)
    assert "destroys what is in it for good" in found.reason
