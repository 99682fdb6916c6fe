"""`total goal`: the amount with that name where rows hold one; `total goals` are rows."""

import datetime as dt
from pathlib import Path

import pytest

from pipeline.dates import Calendar
from pipeline.rules.plan import Ask, Planned, plan
from pipeline.rules.schema.known import Known
from pipeline.times.listed import default_times
from tests.pipeline.rules.conftest import a_file, a_known

SCHEMA = """
CREATE TABLE shop (shop_id INTEGER PRIMARY KEY, shop_name TEXT, town TEXT);
CREATE TABLE goal (goal_id INTEGER PRIMARY KEY, shop_id INTEGER REFERENCES shop (shop_id),
    goal_net_revenue REAL);
INSERT INTO shop VALUES (1, 'Quay', 'Bergen'), (2, 'Mill', 'Narvik');
INSERT INTO goal VALUES (1, 1, 500), (2, 1, 300), (3, 2, 50);
"""


@pytest.fixture(scope="module")
def shops(tmp_path_factory: pytest.TempPathFactory) -> Known:
    return a_known(a_file(tmp_path_factory.mktemp("totals"), SCHEMA))


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        ("Total goal for shops in Bergen", 'SUM("goal"."goal_net_revenue")'),
        ("What is the total goal by town?", 'SUM("goal"."goal_net_revenue")'),
        ("Total goals for shops in Bergen", "COUNT("),
        ("Total number of goals in Bergen", "COUNT("),
    ],
)
def test_a_total_is_of_the_one_amount_with_its_name(
    question: str, shown: str, shops: Known
) -> None:
    outcome = plan(question, shops)
    assert isinstance(outcome, Planned), outcome
    assert shown in outcome.sql


_FEES = """
CREATE TABLE berth (berth_id INTEGER PRIMARY KEY, berth_name TEXT);
CREATE TABLE berth_fee (fee_id INTEGER PRIMARY KEY, berth_id INTEGER REFERENCES berth (berth_id),
    fee_type TEXT, amount REAL, paid_on DATE);
INSERT INTO berth VALUES (1, 'Quay'), (2, 'Mole');
INSERT INTO berth_fee VALUES (1, 1, 'yearly', 10, '2024-01-05'), (2, 2, 'visit', 5, '2025-02-05');
"""


@pytest.mark.parametrize("question", ["Yearly fees collected in 2024", "Total berth fees in 2024"])
def test_what_fees_came_to_is_offered_where_they_may_as_well_be_counted(
    question: str, tmp_path: Path
) -> None:
    times = default_times(question, dt.date(2025, 6, 1), Calendar())
    outcome = plan(question, a_known(a_file(tmp_path, _FEES)), times=times)
    assert isinstance(outcome, Ask), outcome
    assert any("Total amount" in option.label for option in outcome.options), outcome.options
