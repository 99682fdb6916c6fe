"""The reader's view of a catalog: keys, paths, and what columns are for."""

from knowledge.catalog import Catalog, Column, ForeignKey, Kind, Table
from knowledge.value_lookup import ValueLookup
from pipeline.reader.schema_view import SchemaView, view_of


def column(name: str, *, key: bool = False) -> Column:
    return Column(name=name, type="int", kind=Kind.INTEGER, primary_key=key, unique=key)


def seen(*tables: Table) -> SchemaView:
    return view_of(Catalog(workspace="w", dialect="sqlite", tables=tables), ValueLookup(()))


def test_tables_are_joined_by_the_shortest_path(view: SchemaView) -> None:
    names = {table.key: table.index for table in view.tables}
    tree = view.join_tree([names["singer"], names["concert"]])
    assert tree is not None
    assert {view.tables[number].key for number in tree.tables} == {
        "singer", "singer_in_concert", "concert",
    }  # fmt: skip


def test_columns_are_known_by_what_they_are_for(view: SchemaView) -> None:
    by_name = {(c.ref.table, c.ref.column): c for c in view.columns}
    assert by_name["singer", "singer_id"].role == "key"
    assert by_name["singer_in_concert", "singer_id"].role == "reference"
    assert by_name["singer", "age"].role == "number"
    assert by_name["concert", "held_on"].kind == "date"


def test_a_key_is_known_whatever_the_case_of_its_names() -> None:
    order = Table(
        name="Orders",
        columns=(column("Id", key=True), column("Customer_ID")),
        foreign_keys=(
            ForeignKey(columns=("customer_id",), to_table="Customers", to_columns=("ID",)),
            ForeignKey(columns=("gone",), to_table="Customers", to_columns=("ID",)),
            ForeignKey(columns=("id",), to_table="Elsewhere", to_columns=("id",)),
        ),
    )
    view = seen(order, Table(name="Customers", columns=(column("id", key=True),)))
    tree = view.join_tree([0, 1])
    assert tree is not None
    assert len(tree.pairs) == 1


def test_tables_that_may_not_be_read_are_not_seen() -> None:
    tables = (Table(name="a", columns=(column("x"),)), Table(name="b", columns=(column("y"),)))
    catalog = Catalog(workspace="w", dialect="sqlite", tables=tables)
    view = view_of(catalog, ValueLookup(()), allowed={"b"})
    assert [table.key for table in view.tables] == ["b"]
    assert [each.ref.table for each in view.columns] == ["b"]
