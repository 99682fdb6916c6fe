"""In which period a number of the glossary has to be so high: in its own, not of the rows asked."""

import sqlite3
from pathlib import Path

import pytest

from knowledge.glossary import Glossary, Metric
from pipeline.dates import Calendar, read_times
from pipeline.rules.plan import Planned, plan
from pipeline.times.reading import spans
from tests.pipeline.rules.conftest import a_known
from tests.pipeline.rules.test_unseen_databases import TODAY

SHOPS = """
CREATE TABLE shop (shop_id INTEGER PRIMARY KEY, name TEXT, opened_on DATE);
CREATE TABLE sale (
  sale_id INTEGER PRIMARY KEY, shop_id INTEGER REFERENCES shop (shop_id), sold_on DATE, net REAL
);
INSERT INTO shop VALUES (1, 'Abel', '2025-02-01'), (2, 'Bell', '2019-02-01');
INSERT INTO sale VALUES (1, 1, '2025-03-01', 10), (2, 2, '2025-03-01', 3e6),
  (3, 1, '2024-03-01', 900);
"""
NET = Metric(
    name="net revenue", expression="sum(sale.net)", table="sale", time_column="sale.sold_on"
)


@pytest.mark.parametrize(
    "question",
    [
        "which shops had net revenue over 500 in 2025",
        "in 2025, which shops had more than 500 net revenue",
        "shops with net revenue above 2 million in 2025",
        "shops with net revenue above 500k in 2025",
    ],
)
def test_a_bound_on_a_number_is_of_its_own_period(question: str, tmp_path: Path) -> None:
    path = tmp_path / "shops.sqlite"
    con = sqlite3.connect(path)
    con.executescript(SHOPS)
    about = a_known(path, Glossary(metrics=(NET,)))
    times = spans(read_times(question, TODAY, Calendar()).ranges)
    outcome = plan(question, about, times=times)
    assert isinstance(outcome, Planned), outcome
    assert con.execute(outcome.sql).fetchall() == [("Bell",)]
    con.close()


@pytest.mark.parametrize("bound", ["above 500", ", only above 500", "over 0.5k"])
def test_a_bound_behind_a_number_for_each_group_is_of_that_number(
    bound: str, tmp_path: Path
) -> None:
    path = tmp_path / "shops.sqlite"
    con = sqlite3.connect(path)
    con.executescript(SHOPS)
    outcome = plan(f"net revenue per shop {bound}", a_known(path, Glossary(metrics=(NET,))))
    assert isinstance(outcome, Planned), outcome
    assert con.execute(outcome.sql).fetchall() == [("Bell", 3e6), ("Abel", 910.0)]
    assert outcome.sql.count("SUM") == 3
    con.close()
