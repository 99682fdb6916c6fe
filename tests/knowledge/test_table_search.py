"""Which tables a question finds by meaning and by words; hidden ones never."""

import zlib
from collections.abc import Sequence

import numpy as np
import pytest
from typing_extensions import override

from knowledge.adapters.onnx_embeddings import OnnxEmbedder
from knowledge.catalog import Catalog, Column, ForeignKey, Kind, Table
from knowledge.embeddings import EmbeddingsUnavailableError, Vectors, normalised
from knowledge.glossary import Glossary, Metric, TableNote, Term
from knowledge.table_cards import card_of, cards_of, spoken
from knowledge.table_search import TableSearch


class Hashed:
    """A fake embedder: a vector of the words of a text."""

    name = "hashed"
    dim = 64

    def embed(self, texts: Sequence[str]) -> Vectors:
        rows = np.zeros((len(texts), self.dim), dtype=np.float32)
        for row, text in enumerate(texts):
            for word in text.lower().split():
                rows[row, zlib.crc32(word.strip(".,?").encode()) % self.dim] += 1
        return normalised(rows)


class Broken(Hashed):
    """A fake embedder whose model is gone."""

    @override
    def embed(self, texts: Sequence[str]) -> Vectors:
        raise EmbeddingsUnavailableError(self.name, f"no model for {len(texts)} texts")


def a_table(name: str, *columns: str, comment: str = "") -> Table:
    found = tuple(Column(name=column, type="TEXT", kind=Kind.TEXT) for column in columns)
    return Table(name=name, columns=found, comment=comment)


TABLES = (
    a_table("fct_order_lines", "order_id", "net_amount"),
    a_table("customers", "customer_id", "country"),
    a_table("shipments", "delivered_at", "carrier", comment="parcels on their way"),
    a_table("hr_payroll", "employee", "salary"),
)
CATALOG = Catalog(workspace="w", dialect="sqlite", tables=TABLES)
GLOSSARY = Glossary(
    metrics=(
        Metric(
            name="turnover",
            expression="sum(net_amount)",
            table="fct_order_lines",
            synonyms=("revenue",),
        ),
    ),
    terms=(Term(name="courier", means="shipments.carrier"), Term(name="client", means="customers")),
    tables=(
        TableNote(table="hr_payroll", hidden=True),
        TableNote(table="customers", synonyms=("buyers",), deprecated={"country": "use region"}),
    ),
)


@pytest.mark.parametrize(
    ("question", "table"),
    [
        ("What was our revenue?", "fct_order_lines"),
        ("How many buyers do we have?", "customers"),
        ("List every client", "customers"),
        ("Which courier is fastest?", "shipments"),
        ("parcels not delivered", "shipments"),
        ("lines of an order", "fct_order_lines"),
    ],
)
def test_names_synonyms_metrics_terms_and_comments_find_their_table(
    question: str, table: str
) -> None:
    search = TableSearch(cards_of(CATALOG, GLOSSARY), Hashed())
    assert search.search(question, limit=1)[0].key == table


def test_a_hidden_table_is_never_found() -> None:
    search = TableSearch(cards_of(CATALOG, GLOSSARY), Hashed()).prepare()
    assert "hr_payroll" not in {hit.key for hit in search.search("salary of an employee")}


def test_words_alone_serve_while_the_model_is_gone() -> None:
    search = TableSearch(cards_of(CATALOG, GLOSSARY), Broken())
    assert search.search("revenue")[0].key == "fct_order_lines"


def test_nothing_is_found_where_there_are_no_tables() -> None:
    assert TableSearch((), Hashed()).search("revenue") == ()


def test_a_card_tells_what_belongs_to_the_table_and_leaves_out_what_is_deprecated() -> None:
    key = ForeignKey(columns=("customer_id",), to_table="customers", to_columns=("customer_id",))
    orders = Table(name="orders", schema="emea", columns=TABLES[0].columns, foreign_keys=(key,))
    assert card_of(orders, GLOSSARY).text == (
        "emea orders. Columns: order id, net amount. Belongs to customers."
    )
    assert "country" not in card_of(TABLES[1], GLOSSARY).text


def test_names_are_spoken_as_words() -> None:
    assert spoken("fct_OrderLines") == "fct order lines"


def test_the_embedded_model_finds_what_shares_no_word() -> None:
    search = TableSearch(cards_of(CATALOG, Glossary()), OnnxEmbedder())
    assert search.search("wages of our staff", limit=1)[0].key == "hr_payroll"
