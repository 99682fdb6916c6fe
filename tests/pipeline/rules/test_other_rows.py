"""A name of the same rows: those who report to it where a verb says so, asked where none does."""

import pytest

from pipeline.rules.plan import Planned, plan
from pipeline.rules.schema.known import Known
from tests.pipeline.rules.conftest import a_file, a_known

SCHEMA = """
CREATE TABLE crew (crew_id INTEGER PRIMARY KEY, crew_name TEXT, wage REAL,
    boss_id INTEGER REFERENCES crew (crew_id));
INSERT INTO crew VALUES (1, 'Ada', 100, NULL), (2, 'Ben', 50, 1), (3, 'Cid', 40, 1);
"""


@pytest.fixture(scope="module")
def crew(tmp_path_factory: pytest.TempPathFactory) -> Known:
    return a_known(a_file(tmp_path_factory.mktemp("crew"), SCHEMA))


@pytest.mark.parametrize(
    "question", ["Which crew report to Ada?", "Which crew are managed by Ada?"]
)
def test_who_is_led_is_found_by_the_key(question: str, crew: Known) -> None:
    outcome = plan(question, crew)
    assert isinstance(outcome, Planned)
    assert '"boss_id" IN' in outcome.sql


def test_what_was_paid_to_somebody_is_not_what_others_were_paid(crew: Known) -> None:
    assert not isinstance(plan("How much wage was paid to Ada?", crew), Planned)
