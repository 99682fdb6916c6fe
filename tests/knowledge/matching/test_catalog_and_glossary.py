"""A catalog's values and a glossary's synonyms carry matching further."""

import pytest

from knowledge.adapters.onnx_embeddings import OnnxEmbedder
from knowledge.catalog import Catalog, Column, Kind, Table
from knowledge.glossary import Definition, Glossary, Metric
from knowledge.matching import (
    Pair,
    QuestionStore,
    Tier,
    match,
    schema_of_catalog,
    values_of_catalog,
)

COUNTRY = Column(name="country", type="TEXT", kind=Kind.TEXT, values=("Spain", "France"))
AMOUNT = Column(name="net_amount", type="REAL", kind=Kind.NUMBER)
CATALOG = Catalog(
    workspace="sales",
    dialect="sqlite",
    tables=(Table(name="orders", columns=(AMOUNT, COUNTRY)),),
)
SALES = Metric(name="sales", expression="sum(net_amount)", table="orders", synonyms=("takings",))
SQL = "SELECT SUM(net_amount) FROM orders WHERE country = 'Spain'"


@pytest.fixture(scope="module")
def store() -> QuestionStore:
    return QuestionStore(
        [Pair(question="Total sales in Spain", sql=SQL, dialect="sqlite")],
        OnnxEmbedder(),
        schema=schema_of_catalog(CATALOG, Glossary(metrics=(SALES,))),
        values=values_of_catalog(CATALOG),
    )


def test_a_glossary_synonym_means_its_metric(store: QuestionStore) -> None:
    found = match(store, "Total takings in Spain")
    assert (found.tier, found.left_over) == (Tier.REVIEW, ())


def test_a_value_that_the_catalog_knows_is_bound(store: QuestionStore) -> None:
    assert match(store, "Total sales in France").sql == SQL.replace("Spain", "France")


def test_a_value_that_no_column_holds_is_not_bound(store: QuestionStore) -> None:
    assert match(store, "Total sales in Atlantis").tier is not Tier.TRUSTED


def test_us_in_capitals_is_a_country_and_not_a_pronoun(store: QuestionStore) -> None:
    assert match(store, "Total sales in Spain in the US").tier is not Tier.TRUSTED
    assert match(store, "TOTAL SALES IN SPAIN").tier is Tier.TRUSTED


def test_a_definition_in_words_makes_no_other_question_trusted() -> None:
    told = Glossary(
        definitions=(
            Definition(name="TS", words="total net amount", synonyms=("takings",)),
            Definition(name="TC", words="total net amount"),
        )
    )
    approved = QuestionStore(
        [Pair(question="TS in Spain", sql=SQL, dialect="sqlite")],
        OnnxEmbedder(),
        schema=schema_of_catalog(CATALOG, told),
        values=values_of_catalog(CATALOG),
    )
    assert match(approved, "TS in Spain").tier is Tier.TRUSTED
    for other in ("TC in Spain", "Takings in Spain", "Total net amount in Spain"):
        assert match(approved, other).tier is not Tier.TRUSTED
