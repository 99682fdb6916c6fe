"""From one place to another: each place is looked for in the column, or by the key, of its part."""

from pathlib import Path

import pytest

from pipeline.rules.plan import Ask, Planned, plan
from pipeline.rules.schema.known import Known
from tests.pipeline.rules.conftest import a_file, a_known, rows_of

_TRAINS = """
CREATE TABLE train (train_id INTEGER PRIMARY KEY, name TEXT, origin TEXT, destination TEXT);
INSERT INTO train VALUES (1, 'Comet', 'Lyon', 'Nice'), (2, 'Dart', 'Nice', 'Lyon'),
  (3, 'Egret', 'Lyon', 'Metz'), (4, 'Falcon', 'Metz', 'Nice');
"""
_COURIERS = """
CREATE TABLE courier (
  courier_id INTEGER PRIMARY KEY, name TEXT, city TEXT, start_date TEXT, end_date TEXT
);
INSERT INTO courier VALUES (1, 'Ada', 'Oslo', '2020-01-01', '2021-01-01'),
  (2, 'Ben', 'Bergen', '2020-01-01', '2022-01-01');
"""


@pytest.fixture
def trains_file(tmp_path: Path) -> Path:
    return a_file(tmp_path, _TRAINS)


@pytest.fixture
def trains(trains_file: Path) -> Known:
    return a_known(trains_file)


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("which trains go from Lyon to Nice", ["Comet"]),
        ("which trains run from Nice to Lyon", ["Dart"]),
        ("trains to Nice", ["Comet", "Falcon"]),
        ("which trains arrive in Nice", ["Comet", "Falcon"]),
        ("trains leaving Lyon", ["Comet", "Egret"]),
        ("which trains depart from Lyon", ["Comet", "Egret"]),
        ("which trains go from Lyon to Nice or Metz", ["Comet", "Egret"]),
    ],
)
def test_a_place_is_looked_for_at_its_end(
    question: str, names: list[str], trains: Known, trains_file: Path
) -> None:
    planned = plan(question, trains)
    assert isinstance(planned, Planned), planned
    assert sorted(rows_of(trains_file, planned.sql)) == [(name,) for name in names]


def test_a_place_that_is_only_at_the_other_end_is_not_taken_from_there(trains: Known) -> None:
    assert not isinstance(plan("which trains go to Paris", trains), Planned)


@pytest.mark.parametrize(("picked", "names"), [("there", ["Comet"]), ("either", ["Comet", "Dart"])])
def test_between_two_places_it_is_asked_which_way_round(
    picked: str, names: list[str], trains: Known, trains_file: Path
) -> None:
    question = "which trains run between Lyon and Nice"
    asked = plan(question, trains)
    assert isinstance(asked, Ask)
    planned = plan(question, trains, choices={asked.id: picked})
    assert isinstance(planned, Planned), planned
    assert sorted(rows_of(trains_file, planned.sql)) == [(name,) for name in names]


def test_where_somebody_is_from_is_no_end_of_a_way(tmp_path: Path) -> None:
    path = a_file(tmp_path, _COURIERS)
    planned = plan("couriers from Oslo", a_known(path))
    assert isinstance(planned, Planned), planned
    assert rows_of(path, planned.sql) == [("Ada",)]
