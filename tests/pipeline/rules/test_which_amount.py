"""Columns that are called by the very word come before one that is only a synonym of it."""

import sqlite3
from pathlib import Path

import pytest

from pipeline.rules.plan import Ask, Planned, plan
from pipeline.rules.schema.known import Known
from tests.pipeline.rules.conftest import a_known

LINES = """
CREATE TABLE sale (
  sale_id INTEGER PRIMARY KEY, shop TEXT, quantity INTEGER, net_amount REAL, gross_amount REAL
);
INSERT INTO sale VALUES (1, 'Porto', 2, 10.5, 12.5), (2, 'Lyon', 3, 20.5, 24.5);
"""
PRICES = """
CREATE TABLE article (
  article_id INTEGER PRIMARY KEY, unit_cost REAL, unit_price_net REAL, unit_price_gross REAL
);
INSERT INTO article VALUES (1, 2.5, 4.5, 5.5), (2, 3.5, 6.5, 7.5);
"""


def known_of(script: str, path: Path) -> Known:
    con = sqlite3.connect(path)
    con.executescript(script)
    con.close()
    return a_known(path)


@pytest.mark.parametrize("asked", ["average unit price", "highest unit price of the articles"])
def test_a_price_is_no_cost_where_there_are_prices(tmp_path: Path, asked: str) -> None:
    card = plan(asked, known_of(PRICES, tmp_path / "prices.sqlite"))
    assert isinstance(card, Ask), card
    first = {option.id for option in card.options[:2]}
    assert first == {"article.unit_price_net", "article.unit_price_gross"}


def test_which_of_several_amounts_is_meant_is_asked_not_taken_for_the_quantity(
    tmp_path: Path,
) -> None:
    question, about = "average amount by shop", known_of(LINES, tmp_path / "sales.sqlite")
    card = plan(question, about)
    assert isinstance(card, Ask), card
    assert [option.id for option in card.options] == [
        "sale.gross_amount",
        "sale.net_amount",
        "sale.quantity",
    ]
    answer = plan(question, about, choices={card.id: "sale.net_amount"})
    assert isinstance(answer, Planned), answer
    assert 'AVG("sale"."net_amount")' in answer.sql
