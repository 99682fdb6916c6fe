"""Two chains of joins of one length: the words decide, or a person does."""

import pytest

from pipeline.rules.plan import Ask, Planned, plan
from pipeline.rules.schema.known import Known
from tests.pipeline.rules.conftest import a_file, a_known

_FAIR = """
CREATE TABLE guests (guest_id INTEGER PRIMARY KEY, full_name TEXT);
CREATE TABLE halls (hall_id INTEGER PRIMARY KEY, hall_name TEXT);
CREATE TABLE visits (
    visit_id INTEGER PRIMARY KEY, guest_id INTEGER REFERENCES guests (guest_id),
    hall_id INTEGER REFERENCES halls (hall_id)
);
CREATE TABLE bookings (
    booking_id INTEGER PRIMARY KEY, guest_id INTEGER REFERENCES guests (guest_id),
    hall_id INTEGER REFERENCES halls (hall_id)
);
INSERT INTO guests VALUES (1, 'Ana Ruiz'), (2, 'Bo Lind');
INSERT INTO halls VALUES (1, 'North Hall'), (2, 'South Hall');
INSERT INTO visits VALUES (1, 1, 1), (2, 2, 2), (3, 2, 1);
INSERT INTO bookings VALUES (1, 1, 2), (2, 2, 1), (3, 2, 2);
"""
ASKED = "How many guests of North Hall are there?"


@pytest.fixture(scope="module")
def fair(tmp_path_factory: pytest.TempPathFactory) -> Known:
    return a_known(a_file(tmp_path_factory.mktemp("fair"), _FAIR))


def test_where_the_words_do_not_say_the_way_it_is_asked_with_buttons(fair: Known) -> None:
    outcome = plan(ASKED, fair)
    assert isinstance(outcome, Ask)
    assert {option.label for option in outcome.options} == {"By bookings", "By visits"}
    assert not outcome.default


@pytest.mark.parametrize(("way", "other"), [("visits", "bookings"), ("bookings", "visits")])
def test_the_way_that_was_picked_is_taken(way: str, other: str, fair: Known) -> None:
    asked = plan(ASKED, fair)
    assert isinstance(asked, Ask)
    outcome = plan(ASKED, fair, choices={asked.id: way})
    assert isinstance(outcome, Planned)
    assert way in outcome.sql
    assert other not in outcome.sql


@pytest.mark.parametrize(
    ("question", "way", "other"),
    [
        ("Which guests visited North Hall?", "visits", "bookings"),
        ("Which guests never visited North Hall?", "visits", "bookings"),
        ("Which guests have bookings in North Hall?", "bookings", "visits"),
    ],
)
def test_a_word_for_the_rows_between_says_the_way(
    question: str, way: str, other: str, fair: Known
) -> None:
    outcome = plan(question, fair)
    assert isinstance(outcome, Planned), outcome
    assert way in outcome.sql
    assert other not in outcome.sql


_RALLY = """
CREATE TABLE skipper (skipper_id INTEGER PRIMARY KEY, full_name TEXT);
CREATE TABLE regatta (regatta_id INTEGER PRIMARY KEY, regatta_name TEXT);
CREATE TABLE skipper_ranking (
    skipper_ranking_id INTEGER PRIMARY KEY, skipper_id INTEGER REFERENCES skipper (skipper_id),
    regatta_id INTEGER REFERENCES regatta (regatta_id)
);
CREATE TABLE leg (
    skipper_id INTEGER REFERENCES skipper (skipper_id),
    regatta_id INTEGER REFERENCES regatta (regatta_id), leg INTEGER,
    PRIMARY KEY (skipper_id, regatta_id, leg)
);
CREATE TABLE entry (
    entry_id INTEGER PRIMARY KEY, skipper_id INTEGER REFERENCES skipper (skipper_id),
    regatta_id INTEGER REFERENCES regatta (regatta_id)
);
INSERT INTO skipper VALUES (1, 'Ana Ruiz');
INSERT INTO regatta VALUES (1, 'North Cup');
"""


@pytest.fixture(scope="module")
def rally(tmp_path_factory: pytest.TempPathFactory) -> Known:
    return a_known(a_file(tmp_path_factory.mktemp("rally"), _RALLY))


def test_the_name_of_one_end_does_not_speak_of_the_rows_between(rally: Known) -> None:
    outcome = plan("How many skippers took part in North Cup?", rally)
    assert isinstance(outcome, Ask)
    labels = [option.label for option in outcome.options]
    assert labels == ["By entry", "By skipper ranking", "By leg"]


def test_a_further_word_of_their_name_speaks_of_the_rows_between(rally: Known) -> None:
    outcome = plan("How many skippers have a ranking in North Cup?", rally)
    assert isinstance(outcome, Planned), outcome
    assert "skipper_ranking" in outcome.sql
