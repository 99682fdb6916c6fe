"""States that a question defines before it asks for rows in them."""

from pathlib import Path

import pytest

from pipeline.rules.plan import Planned, plan
from pipeline.rules.schema.known import Known
from tests.pipeline.rules.conftest import a_file, a_known, rows_of

SCHEMA = """
CREATE TABLE growers (grower_id INTEGER PRIMARY KEY, grower_name TEXT, joined DATE);
CREATE TABLE crates (crate_id INTEGER PRIMARY KEY, grower_id INTEGER REFERENCES growers (grower_id),
    fruit TEXT, weight REAL, deposit REAL, price REAL, spoiled INTEGER, collected DATE);
INSERT INTO growers VALUES (1, 'Ask', '2021-02-03'), (2, 'Birk', '2022-05-06'),
    (3, 'Ceder', '2023-01-02');
INSERT INTO crates VALUES (1, 1, 'plum', 12, 4, 30, 0, NULL), (2, 1, 'pear', 30, 9, 20, 0, NULL),
    (3, 1, 'plum', 25, 2, 25, 1, NULL), (4, 2, 'pear', 8, 1, 12, 0, '2024-01-05');
"""
LEFT = "A crate is unclaimed when it has no collected date and was not spoiled."
OF_LEFT = "FROM crates JOIN growers USING (grower_id) WHERE collected IS NULL AND spoiled = 0"


@pytest.fixture(scope="module")
def fruit_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return a_file(tmp_path_factory.mktemp("fruit"), SCHEMA)


@pytest.fixture(scope="module")
def fruit(fruit_file: Path) -> Known:
    return a_known(fruit_file)


@pytest.mark.parametrize(
    ("question", "gold"),
    [
        (f"{LEFT} How many unclaimed crates are there?", f"SELECT count(*) {OF_LEFT}"),
        (f"How many crates are unclaimed? {LEFT}", f"SELECT count(*) {OF_LEFT}"),
        (f"{LEFT} Show the total unclaimed deposit of each grower.",
         f"SELECT grower_name, sum(deposit) {OF_LEFT} GROUP BY 1"),
        (f"Which growers have more than one unclaimed crate? {LEFT}",
         f"SELECT grower_name {OF_LEFT} GROUP BY 1 HAVING count(*) > 1"),
        ("A crate counts as heavy if its weight is above 20. How many heavy crates are there per "
         "fruit?",
         "SELECT fruit, count(*) FROM crates WHERE weight > 20 GROUP BY 1 ORDER BY 2 DESC"),
        ("We call a grower busy when it has more than 2 crates. Which growers are busy?",
         "SELECT 'Ask'"),
        ("A grower is idle if it has no crates. How many idle growers are there?", "SELECT 1"),
        ("A crate is unclaimed when it has no collected date. What percentage of crates are "
         "unclaimed?", "SELECT 75.0"),
    ],
)  # fmt: skip
def test_rows_in_a_state_are_those_that_the_question_says(
    question: str, gold: str, fruit: Known, fruit_file: Path
) -> None:
    outcome = plan(question, fruit)
    assert isinstance(outcome, Planned), outcome
    assert sorted(rows_of(fruit_file, outcome.sql)) == sorted(rows_of(fruit_file, gold))
    assert any("as the question says" in told for told in outcome.assumptions)


def test_a_share_of_rows_in_a_state_of_two_conditions_is_not_of_those_that_meet_one(
    fruit: Known,
) -> None:
    outcome = plan(f"{LEFT} What share of crates are unclaimed?", fruit)
    assert not isinstance(outcome, Planned)


@pytest.mark.parametrize(
    ("said", "gold"),
    [
        ("a deposit of more than 20% of the price", "deposit > 0.2 * price"),
        ("a deposit below 10 percent of the price", "deposit < 0.1 * price"),
        ("a weight above half of the price", "weight > 0.5 * price"),
        ("a weight of at least twice the deposit", "weight >= 2 * deposit"),
        ("a price exceeding 1.5 times the weight", "price > 1.5 * weight"),
    ],
)
def test_an_amount_is_compared_with_a_part_of_another(
    said: str, gold: str, fruit: Known, fruit_file: Path
) -> None:
    outcome = plan(f"How many crates have {said}?", fruit)
    assert isinstance(outcome, Planned), outcome
    wanted = rows_of(fruit_file, f"SELECT count(*) FROM crates WHERE {gold}")
    assert rows_of(fruit_file, outcome.sql) == wanted
