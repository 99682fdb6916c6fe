"""What a reading must not take from the rows of today, and verbs that say which rows are meant."""

import pytest

from pipeline.rules.plan import Ask, Planned, plan
from pipeline.rules.schema.known import Known
from tests.pipeline.rules.conftest import a_file, a_known

# Each member paid once and each coach has one class: that is so today, and no key says it.
_CLUB = """
CREATE TABLE coaches (
    coach_id INTEGER PRIMARY KEY, full_name TEXT, hall_id INTEGER REFERENCES halls (hall_id),
    left_on DATE
);
CREATE TABLE classes (
    class_id INTEGER PRIMARY KEY, title TEXT, coach_id INTEGER REFERENCES coaches (coach_id)
);
CREATE TABLE halls (hall_id INTEGER PRIMARY KEY, hall_name TEXT);
CREATE TABLE members (member_id INTEGER PRIMARY KEY, full_name TEXT);
CREATE TABLE fees (
    fee_id INTEGER PRIMARY KEY, member_id INTEGER REFERENCES members (member_id), method TEXT,
    state TEXT
);
CREATE TABLE orders (
    order_id INTEGER PRIMARY KEY, member_id INTEGER REFERENCES members (member_id),
    ordered_at DATE, hall_id INTEGER REFERENCES halls (hall_id), status TEXT
);
INSERT INTO halls VALUES (1, 'North Hall'), (2, 'South Hall');
INSERT INTO coaches VALUES (1, 'Kim Oh', 1, NULL), (2, 'Lee Po', 2, '2024-01-01');
INSERT INTO classes VALUES (1, 'Judo', 1), (2, 'Yoga', 2);
INSERT INTO members VALUES (1, 'Ana Ruiz'), (2, 'Bo Lind');
INSERT INTO fees VALUES (1, 1, 'card', 'open'), (2, 2, 'cash', 'settled');
INSERT INTO orders VALUES (1, 1, '2025-01-01', 1, 'shipped'), (2, 2, '2025-02-01', 2, 'cancelled');
"""


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Known:
    return a_known(a_file(tmp_path_factory.mktemp("club"), _CLUB))


def sql_of(question: str, about: Known) -> str:
    outcome = plan(question, about)
    assert isinstance(outcome, Planned), outcome
    return outcome.sql


@pytest.mark.parametrize(
    "question",
    [
        "Which coaches do not teach Judo?",
        "Which members did not use North Hall?",
        "How many members did not pay with card?",
    ],
)
def test_who_did_not_includes_those_who_have_no_row_at_all(question: str, club: Known) -> None:
    sql = sql_of(question, club)
    assert "NOT EXISTS" in sql
    assert "<>" not in sql


@pytest.mark.parametrize(
    ("question", "condition"),
    [
        ("How many coaches have left?", 'WHERE NOT "coaches"."left_on" IS NULL'),
        ("coaches who left", 'WHERE NOT "coaches"."left_on" IS NULL'),
        ("Which hall has the most coaches who left?", 'WHERE NOT "coaches"."left_on" IS NULL'),
        ("Which coaches have not left?", 'WHERE "coaches"."left_on" IS NULL'),
    ],
)
def test_who_left_is_told_by_the_date(question: str, condition: str, club: Known) -> None:
    assert condition in sql_of(question, club)


@pytest.mark.parametrize(
    "question",
    [
        "Which coaches are left?",
        "Which coaches left and which still work?",
        "number of orders from North Hall or cancelled",
    ],
)
def test_no_word_that_says_which_rows_are_meant_is_dropped(question: str, club: Known) -> None:
    assert not isinstance(plan(question, club), Planned)


@pytest.mark.parametrize("verb", ["ordered", "order"])
def test_who_did_most_often_is_grouped_or_asked(verb: str, club: Known) -> None:
    outcome = plan(f"Which member {verb} most often?", club)
    assert isinstance(outcome, Ask)
    assert any("number of orders" in option.label for option in outcome.options)
