"""A word that names a column of lists is refused plainly: neither dropped nor taken for a value."""

from pathlib import Path

import pytest

from pipeline.rules.outcomes import Cannot, Planned
from tests.pipeline.hazards.test_hazards import known, outcome_of
from tests.pipeline.rules.conftest import a_file

SCRIPT = """
CREATE TABLE posts (id INTEGER PRIMARY KEY, title TEXT, views INTEGER, tags "TEXT[]");
INSERT INTO posts VALUES (1, 'a', 10, '{red,blue}'), (2, 'b', 20, '{red}'), (3, 'c', 30, NULL);
"""


@pytest.mark.parametrize(
    "question",
    ["How many posts are tagged red?", "How many posts have the tag red?", "Posts by tags",
     "How many posts per tag?", "Total views of posts tagged red", "How many posts have no tags?"],
)  # fmt: skip
def test_a_question_by_a_list_is_refused_with_the_reason(question: str, tmp_path: Path) -> None:
    outcome = outcome_of(question, known(a_file(tmp_path, SCRIPT)))
    assert isinstance(outcome, Cannot), outcome
    assert "tags of posts holds a list in each row" in outcome.reason


@pytest.mark.parametrize("question", ["How many posts are there?", "List the tags of posts"])
def test_other_questions_about_the_table_are_answered(question: str, tmp_path: Path) -> None:
    assert isinstance(outcome_of(question, known(a_file(tmp_path, SCRIPT))), Planned)
