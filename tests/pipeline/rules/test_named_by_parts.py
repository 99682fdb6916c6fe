"""`Per customer name`, where a name is kept in two columns, is for each customer."""

from pathlib import Path

from pipeline.rules.outcomes import Planned
from pipeline.rules.plan import plan
from tests.pipeline.rules.conftest import a_file, a_known

SCRIPT = """
CREATE TABLE shop (shop_id INTEGER PRIMARY KEY, shop_name TEXT NOT NULL);
CREATE TABLE customer (
  customer_id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL);
CREATE TABLE visit (
  visit_id INTEGER PRIMARY KEY, shop_id INTEGER NOT NULL REFERENCES shop (shop_id),
  customer_id INTEGER NOT NULL REFERENCES customer (customer_id), fee REAL NOT NULL);
"""


def test_the_rows_are_grouped_by_who_it_is_and_shown_by_both_names(tmp_path: Path) -> None:
    read = plan("total fee per customer name", a_known(a_file(tmp_path, SCRIPT)))
    assert isinstance(read, Planned), read
    assert '"customer"."first_name", "customer"."last_name"' in read.sql
    assert "shop" not in read.sql
