"""A closing list says what is shown: it is read apart from the question, and nothing more."""

import datetime as dt
from pathlib import Path

import pytest

from benchmarks.executed import ran, same_rows
from pipeline.dates import Calendar, read_times
from pipeline.rules.plan import Ask, Outcome, Planned, plan
from pipeline.rules.schema.known import Known
from pipeline.rules.showing.list_said import listed_in
from pipeline.sql import check_contract
from pipeline.times.reading import spans
from tests.pipeline.rules.conftest import a_file, a_known

TODAY = dt.date(2024, 6, 15)
SCRIPT = """
CREATE TABLE mechanic (mechanic_id INTEGER PRIMARY KEY, mechanic_name TEXT, town TEXT, phone TEXT);
CREATE TABLE bike (
  bike_id INTEGER PRIMARY KEY, brand TEXT, price REAL, bought_on DATE, sold_on DATE
);
CREATE TABLE repair (
  repair_id INTEGER PRIMARY KEY, mechanic_id INTEGER REFERENCES mechanic (mechanic_id),
  bike_id INTEGER REFERENCES bike (bike_id), status TEXT, fee REAL, begun_on DATE
);
INSERT INTO mechanic VALUES (1, 'Ada', 'Porto', '555-1'), (2, 'Bo', 'Braga', NULL),
  (3, 'Cy', 'Porto', '555-3'), (4, 'Di', 'Faro', '555-4');
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12)
INSERT INTO bike SELECT i, CASE i % 3 WHEN 0 THEN 'Heron' WHEN 1 THEN 'Lark' ELSE 'Swift' END,
  200 + i * 37 % 90, date('2022-01-05', '+' || (i * 20) || ' days'),
  date('2022-03-05', '+' || (i * 24) || ' days') FROM n;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30)
INSERT INTO repair SELECT i, i * i % 7 % 3 + 1, i % 10 + 1,
  CASE WHEN i % 4 = 0 THEN 'open' WHEN i % 7 = 0 THEN 'cancelled' ELSE 'done' END,
  20 + i * 13 % 41, date('2023-01-10', '+' || (i * 11) || ' days') FROM n;
"""
OF_MECHANICS = (
    "FROM mechanic m JOIN repair r ON r.mechanic_id = m.mechanic_id GROUP BY m.mechanic_id"
)
OF_TOWNS = "FROM mechanic m JOIN repair r ON r.mechanic_id = m.mechanic_id GROUP BY m.town"
OPEN = "100.0 * SUM(r.status = 'open') / COUNT(*)"


@pytest.fixture(scope="module")
def workshop_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return a_file(tmp_path_factory.mktemp("workshop"), SCRIPT)


@pytest.fixture(scope="module")
def workshop(workshop_file: Path) -> Known:
    return a_known(workshop_file)


def asked(question: str, about: Known, **choices: str) -> Outcome:
    times = spans(read_times(question, TODAY, Calendar()).ranges)
    return plan(question, about, times=times, choices=choices)


