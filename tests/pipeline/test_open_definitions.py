"""A definition in words is told only to those who may see all that its words name."""

import pytest

from knowledge.catalog import Catalog, Column, Kind, Table
from knowledge.glossary import Definition, Glossary
from knowledge.value_lookup import StoredValue, ValueLookup
from pipeline.agents.definitions import definitions_of
from pipeline.open_definitions import closed_name, not_known, open_definitions
from pipeline.rules.schema.known import Known
from pipeline.sight import seen_by
from pipeline.sql import Grants, TableGrant


def text(name: str, *values: str, pii: bool = False) -> Column:
    return Column(name=name, type="TEXT", kind=Kind.TEXT, values=values, pii=pii)


def number(name: str) -> Column:
    return Column(name=name, type="INTEGER", kind=Kind.INTEGER)


TABLES = (
    Table(name="customer", columns=(text("surname", pii=True), text("country", "Chile"),
                                    text("tier", "Gold"), number("age"))),
    Table(name="parcel", columns=(number("freight"), text("carrier", "Speedy"))),
    Table(name="invoice", columns=(number("total"), text("status", "paid"), text("currency"))),
)  # fmt: skip
CATALOG = Catalog(workspace="shop", dialect="sqlite", tables=TABLES)
VALUES = ValueLookup(
    StoredValue(table=table, column=column, value=value, private=column == "surname")
    for table, column, value in (
        ("customer", "surname", "Rojas"), ("customer", "country", "Chile"),
        ("customer", "tier", "Gold"), ("parcel", "carrier", "Speedy"),
        ("invoice", "status", "paid"),
    )
)  # fmt: skip
SOME = (TableGrant(table="customer", columns=frozenset({"surname", "tier", "age"})),
        TableGrant(table="invoice"))  # fmt: skip
ROWS = (TableGrant(table="customer", row_filter="country = 'Peru'"), TableGrant(table="parcel"),
        TableGrant(table="invoice"))  # fmt: skip
MASKED = (TableGrant(table="customer", masks={"tier": "null"}), TableGrant(table="parcel"),
          TableGrant(table="invoice"))  # fmt: skip


def known(*told: tuple[str, str]) -> Known:
    definitions = tuple(Definition(name=name, words=words) for name, words in told)
    return Known(CATALOG, Glossary(definitions=definitions), VALUES)


def seen(every: Known, grants: tuple[TableGrant, ...]) -> Known:
    return seen_by(every, Grants(tables=grants))


@pytest.mark.parametrize(
    ("grants", "words"),
    [
        (SOME, "total freight of parcels / number of invoices"),
        (SOME, "parcels over 1000"),
        (SOME, "number of customers by country"),
        (SOME, "customers in Chile"),
        (SOME, "customers in chile"),
        (SOME, "customers named Rojas"),
        (SOME, "invoices sent by Speedy"),
        (SOME, "invoices of Mr Nobody"),
        (ROWS, "customers in Chile"),
        (ROWS, "gold customers"),
        (ROWS, "customers named Rojas"),
        (ROWS, "customers from Atlantis"),
        (MASKED, "number of customers by tier"),
        (MASKED, "gold customers"),
    ],
)
def test_a_definition_that_names_what_is_hidden_is_not_there(
    grants: tuple[TableGrant, ...], words: str
) -> None:
    every = known(("burn", words))
    own = seen(every, grants)
    assert own.glossary.definitions == ()
    assert closed_name("What is the Burn in 2023?", every, own) == "Burn"
    assert definitions_of("", own.catalog.tables, own, CATALOG) == ()


@pytest.mark.parametrize(
    ("grants", "words"),
    [
        (SOME, "average total of invoices"),
        (SOME, "Average Invoice Total"),
        (SOME, "paid invoices"),
        (SOME, "Gold customers older than 50"),
        (SOME, "total over 10 wobbles for a given period"),
        (ROWS, "number of customers by country"),
        (ROWS, "parcels by Speedy"),
    ],
)
def test_a_definition_of_what_may_be_seen_is_told(
    grants: tuple[TableGrant, ...], words: str
) -> None:
    every = known(("burn", words))
    own = seen(every, grants)
    assert own.glossary == every.glossary
    assert closed_name("burn in 2023", every, own) == ""


def test_what_needs_a_closed_definition_is_closed_as_well() -> None:
    every = known(("deep", "burn per customer"), ("burn", "total freight"), ("NI", "total paid"))
    assert [each.name for each in open_definitions(every, seen(every, SOME))] == ["NI"]
    assert closed_name("deep by year", every, seen(every, SOME)) == "deep"


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("total X, where X means burn", "burn"),
        ("burn by status, where burn means number of invoices", ""),
        ("total by status", ""),
    ],
)
def test_a_question_may_define_the_name_itself(question: str, name: str) -> None:
    every = known(("burn", "total freight"))
    assert closed_name(question, every, seen(every, SOME)) == name


def test_a_closed_name_is_refused_by_its_name_alone() -> None:
    assert not_known("burn") == "There is no “burn” in this data, and I do not guess."


def test_who_may_read_everything_is_told_everything() -> None:
    every = known(("burn", "total freight of customers in Chile"))
    assert closed_name("burn", every, every) == ""


def test_a_model_is_not_told_of_personal_data() -> None:
    every = known(("whales", "customers named Rojas"), ("NC", "number of customers"))
    assert definitions_of("", TABLES, every, CATALOG) == ("NC means “number of customers”",)
