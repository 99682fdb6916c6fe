"""Who may have which change made: tier, table, and only what the asker may see."""

from dataclasses import replace
from pathlib import Path

import pytest

from pipeline.people import Person
from pipeline.sql import Grants, TableGrant, Tier
from pipeline.workspace import Workspace
from pipeline.writes.rules import WriteRules
from pipeline.writes.statements.permission import may_not_ask, not_allowed
from pipeline.writes.statements.typed import statement_proposed
from pipeline.writes.values import Proposal
from tests.pipeline.shop import a_workspace, write_shop

ANA = Person(id="slack:T:ANA", name="Ana", roles=frozenset({"analyst"}))
RULES = WriteRules(asker_roles=frozenset({"analyst"}), approver_roles=frozenset({"reviewer"}))
WHOLE = TableGrant(table="customer")
NAMELESS = TableGrant(table="customer", columns=frozenset({"customer_id", "country"}))
CANADA = TableGrant(table="customer", row_filter="country = 'Canada'")


@pytest.fixture
def shop(tmp_path: Path) -> Workspace:
    return a_workspace(write_shop(tmp_path / "shop.sqlite"))


def refused(shop: Workspace, sql: str, rules: WriteRules = RULES, *grants: TableGrant) -> str:
    """Why the change may not be asked for; empty where it may."""
    catalog = shop.known.catalog
    found = statement_proposed(sql, catalog, shop.habits.policy)
    assert isinstance(found, Proposal), found
    refusal = not_allowed(found, ANA, rules, catalog, Grants(tables=grants or (WHOLE,)))
    return refusal.code if refusal else ""


def test_only_askers_may_ask_and_approvers_may_ask_to_undo() -> None:
    rui = Person(id="slack:T:RUI", roles=frozenset({"reviewer"}))
    assert may_not_ask(ANA, RULES) is None
    assert may_not_ask(rui, RULES) is not None
    assert may_not_ask(rui, RULES, undoes=True) is None


def test_a_tier_that_the_workspace_does_not_allow_is_refused(shop: Workspace) -> None:
    only_data = WriteRules(
        asker_roles=RULES.asker_roles,
        approver_roles=RULES.approver_roles,
        tiers=frozenset({Tier.T1}),
    )
    index = "CREATE INDEX by_name ON customer (name)"
    assert refused(shop, index) == ""
    assert refused(shop, index, only_data) == "tier_not_allowed"


def test_a_table_that_is_not_named_is_refused_also_where_it_is_only_read(shop: Workspace) -> None:
    named = WriteRules(
        asker_roles=RULES.asker_roles,
        approver_roles=RULES.approver_roles,
        tables=frozenset({"customer"}),
    )
    reads = "DELETE FROM customer WHERE customer_id IN (SELECT customer_id FROM purchase)"
    assert refused(shop, "DELETE FROM customer WHERE customer_id = 1", named) == ""
    assert refused(shop, reads, named) == "table_not_allowed"
    assert refused(shop, "CREATE TABLE copies (id INTEGER)", named) == "table_not_allowed"


@pytest.mark.parametrize(
    ("grant", "sql", "code"),
    [
        (NAMELESS, "UPDATE customer SET country = 'Spain' WHERE customer_id = 1", ""),
        (NAMELESS, "UPDATE customer SET country = 'Spain' WHERE name = 'Bo'", "not_permitted"),
        (NAMELESS, "UPDATE customer SET name = 'Bo' WHERE customer_id = 1", "not_permitted"),
        (NAMELESS, "CREATE TABLE copies AS SELECT * FROM customer", "not_permitted"),
        (CANADA, "DELETE FROM customer WHERE customer_id = 1", "not_permitted"),
        (
            TableGrant(table="product"),
            "DELETE FROM customer WHERE customer_id = 1",
            "not_permitted",
        ),
    ],
)
def test_nobody_changes_by_what_they_may_not_see(
    shop: Workspace, grant: TableGrant, sql: str, code: str
) -> None:
    assert refused(shop, sql, RULES, grant) == code


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE product SET price = 1 WHERE product_id = 1 AND EXISTS"
        " (SELECT 1 FROM customer AS c(x, y, z) WHERE y LIKE 'B%')",
        "UPDATE product SET price = 1 WHERE product_id IN (SELECT customer_id FROM customer"
        " NATURAL JOIN (SELECT 'Bo' AS name) AS guessed)",
        "INSERT INTO customer SELECT c.* FROM customer AS c",
        "CREATE VIEW everybody AS SELECT c.* FROM customer AS c",
    ],
)
def test_no_way_around_a_hidden_column(shop: Workspace, sql: str) -> None:
    catalog = shop.known.catalog
    found = statement_proposed(sql, catalog, shop.habits.policy)
    if isinstance(found, Proposal):
        assert refused(shop, sql, RULES, NAMELESS, TableGrant(table="product")) == "not_permitted"


def test_to_take_back_what_one_may_not_see_is_refused(shop: Workspace) -> None:
    catalog = shop.known.catalog
    found = statement_proposed(
        "DELETE FROM customer WHERE customer_id = 1", catalog, shop.habits.policy
    )
    assert isinstance(found, Proposal)
    undo = replace(found, undoes="w1")
    assert not_allowed(found, ANA, RULES, catalog, Grants(tables=(NAMELESS,))) is None
    refusal = not_allowed(undo, ANA, RULES, catalog, Grants(tables=(NAMELESS,)))
    assert refusal is not None
    assert "Taking it back shows all of customer" in refusal.reason


def test_a_copy_may_only_be_made_of_tables_of_the_workspace(shop: Workspace) -> None:
    assert refused(shop, "CREATE TABLE copies AS SELECT customer_id FROM customer") == ""
    assert refused(shop, "CREATE TABLE copies AS SELECT pay FROM salaries") == "not_permitted"
