"""A place that the data do not hold is asked for among places, and never as a first name."""

import sqlite3
from pathlib import Path

import pytest

from pipeline.rules.plan import Ask, Planned, plan
from pipeline.rules.schema.known import Known
from tests.pipeline.rules.conftest import a_known

SCHEMA = """
CREATE TABLE country (country_code TEXT PRIMARY KEY, country_name TEXT);
CREATE TABLE client (client_id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT, city TEXT,
                     country_code TEXT REFERENCES country, joined_on DATE);
CREATE TABLE sale (sale_id INTEGER PRIMARY KEY, client_id INTEGER REFERENCES client, fee REAL);
INSERT INTO country VALUES ('AT','Austria'),('ES','Spain');
INSERT INTO client VALUES (1,'Ada','Lovelace','Valencia','ES','2026-01-05'),
                          (2,'Ben','Marsh','Vienna','AT','2026-02-05');
INSERT INTO sale VALUES (1,1,10),(2,2,20),(3,1,5);
"""


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Known:
    path: Path = tmp_path_factory.mktemp("places") / "shop.sqlite"
    con = sqlite3.connect(path)
    con.executescript(SCHEMA)
    con.close()
    return a_known(path)


@pytest.mark.parametrize("question", ["clients in Narnia", "total fee of sales from Narnia"])
def test_the_nearest_places_are_offered(question: str, shop: Known) -> None:
    card = plan(question, shop)
    assert isinstance(card, Ask)
    assert card.prompt.startswith("I know no city or country name called “Narnia”")
    assert not [each.id for each in card.options if "name=Narnia" in each.id]
    assert card.default == ""


def test_a_place_that_is_picked_is_what_is_asked_for(shop: Known) -> None:
    answer = plan("clients in Narnia", shop, choices={"word:narnia": "client.city=Valencia"})
    assert isinstance(answer, Planned)
    assert "\"city\" = 'Valencia'" in answer.sql


def test_a_word_that_stands_behind_no_place_word_names_people(shop: Known) -> None:
    card = plan("clients named Narnia", shop)
    assert not (isinstance(card, Ask) and "city" in card.prompt)
