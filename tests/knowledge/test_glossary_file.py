"""A glossary's file becomes values; every mistake in it is named with its line."""

from pathlib import Path

import pytest

from knowledge.catalog import Catalog, Column, Kind, Table
from knowledge.glossary import Definition, Metric, Region, Term
from knowledge.glossary_file import (
    GlossaryInvalidError,
    glossary_from,
    read_glossary,
    unknown_names,
)

WHOLE = """
metrics:
  - name: net revenue
    expression: sum(sales.amount)
    table: sales
    synonyms: [sales]
terms:
  - {name: client, means: customers}
definitions:
  - {name: ASP, words: average sale price, synonyms: [selling price]}
regions:
  - {name: Iberia, column: countries.name, values: [Spain, Portugal]}
tables:
  - table: sales
    deprecated: {old: use amount}
"""


def problems(text: str) -> tuple[str, ...]:
    with pytest.raises(GlossaryInvalidError) as caught:
        glossary_from(text, "glossary.yaml")
    return caught.value.problems


def test_a_whole_file_becomes_values() -> None:
    glossary = glossary_from(WHOLE, "glossary.yaml")
    assert glossary.metrics == (
        Metric(
            name="net revenue", expression="sum(sales.amount)", table="sales", synonyms=("sales",)
        ),
    )
    assert glossary.terms == (Term(name="client", means="customers"),)
    assert glossary.definitions == (
        Definition(name="ASP", words="average sale price", synonyms=("selling price",)),
    )
    assert glossary.regions == (
        Region(name="Iberia", column="countries.name", values=("Spain", "Portugal")),
    )
    note = glossary.note("SALES")
    assert note is not None
    assert note.deprecated == {"old": "use amount"}


def test_an_empty_file_is_an_empty_glossary() -> None:
    assert glossary_from("", "glossary.yaml") == glossary_from("# nothing yet\n", "glossary.yaml")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            "metrics:\n  - name: x\n    table: t\n",
            "glossary.yaml:2: metrics.1.expression is missing",
        ),
        ("terms:\n  - {name: a, means: b}\n  - {name: c, meens: d}\n", "glossary.yaml:3: terms.2"),
        ("tables:\n  - table: ''\n", "glossary.yaml:2: tables.1.table"),
        (
            "definitions:\n  - {name: ASP}\n",
            "glossary.yaml:2: definitions.1.words is missing",
        ),
        (
            "definitions:\n  - {name: ASP, words: a}\n  - {name: B, words: b, synonyms: [asp]}\n",
            "glossary.yaml:3: definitions.2.name “asp” has a definition already",
        ),
        (
            "terms:\n  - {name: ASP, means: t}\ndefinitions:\n  - {name: asp, words: a}\n",
            "glossary.yaml:4: definitions.1.name “asp” is the name of a term as well",
        ),
        (
            "definitions:\n  - {name: ASP, words: asp}\n",
            "definitions.1.name “ASP” is explained by its own name",
        ),
        (
            "definitions:\n  - {name: A1, words: all B1}\n  - {name: B1, words: a1 each}\n",
            "definitions.1.name “A1” leads back to itself by way of others",
        ),
        ("metrix: []\n", "glossary.yaml:1: metrix is not a key"),
        ("metrics: [\n", "is not YAML"),
        ("- a\n- b\n", "glossary.yaml:1: is no list of sections"),
        ("metrics: 3\n", "glossary.yaml:1: metrics"),
    ],
)
def test_a_mistake_is_named_with_its_line_and_an_example(text: str, says: str) -> None:
    first = problems(text)[0]
    assert says in first
    assert "Example" in first or "Write" in first or "Check" in first


def test_every_mistake_is_named_at_once() -> None:
    assert len(problems("metrics:\n  - name: x\nterms:\n  - name: y\n")) == 3


def test_a_missing_file_says_so(tmp_path: Path) -> None:
    with pytest.raises(GlossaryInvalidError, match="cannot be read"):
        read_glossary(tmp_path / "none.yaml")


def test_names_that_the_database_does_not_have_are_listed() -> None:
    amount = Column(name="amount", type="REAL", kind=Kind.NUMBER)
    sales = Table(name="sales", columns=(amount,))
    catalog = Catalog(workspace="w", dialect="sqlite", tables=(sales,))
    found = unknown_names(glossary_from(WHOLE, "g"), catalog)
    assert [sentence.split(" names ")[1].split(",")[0] for sentence in found] == [
        "sales.old",
        "the table countries",
    ]
