"""A row is moved to another row by its name: the key that leads there is set."""

import sqlite3

import pytest

from knowledge.adapters.introspection import read_catalog
from knowledge.adapters.value_index import read_values
from knowledge.glossary import Glossary, Term
from pipeline.rules.schema.known import Known
from pipeline.sql import Policy
from pipeline.writes.building.proposing import Unclear, Wish, proposed
from pipeline.writes.explaining.mismatching import mismatch
from pipeline.writes.values import Impossible, Proposal

_SCHEMA = """
CREATE TABLE rooms (room_id INTEGER PRIMARY KEY, room_name TEXT NOT NULL UNIQUE);
CREATE TABLE items (item_id INTEGER PRIMARY KEY, item_name TEXT NOT NULL, condition TEXT,
    room_id INTEGER NOT NULL REFERENCES rooms (room_id));
CREATE TABLE people (person_id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE trips (trip_id INTEGER PRIMARY KEY, title TEXT NOT NULL,
    driver_id INTEGER REFERENCES people (person_id),
    guest_id INTEGER REFERENCES people (person_id));
INSERT INTO rooms VALUES (1, 'Kitchen'), (2, 'Cellar'), (3, 'Living room');
INSERT INTO items VALUES (1, 'Miele Fridge 1', 'good', 2), (2, 'Lamp', 'worn', 1),
    (3, 'Miele Oven', 'good', 1);
INSERT INTO people VALUES (1, 'Ana'), (2, 'Bo');
INSERT INTO trips VALUES (1, 'Lisbon', 1, 2);
"""
_KITCHEN = "(SELECT room_id FROM rooms WHERE room_name = 'Kitchen')"
_CELLAR = _KITCHEN.replace("Kitchen", "Cellar")
_FRIDGE = f"UPDATE items SET room_id = {_KITCHEN} WHERE item_name = 'Miele Fridge 1'"


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> Known:
    path = tmp_path_factory.mktemp("moving") / "home.sqlite"
    with sqlite3.connect(path) as connection:
        connection.executescript(_SCHEMA)
    connection.close()
    url = f"sqlite:///{path}"
    catalog = read_catalog(url, workspace="home")
    return Known(catalog, Glossary(), read_values(url, catalog))


def wished(known: Known, words: str, **choices: str) -> Proposal | Unclear | Impossible | None:
    chosen = {key.replace("__", ":"): value for key, value in choices.items()}
    return proposed(Wish(words=words, choices=chosen), known, Policy())


@pytest.mark.parametrize(
    ("words", "sql"),
    [
        ("move the Miele Fridge 1 to the Kitchen", _FRIDGE),
        ("Please put the Miele Fridge 1 in the Kitchen.", _FRIDGE),
        ("assign Miele Fridge 1 to the Kitchen", _FRIDGE),
        ("transfer the Miele Fridge 1 to room Kitchen", _FRIDGE),
        ("can you relocate the Miele Fridge 1 to the kitchen?", _FRIDGE),
        ("change Miele Fridge 1's room to Kitchen", _FRIDGE),
        ("move item 2 to room 3", "UPDATE items SET room_id = 3 WHERE item_id = 2"),
        (
            "move the Miele Fridge 1 from the Cellar to the Kitchen",
            f"{_FRIDGE} AND room_id = {_CELLAR}",
        ),
    ],
)
def test_the_key_of_the_row_is_set_to_that_of_the_other(known: Known, words: str, sql: str) -> None:
    found = wished(known, words)
    assert isinstance(found, Proposal), found
    assert found.sql == sql
    assert mismatch(found.explanation, found.sql, found.dialect) == ""


def test_what_the_glossary_calls_the_name_of_a_room_is_still_the_room_of_an_item(
    known: Known,
) -> None:
    term = Term(name="room", means="rooms.room_name")
    about = Known(known.catalog, Glossary(terms=(term,)), known.values)
    found = wished(about, "change Miele Fridge 1's room to Kitchen")
    assert isinstance(found, Proposal), found
    assert found.sql == _FRIDGE


def test_of_several_keys_one_is_chosen_by_a_button(known: Known) -> None:
    words = "assign Lisbon to Bo"
    asked = wished(known, words)
    assert isinstance(asked, Unclear), asked
    options = [option.id for option in asked.questions[0].options]
    assert options == ["trips.driver_id", "trips.guest_id"]
    found = wished(known, words, write__move__bo="trips.guest_id")
    assert isinstance(found, Proposal)
    assert "SET guest_id = (SELECT person_id FROM people WHERE name = 'Bo')" in found.sql


def test_a_row_that_is_not_there_is_told_with_what_was_understood(known: Known) -> None:
    found = wished(known, "move the Miele Frigde to the Cellar")
    assert isinstance(found, Impossible), found
    assert "to belong to “Cellar” of rooms" in found.reason
    assert "no row of items that “Miele Frigde” means" in found.reason
    assert "“Miele Fridge 1”" in found.next_step


def test_a_place_that_is_not_there_is_told_with_the_nearest(known: Known) -> None:
    found = wished(known, "move the Lamp to the Kitchenette")
    assert isinstance(found, Impossible), found
    assert "no row of rooms called “Kitchenette”" in found.reason
    assert "“Kitchen”" in found.next_step


@pytest.mark.parametrize("words", ["put revenue by month into a chart", "move on to costs"])
def test_words_about_nothing_here_are_no_wish(known: Known, words: str) -> None:
    assert wished(known, words) is None


def test_a_state_is_still_marked(known: Known) -> None:
    found = wished(known, "move item 2 to good")
    assert isinstance(found, Proposal), found
    assert "SET condition = 'good'" in found.sql
