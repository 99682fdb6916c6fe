"""Every check of a statement: done once for the same of all that it depends on, else anew."""

from dataclasses import replace

import pytest

from knowledge.catalog import Catalog, Table
from pipeline.checking import Failed, Forbidden, Passed, checked
from pipeline.contract import Contract
from pipeline.kept_findings import KeptFindings
from pipeline.rules.schema.known import Known
from pipeline.sql import Grants, Policy, TableGrant
from pipeline.workspace import Workspace
from tests.pipeline.shop import ANA
from tests.work import counted_calls

SQL = "SELECT COUNT(*) AS n, MIN(name) AS first FROM customer"


@pytest.fixture
def looked_at(shop: Workspace) -> Workspace:
    """The shop, where the query was looked at already."""
    assert isinstance(checked(SQL, shop, ANA, Contract()), Passed)
    return shop


def test_the_same_statement_is_looked_at_once_for_the_same_rights(looked_at: Workspace) -> None:
    with counted_calls() as calls:
        found = checked(SQL, looked_at, ANA, Contract())
    assert isinstance(found, Passed)
    assert calls[0] < 200


def test_a_table_that_is_no_longer_granted_is_refused_at_once(looked_at: Workspace) -> None:
    blind = replace(looked_at, grants={"reader": Grants(tables=(TableGrant(table="product"),))})
    assert isinstance(checked(SQL, blind, ANA, Contract()), Forbidden)


def test_a_column_that_is_no_longer_granted_is_refused_at_once(looked_at: Workspace) -> None:
    grant = TableGrant(table="customer", columns=frozenset({"customer_id"}))
    blind = replace(looked_at, grants={"reader": Grants(tables=(grant,))})
    assert isinstance(checked(SQL, blind, ANA, Contract()), Forbidden)


def test_rows_and_values_that_are_hidden_since_are_hidden_at_once(looked_at: Workspace) -> None:
    grant = TableGrant(table="customer", row_filter="country = 'Spain'", masks={"name": "'x'"})
    found = checked(
        SQL, replace(looked_at, grants={"reader": Grants(tables=(grant,))}), ANA, Contract()
    )
    assert isinstance(found, Passed)
    assert "'Spain'" in found.sql
    assert "'x' AS name" in found.sql


def test_a_catalog_without_the_column_is_seen_at_once(looked_at: Workspace) -> None:
    old = looked_at.known.catalog
    tables = tuple(map(_without_names, old.tables))
    known = Known(replace(old, tables=tables), looked_at.known.glossary, looked_at.known.values)
    now = replace(looked_at, known=known, sights={})
    assert not isinstance(checked(SQL, now, ANA, Contract()), Passed)


def test_another_policy_and_another_contract_are_seen_at_once(looked_at: Workspace) -> None:
    strict = replace(looked_at, habits=replace(looked_at.habits, policy=Policy(max_tables=0)))
    assert isinstance(checked(SQL, strict, ANA, Contract()), Failed)
    assert isinstance(checked(SQL, looked_at, ANA, Contract(tables=("product",))), Failed)


def test_so_many_findings_are_kept_and_the_oldest_is_forgotten() -> None:
    kept, catalog, made = KeptFindings[Catalog, str](2), Catalog(workspace="", dialect=""), []

    def find(key: str) -> str:
        made.append(key)
        return key

    for key in ("a", "b", "a", "c", "a", "b"):
        assert kept.found(catalog, key, lambda key=key: find(key)) == key  # type: ignore[misc]
    assert made == ["a", "b", "c", "b"]
    assert [kept.has(catalog, key) for key in ("a", "b", "c")] == [True, True, False]


def test_a_catalog_that_is_equal_but_read_anew_begins_anew() -> None:
    kept = KeptFindings[Catalog, int](9)
    one, other = Catalog(workspace="a", dialect=""), Catalog(workspace="a", dialect="")
    assert one == other
    assert (kept.found(one, "q", lambda: 1), kept.found(other, "q", lambda: 2)) == (1, 2)


def _without_names(table: Table) -> Table:
    return replace(table, columns=tuple(c for c in table.columns if c.name != "name"))
