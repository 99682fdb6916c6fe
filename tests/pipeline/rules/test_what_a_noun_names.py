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


_KEYED = """
CREATE TABLE garden_public_records (
  garden_id INTEGER PRIMARY KEY, gname TEXT, visitors INTEGER
);
CREATE TABLE shrub (
  shrub_id INTEGER PRIMARY KEY, sname TEXT, height REAL,
  garden_id INTEGER REFERENCES garden_public_records (garden_id)
);
INSERT INTO garden_public_records VALUES (1, 'Rosewood', 10), (2, 'Ferndale', 20);
INSERT INTO shrub VALUES (1, 'Ilex', 1.5, 1), (2, 'Salix', 2.5, 2);
"""


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        ("the names of all gardens", ("garden_public_records.gname",)),
        (
            "the shrub names and the names of their gardens",
            ("shrub.sname", "garden_public_records.gname"),
        ),
        ("which shrubs are higher than 2", ("shrub.sname",)),
    ],
)
def test_rows_go_by_the_noun_of_their_key_and_a_name_by_the_initial_of_its_table(
    question: str, shown: tuple[str, ...], tmp_path: Path
) -> None:
    planned = plan(question, a_known(a_file(tmp_path, _KEYED)))
    assert isinstance(planned, Planned), planned
    assert planned.intent.outputs == shown


_DUES = """
CREATE TABLE dues_payment (
  payment_id INTEGER PRIMARY KEY, dues_type TEXT, sum_paid REAL, paid_on DATE
);
INSERT INTO dues_payment VALUES (1, 'entry', 10, '2024-01-05'), (2, 'yearly', 5, '2024-01-05');
"""


@pytest.mark.parametrize("question", ["How many payments are there?", "Number of yearly payments"])
def test_rows_are_counted_before_the_days_on_which_they_were_paid(
    question: str, tmp_path: Path
) -> None:
    planned = plan(question, a_known(a_file(tmp_path, _DUES)))
    assert isinstance(planned, Planned), planned
    assert "COUNT(*)" in planned.sql
