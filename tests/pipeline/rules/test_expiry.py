"""What expires does so on the date until which the data say that it is valid."""

import datetime as dt
from pathlib import Path

import pytest

from pipeline.dates import Calendar
from pipeline.rules.outcomes import Planned
from pipeline.rules.plan import plan
from pipeline.rules.schema.known import Known
from pipeline.times.listed import default_times
from tests.pipeline.rules.conftest import a_file, a_known, rows_of

TODAY = dt.date(2025, 6, 15)
SCRIPT = """
CREATE TABLE diver (
  diver_id INTEGER PRIMARY KEY, diver_name TEXT, joined_on DATE, cert_exp DATE);
CREATE TABLE tank (
  tank_id INTEGER PRIMARY KEY, diver_id INTEGER REFERENCES diver (diver_id), label TEXT,
  bought_on DATE, valid_until DATE);
INSERT INTO diver VALUES (1, 'Ada', '2025-07-01', '2026-01-01'), (2, 'Ben', '2020-01-01', '2025-07-10'),
  (3, 'Cas', '2020-01-01', '2025-12-15');
INSERT INTO tank VALUES (1, 1, 'T1', '2025-07-02', '2025-06-15'), (2, 2, 'T2', '2019-01-01', '2025-08-14'),
  (3, 3, 'T3', '2019-01-01', '2025-08-15');
"""  # noqa: E501 - rows of a table
CASES = (
    ("Which divers have a certificate that expires next month?", {("Ben",)}),
    ("divers whose membership runs out within the next 6 months", {("Ben",), ("Cas",)}),
    ("labels of tanks that expire within the next 60 days", {("T1",), ("T2",)}),
    ("labels of tanks expiring in August 2025", {("T2",), ("T3",)}),
    ("Show the label and the expiry date of tanks that were bought in July 2025",
     {("T1", "2025-06-15")}),
)  # fmt: skip


@pytest.fixture(scope="module")
def divers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return a_file(tmp_path_factory.mktemp("divers"), SCRIPT)


@pytest.fixture(scope="module")
def known(divers: Path) -> Known:
    return a_known(divers)


@pytest.mark.parametrize(("question", "expected"), CASES)
def test_what_expires_goes_by_the_date_until_which_it_is_valid(
    question: str, expected: set[tuple[str, ...]], divers: Path, known: Known
) -> None:
    planned = plan(question, known, times=default_times(question, TODAY, Calendar()))
    assert isinstance(planned, Planned), planned
    assert set(rows_of(divers, planned.sql)) == expected, planned.sql
