"""Rankings: what is missing is no name among the first ones; a flag is of the rows beside it."""

import sqlite3
from pathlib import Path

import pytest

from pipeline.rules.known import Known
from pipeline.rules.plan import Planned, plan
from tests.pipeline.rules.conftest import a_known

CRM = """
CREATE TABLE campaign (campaign_id INTEGER PRIMARY KEY, campaign_name TEXT, status TEXT);
CREATE TABLE ad_group (
  group_id INTEGER PRIMARY KEY, campaign_id INTEGER REFERENCES campaign (campaign_id),
  group_name TEXT, is_paused INTEGER, sector TEXT, clicks INTEGER, impressions INTEGER
);
INSERT INTO campaign VALUES (1, 'Spring', 'live'), (2, 'Autumn', 'paused'), (3, 'Winter', 'live');
INSERT INTO ad_group VALUES
  (1, 1, 'A', 0, NULL, 4, 100), (2, 1, 'B', 0, 'toys', 5, 50), (3, 1, 'C', 1, NULL, 2, 60),
  (4, 2, 'D', 0, NULL, 7, 70), (5, 2, 'E', 0, 'food', 1, 90), (6, 2, 'F', 0, 'toys', 3, 10),
  (7, 3, 'G', 1, NULL, 6, 20);
"""


@pytest.fixture
def crm(tmp_path: Path) -> tuple[Known, sqlite3.Connection]:
    con = sqlite3.connect(tmp_path / "crm.sqlite")
    con.executescript(CRM)
    return a_known(tmp_path / "crm.sqlite"), con


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("top 2 sectors by number of ad groups", [("toys", 2), ("food", 1)]),
        ("campaigns with at least 3 ad groups that are not paused", [("Autumn",)]),
        ("campaigns that are not paused", [("Spring",), ("Winter",)]),
        (
            "Click-through rate is clicks divided by impressions. "
            "What is the click-through rate of sector toys?",
            [(8 / 60,)],
        ),
    ],
)
def test_what_is_counted_is_what_was_named(
    crm: tuple[Known, sqlite3.Connection], question: str, rows: list[tuple[object, ...]]
) -> None:
    about, con = crm
    planned = plan(question, about)
    assert isinstance(planned, Planned), planned
    assert con.execute(planned.sql).fetchall() == rows
