"""Who is the slowest is told by the days between two dates, once somebody said by which."""

import pytest

from pipeline.rules.asking.slowness import TOOK
from pipeline.rules.outcomes import Ask, Cannot, Planned
from pipeline.rules.plan import plan
from pipeline.rules.schema.known import Known
from tests.pipeline.rules.conftest import a_file, a_known

SCRIPT = """
CREATE TABLE parcel (
  parcel_id INTEGER PRIMARY KEY, carrier TEXT NOT NULL,
  shipped_on DATE NOT NULL, delivered_on DATE, created_on DATE);
INSERT INTO parcel VALUES (1, 'Fleet', '2026-01-01', '2026-01-03', NULL),
  (2, 'Crawl', '2026-01-01', '2026-01-09', NULL);
"""


@pytest.fixture(scope="module")
def post(tmp_path_factory: pytest.TempPathFactory) -> Known:
    return a_known(a_file(tmp_path_factory.mktemp("post"), SCRIPT))


def test_the_days_between_two_dates_are_offered_and_not_taken(post: Known) -> None:
    asked = plan("Which carrier is the slowest?", post)
    assert isinstance(asked, Ask)
    assert asked.default == ""
    assert asked.options[0].label == "Average days from shipped on to delivered on"


def test_the_chosen_dates_are_read(post: Known) -> None:
    choices = {TOOK: "shipped_on|delivered_on"}
    read = plan("Which carrier is the slowest?", post, choices=choices)
    assert isinstance(read, Planned)
    assert read.sql.rstrip().endswith("DESC")


def test_none_of_them_is_no_answer(post: Known) -> None:
    none = plan("Which carrier is the slowest?", post, choices={TOOK: "none"})
    assert isinstance(none, Cannot)
