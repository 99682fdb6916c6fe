"""Rankings: what is missing is no name among the first ones; a flag is of the rows beside it."""

import sqlite3
from pathlib import Path

import pytest

from pipeline.rules.plan import Planned, plan
from pipeline.rules.schema.known import Known
from tests.pipeline.rules.conftest import a_known

CRM = """
CREATE TABLE campaign (campaign_id INTEGER PRIMARY KEY, campaign_name TEXT, status TEXT);
CREATE TABLE survey (
  rating_id INTEGER PRIMARY KEY, score INTEGER,
  campaign_id INTEGER REFERENCES campaign (campaign_id)
);
INSERT INTO survey VALUES (11, 4, 1), (12, 2, 1), (13, 5, 2);
CREATE TABLE voucher (
  voucher_id INTEGER PRIMARY KEY, voucher_code TEXT UNIQUE,
  campaign_id INTEGER REFERENCES campaign (campaign_id), is_used INTEGER
);
INSERT INTO voucher VALUES (1, 'K-12', 1, 0), (2, 'K-77', 1, 1), (3, 'Q-03', 2, 1);
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

OWNED = """
CREATE TABLE owner (owner_id INTEGER PRIMARY KEY, owner_name TEXT, is_active INTEGER);
CREATE TABLE campaign (
  campaign_id INTEGER PRIMARY KEY, campaign_name TEXT, status TEXT,
  owner_id INTEGER REFERENCES owner (owner_id)
);
INSERT INTO owner VALUES (1, 'Ada', 1), (2, 'Bo', 0);
INSERT INTO campaign VALUES (1, 'A', 'active', 2), (2, 'B', 'ended', 1), (3, 'C', 'ended', 1);
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
        ("average rating of the campaign Spring", [(3.0,)]),
        ("vouchers that are used", [("K-77",), ("Q-03",)]),
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


def test_campaigns_that_are_active_are_not_those_of_active_owners(tmp_path: Path) -> None:
    con = sqlite3.connect(tmp_path / "owned.sqlite")
    con.executescript(OWNED)
    planned = plan("how many campaigns are active right now", a_known(tmp_path / "owned.sqlite"))
    assert isinstance(planned, Planned), planned
    assert con.execute(planned.sql).fetchall() == [(1,)]
