"""`total goal`: the amount with that name where rows hold one; `total goals` are rows."""

import pytest

from pipeline.rules.plan import Planned, plan
from pipeline.rules.schema.known import Known
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
