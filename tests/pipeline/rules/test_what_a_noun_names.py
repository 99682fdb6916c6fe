"""What a noun names where half of a name, or one of like meaning, stands in the data."""

from pathlib import Path

import pytest

from pipeline.rules.plan import Planned, plan
from tests.pipeline.rules.conftest import a_file, a_known

_SCRIPT = """
CREATE TABLE fault_type (type_id INTEGER PRIMARY KEY, type_name TEXT, category TEXT);
CREATE TABLE fault (
  fault_id INTEGER PRIMARY KEY, type_id INTEGER REFERENCES fault_type (type_id), cost REAL
);
INSERT INTO fault_type VALUES (1, 'Leak', 'Water'), (2, 'Flood', 'Water'), (3, 'Short', 'Power');
INSERT INTO fault VALUES (1, 1, 10), (2, 2, 5), (3, 3, 7);
"""


@pytest.mark.parametrize(
    ("question", "column"),
    [
        ("total cost by fault category", "fault_type.category"),
        ("total cost by fault type", "fault_type.type_name"),
    ],
)
def test_a_column_that_is_named_comes_before_a_table_of_like_meaning(
    question: str, column: str, tmp_path: Path
) -> None:
    planned = plan(question, a_known(a_file(tmp_path, _SCRIPT)))
    assert isinstance(planned, Planned), planned
    assert column in planned.intent.outputs


def test_the_ratio_of_two_kinds_is_of_the_rows_that_go_by_half_a_name(tmp_path: Path) -> None:
    script = """
    CREATE TABLE flight_records (flight_id INTEGER PRIMARY KEY, flight_type TEXT, fare REAL);
    INSERT INTO flight_records VALUES (1, 'charter', 10), (2, 'scheduled', 5), (3, 'scheduled', 7);
    """
    question = "What is the ratio of charter to scheduled flights?"
    planned = plan(question, a_known(a_file(tmp_path, script)))
    assert isinstance(planned, Planned), planned
    assert [measure.function for measure in planned.intent.measures] == ["ratio"]
