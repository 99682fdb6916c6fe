"""A small shop's catalog for the tests of policy and contract."""

from knowledge.catalog import Catalog, Column, ForeignKey, Kind, Table


def a_column(name: str, kind: Kind = Kind.INTEGER, *, primary_key: bool = False) -> Column:
    return Column(name=name, type="", kind=kind, primary_key=primary_key)


def a_shop(dialect: str = "duckdb", created_at: Kind = Kind.TIMESTAMP) -> Catalog:
    orders = Table(
        name="orders",
        large=True,
        columns=(
            a_column("id", primary_key=True),
            a_column("customer_id"),
            a_column("amount", Kind.NUMBER),
            a_column("created_at", created_at),
            a_column("status", Kind.TEXT),
        ),
        foreign_keys=(
            ForeignKey(columns=("customer_id",), to_table="customers", to_columns=("id",)),
        ),
    )
    customers = Table(
        name="customers",
        columns=(
            a_column("id", primary_key=True),
            a_column("name", Kind.TEXT),
            a_column("region", Kind.TEXT),
        ),
    )
    items = Table(
        name="order_items",
        columns=(
            a_column("id", primary_key=True),
            a_column("order_id"),
            a_column("qty"),
            a_column("unit_price", Kind.NUMBER),
        ),
    )
    return Catalog(workspace="shop", dialect=dialect, tables=(orders, customers, items))
