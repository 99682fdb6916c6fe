"""Conditions as people say them: the end of an address, parts of two names, flags that are off."""

from pathlib import Path

import pytest

from pipeline.rules.plan import Ask, Planned, plan
from tests.pipeline.rules.conftest import a_file, a_known, rows_of

_SCRIPT = """
CREATE TABLE guest (guest_id INTEGER PRIMARY KEY, name TEXT, email TEXT);
CREATE TABLE piano (piano_id INTEGER PRIMARY KEY, maker TEXT, model TEXT, is_tuned INTEGER);
CREATE TABLE stock_count (
  count_id INTEGER PRIMARY KEY, piano_id INTEGER REFERENCES piano (piano_id),
  counted_on DATE, is_in_stock INTEGER
);
INSERT INTO guest VALUES (1, 'Ada', 'ada@gmail.com'), (2, 'Ben', 'ben@uni.edu'),
  (3, 'Cid', 'cid@acme.com');
INSERT INTO piano VALUES (1, 'Yamaha', 'U1', 1), (2, 'Kawai', 'Nova', 0), (3, 'Kawai', 'K3', 1);
INSERT INTO stock_count VALUES (1, 1, '2025-01-01', 1), (2, 1, '2025-02-01', 0),
  (3, 2, '2025-01-01', 1), (4, 3, '2025-02-01', 0);
"""


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("guests with a .com email address", [("Ada",), ("Cid",)]),
        ("how many guests have a .com email", [(2,)]),
        ("guests who have a gmail.com email", [("Ada",)]),
        ("which guests use an acme.com address", [("Cid",)]),
        (
            "models of pianos that have 'Yama' in the maker or 'ov' in their model",
            [("Nova",), ("U1",)],
        ),
        (
            "models of pianos that have 'Yamaha' in the maker name or 'Nova' in the model name",
            [("Nova",), ("U1",)],
        ),
        ("how many pianos are not tuned", [(1,)]),
        ("how many pianos are no longer tuned", [(1,)]),
    ],
)
def test_a_condition_in_other_words_is_read(
    question: str, rows: list[tuple[object, ...]], tmp_path: Path
) -> None:
    path = a_file(tmp_path, _SCRIPT)
    planned = plan(question, a_known(path))
    assert isinstance(planned, Planned), planned
    assert sorted(rows_of(path, planned.sql)) == rows


def test_a_flag_that_is_counted_many_times_is_asked_when_it_is_off(tmp_path: Path) -> None:
    path = a_file(tmp_path, _SCRIPT)
    known = a_known(path)
    question = "models of pianos that are no longer in stock"
    asked = plan(question, known)
    assert isinstance(asked, Ask)
    planned = [plan(question, known, choices={asked.id: one.id}) for one in asked.options[:2]]
    rows = [sorted(rows_of(path, one.sql)) for one in planned if isinstance(one, Planned)]
    assert rows == [[("K3",)], [("K3",), ("U1",)]]
