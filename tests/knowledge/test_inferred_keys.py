"""Keys that nobody declared, guessed from names and types, and never where these say nothing."""

from dataclasses import replace

import pytest

from knowledge.catalog import Column, ForeignKey, Kind, Table
from knowledge.inferred_keys import GOOD_NAME, guesses


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


def found(*tables: Table, loosely: bool = False) -> set[str]:
    near = guesses(tables, loosely=loosely)
    return {f"{g.table}.{g.column}->{g.to_table}.{g.to_column}" for g in near}


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
        (("заказы", "id"), ("строки", "no", "заказы_id"), "заказы_id->заказы.id"),
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


@pytest.mark.parametrize(
    "tables",
    [
        (a_table("顧客", "id", key="id"), a_table("продажи", "id", key="id")),
        (a_table("bus_stops", "id", key="id"), a_table("tram_stops", "id", key="id")),
        (a_table("😀", "📦", "🔢"), a_table("🛒", "🔑", "📦")),
    ],
    ids=["other scripts", "the same last word twice", "signs alone"],
)
def test_names_that_say_nothing_lead_nowhere(tables: tuple[Table, ...]) -> None:
    assert found(*tables) == set()


def test_of_two_schemas_with_the_same_tables_the_own_one_is_meant() -> None:
    parent, child = a_table("customers", "id", key="id"), a_table("sales", "no", "customer_id")
    other = replace(parent, schema="archive"), replace(child, schema="archive")
    first = {guess.table: guess.to_table for guess in reversed(guesses((*other, parent, child)))}
    assert first == {"sales": "customers", "archive.sales": "archive.customers"}


def test_a_thousand_tables_are_quick() -> None:
    tables = [a_table(f"t{n}", f"t{n}_id", f"t{n + 1}_id", key=f"t{n}_id") for n in range(1000)]
    assert len(found(*tables)) >= 999


def test_a_number_kept_as_text_refers_only_where_the_engine_compares_them() -> None:
    child = a_table("concert", "concert_id", "stadium_id", key="concert_id")
    spelled = tuple(
        replace(c, kind=Kind.TEXT) if c.name == "stadium_id" else c for c in child.columns
    )
    tables = a_table("stadium", "stadium_id", key="stadium_id"), replace(child, columns=spelled)
    assert found(*tables) == set()
    assert found(*tables, loosely=True) == {"concert.stadium_id->stadium.stadium_id"}
    assert all(guess.score < GOOD_NAME for guess in guesses(tables, loosely=True))


def test_the_last_word_of_a_tables_name_may_stand_for_it() -> None:
    tables = a_table("radio_station", "id", key="id"), a_table("shows", "no", "station", key="no")
    assert found(*tables) == {"shows.station->radio_station.id"}
    other = a_table("bus_station", "id", key="id")
    assert "shows.station->radio_station.id" not in found(*tables, other)


def test_who_did_something_is_one_of_the_only_table_of_people() -> None:
    child = a_table("messages", "no", "sender_id", "created_by", "seconds", key="no")
    users = a_table("users", "uid", key="uid")
    assert found(users, child) == {
        "messages.sender_id->users.uid",
        "messages.created_by->users.uid",
    }
    staff = a_table("employees", "id", key="id")
    assert found(users, staff, child) == set()


def test_who_is_told_by_a_type_beside_may_be_of_several_tables() -> None:
    child = a_table("payments", "no", "sender_id", "sender_type", key="no")
    assert found(a_table("users", "uid", key="uid"), child) == set()
