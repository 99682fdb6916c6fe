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
def test_a_place_that_is_like_no_other_is_named_and_none_is_offered_for_it(
    question: str, shop: Known
) -> None:
    card = plan(question, shop)
    assert isinstance(card, Ask)
    assert card.prompt.startswith("I know no city or country name called “Narnia”")
    assert [each.id for each in card.options] == ["-"]
    assert card.default == ""


def test_a_place_in_nearly_the_same_letters_is_offered(shop: Known) -> None:
    card = plan("clients in Autria", shop)
    assert isinstance(card, Ask)
    assert any("Austria" in each.id for each in card.options)


def test_a_place_that_is_picked_is_what_is_asked_for(shop: Known) -> None:
    answer = plan("clients in Narnia", shop, choices={"word:narnia": "client.city=Valencia"})
    assert isinstance(answer, Planned)
    assert "\"city\" = 'Valencia'" in answer.sql


def test_a_word_that_stands_behind_no_place_word_names_people(shop: Known) -> None:
    card = plan("clients named Narnia", shop)
    assert not (isinstance(card, Ask) and "city" in card.prompt)


@pytest.mark.parametrize(
    "question",
    [
        "How many clients are from France?",
        "clients in France",
        "how many clients are from france",
        "sales from France",
    ],
)
def test_a_country_that_no_row_has_is_named_and_never_offered_as_a_name(
    question: str, shop: Known
) -> None:
    card = plan(question, shop)
    assert isinstance(card, Ask), card
    assert "called “France”" in card.prompt
    assert [each.id for each in card.options] == ["-"]
    assert card.default == "", "nothing may be taken that nobody chose"


def test_a_place_of_other_rows_than_those_named_is_asked(staffed: Known) -> None:
    card = plan("agents from Vienna", staffed)
    assert isinstance(card, Ask), card
    assert card.prompt == "“Vienna” is no city of agent; it is city of client."
    assert [each.id for each in card.options] == ["agent.city=Vienna", "client.city=Vienna", "-"]


def test_a_date_of_the_agent_is_none_of_their_clients(staffed: Known) -> None:
    outcome = plan("clients in 2023", staffed)
    assert not (isinstance(outcome, Planned) and "hired_on" in outcome.sql)


@pytest.fixture(scope="module")
def staffed(tmp_path_factory: pytest.TempPathFactory) -> Known:
    """A shop whose agents live in a city of their own."""
    path: Path = tmp_path_factory.mktemp("staffed") / "shop.sqlite"
    con = sqlite3.connect(path)
    con.executescript(
        "CREATE TABLE agent (agent_id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT, "
        "city TEXT, hired_on DATE);"
        "CREATE TABLE client (client_id INTEGER PRIMARY KEY, client_name TEXT, city TEXT, "
        "agent_id INTEGER REFERENCES agent);"
        "INSERT INTO agent VALUES (1,'Ida','Moss','Graz','2023-01-01'),"
        "(2,'Jon','Reed','Linz','2024-01-01');"
        "INSERT INTO client VALUES (1,'Acme','Vienna',1),(2,'Zorg','Graz',2);"
    )
    con.close()
    return a_known(path)
