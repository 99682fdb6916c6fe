"""By which keys tables are joined, and when they are not."""

from knowledge.catalog import Catalog, Column, ForeignKey, Kind, Table
from pipeline.rules.schema.joins import JoinGraph


def a_table(name: str, *columns: str, keys: tuple[ForeignKey, ...] = ()) -> Table:
    made = tuple(
        Column(name=column, type="int", kind=Kind.INTEGER, primary_key=place == 0)
        for place, column in enumerate(columns)
    )
    return Table(name=name, columns=made, foreign_keys=keys)


def a_key(column: str, to: str, to_column: str) -> ForeignKey:
    return ForeignKey(columns=(column,), to_table=to, to_columns=(to_column,))


def a_graph(*tables: Table) -> JoinGraph:
    catalog = Catalog(workspace="w", dialect="sqlite", tables=tables)
    return JoinGraph(catalog, [table.key for table in tables])


def test_a_path_goes_over_the_bridge() -> None:
    graph = a_graph(
        a_table("singer", "singer_id"),
        a_table("concert", "concert_id"),
        a_table(
            "plays", "id", "s", "c",
            keys=(a_key("s", "singer", "singer_id"), a_key("c", "concert", "concert_id")),
        ),
    )  # fmt: skip
    path = graph.path("singer", "concert")
    assert path is not None
    assert [edge.right for edge in path] == ["plays", "concert"]
    assert [edge.multiplies for edge in path] == [True, False]


def test_columns_named_alike_join_where_no_key_is_declared() -> None:
    graph = a_graph(a_table("customer", "customer_id"), a_table("sale", "sale_id", "customer_id"))
    assert graph.path("sale", "customer") is not None


def test_tables_with_nothing_in_common_are_not_joined() -> None:
    graph = a_graph(a_table("customer", "customer_id"), a_table("planet", "planet_id"))
    assert graph.tree("customer", ["planet"]) is None


def test_two_thousand_tables_are_prepared_quickly() -> None:
    tables = [a_table(f"t{n}", f"t{n}_id", "customer_id", "amount") for n in range(2_000)]
    graph = a_graph(a_table("customer", "customer_id"), *tables)
    assert graph.distance("t1", "customer") < 2
