"""Totals of rows and of what belongs to them, side by side: nothing is added more than once."""

from pathlib import Path

import pytest

from pipeline.rules.plan import Ask, Planned, plan
from tests.pipeline.rules.test_which_amount import known_of

SALES = """
CREATE TABLE shop (shop_id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE sale (
  sale_id INTEGER PRIMARY KEY, shop_id INTEGER REFERENCES shop (shop_id), total_price REAL
);
CREATE TABLE payment (
  payment_id INTEGER PRIMARY KEY, sale_id INTEGER REFERENCES sale (sale_id), amount REAL
);
INSERT INTO shop VALUES (1, 'Ely'), (2, 'Bath');
INSERT INTO sale VALUES (1, 1, 100), (2, 1, 50), (3, 2, 70);
INSERT INTO payment VALUES (1, 1, 40), (2, 1, 60), (3, 3, 70);
"""


@pytest.mark.parametrize(
    "asked", ["total price and total amount per shop", "total price and total amount of all sales"]
)
def test_a_total_is_never_repeated_by_the_rows_beside_it(tmp_path: Path, asked: str) -> None:
    about = known_of(SALES, tmp_path / "sales.sqlite")
    outcome = plan(asked, about)
    answers = [outcome]
    if isinstance(outcome, Ask):
        answers = [plan(asked, about, choices={outcome.id: one.id}) for one in outcome.options]
    written = [answer.sql for answer in answers if isinstance(answer, Planned)]
    for sql in written:
        assert "payment" not in sql or 'SUM("sale"."total_price")' not in sql, sql
