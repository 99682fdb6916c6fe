import pytest

from knowledge.catalog import Column, ForeignKey, Kind, Table
from knowledge.inferred_keys import guesses


def a_table(name: str, *columns: str, key: str = "", rows: int = 10) -> Table:
    """Columns are integers; the first, or `key`, is different in every row."""
    distinct = key or columns[0]
    return Table(
        name=name,
        rows=rows,
        columns=tuple(
            Column(
                name=column,
                type="INT",
                kind=Kind.INTEGER,
                primary_key=column == key,
                distinct=rows if column == distinct else 3,
            )
            for column in columns
        ),
    )


def found(*tables: Table) -> set[str]:
    return {f"{g.table}.{g.column}->{g.to_table}.{g.to_column}" for g in guesses(tables)}


@pytest.mark.parametrize(
    ("parent", "child", "expected"),
    [
        (("customers", "id"), ("orders", "no", "customer_id"), "customer_id->customers.id"),
        (
            ("Customer", "CustomerId"),
            ("Invoice", "no", "CustomerId"),
            "CustomerId->Customer.CustomerId",
        ),
        (
            ("dim_store", "store_key"),
            ("fact_sales", "no", "store_key"),
            "store_key->dim_store.store_key",
        ),
        (
            ("airport", "airport_code"),
            ("flight", "no", "from_airport"),
            "from_airport->airport.airport_code",
        ),
        (("paper", "paperid"), ("cite", "no", "citingpaperid"), "citingpaperid->paper.paperid"),
        (("author", "aid"), ("writes", "no", "aid"), "aid->author.aid"),
        (("companies", "id"), ("people", "no", "company_id"), "company_id->companies.id"),
        (("boxes", "id"), ("labels", "no", "box_id"), "box_id->boxes.id"),
        (("people", "id"), ("pets", "no", "person_id"), "person_id->people.id"),
    ],
)
def test_names_of_every_style_lead_to_their_table(
    parent: tuple[str, str], child: tuple[str, ...], expected: str
) -> None:
    tables = a_table(*parent), a_table(*child)
    assert f"{child[0]}.{expected}" in found(*tables)


def test_a_prefix_that_all_tables_share_is_looked_through() -> None:
    tables = (
        a_table("sbCustomer", "sbCustId", key="sbCustId"),
        a_table("sbTransaction", "sbTxId", "sbTxCustId", key="sbTxId"),
    )
    assert found(*tables) == {"sbTransaction.sbTxCustId->sbCustomer.sbCustId"}


def test_a_table_may_refer_to_itself_by_a_role() -> None:
    tables = a_table("employees", "id", "parent_employee_id", key="id")
    assert found(tables) == {"employees.parent_employee_id->employees.id"}


def test_a_short_code_is_known_by_its_name_and_behind_a_part() -> None:
    tables = (
        a_table("jetty", "jty_cd", key="jty_cd"),
        a_table("boats", "no", "jty_cd", "orig_jty_cd"),
    )
    assert found(*tables) == {"boats.jty_cd->jetty.jty_cd", "boats.orig_jty_cd->jetty.jty_cd"}


def test_what_is_declared_is_not_guessed_again() -> None:
    child = a_table("orders", "no", "customer_id")
    key = ForeignKey(columns=("customer_id",), to_table="x", to_columns=("id",))
    declared = Table(name="orders", rows=10, columns=child.columns, foreign_keys=(key,))
    assert found(a_table("customers", "id"), declared) == set()


def test_unrelated_names_are_left_alone() -> None:
    assert found(a_table("stores", "id", "size"), a_table("orders", "id", "size", "total")) == set()


def test_a_thousand_tables_are_quick() -> None:
    tables = [a_table(f"t{n}", f"t{n}_id", f"t{n + 1}_id", key=f"t{n}_id") for n in range(1000)]
    assert len(found(*tables)) >= 999
