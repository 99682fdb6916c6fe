"""Questions that say how a number is computed before they ask for it."""

import datetime as dt
from pathlib import Path

import pytest

from pipeline.dates import Calendar, read_times
from pipeline.rules.defining.in_question import told_here
from pipeline.rules.defining.spoken_sums import as_sum, is_sum
from pipeline.rules.plan import Cannot, Planned, plan
from pipeline.rules.schema.known import Known
from pipeline.times.reading import spans
from tests.pipeline.rules.conftest import a_file, a_known, rows_of

SCHEMA = """
CREATE TABLE vineyards (vineyard_id INTEGER PRIMARY KEY, vineyard_name TEXT, region TEXT);
CREATE TABLE harvests (harvest_id INTEGER PRIMARY KEY,
    vineyard_id INTEGER REFERENCES vineyards (vineyard_id), started_on DATE, finished_on DATE,
    gross_weight REAL, crate_weight REAL, sugar_bonus REAL, base_price REAL);
CREATE TABLE tastings (tasting_id INTEGER PRIMARY KEY,
    vineyard_id INTEGER REFERENCES vineyards (vineyard_id), guests INTEGER, nightly_rate REAL);
CREATE TABLE bottles (bottle_id INTEGER PRIMARY KEY,
    vineyard_id INTEGER REFERENCES vineyards (vineyard_id), unit_price REAL);
CREATE TABLE sales (sale_id INTEGER PRIMARY KEY, bottle_id INTEGER REFERENCES bottles (bottle_id),
    quantity INTEGER, status TEXT);
INSERT INTO vineyards VALUES (1, 'Ahr', 'North'), (2, 'Bosca', 'South'), (3, 'Corta', 'South');
INSERT INTO harvests VALUES (1, 1, '2023-09-01', '2023-09-11', 100, 10, 5, 50),
    (2, 2, '2023-09-03', '2023-09-05', 80, 20, 0, 70),
    (3, 2, '2023-10-01', '2023-10-05', 60, 6, 9, 40),
    (4, 3, '2023-10-02', '2023-10-03', 55, 5, 1, 30);
INSERT INTO bottles VALUES (1, 1, 8), (2, 2, 12), (3, 3, 20);
INSERT INTO sales VALUES (1, 1, 3, 'paid'), (2, 1, 2, 'open'), (3, 2, 4, 'paid'), (4, 3, 1, 'paid');
"""
NET = "gross_weight - crate_weight"
BY_REGION = "FROM harvests JOIN vineyards USING (vineyard_id) GROUP BY region ORDER BY 2 DESC"


@pytest.fixture(scope="module")
def vineyards_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return a_file(tmp_path_factory.mktemp("vineyards"), SCHEMA)


@pytest.fixture(scope="module")
def vineyards(vineyards_file: Path) -> Known:
    return a_known(vineyards_file)


@pytest.mark.parametrize(
    ("said", "plainly"),
    [
        ("divide its number of wins by its number of games",
         "number of wins divided by number of games"),
        ("subtract the tax from the price", "price minus tax"),
        ("deduct the tax from the price", "price minus tax"),
        ("add the tip to the bill", "bill plus tip"),
        ("add up tips, fees and fines", "tips plus fees plus fines"),
        ("multiply price by quantity, then divide the result by 100",
         "(price times quantity) divided by 100"),
        ("take the price, subtract the cost and divide by the price",
         "(price minus cost) divided by price"),
        ("the sum of home and away goals", "home goals plus away goals"),
        ("the difference between the high and the low", "high minus low"),
        ("the ratio of wins to games", "wins divided by games"),
        ("wins as a percentage of games", "(wins divided by games) times 100"),
        ("price times rate, divided by 100", "price times rate divided by 100"),
        ("15% of the price", "price times 0.15"),
        ("average price", "average price"),
    ],
)  # fmt: skip
def test_a_deed_is_said_as_a_sum(said: str, plainly: str) -> None:
    assert as_sum(said) == plainly


@pytest.mark.parametrize(
    "said", ["books with over 300 pages", "less than five", "who came three times in a year"]
)
def test_what_only_sounds_like_a_sum_is_none(said: str) -> None:
    assert not is_sum(said)