@pytest.mark.parametrize(
    ("question", "gold"),
    [
        ("How many repairs has each mechanic made? Give me the id, name, phone and count, sorted "
         "from highest to lowest.",
         "SELECT m.mechanic_id, m.mechanic_name, m.phone, COUNT(*) "
         f"{OF_MECHANICS} ORDER BY 4 DESC"),
        ("Which mechanics made at least three repairs? Return the mechanic name, number of repairs "
         "and total fee.",
         f"SELECT m.mechanic_name, COUNT(*), SUM(r.fee) {OF_MECHANICS} HAVING COUNT(*) >= 3"),
        ("What percentage of repairs is open for each town? Show the town, the number of repairs "
         "and the percentage, ordered by percentage descending.",
         f"SELECT m.town, COUNT(*), {OPEN} {OF_TOWNS} ORDER BY 3 DESC"),
        ("What percentage of repairs is open for each town? Show the town, the number of repairs "
         "and the percentage, sorted from lowest to highest.",
         f"SELECT m.town, COUNT(*), {OPEN} {OF_TOWNS} ORDER BY 3"),
        ("What is the ratio of repairs to mechanics for each town? Return town, number of repairs, "
         "and ratio.",
         "SELECT m.town, COUNT(r.repair_id), 1.0 * COUNT(r.repair_id) / COUNT(DISTINCT "
         f"m.mechanic_id) {OF_TOWNS} ORDER BY 3 DESC"),
        ("Which two mechanics made the most repairs? Show how many each of them made.",
         f"SELECT m.mechanic_name, COUNT(*) {OF_MECHANICS} ORDER BY 2 DESC LIMIT 2"),
        ("What is the average fee per brand? Show the brands.",
         "SELECT b.brand, AVG(r.fee) FROM bike b JOIN repair r ON r.bike_id = b.bike_id "
         "GROUP BY b.brand"),
        ("How many repairs were made in each month of 2023? Show month and number of repairs, "
         "most recent first.",
         "SELECT strftime('%Y-%m', begun_on) mon, COUNT(*) FROM repair WHERE begun_on >= "
         "'2023-01-01' AND begun_on < '2024-01-01' GROUP BY mon ORDER BY mon DESC"),
        ("Which mechanics have never made a repair? Include the name and phone as well.",
         "SELECT mechanic_name, phone FROM mechanic WHERE mechanic_id NOT IN "
         "(SELECT mechanic_id FROM repair)"),
        ("Load = number of open repairs. Show mechanic name and load.",
         "SELECT m.mechanic_name, COUNT(*) FROM mechanic m JOIN repair r ON r.mechanic_id = "
         "m.mechanic_id WHERE r.status = 'open' GROUP BY m.mechanic_id"),
        ("Compare repairs by town. Show the town, the total fee and the average fee.",
         f"SELECT m.town, SUM(r.fee), AVG(r.fee) {OF_TOWNS} ORDER BY 2 DESC"),
        ("What is the average fee per town? Return the town, the number of repairs and the "
         "average, rounded to 1 decimal.",
         f"SELECT m.town, COUNT(*), ROUND(AVG(r.fee), 1) {OF_TOWNS} ORDER BY 3 DESC"),
        ("What percentage of repairs is open for each town? Round it to the nearest whole number.",
         f"SELECT m.town, ROUND({OPEN}) {OF_TOWNS} ORDER BY 2 DESC"),
        ("What is the average number of days between buying and selling a bike, rounded to 2 "
         "decimal places?",
         "SELECT ROUND(AVG(julianday(sold_on) - julianday(bought_on)), 2) FROM bike"),
        ("Show brand and price of all bikes", "SELECT brand, price FROM bike"),
    ],
)  # fmt: skip
def test_just_what_is_listed_is_shown(
    question: str, gold: str, workshop: Known, workshop_file: Path
) -> None:
    outcome = asked(question, workshop)
    assert isinstance(outcome, Planned), outcome
    assert same_rows(ran(workshop_file, gold), ran(workshop_file, outcome.sql), gold), outcome.sql
    assert check_contract(outcome.sql, "sqlite", outcome.contract, workshop.catalog) == ()


@pytest.mark.parametrize(
    "question",
    [
        "Which mechanics made the most repairs? Return the mechanic name and the customer rating.",
        "How many repairs has each mechanic made? Return the name, count and warranty.",
        "Show brand and price of all bikes, rounded to 2 decimals.",
        "What is the average number of days between buying a bike and beginning a repair, "
        "rounded to 2 decimals?",
        "What is the average fee per town, rounded to 7 significant figures?",
    ],
)
def test_a_listed_thing_that_is_not_found_is_never_dropped(question: str, workshop: Known) -> None:
    assert not isinstance(asked(question, workshop), Planned)


def test_a_button_shows_just_what_is_listed(workshop: Known) -> None:
    question = (
        "How many bikes came in during each month of 2022? Show month and number, latest first."
    )
    card = asked(question, workshop)
    assert isinstance(card, Ask)
    assert [option.label for option in card.options[:2]] == ["bought on of bike", "sold on of bike"]
    picked = asked(question, workshop, **{card.id: card.options[1].id})
    assert isinstance(picked, Planned)
    assert picked.reading == (
        "I read this as: number of bikes for each month, sold on 1 Jan - 31 Dec 2022, "
        "sorted by sold on, highest first."
    )
    assert not isinstance(asked(question, workshop, **{card.id: card.options[2].id}), Planned)


@pytest.mark.parametrize(
    "question",
    [
        "show bikes from the most expensive with their brand and price",
        "Show name and age of all singers.",
        "For each shop, return the number of repairs and the town.",
    ],
)
def test_a_question_that_is_itself_a_list_has_none_behind_it(question: str) -> None:
    assert listed_in(question) is None
