"""A contract binds columns, not spellings: schema, search path, alias and quotes are one."""

import pytest

from knowledge.catalog import Catalog, Column, Kind, Table
from pipeline.contract import Contract, Measure
from pipeline.sql import Grants, check_contract, check_permissions
from pipeline.sql.names.grants import TableGrant

PATHS = {"postgres": ("public",), "duckdb": ("main",), "mysql": ("shop",)}


def a_table(name: str, schema: str = "") -> Table:
    columns = (
        Column(name="id", type="int", kind=Kind.INTEGER, primary_key=True),
        Column(name="amount", type="int", kind=Kind.INTEGER),
        Column(name="secret", type="int", kind=Kind.INTEGER),
    )
    return Table(name=name, schema=schema, columns=columns)


def a_catalog(dialect: str, *tables: Table, path: tuple[str, ...] = ()) -> Catalog:
    found = path or PATHS[dialect]
    return Catalog(workspace="shop", dialect=dialect, tables=tables, search_path=found)


def breaks(sql: str, measured: str, catalog: Catalog) -> list[str]:
    contract = Contract(measures=(Measure(name="sum", expression=measured),))
    return [finding.code for finding in check_contract(sql, catalog.dialect, contract, catalog)]


IN_BILLING = "SUM(billing.invoices.amount)"


@pytest.mark.parametrize("dialect", ["postgres", "duckdb"])
@pytest.mark.parametrize(
    "sql",
    [
        "SELECT SUM(amount) FROM billing.invoices",
        "SELECT SUM(invoices.amount) FROM billing.invoices",
        "SELECT SUM(i.amount) FROM billing.invoices AS i",
        'SELECT SUM("i"."amount") FROM "billing"."invoices" AS "i"',
        "SELECT SUM(billing.invoices.amount) FROM billing.invoices",
        "SELECT SUM(x) FROM (SELECT amount AS x FROM billing.invoices) AS t",
        "WITH t AS (SELECT * FROM billing.invoices) SELECT SUM(t.amount) FROM t",
    ],
)
@pytest.mark.parametrize("measured", [IN_BILLING, "SUM(invoices.amount)", "sum(amount)"])
def test_every_spelling_of_a_column_keeps_the_contract(
    dialect: str, sql: str, measured: str
) -> None:
    catalog = a_catalog(dialect, a_table("invoices", "billing"))
    assert breaks(sql, measured, catalog) == []


@pytest.mark.parametrize("dialect", ["postgres", "duckdb"])
@pytest.mark.parametrize(
    "sql",
    [
        "SELECT SUM(amount) FROM invoices",
        "SELECT SUM(amount) FROM archive.invoices",
        "SELECT SUM(invoices.amount) FROM archive.invoices",
        "SELECT SUM(billing.amount) FROM archive.invoices AS billing",
        "SELECT SUM(a.amount) FROM billing.invoices AS b JOIN archive.invoices AS a ON a.id = b.id",
    ],
)
def test_a_column_of_the_same_name_in_another_schema_breaks_it(dialect: str, sql: str) -> None:
    tables = (a_table("invoices"), a_table("invoices", "billing"), a_table("invoices", "archive"))
    assert "measure_changed" in breaks(sql, IN_BILLING, a_catalog(dialect, *tables))


@pytest.mark.parametrize(
    ("name", "read"),
    [
        ("invoices", True),
        ("billing.invoices", True),
        ("public.clients", True),
        ("clients", True),
        ("public.invoices", False),
        ("billing.clients", False),
        ("other.invoices", False),
    ],
)
def test_a_name_is_looked_up_along_the_search_path(name: str, read: bool) -> None:
    tables = (a_table("invoices"), a_table("clients", "public"))
    catalog = a_catalog("postgres", *tables, path=("billing", "public"))
    grants = Grants(tables=(TableGrant(table="invoices"), TableGrant(table="public.clients")))
    denial = check_permissions(f"SELECT id FROM {name}", "postgres", catalog, grants)
    assert (denial is None) is read


@pytest.mark.parametrize("name", ["invoices", "shop.invoices", "`invoices`", "`shop`.`invoices`"])
def test_the_database_of_mysql_may_be_named(name: str) -> None:
    catalog = a_catalog("mysql", a_table("invoices"))
    assert breaks(f"SELECT SUM(amount) FROM {name}", "SUM(`invoices`.`amount`)", catalog) == []


HINTED = (
    ("sqlite", "SELECT id FROM invoices INDEXED BY by_secret"),
    ("sqlite", "SELECT id FROM invoices NOT INDEXED"),
    ("sqlite", "SELECT x.id FROM (SELECT id FROM invoices INDEXED BY by_secret) AS x"),
    ("mysql", "SELECT id FROM invoices USE INDEX (by_secret)"),
    ("mysql", "SELECT id FROM invoices FORCE INDEX (by_secret)"),
    ("mysql", "SELECT id FROM invoices IGNORE INDEX (by_secret)"),
    ("mysql", "SELECT id FROM invoices FORCE INDEX FOR ORDER BY (by_secret)"),
    ("mysql", "SELECT a.id FROM invoices AS a JOIN invoices AS b USE INDEX () ON a.id = b.id"),
    ("tsql", "SELECT id FROM invoices WITH (INDEX(by_secret))"),
    ("tsql", "SELECT id FROM invoices WITH (FORCESEEK)"),
)


@pytest.mark.parametrize(("dialect", "sql"), HINTED)
@pytest.mark.parametrize(
    "grant",
    [
        TableGrant(table="invoices", columns=frozenset({"id", "amount"})),
        TableGrant(table="invoices", masks={"secret": "0"}),
        TableGrant(table="invoices", row_filter="id > 1"),
    ],
    ids=["a hidden column", "a masked column", "hidden rows"],
)
def test_no_index_is_named_over_what_a_person_may_not_see(
    dialect: str, sql: str, grant: TableGrant
) -> None:
    catalog = Catalog(workspace="shop", dialect=dialect, tables=(a_table("invoices"),))
    assert check_permissions(sql, dialect, catalog, Grants(tables=(grant,))) is not None


@pytest.mark.parametrize(("dialect", "sql"), [hint for hint in HINTED if hint[0] != "tsql"])
def test_who_may_read_the_whole_table_may_name_its_index(dialect: str, sql: str) -> None:
    catalog = Catalog(workspace="shop", dialect=dialect, tables=(a_table("invoices"),))
    grants = Grants(tables=(TableGrant(table="invoices"),))
    assert check_permissions(sql, dialect, catalog, grants) is None
