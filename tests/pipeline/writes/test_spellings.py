"""A change goes by all ways of writing a value or by one that was chosen, on every engine."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from knowledge.adapters.introspection import read_catalog
from knowledge.adapters.value_index import read_values
from knowledge.glossary import Glossary
from pipeline.hazards import values_left_out
from pipeline.rules.schema.known import Known
from pipeline.sql import Policy
from pipeline.writes.building.proposing import Unclear, Wish, proposed
from pipeline.writes.values import Proposal
from tests.contracts.engines import ENGINES, made_in

TABLES = [
    "CREATE TABLE towns (id INTEGER PRIMARY KEY, name VARCHAR(20))",
    "CREATE TABLE guests (id INTEGER PRIMARY KEY, name VARCHAR(20), city VARCHAR(20),"
    " town_id INTEGER REFERENCES towns (id), stays INTEGER)",
    "INSERT INTO towns VALUES (1, 'Vigo'), (2, 'vigo'), (3, 'Lugo')",
    "INSERT INTO guests VALUES (1, 'Ana', 'Madrid', 1, 3), (2, 'Ben', 'madrid', 1, 2),"
    " (3, 'Cy', 'MADRID ', 1, 5), (4, 'Di', 'Oslo', 3, 1), (5, 'Ed', 'None', 3, 1)",
]
WISHES = {
    "delete the guests in Madrid": ("guests.city", {"Madrid", "madrid", "MADRID "}),
    "delete guests whose city is Madrid": ("guests.city", {"Madrid", "madrid", "MADRID "}),
    "set the stays of guests with city madrid to 9": (
        "guests.city", {"Madrid", "madrid", "MADRID "},
    ),
    "change the city of guests from Madrid to Oslo": (
        "guests.city", {"Madrid", "madrid", "MADRID "},
    ),
    "delete the guests of town Vigo": ("towns.name", {"Vigo", "vigo"}),
}  # fmt: skip


@pytest.mark.parametrize("engine", ENGINES)
def test_a_value_that_is_written_in_several_ways_is_asked_about_before_rows_change(
    engine: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    # Elsewhere a comparison of texts takes all of them by itself.
    typed = "VARCHAR(20) COLLATE utf8mb4_bin" if engine == "mysql" else "VARCHAR(20)"
    made = [line.replace("VARCHAR(20)", typed) for line in TABLES]
    known = _known(made_in(engine, made, tmp_path, request))
    for words, (column, ways) in WISHES.items():
        asked = _proposed(words, known)
        assert isinstance(asked, Unclear), (words, asked)
        (question,) = asked.questions
        assert question.id.startswith(f"write:ways:{column}:"), question
        assert all(f"“{way}”" in question.text for way in ways), question.text
        assert question.default == ""
        every = _proposed(words, known, {question.id: "all"})
        assert isinstance(every, Proposal), every
        assert all(f"'{way}'" in every.sql for way in ways), every.sql
        assert values_left_out(every.sql, known) == ()
        one = _proposed(words, known, {question.id: "exact:0"})
        assert isinstance(one, Proposal), one
        assert sum(f"'{way}'" in one.sql.partition("WHERE")[2] for way in ways) == 1
        assert values_left_out(one.sql, known)


def test_the_key_of_a_row_that_is_written_in_several_ways_is_asked_for(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    known = _known(made_in("sqlite", TABLES, tmp_path, request))
    asked = _proposed("set the town of guest Ana to Vigo", known)
    assert isinstance(asked, Unclear), asked
    assert [option.label for option in asked.questions[0].options] == ["Only “Vigo”", "Only “vigo”"]


@pytest.mark.parametrize(
    ("sql", "said"),
    [
        ("UPDATE guests SET city = 'Madrid' WHERE id = 2", ""),
        ("UPDATE guests SET stays = 1 WHERE city = 'Madrid'", "madrid"),
        ("DELETE FROM guests WHERE 'Madrid' = city", "madrid"),
        ("DELETE FROM guests WHERE city <> 'Madrid'", "madrid"),
        ("DELETE FROM guests WHERE city IS NULL", "None"),
        ("DELETE FROM guests WHERE city IS NULL OR city = 'None'", ""),
        ("DELETE FROM guests WHERE town_id IN (SELECT id FROM towns WHERE name = 'Vigo')", "vigo"),
        ("DELETE FROM guests AS g WHERE g.city = 'Madrid'", "madrid"),
    ],
)
def test_a_typed_change_that_leaves_a_way_of_writing_out_says_so_to_its_approvers(
    sql: str, said: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    known = _known(made_in("sqlite", TABLES, tmp_path, request))
    told = " ".join(values_left_out(sql, known))
    assert (f"“{said}”" in told) if said else told == ""


def _proposed(words: str, known: Known, choices: Mapping[str, str] | None = None) -> object:
    return proposed(Wish(words=words, choices=choices or {}), known, Policy())


def _known(url: str) -> Known:
    catalog = read_catalog(url, workspace="inn")
    return Known(catalog, Glossary(), read_values(url, catalog))
