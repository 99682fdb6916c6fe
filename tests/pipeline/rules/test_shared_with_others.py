"""What rows share with others: `the same band as Ada`, whichever way the rows are named."""

from pathlib import Path

import pytest

from pipeline.rules.plan import Ask, Planned, plan
from tests.pipeline.rules.conftest import a_file, a_known, rows_of

_SCRIPT = """
CREATE TABLE band (band_id INTEGER PRIMARY KEY, name TEXT, genre TEXT);
CREATE TABLE musician (
  musician_id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT, town TEXT
);
CREATE TABLE band_member (
  band_id INTEGER REFERENCES band (band_id),
  musician_id INTEGER REFERENCES musician (musician_id), PRIMARY KEY (band_id, musician_id)
);
INSERT INTO band VALUES (1, 'Nordlys', 'Folk'), (2, 'Rasp', 'Punk'), (3, 'Tinder', 'Folk');
INSERT INTO musician VALUES (11, 'Ada', 'Holm', 'Bergen'), (12, 'Ove', 'Holm', 'Oslo'),
  (13, 'Kari', 'Lund', 'Oslo'), (14, 'Ada', 'Lund', 'Voss');
INSERT INTO band_member VALUES (1, 11), (1, 13), (2, 11), (2, 12), (3, 14);
"""


def _rows(question: str, folder: Path, picked: str) -> list[tuple[object, ...]]:
    path = a_file(folder, _SCRIPT)
    known = a_known(path)
    asked = plan(question, known)
    planned = asked
    if isinstance(asked, Ask):
        option = next(one.id for one in asked.options if one.id == picked)
        planned = plan(question, known, choices={asked.id: option})
    assert isinstance(planned, Planned), planned
    return sorted(rows_of(path, planned.sql))


@pytest.mark.parametrize(
    ("question", "others"),
    [
        ("which musicians are in the same band as Ada Holm", [("Kari", "Lund"), ("Ove", "Holm")]),
        ("musicians who play in the same band as Kari Lund", [("Ada", "Holm")]),
        ("which musicians live in the same town as Ove Holm", [("Kari", "Lund")]),
        ("which musicians live in the same town as the musician with id 12", [("Kari", "Lund")]),
        ("which musicians share the town of Ove Holm", [("Kari", "Lund")]),
    ],
)
def test_whether_the_one_who_is_named_counts_is_asked(
    question: str, others: list[tuple[object, ...]], tmp_path: Path
) -> None:
    assert _rows(question, tmp_path, "without") == others


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("which other bands have the same genre as Nordlys", [("Tinder",)]),
        ("which bands have the same genre as Nordlys, excluding Nordlys", [("Tinder",)]),
        ("which other bands share the genre of Nordlys", [("Tinder",)]),
    ],
)
def test_who_says_other_or_excluding_means_only_the_others(
    question: str, rows: list[tuple[object, ...]], tmp_path: Path
) -> None:
    assert _rows(question, tmp_path, "") == rows
