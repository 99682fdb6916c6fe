"""Approved questions from a workspace's file: who said so, for which dates, and what is wrong."""

import datetime as dt
from pathlib import Path

import pytest

from knowledge.validated_file import ValidatedFileError, read_validated


def test_who_approved_is_said_once_for_all_or_for_one(tmp_path: Path) -> None:
    text = """
        approved_by: Rui
        queries:
        - {question: a, sql: SELECT 1}
        - {question: b, sql: SELECT 2, approved_by: Ada}
    """
    approved = read_validated(a_file(tmp_path, text))
    assert [each.approved_by for each in approved] == ["Rui", "Ada"]


def a_file(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "validated.yaml"
    path.write_text(text)
    return path


def test_dates_are_filled_in_for_the_times_of_the_question(tmp_path: Path) -> None:
    path = a_file(
        tmp_path,
        "queries:\n  - question: q\n    times: [last week, the week before]\n"
        "    sql: SELECT {start} {end} {start2} {end2}\n",
    )
    (query,) = read_validated(path)
    weeks = [
        (dt.date(2026, 1, 5), dt.date(2026, 1, 12)),
        (dt.date(2025, 12, 29), dt.date(2026, 1, 5)),
    ]
    assert query.dated(weeks) == "SELECT '2026-01-05' '2026-01-12' '2025-12-29' '2026-01-05'"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("queries: [", "is not YAML at line"),
        ("queries:\n  - question: q\n", "queries.0.sql"),
        (
            "queries:\n  - {question: q, sql: 'x > {start}'}\n",
            "more dates in its SQL than in times",
        ),
        ("queries:\n  - {question: q, sql: s, tmies: []}\n", "queries.0.tmies"),
    ],
)
def test_a_mistake_is_named_with_an_example(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(ValidatedFileError, match="Example of one query") as caught:
        read_validated(a_file(tmp_path, text))
    assert says in str(caught.value)


def test_a_missing_file_says_so(tmp_path: Path) -> None:
    with pytest.raises(ValidatedFileError, match="cannot be read"):
        read_validated(tmp_path / "none.yaml")
