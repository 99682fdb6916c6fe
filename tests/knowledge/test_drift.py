"""Which differences between two catalogs are drift, and how each is told."""

from dataclasses import replace

from knowledge.catalog import Catalog, Column, ForeignKey, Kind, Table
from knowledge.fingerprints import Change, ChangeKind, catalog_version, changes, fingerprint

ORDERS = Table(
    name="orders",
    columns=(
        Column(name="id", type="INTEGER", kind=Kind.INTEGER, primary_key=True),
        Column(name="amount", type="DECIMAL(10,2)", kind=Kind.NUMBER),
    ),
    rows=10,
)
CUSTOMERS = Table(name="customers", columns=ORDERS.columns)


def a_catalog(*tables: Table) -> Catalog:
    named = tuple(replace(table, fingerprint=fingerprint(table)) for table in tables)
    return Catalog(workspace="w", dialect="sqlite", tables=named, version=catalog_version(named))


def test_more_rows_and_other_values_are_no_drift() -> None:
    grown = replace(
        ORDERS, rows=99, columns=(ORDERS.columns[0], replace(ORDERS.columns[1], high="9"))
    )
    assert fingerprint(grown) == fingerprint(ORDERS)
    assert changes(a_catalog(ORDERS), a_catalog(grown)) == ()


def test_the_order_of_columns_is_no_drift() -> None:
    turned = replace(ORDERS, columns=ORDERS.columns[::-1])
    assert fingerprint(turned) == fingerprint(ORDERS)


def test_an_inferred_key_is_no_drift_and_a_declared_one_is() -> None:
    key = ForeignKey(columns=("id",), to_table="customers", to_columns=("id",), declared=False)
    inferred = replace(ORDERS, foreign_keys=(key,))
    declared = replace(ORDERS, foreign_keys=(replace(key, declared=True),))
    assert fingerprint(inferred) == fingerprint(ORDERS)
    assert changes(a_catalog(ORDERS), a_catalog(declared)) == (
        Change(kind=ChangeKind.KEYS_CHANGED, table="orders"),
    )


def test_tables_that_come_and_go_are_told() -> None:
    assert changes(a_catalog(ORDERS), a_catalog(CUSTOMERS)) == (
        Change(kind=ChangeKind.TABLE_ADDED, table="customers"),
        Change(kind=ChangeKind.TABLE_REMOVED, table="orders"),
    )


def test_columns_that_come_go_and_change_are_told() -> None:
    changed = replace(
        ORDERS,
        columns=(
            replace(ORDERS.columns[0], type="BIGINT"),
            Column(name="net_amount", type="DECIMAL(10,2)", kind=Kind.NUMBER),
        ),
    )
    found = changes(a_catalog(ORDERS), a_catalog(changed))
    assert [(change.kind, change.column) for change in found] == [
        (ChangeKind.COLUMN_REMOVED, "amount"),
        (ChangeKind.TYPE_CHANGED, "id"),
        (ChangeKind.COLUMN_ADDED, "net_amount"),
    ]


def test_a_view_that_is_defined_anew_is_told() -> None:
    one, other = (replace(ORDERS, view_sql=sql) for sql in ("SELECT 1", "SELECT 2"))
    assert a_catalog(one).version != a_catalog(other).version
    assert changes(a_catalog(one), a_catalog(other)) == (
        Change(kind=ChangeKind.DEFINITION_CHANGED, table="orders"),
    )
