"""Place words of a question: read by the built-in map, asked where they stand for several."""

import sqlite3
from pathlib import Path

import pytest

from knowledge.adapters.introspection import read_catalog
from knowledge.adapters.value_index import read_values
from knowledge.glossary import Glossary, Region
from pipeline.places.geography import placed, regional_table
from pipeline.rules.outcomes import Planned
from pipeline.rules.plan import plan
from pipeline.rules.schema.known import Known

SCHEMA = """
CREATE TABLE client (client_id INTEGER PRIMARY KEY, name TEXT, state TEXT, country TEXT);
INSERT INTO client VALUES
  (1, 'Ana', 'Georgia', 'United States'), (2, 'Bo', NULL, 'Georgia'), (3, 'Cy', NULL, 'Canada'),
  (4, 'Di', 'Texas', 'United States'), (5, 'Jordan', NULL, 'Germany');
"""


def known_of(folder: Path, *regions: Region) -> Known:
    path = folder / "clients.sqlite"
    with sqlite3.connect(path) as connection:
        connection.executescript(SCHEMA)
    url = f"sqlite:///{path}"
    catalog = read_catalog(url, workspace="clients")
    return Known(catalog, Glossary(regions=regions), read_values(url, catalog))


@pytest.fixture
def known(tmp_path: Path) -> Known:
    return known_of(tmp_path)


def sql_of(question: str, known: Known, choices: dict[str, str] | None = None) -> str:
    about, asked = placed(question, known, choices or {})
    assert asked is None
    planned = plan(question, about, choices=choices or {})
    assert isinstance(planned, Planned), planned
    return planned.sql


def test_georgia_is_asked_where_it_is_a_country_and_a_state(known: Known) -> None:
    _, asked = placed("how many clients in Georgia?", known, {})
    assert asked is not None
    assert asked.kind == "geography"
    assert [option.label for option in asked.options] == [
        "Georgia, the country",
        "Georgia, the US state",
    ]


def test_the_chosen_georgia_is_the_one_that_is_filtered(known: Known) -> None:
    question = "how many clients in Georgia?"
    _, asked = placed(question, known, {})
    assert asked is not None
    country, state = (sql_of(question, known, {asked.id: o.id}) for o in asked.options)
    assert "\"country\" = 'Georgia'" in country
    assert "\"state\" = 'Georgia'" in state


@pytest.mark.parametrize(
    ("question", "filtered"),
    [
        ("how many clients in Deutschland?", "= 'Germany'"),
        ("how many German clients?", "= 'Germany'"),
        ("how many clients in the USA?", "= 'United States'"),
        ("how many clients in North America?", "IN ('Canada', 'United States')"),
    ],
)
def test_other_names_are_read_as_what_is_stored(known: Known, question: str, filtered: str) -> None:
    assert filtered in sql_of(question, known)


@pytest.mark.parametrize(
    "question",
    [
        "clients called Jordan",
        "how many clients does Georgia Smith have?",
        "orders of customer Chad",
    ],
)
def test_names_of_people_are_no_places(known: Known, question: str) -> None:
    assert placed(question, known, {})[1] is None


def test_the_workspaces_own_map_comes_first(tmp_path: Path) -> None:
    own = Region(
        name="America", column="client.country", values=("United States", "Canada", "Georgia")
    )
    known = known_of(tmp_path, own)
    assert placed("how many clients in America?", known, {}) == (known, None)


def test_a_name_that_stands_twice_in_the_map_is_asked(tmp_path: Path) -> None:
    north = Region(name="North", column="client.country", values=("Canada",))
    other = Region(name="Cold", synonyms=("North",), column="client.state", values=("Texas",))
    _, asked = placed("how many clients in North America?", known_of(tmp_path, north, other), {})
    assert asked is None or asked.kind == "geography"


def test_a_place_that_nobody_stored_changes_nothing(known: Known) -> None:
    assert placed("how many clients in Japan?", known, {}) == (known, None)


@pytest.mark.parametrize(
    ("question", "table"),
    [
        ("targets in EMEA", "targets_emea"),
        ("targets of Europe", "targets_emea"),
        ("targets", ""),
        ("targets in EMEA and AMER", ""),
    ],
)
def test_a_region_leads_to_the_table_that_is_kept_for_it(
    known: Known, question: str, table: str
) -> None:
    regions = (
        Region(name="EMEA", synonyms=("Europe",), table="targets_emea"),
        Region(name="AMER", table="targets_amer"),
    )
    mapped = Known(known.catalog, Glossary(regions=regions), known.values)
    assert regional_table(question, mapped, ["targets_emea", "targets_amer"]) == table
