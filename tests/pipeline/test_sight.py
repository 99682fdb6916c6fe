"""What is hidden from a person does not help to read their question either."""

import pytest

from knowledge.adapters.value_index import known_values
from knowledge.catalog import Catalog, Column, ForeignKey, Kind, Table
from knowledge.glossary import Definition, Glossary, Metric, TableNote, Term
from pipeline.agents.definitions import definitions_of
from pipeline.rules.asking.retired_words import told_in_place
from pipeline.rules.schema.known import Known
from pipeline.sight import seen_by
from pipeline.sql import Grants, Policy, TableGrant
from pipeline.warehouse import Plan
from pipeline.writes.about import tools
from pipeline.writes.building.proposing import Wish, proposed


def text(name: str, *values: str) -> Column:
    return Column(name=name, type="TEXT", kind=Kind.TEXT, values=values, complete=True)


CUSTOMERS = Table(
    name="customers",
    columns=(text("name", "Alice Silva"), text("segment", "Consumer"), text("region", "Canada")),
)
ORDERS = Table(
    name="orders",
    columns=(text("customer"),),
    foreign_keys=(ForeignKey(columns=("customer",), to_table="customers", to_columns=("name",)),),
)
CATALOG = Catalog(workspace="shop", dialect="sqlite", tables=(CUSTOMERS, ORDERS))
KNOWN = Known(CATALOG, Glossary(), known_values(CATALOG))
ALL = Grants(tables=(TableGrant(table="customers"), TableGrant(table="orders")))


def test_who_may_read_everything_shares_what_is_known() -> None:
    assert seen_by(KNOWN, ALL) is KNOWN


def test_a_hidden_column_is_unknown_and_so_are_its_values() -> None:
    grants = Grants(tables=(TableGrant(table="customers", columns=frozenset({"name", "region"})),))
    seen = seen_by(KNOWN, grants)
    assert seen.table("customers").column("segment") is None
    assert not seen.values.find("Consumer")
    assert not seen.values.find("Consumr")
    assert not seen.values.spans("how many in segment Consumer")
    assert seen.values.find("Canada")


def test_a_table_without_a_grant_is_unknown_and_so_are_the_keys_to_it() -> None:
    seen = seen_by(KNOWN, Grants(tables=(TableGrant(table="orders"),)))
    assert [table.key for table in seen.catalog.tables] == ["orders"]
    assert seen.table("orders").foreign_keys == ()


def test_near_values_of_filtered_rows_are_not_suggested() -> None:
    grants = Grants(tables=(TableGrant(table="customers", row_filter="region = 'EMEA'"),))
    seen = seen_by(KNOWN, grants)
    assert not seen.values.find("Canda")
    assert seen.values.find("Canada")


BUYERS = Table(
    name="buyers",
    columns=(text("segment", "Consumer"),),
    view_sql="CREATE VIEW buyers AS SELECT segment FROM customers",
)


@pytest.mark.parametrize(
    ("grant", "is_seen"),
    [
        (TableGrant(table="customers", row_filter="region = 'EMEA'"), False),
        (TableGrant(table="customers", masks={"name": "'***'"}), False),
        (TableGrant(table="customers"), True),
        (TableGrant(table="orders", row_filter="customer = 'Alice Silva'"), True),
    ],
)
def test_a_view_that_shows_what_is_kept_is_unknown_and_so_are_its_values(
    grant: TableGrant, *, is_seen: bool
) -> None:
    catalog = Catalog(workspace="shop", dialect="sqlite", tables=(ORDERS, CUSTOMERS, BUYERS))
    known = Known(catalog, Glossary(), known_values(catalog))
    seen = seen_by(known, Grants(tables=(grant, TableGrant(table="buyers"))))
    assert (seen.catalog.table("buyers") is not None) is is_seen
    assert any(hit.table == "buyers" for hit in seen.values.find("Consumr")) is is_seen


SEGMENTS = Table(
    name="customers",
    rows=20,
    columns=(
        Column(name="id", type="INTEGER", kind=Kind.INTEGER, primary_key=True),
        text("region", "EMEA", "Canada"),
    ),
)
REGIONS = Catalog(workspace="shop", dialect="sqlite", tables=(SEGMENTS,))
EMEA = Grants(tables=(TableGrant(table="customers", row_filter="region = 'EMEA'"),))


def test_nothing_of_filtered_rows_is_told_of_a_table() -> None:
    seen = seen_by(Known(REGIONS, Glossary(), known_values(REGIONS)), EMEA)
    told = (
        tools.describe_table(seen, "customers"),
        tools.list_tables(seen),
        tools.search_metadata(seen, "region"),
    )
    for each in told:
        assert "Canada" not in str(each)
        assert "20" not in str(each)


class Planner:
    """A warehouse that says how it would run a query, and what it expects of it."""

    async def explain(self, sql: str) -> Plan:
        return Plan(text=f"SCAN customers (rows=20) -- {len(sql)}")


async def test_what_a_planner_expects_of_filtered_rows_is_not_told() -> None:
    known = Known(REGIONS, Glossary(), known_values(REGIONS))
    sql = "SELECT id FROM customers WHERE region = 'Canada'"
    for grants, told in ((EMEA, False), (Grants(everything=True), True)):
        seen = seen_by(known, grants) if grants is EMEA else known
        plan = await tools.explain_plan(sql, seen, grants, Planner())  # type: ignore[arg-type]
        assert ("rows=20" in str(plan)) is told
        assert "customers" in str(plan)


def test_nothing_of_filtered_rows_is_offered_for_a_change() -> None:
    known = Known(REGIONS, Glossary(), known_values(REGIONS))
    wish = Wish(words="set the region of customer 3 to Canda", choices={}, values={}, times=())
    assert "Canada" in str(proposed(wish, known, Policy()))
    assert "Canada" not in str(proposed(wish, seen_by(known, EMEA), Policy()))


def test_definitions_name_nothing_that_is_hidden() -> None:
    told = Glossary(
        metrics=(
            Metric(name="members", table="customers", expression="count(distinct name)"),
            Metric(name="kinds", table="customers", expression="count(distinct segment)"),
        ),
        terms=(
            Term(name="buyer", means="customers.name"),
            Term(name="class", means="customers.segment"),
            Term(name="purchases", means="orders"),
        ),
        definitions=(
            Definition(name="NC", words="number of customers", synonyms=("heads",)),
            Definition(name="NS", words="number of customers by segment"),
        ),
    )
    known = Known(CATALOG, told, known_values(CATALOG))
    grants = Grants(tables=(TableGrant(table="customers", columns=frozenset({"name", "region"})),))
    lines = definitions_of("", (CUSTOMERS,), seen_by(known, grants), CATALOG)
    assert [line.split()[0] for line in lines] == ["members", "buyer", "NC"]


def test_a_hidden_column_is_not_named_in_place_of_a_retired_one() -> None:
    worth = Metric(name="worth", expression="sum(price)", table="items")
    columns = ("id", "price", "secret_price")
    items = Table(
        name="items",
        columns=tuple(Column(name=c, type="integer", kind=Kind.INTEGER) for c in columns),
    )
    note = TableNote(table="items", deprecated={"price": "use secret_price"})
    catalog = Catalog(workspace="w", dialect="sqlite", tables=(items,))
    glossary = Glossary(metrics=(worth,), tables=(note,))
    known = Known(catalog, glossary, known_values(catalog))
    assert told_in_place(known, "worth", (), {})
    grant = TableGrant(table="items", columns=frozenset({"id", "price"}))
    assert told_in_place(seen_by(known, Grants(tables=(grant,))), "worth", (), {}) == []