@pytest.mark.parametrize(
    ("question", "gold"),
    [
        ("To get the net weight of a harvest, subtract the crate weight from the gross weight. "
         "Return the total net weight per region.", f"SELECT region, sum({NET}) {BY_REGION}"),
        ("In order to calculate the net weight, take the gross weight and subtract the crate "
         "weight. What is the average net weight by region?",
         f"SELECT region, avg({NET}) {BY_REGION}"),
        ("Subtract crate weight from gross weight to get the net weight. Which region has the "
         "highest total net weight?", f"SELECT region, sum({NET}) {BY_REGION} LIMIT 1"),
        ("Divide the total crate weight by the total gross weight. Return this waste rate per "
         "region.", f"SELECT region, sum(crate_weight) / sum(gross_weight) {BY_REGION}"),
        ("Divide the total crate weight by the total gross weight and show the result for each "
         "region.", f"SELECT region, sum(crate_weight) / sum(gross_weight) {BY_REGION}"),
        ("Define net weight as gross weight minus crate weight. Show the net weight by region.",
         f"SELECT region, sum({NET}) {BY_REGION}"),
        ("Use base price plus sugar bonus as the payout. What is the total payout per region?",
         f"SELECT region, sum(base_price + sugar_bonus) {BY_REGION}"),
        ("What is the total net weight, i.e. gross weight minus crate weight, per region?",
         f"SELECT region, sum({NET}) {BY_REGION}"),
        ("The duration of a harvest is the difference between its finish date and its start date. "
         "What is the average duration per region?",
         f"SELECT region, avg(julianday(finished_on) - julianday(started_on)) {BY_REGION}"),
        ("A sale's worth is the quantity times the unit price of its bottle. Show the total worth "
         "for each status.",
         "SELECT status, sum(quantity * unit_price) FROM sales JOIN bottles USING (bottle_id) "
         "GROUP BY status ORDER BY 2 DESC"),
        ("The paid rate is the number of paid sales divided by the number of all sales. Show the "
         "paid rate per region.",
         "SELECT region, avg(status = 'paid') FROM sales JOIN bottles USING (bottle_id) "
         "JOIN vineyards USING (vineyard_id) GROUP BY region ORDER BY 2 DESC"),
    ],
)  # fmt: skip
def test_a_number_is_computed_as_the_question_says(
    question: str, gold: str, vineyards: Known, vineyards_file: Path
) -> None:
    outcome = plan(question, vineyards)
    assert isinstance(outcome, Planned), outcome
    found = [
        row[: len(rows_of(vineyards_file, gold)[0])] for row in rows_of(vineyards_file, outcome.sql)
    ]
    assert found == rows_of(vineyards_file, gold)


def test_a_definition_that_cannot_be_read_is_told(vineyards: Known) -> None:
    question = "A harvest's yield is the gross weight minus the wobble. Show the yield by region."
    outcome = plan(question, vineyards)
    assert isinstance(outcome, Cannot)
    assert "“yield” is" in outcome.reason


@pytest.mark.parametrize(
    ("question", "gold"),
    [
        ("Demand is the number of sales divided by the number of harvests. Show the demand of "
         "each vineyard.",
         "SELECT vineyard_name, 1.0 * (SELECT count(*) FROM sales JOIN bottles b USING (bottle_id) "
         "WHERE b.vineyard_id = v.vineyard_id) / (SELECT count(*) FROM harvests h WHERE "
         "h.vineyard_id = v.vineyard_id) FROM vineyards v ORDER BY 2 DESC"),
        ("To get the demand of a vineyard, divide its number of sales by its number of harvests. "
         "Which vineyards have a demand above 1.5?",
         "SELECT vineyard_name FROM vineyards WHERE vineyard_name = 'Ahr'"),
        ("Demand is the number of sales divided by the number of bottles. What is the demand?",
         "SELECT 4.0 / 3"),
        ("The loading of a harvest is base price times sugar bonus, divided by 100. Show the total "
         "loading per region.",
         f"SELECT region, sum(base_price * sugar_bonus / 100.0) {BY_REGION}"),
    ],
)  # fmt: skip
def test_rows_of_two_tables_are_counted_apart(
    question: str, gold: str, vineyards: Known, vineyards_file: Path
) -> None:
    outcome = plan(question, vineyards)
    assert isinstance(outcome, Planned), outcome
    assert rows_of(vineyards_file, outcome.sql) == rows_of(vineyards_file, gold)


def test_a_condition_of_one_side_alone_is_not_put_on_both(vineyards: Known) -> None:
    outcome = plan(
        "Demand is the number of sales divided by the number of harvests. Show the demand of each "
        "vineyard with status paid.",
        vineyards,
    )
    assert not isinstance(outcome, Planned)


@pytest.mark.parametrize(("until", "told"), [("in 2023", 1), ("for crop year 2023", 0)])
def test_only_a_plain_period_behind_a_sum_is_left_to_the_whole_question(
    until: str, told: int, vineyards: Known
) -> None:
    question = f"Divide the crate weight by the gross weight {until}. Return this rate per region."
    times = spans(read_times(question, dt.date(2024, 6, 15), Calendar()).ranges)
    assert len(told_here(question, times, vineyards).definitions) == told
