"""`Have ordered` tells of orders that were placed; no list is put in order by it."""

from pathlib import Path

import pytest

from pipeline.rules.outcomes import Ask, Planned
from pipeline.rules.plan import plan
from tests.pipeline.rules.conftest import a_file, a_known

SCRIPT = """
CREATE TABLE guest (guest_id INTEGER PRIMARY KEY, guest_name TEXT, tier TEXT);
CREATE TABLE dish (dish_id INTEGER PRIMARY KEY, dish_name TEXT, course TEXT);
CREATE TABLE orders (order_id INTEGER PRIMARY KEY, guest_id INTEGER REFERENCES guest (guest_id));
CREATE TABLE order_line (
  line_id INTEGER PRIMARY KEY, order_id INTEGER REFERENCES orders (order_id),
  dish_id INTEGER REFERENCES dish (dish_id));
INSERT INTO guest VALUES (1, 'Ada', 'gold'), (2, 'Bo', 'silver'), (3, 'Cy', 'gold');
INSERT INTO dish VALUES (1, 'Soup', 'Starters'), (2, 'Cake', 'Sweets'), (3, 'Pie', 'Sweets');
INSERT INTO orders VALUES (1, 1), (2, 2), (3, 3);
INSERT INTO order_line VALUES (1, 1, 1), (2, 2, 2), (3, 3, 3);
"""


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        ("Which dishes have been ordered by gold guests?", "dish_name"),
        ("Which guests have ordered cake?", "guest_name"),
        ("Which guests have ordered something from the Sweets course?", "guest_name"),
        ("Which gold guests have ordered anything from the Sweets course?", "guest_name"),
    ],
)
def test_the_first_reading_leaves_no_word_out(question: str, shown: str, tmp_path: Path) -> None:
    about = a_known(a_file(tmp_path, SCRIPT))
    card = plan(question, about)
    assert isinstance(card, Ask), card
    assert "without" not in card.options[0].label + card.options[0].detail
    read = plan(question, about, choices={card.id: card.options[0].id})
    assert isinstance(read, Planned), read
    assert shown in read.sql.partition(" FROM ")[0]
    assert "order_line" in read.sql
    assert "ORDER BY" not in read.sql


def test_a_list_ordered_by_a_name_is_in_that_order(tmp_path: Path) -> None:
    read = plan("guests ordered by tier", a_known(a_file(tmp_path, SCRIPT)))
    assert isinstance(read, Planned), read
    assert 'ORDER BY "guest"."tier"' in read.sql
