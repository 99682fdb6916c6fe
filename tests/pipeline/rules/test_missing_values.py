"""A value that is not in the data is said before anything runs."""

import sqlite3

import pytest

from knowledge.glossary import Glossary, TableNote
from pipeline.rules.asking.readings import spelled_out
from pipeline.rules.attempts import Asked, attempted
from pipeline.rules.plan import Ask, Planned, plan
from pipeline.rules.schema.known import Known
from pipeline.sight import seen_by
from pipeline.sql import Grants, TableGrant
from tests.pipeline.rules.conftest import a_known

NAMES = ("Blaufeld", "Grunwald", "Rotmann", "Weisskopf", "Schwarz", "Kramer", "Winkler", "Sommer",
         "Lindner", "Berger", "Huber", "Moser", "Steiner", "Pichler", "Egger", "Brunner", "Lang",
         "Koller", "Maurer", "Fuchs")  # fmt: skip
LASTS = ("Handel", "Logistik", "Bau", "Moden", "Druck", "Medien", "Optik", "Garten", "Technik",
         "Textil", "Papier", "Reisen", "Sport", "Metall", "Glas", "Holz", "Energie", "Chemie",
         "Foto", "Musik")  # fmt: skip


@pytest.mark.parametrize(
    "question",
    [
        "How many members with membership level Platinum?",
        "How many members by membership level unicorn?",
    ],
)
def test_a_value_that_no_row_has_is_said_with_those_there_are(
    question: str, library: Known
) -> None:
    card = plan(question, library)
    assert isinstance(card, Ask), card
    assert card.prompt.startswith("No membership level is called “")
    assert [option.label for option in card.options[:3]] == ["Gold", "Silver", "Bronze"]
    assert card.default == ""


def test_the_value_that_is_pressed_instead_is_the_one_counted(library: Known) -> None:
    question = "How many members with membership level Platinum?"
    card = plan(question, library)
    assert isinstance(card, Ask)
    answer = plan(question, library, choices={card.id: card.options[0].id})
    assert isinstance(answer, Planned), answer
    assert "'Gold'" in answer.sql


def test_a_misspelt_one_of_a_few_values_is_asked_as_it_is_written(library: Known) -> None:
    card = plan("How many members with membership level Silvr?", library)
    assert isinstance(card, Ask), card
    assert [option.label for option in card.options] == ["Silver"]


def test_a_deprecated_column_is_named_with_its_replacement_to_press(library: Known) -> None:
    note = TableNote(table="book", deprecated={"price": "pages"})
    known = Known(library.catalog, Glossary(tables=(note,)), library.values)
    card = plan("What is the average price of books?", known)
    assert isinstance(card, Ask), card
    assert card.prompt == "Price of book should no longer be used."
    assert card.options[0].label == "Use pages"
    answer = plan(
        "What is the average price of books?", known, choices={card.id: card.options[0].id}
    )
    assert isinstance(answer, Planned), answer
    assert "pages" in answer.sql
    assert "price" not in answer.sql


@pytest.fixture(scope="module")
def crowd(tmp_path_factory: pytest.TempPathFactory) -> Known:
    """A shop with 400 customers."""
    path = tmp_path_factory.mktemp("crowd") / "crowd.sqlite"
    con = sqlite3.connect(path)
    con.execute("CREATE TABLE customer (customer_id INTEGER PRIMARY KEY, company TEXT)")
    con.execute(
        "CREATE TABLE purchase (purchase_id INTEGER PRIMARY KEY, customer_id INTEGER "
        "REFERENCES customer (customer_id), total REAL)"
    )
    firms = [f"{first} {last}" for first in NAMES for last in LASTS]
    con.executemany("INSERT INTO customer (company) VALUES (?)", [(firm,) for firm in firms])
    con.execute("INSERT INTO purchase SELECT customer_id, customer_id, 10 FROM customer")
    con.commit()
    con.close()
    return a_known(path)


def test_of_many_values_the_nearest_are_offered_and_how_many_there_are(crowd: Known) -> None:
    question = "How many purchases for company Blaurock Handel?"
    card = plan(question, crowd)
    assert isinstance(card, Ask), card
    assert card.prompt == (
        "I know no company called “Blaurock Handel”; there are 400 of them, "
        "and the nearest are offered."
    )
    *nearest, as_written, leave = card.options
    assert len(nearest) == 5
    assert as_written.label == "Look for “Blaurock Handel” anyway"
    assert any(option.label.startswith("Blau") for option in nearest)
    assert leave.label == "Leave “Blaurock Handel” out"
    assert card.default == ""
    answer = plan(question, crowd, choices={card.id: nearest[0].id})
    assert isinstance(answer, Planned), answer
    assert f"'{nearest[0].label}'" in answer.sql


def test_where_nothing_is_written_like_it_that_is_said(crowd: Known) -> None:
    card = plan("How many purchases for company Qqq?", crowd)
    assert isinstance(card, Ask), card
    assert "400 of them, and none that I know is similar." in card.prompt
    assert [option.id for option in card.options] == ["customer.company=Qqq", "-"]
    answer = plan(
        "How many purchases for company Qqq?", crowd, choices={card.id: card.options[0].id}
    )
    assert isinstance(answer, Planned), answer
    assert "'Qqq'" in answer.sql


def test_nobody_is_shown_near_values_of_rows_that_they_may_not_see(crowd: Known) -> None:
    grant = TableGrant(table="customer", row_filter="customer_id = 1")
    seen = seen_by(crowd, Grants(tables=(grant, TableGrant(table="purchase"))))
    card = plan("How many purchases for company Blaurock Handel?", seen)
    text = repr(card)
    assert "Blaufeld" not in text
    assert "400" not in text


def test_a_name_of_several_words_is_left_out_in_every_reading_that_is_tried(crowd: Known) -> None:
    question = "How many purchases for company Qqq Zzz?"
    asked = Asked(question=question, about=crowd, times=(), choices={}, previous=None)
    outcome, _ = attempted(asked, spelled_out({"word:qqq zzz": "-"}))
    assert isinstance(outcome, Planned | Ask), outcome
