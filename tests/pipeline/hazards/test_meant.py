"""A reading that holds every word and may mean something else is asked about, or refused."""

from pathlib import Path

import pytest

from knowledge.glossary import Glossary, Metric
from pipeline.rules.outcomes import Ask, Cannot, Planned
from tests.pipeline.hazards.test_hazards import known, outcome_of
from tests.pipeline.rules.conftest import a_file, a_known

SCRIPT = """
CREATE TABLE sales (id INTEGER PRIMARY KEY, client TEXT, region TEXT, status TEXT, amount INTEGER);
INSERT INTO sales VALUES (1, 'Acme', 'North', 'paid', 50), (2, 'Beta', 'North', 'void', 40),
  (3, 'Acme', 'South', 'open', 45), (4, 'Core', 'South', 'paid', 30),
  (5, 'Core', 'North', 'paid', 30);
CREATE TABLE tasks (id INTEGER PRIMARY KEY, state TEXT, points INTEGER, opened_on DATE);
INSERT INTO tasks VALUES (1, 'done', 5, '2026-01-01'), (2, 'open', 7, '2026-01-02'),
  (3, 'waiting', 9, '2026-01-03');
CREATE TABLE words (id INTEGER PRIMARY KEY, word TEXT, count INTEGER);
INSERT INTO words VALUES (1, 'a', 6), (2, 'b', 7);
CREATE TABLE deals (id INTEGER PRIMARY KEY, title TEXT, fee TEXT);
INSERT INTO deals VALUES (1, 'A', '$1,200.50'), (2, 'B', '$900.00'), (3, 'C', '$10,000.00');
"""


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return a_file(tmp_path_factory.mktemp("meant"), SCRIPT)


ASKED = {
    "How many tasks are done?": "“done”",
    "How many done tasks are there?": "“done”",
    "total points of done tasks": "“done”",
    "How many sales were delivered?": "“delivered”",
    "How many delivered sales are there?": "“delivered”",
    "How many sales were delivered by region?": "“delivered”",
    "total amount including void sales": "as well",
    "top 3 clients by amount": "added up",
    "How many words are there?": "Which number is meant",
}


@pytest.mark.parametrize("question", ASKED)
def test_it_is_asked_what_is_meant(question: str, file: Path) -> None:
    outcome = outcome_of(question, known(file))
    assert isinstance(outcome, Ask), outcome
    assert ASKED[question] in outcome.prompt
    assert outcome.default == ""


CHOSEN = {
    ("total amount including void sales", "widened:sales.status", "as well"): (
        "SUM", "'void'", False),
    ("total amount including void sales", "widened:sales.status", "only"): ("SUM", "'void'", True),
    ("top 3 clients by amount", "ranked:sales.client", "totals"): ("SUM", "GROUP BY", True),
    ("top 3 clients by amount", "ranked:sales.client", "rows"): ("LIMIT", "GROUP BY", False),
    ("How many words are there?", "counted:words.count", "rows"): ("COUNT(*)", "SUM", False),
    ("How many words are there?", "counted:words.count", "sum"): ("SUM", "COUNT(*)", False),
    ("How many tasks are done?", "unused:done", "-"): ("COUNT(*)", "WHERE", False),
}  # fmt: skip


@pytest.mark.parametrize("choice", CHOSEN, ids=" ".join)
def test_what_a_person_chose_is_what_runs(choice: tuple[str, str, str], file: Path) -> None:
    question, point, option = choice
    outcome = outcome_of(question, known(file), {point: option})
    assert isinstance(outcome, Planned), outcome
    holds, other, there = CHOSEN[choice]
    assert holds in outcome.sql
    assert (other in outcome.sql) is there


@pytest.mark.parametrize(
    "question",
    ["regions where all sales are paid", "total points of the first tasks", "highest fee of deals",
     "deals by fee, smallest first"],
)  # fmt: skip
def test_what_cannot_be_said_is_refused_and_not_made_something_else(
    question: str, file: Path
) -> None:
    outcome = outcome_of(question, known(file))
    assert isinstance(outcome, Cannot | Ask), outcome


@pytest.mark.parametrize(
    "question",
    ["How many tasks are there?", "How many sales were made?", "total amount by region",
     "How many open tasks are there?", "total amount of paid sales", "number of sales per client",
     "list the title of deals", "How many tasks are waiting?", "total amount of all sales",
     "How many sales were made by region?"],
)  # fmt: skip
def test_plain_questions_are_answered_at_once(question: str, file: Path) -> None:
    outcome = outcome_of(question, known(file))
    assert isinstance(outcome, Planned), outcome


def test_rows_that_a_definition_leaves_out_count_as_well_once_somebody_says_so(file: Path) -> None:
    glossary = Glossary(
        metrics=(
            Metric(
                name="turnover",
                expression="sum(amount)",
                table="sales",
                filters=("status <> 'void'",),
            ),
        )
    )
    about = a_known(file, glossary)
    asked = outcome_of("turnover including void sales", about)
    assert isinstance(asked, Ask), asked
    chosen = outcome_of("turnover including void sales", about, {asked.id: "as well"})
    assert isinstance(chosen, Planned), chosen
    assert "WHERE" not in chosen.sql
    assert "void" in " ".join(chosen.assumptions)
