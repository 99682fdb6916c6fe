"""Questions about the database itself: told from others, answered for whoever may know."""

from pathlib import Path

import pytest

from knowledge.glossary import Glossary, Metric, Term
from pipeline.sight import seen_by
from pipeline.sql import Grants, TableGrant
from pipeline.workspace import Workspace
from pipeline.writes.about.questions import (
    DescribeTable,
    ExplainPlan,
    ListTables,
    SearchMetadata,
    SuggestIndex,
    admin_question,
)
from pipeline.writes.about.tools import (
    Told,
    describe_table,
    explain_plan,
    list_tables,
    scanned_tables,
    search_metadata,
    suggest_index,
)
from pipeline.writes.preview.breaking import Use, broken_by, glossary_uses
from pipeline.writes.values import Impossible
from tests.pipeline.shop import a_workspace, everything, write_shop
from tests.pipeline.writes.conftest import Shop, a_proposal

ADMIN = {
    "Which tables are there?": ListTables(),
    "what data do you have?": ListTables(),
    "What can I ask about?": ListTables(),
    "list all tables": ListTables(),
    "what's in the database?": ListTables(),
    "how is the database built": ListTables(),
    "describe the purchase table": DescribeTable(table="purchase"),
    "what columns does customer have?": DescribeTable(table="customer"),
    "show me the schema of the product table": DescribeTable(table="product"),
    "where is the country stored?": SearchMetadata(text="country"),
    "which table has the price": SearchMetadata(text="price"),
    "why is this slow?": ExplainPlan(),
    "why was that query so slow": ExplainPlan(),
    "explain select * from customer": ExplainPlan(sql="select * from customer"),
    "show the plan of select 1": ExplainPlan(sql="select 1"),
    "which index would help this query?": SuggestIndex(),
    "suggest an index for select * from line where quantity > 3": SuggestIndex(
        sql="select * from line where quantity > 3"
    ),
    "which index would speed up purchases by date": SuggestIndex(question="purchases by date"),
}
DATA = (
    "How many customers are there?",
    "describe the purchases of Ines",
    "which customers are there in Spain?",
    "list the products",
    "which product has the highest price?",
    "show the purchases in Canada",
    "which customer bought the most?",
)


@pytest.mark.parametrize("words", ADMIN)
def test_a_question_about_the_database_is_told_from_others(shop: Workspace, words: str) -> None:
    assert admin_question(words, shop.known) == ADMIN[words]


@pytest.mark.parametrize("words", DATA)
def test_a_question_about_data_stays_one(shop: Workspace, words: str) -> None:
    assert admin_question(words, shop.known) is None


@pytest.fixture
def shop(tmp_path: Path) -> Workspace:
    return a_workspace(write_shop(tmp_path / "shop.sqlite"))


def test_nobody_is_told_of_what_they_may_not_see(shop: Workspace) -> None:
    grants = Grants(tables=(TableGrant(table="customer", columns=frozenset({"name"})),))
    seen = seen_by(shop.known, grants)
    listed = list_tables(seen).sample
    assert listed is not None
    assert [row[0] for row in listed.rows] == ["customer"]
    described = describe_table(seen, "customer").sample
    assert described is not None
    assert [row[0] for row in described.rows] == ["name"]
    assert describe_table(seen, "product").sample is None
    assert search_metadata(seen, "price").sample is None


def test_tables_columns_and_places_are_told(shop: Workspace) -> None:
    assert list_tables(shop.known).summary == "You can ask about 4 tables."
    told = describe_table(shop.known, "line").sample
    assert told is not None
    assert ("product_id", "INTEGER", "refers to product", "") in told.rows
    found = search_metadata(shop.known, "price").sample
    assert found is not None
    assert found.rows[0][0] == "product.price"


async def test_a_plan_and_an_index_are_told_and_nothing_is_changed(shop: Workspace) -> None:
    grants = everything("customer", "product", "purchase", "line")
    sql = "SELECT name FROM customer WHERE country = 'Spain'"
    plan = await explain_plan(sql, shop.known, grants, shop.warehouse)
    assert isinstance(plan, Told)
    assert plan.summary == "It reads every row of customer."
    index = await suggest_index(sql, shop.known, grants, shop.warehouse)
    assert isinstance(index, Told)
    assert index.wish == "Add an index on customer(country)"
    by_key = "SELECT name FROM customer WHERE customer_id = 1"
    none = await suggest_index(by_key, shop.known, grants, shop.warehouse)
    assert isinstance(none, Told)
    assert none.wish == ""


async def test_a_plan_is_told_only_of_what_may_be_read(shop: Workspace) -> None:
    grants = everything("product")
    for sql in ("SELECT name FROM customer", "DELETE FROM product WHERE product_id = 1"):
        assert isinstance(await explain_plan(sql, shop.known, grants, shop.warehouse), Impossible)


@pytest.mark.parametrize(
    ("dialect", "plan"),
    [
        ("sqlite", "SCAN orders\nSEARCH customers USING INTEGER PRIMARY KEY (rowid=?)"),
        ("postgres", "Seq Scan on orders  (cost=0.00..1.03 rows=3 width=4)"),
        ("mysql", "SIMPLE orders (ALL)\nSIMPLE customers (eq_ref)"),
    ],
)
def test_a_full_scan_is_recognised(dialect: str, plan: str) -> None:
    assert scanned_tables(plan, dialect) == ("orders",)


GLOSSARY = Glossary(
    metrics=(Metric(name="revenue", expression="SUM(amount)", table="orders"),),
    terms=(Term(name="client", means="customers"), Term(name="state", means="orders.status")),
)
USES = (
    *glossary_uses(GLOSSARY),
    Use(name="“Orders by status”", sql="SELECT status, COUNT(*) FROM orders GROUP BY status"),
    Use(name="“Names”", sql="SELECT name FROM customers"),
)
BROKEN = {
    "ALTER TABLE orders RENAME COLUMN status TO state":
        ("It would break the term state, “Orders by status”.",),
    "ALTER TABLE orders RENAME COLUMN amount TO total": ("It would break the metric revenue.",),
    "ALTER TABLE customers RENAME TO clients": ("It would break the term client, “Names”.",),
    "ALTER TABLE orders ADD COLUMN notes TEXT": (),
    "CREATE INDEX i ON orders (status)": (),
    "ALTER TABLE products RENAME COLUMN status TO state": (),
}  # fmt: skip


@pytest.mark.parametrize("sql", BROKEN)
def test_what_a_schema_change_would_break_is_told(sql: str) -> None:
    proposal = a_proposal(Shop("postgres", ""), sql)
    assert broken_by(proposal, USES) == BROKEN[sql]
