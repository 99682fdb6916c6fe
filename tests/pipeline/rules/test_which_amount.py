"""Columns that are called by the very word come before one that is only a synonym of it."""

import sqlite3
from pathlib import Path

from pipeline.rules.plan import Ask, Planned, plan
from tests.pipeline.rules.conftest import a_known

LINES = """
CREATE TABLE sale (
  sale_id INTEGER PRIMARY KEY, shop TEXT, quantity INTEGER, net_amount REAL, gross_amount REAL
);
INSERT INTO sale VALUES (1, 'Porto', 2, 10.5, 12.5), (2, 'Lyon', 3, 20.5, 24.5);
"""


def test_which_of_several_amounts_is_meant_is_asked_not_taken_for_the_quantity(
    tmp_path: Path,
) -> None:
    path = tmp_path / "sales.sqlite"
    con = sqlite3.connect(path)
    con.executescript(LINES)
    con.close()
    question, about = "average amount by shop", a_known(path)
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
