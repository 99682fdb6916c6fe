"""Questions whose likely misreading is a wrong answer: read rightly, or not answered."""

import pytest

from pipeline.rules.plan import Planned, plan
from pipeline.rules.schema.known import Known
from tests.pipeline.rules.conftest import a_file, a_known

SCHEMA = """
CREATE TABLE clerks (clerk_id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT,
    postal_code TEXT, reports_to INTEGER REFERENCES clerks (clerk_id));
CREATE TABLE cakes (cake_id INTEGER PRIMARY KEY, cake_name TEXT, flavour TEXT);
CREATE TABLE cake_sales (cake_id INTEGER REFERENCES cakes (cake_id), sold_on DATE,
    quantity INTEGER, PRIMARY KEY (cake_id, sold_on));
CREATE TABLE couriers (courier_no INTEGER, courier_name TEXT, postal_code TEXT);
INSERT INTO clerks VALUES (1, 'Ada', 'Holm', 'A1', NULL), (2, 'Ben', 'Lund', 'B2', 1);
INSERT INTO cakes VALUES (1, 'Opera', 'coffee'), (2, 'Sacher', 'apricot'), (3, 'Tarte', 'apple');
INSERT INTO cake_sales VALUES (1, '2025-01-02', 4), (1, '2025-01-03', 5), (2, '2025-01-02', 6);
INSERT INTO couriers VALUES (7, 'Swift', 'A1'), (8, 'Fleet', 'C3');
"""


@pytest.fixture(scope="module")
def bakery(tmp_path_factory: pytest.TempPathFactory) -> Known:
    return a_known(a_file(tmp_path_factory.mktemp("bakery"), SCHEMA))


@pytest.mark.parametrize(
    "question",
    [
        "Who does Ben Lund report to?",
        "Who does Ben report to?",
        "Which clerk does Ben Lund report to?",
        "Who is Ben's boss?",
        "Who is the manager of Ben Lund?",
        "Who manages Ben Lund?",
    ],
)
def test_the_one_above_is_another_row(question: str, bakery: Known) -> None:
    outcome = plan(question, bakery)
    assert isinstance(outcome, Planned)
    assert '"clerk_id" IN (SELECT "clerks"."reports_to"' in outcome.sql


def test_nobody_is_said_to_be_above_themselves(bakery: Known) -> None:
    assert not isinstance(plan("Who reports to whom?", bakery), Planned)


@pytest.mark.parametrize(
    "question", ["The 2 best selling cakes by quantity", "best selling cakes by quantity sold"]
)
def test_what_sells_best_is_added_up(question: str, bakery: Known) -> None:
    outcome = plan(question, bakery)
    assert isinstance(outcome, Planned)
    assert 'SUM("cake_sales"."quantity")' in outcome.sql


def test_several_kinds_are_several_rows(bakery: Known) -> None:
    outcome = plan("What are the most common flavours of cakes?", bakery)
    assert isinstance(outcome, Planned)
    assert "LIMIT 10" in outcome.sql


def test_a_shared_postal_code_joins_nothing(bakery: Known) -> None:
    assert not any(edge.right == "couriers" for edge in bakery.joins.edges("clerks"))


def test_no_name_is_below_a_number(bakery: Known) -> None:
    assert not isinstance(plan("flavours with less than 5 in total", bakery), Planned)


@pytest.mark.parametrize(
    "question",
    [
        "cakes all of whose cake sales had quantity 4",
        "cakes each of whose cake sales had quantity 4",
        "cakes whose every cake sale had quantity 4",
        "cakes that had all of their cake sales with quantity 4",
        "cakes with every cake sale of quantity 4",
        "cakes for whom all cake sales had quantity 4",
        "cakes that only had cake sales with quantity over 4",
    ],
)
def test_what_is_said_of_every_row_is_not_true_of_one_of_them(question: str, bakery: Known) -> None:
    outcome = plan(question, bakery)
    assert not isinstance(outcome, Planned) or "NOT EXISTS" in outcome.sql


@pytest.mark.parametrize(
    "question",
    [
        "cakes not all of whose cake sales had quantity 4",
        "cakes whose first cake sale had quantity 4",
        "cake sales with quantity over 1,5",
        "cake sales with quantity over 20,50",
    ],
)
def test_what_may_be_read_in_two_ways_is_asked(question: str, bakery: Known) -> None:
    assert not isinstance(plan(question, bakery), Planned)
