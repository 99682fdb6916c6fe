"""A word or two turn a question into another one: in none of thousands is the answer trusted.

In `cases/*_pairs.txt`, `@` begins a database, `S` is an approved question with its SQL, and the
lines below it are questions to ask: `-` another one, `+` the same in other words, `=` the same with
another value, and the SQL that is then right.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from knowledge.adapters.onnx_embeddings import OnnxEmbedder
from knowledge.matching import (
    Match,
    Pair,
    QuestionStore,
    Tier,
    ValueIndex,
    match,
    schema_of_columns,
)

FILES = sorted((Path(__file__).parent / "cases").glob("*_pairs.txt"))
_EMBEDDER = OnnxEmbedder()


@dataclass
class Database:
    """One database of the file."""

    name: str
    columns: list[str] = field(default_factory=list)
    values: dict[str, list[str]] = field(default_factory=dict)
    pairs: list[Pair] = field(default_factory=list)
    asked: list[tuple[str, str, str]] = field(default_factory=list)

    def matches(self, kind: str) -> Iterator[tuple[str, str, Match]]:
        """Each question of a kind, the SQL that is right, and what the store has for it."""
        schema, values = schema_of_columns(self.columns), ValueIndex(self.values)
        store = QuestionStore(self.pairs, _EMBEDDER, schema=schema, values=values)
        for sign, question, sql in self.asked:
            if sign == kind:
                yield question, sql, match(store, question)


def databases() -> list[Database]:
    found: list[Database] = []
    for line in (each for file in FILES for each in file.read_text(encoding="utf-8").splitlines()):
        if line.startswith("@"):
            found.append(Database(line[1:]))
        elif line.startswith(("schema ", "values ")):
            _describe(found[-1], line)
        else:
            _ask(found[-1], line[0], *(part.strip() for part in line[1:].partition("||")[::2]))
    return found


def _describe(database: Database, line: str) -> None:
    for table, listed in re.findall(r"(\w+)\(([^)]*)\)", line):
        database.columns += [f"{table}.{name.strip()}" for name in listed.split(",")]
    for column, texts in re.findall(r"(\w+\.\w+)=([^;]*)", line):
        database.values[column] = texts.strip().split("|")


def _ask(database: Database, sign: str, question: str, sql: str) -> None:
    if sign == "S":
        database.pairs.append(Pair(question=question, sql=sql, dialect="mysql"))
    else:
        database.asked.append((sign, question, sql or database.pairs[-1].sql))


@pytest.fixture(params=databases(), ids=lambda database: database.name)
def database(request: pytest.FixtureRequest) -> Database:
    found: Database = request.param
    return found


@pytest.mark.corpus
@pytest.mark.slow
def test_another_question_is_never_answered_with_the_approved_sql(database: Database) -> None:
    approved = {pair.sql for pair in database.pairs}
    wrong = [
        (question, found.reason)
        for question, _, found in database.matches("-")
        if found.tier is Tier.TRUSTED and found.sql in approved
    ]
    assert wrong == []


@pytest.mark.corpus
def test_another_value_is_put_in_or_left_to_a_person(database: Database) -> None:
    for question, sql, found in database.matches("="):
        assert found.tier is not Tier.TRUSTED or found.sql == sql, question
