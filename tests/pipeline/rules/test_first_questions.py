"""Questions that people asked first, and what must not be made of them."""

import datetime as dt
import sqlite3
from pathlib import Path

import pytest

from demo.home import write_home
from knowledge.adapters.introspection import read_catalog
from knowledge.adapters.value_index import read_values
from knowledge.glossary import Glossary, Metric, Term
from knowledge.glossary_file import read_glossary
from pipeline.checkpoint import Option
from pipeline.dates import Calendar
from pipeline.intent import Intent, Measure
from pipeline.rules.asking.ask import told_apart, turns_round
from pipeline.rules.asking.readings import NONE
from pipeline.rules.asking.sibling_metrics import with_whole_name
from pipeline.rules.plan import Ask, Cannot, Planned, plan
from pipeline.rules.schema.known import Known
from pipeline.rules.tagging.translating import LANGUAGE
from pipeline.times.listed import default_times

WORDS = Path(__file__).parents[3] / "demo" / "workspaces" / "home" / "glossary.yaml"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Known:
    path = tmp_path_factory.mktemp("home") / "home.sqlite"
    write_home(path, dt.date(2026, 11, 3))
    url = f"sqlite:///{path}"
    catalog = read_catalog(url, workspace="home")
    return Known(catalog, read_glossary(WORDS), read_values(url, catalog))


def planned(question: str, about: Known) -> Planned:
    outcome = plan(question, about)
    assert isinstance(outcome, Planned), outcome
    return outcome


def test_things_bought_each_year_are_counted_by_the_date_of_the_purchase(home: Known) -> None:
    (year,) = planned("How many things did we buy in each year?", home).intent.dimensions
    assert year.column == "purchases.purchased_on"


def test_a_date_that_no_row_that_counts_has_groups_nothing(home: Known) -> None:
    outcome = plan("How many items per year?", home)
    assert not isinstance(outcome, Planned)


def test_the_share_that_was_returned_is_of_those_with_such_a_date(home: Known) -> None:
    sql = planned("What percentage of loans were returned?", home).sql
    assert 'NOT "loans"."returned_on" IS NULL' in sql


def test_a_rate_is_never_left_out(home: Known) -> None:
    outcome = plan("Which brands have the highest return rate?", home)
    told = [option.detail for option in outcome.options] if isinstance(outcome, Ask) else []
    assert turns_round("rate")
    assert not any("without “rate”" in each for each in told)


def test_no_two_options_of_a_card_are_called_the_same() -> None:
    options = (
        Option(id="a.x", label="price"), Option(id="b.x", label="price"),
        Option(id="c", label="cost", detail="of all"),
    )  # fmt: skip
    labels = [option.label for option in told_apart(options)]
    assert labels == ["price (a.x)", "price (b.x)", "cost"]


def test_what_is_alike_to_the_last_word_is_offered_once() -> None:
    same = Option(id="a", label="Names", detail="once")
    assert told_apart((same, Option(id="b", label="Names", detail="once"))) == (
        Option(id="a", label="Names (once)", detail="once"),
    )


def test_a_word_that_sets_another_number_apart_stands_for_its_name(home: Known) -> None:
    known = home.meaning(
        Glossary(
            metrics=(
                Metric(name="net spend", expression="sum(purchases.price)", table="purchases"),
                Metric(name="gross spend", expression="sum(maintenance.cost)", table="maintenance"),
            )
        )
    )
    net = Measure(function="metric", table="purchases", name="net spend")
    before = Intent(subject="purchases", outputs=(0,), measures=(net,))
    assert with_whole_name("and gross?", (), before, known)[0] == "and gross spend?"
    assert with_whole_name("and rooms?", (), before, known)[0] == "and rooms?"


@pytest.mark.parametrize(
    "question", ["Wie viele Dinge gibt es pro Raum?", "¿Cuántas cosas hay por cada habitación?"]
)
def test_a_question_in_another_language_is_offered_in_words_and_never_taken(
    question: str, home: Known
) -> None:
    card = plan(question, home)
    assert isinstance(card, Ask)
    assert (card.id, card.default) == (LANGUAGE, "")
    answer = plan(question, home, choices={LANGUAGE: card.options[0].id})
    assert isinstance(answer, Planned)
    assert answer.intent.outputs[0] == "rooms.room_name"
    assert isinstance(plan(question, home, choices={LANGUAGE: NONE}), Cannot)


@pytest.mark.parametrize(
    "question",
    [
        "Wie viele Dinge kosten höchstens 100?",
        "Welche Räume haben keine Dinge?",
        "Welche Räume haben mindestens 3 Dinge?",
        "Wie viele Dinge gibt es pro Raum vor 2020?",
        "Wie viele Dinge gibt es pro Raum nach 2020?",
    ],
)
def test_no_word_of_another_language_is_left_out(question: str, home: Known) -> None:
    times = default_times(question, dt.date(2026, 11, 3), Calendar())
    card = plan(question, home, times=times)
    options = card.options if isinstance(card, Ask) else ()
    read = [plan(question, home, times=times, choices={LANGUAGE: each.id}) for each in options]
    assert not [each for each in read if isinstance(each, Planned)]


def test_nothing_is_without_itself(home: Known) -> None:
    for question in ("Which rooms have no items?", "¿Qué habitaciones no tienen cosas?"):
        card = plan(question, home)
        options = card.options if isinstance(card, Ask) else ()
        assert not [each.label for each in options if "items, without any items" in each.label]


def test_what_was_spent_counts_things_that_are_gone(home: Known) -> None:
    spent = planned("spending by category", home)
    assert "disposed_on" not in spent.sql
    assert not [told for told in spent.assumptions if "isposed" in told]
    assert "disposed_on" in planned("total value by category", home).sql


def test_who_buys_is_no_second_time_the_buyers(tmp_path: Path) -> None:
    con = sqlite3.connect(tmp_path / "shop.sqlite")
    con.execute("CREATE TABLE customers (customer_id INTEGER PRIMARY KEY, name TEXT, joined DATE)")
    con.execute("INSERT INTO customers VALUES (1, 'Ada', '2026-01-05')")
    con.commit()
    con.close()
    url = f"sqlite:///{tmp_path / 'shop.sqlite'}"
    catalog = read_catalog(url, workspace="shop")
    words = Glossary(terms=(Term(name="client", means="customers", synonyms=("buyer",)),))
    about = Known(catalog, words, read_values(url, catalog))
    question = "customers who bought in January 2026"
    times = default_times(question, dt.date(2026, 11, 3), Calendar())
    assert not isinstance(plan(question, about, times=times), Planned)


def test_the_first_word_of_a_sentence_is_no_name_that_is_missing(home: Known) -> None:
    outcome = plan("How many items are in each room? Represent rooms by name.", home)
    assert not isinstance(outcome, Cannot)


def test_rooms_without_items_are_rooms(home: Known) -> None:
    sql = planned("Which rooms have no items?", home).sql
    assert "NOT EXISTS" in sql
    assert sql.startswith('SELECT "rooms"."room_name" FROM "rooms"')


def test_english_that_nothing_explains_is_no_other_language(home: Known) -> None:
    assert isinstance(plan("What was the total in the region name?", home), Ask | Cannot)
    card = plan("What was unicorn in total?", home)
    assert not isinstance(card, Ask) or card.id != LANGUAGE


@pytest.mark.parametrize(
    ("question", "date"),
    [
        ("Which month had the most returns in 2025?", "returns.returned_on"),
        ("In which month did we have the most orders in 2025?", "orders.order_date"),
        ("What month had the highest takings in 2025?", "orders.order_date"),
    ],
)
def test_the_period_that_had_the_most_is_of_the_date_of_what_is_counted(
    shops: Known, question: str, date: str
) -> None:
    times = default_times(question, dt.date(2026, 11, 3), Calendar())
    choices = {"readings": "reading→as-read"}
    outcome = plan(question, shops, times=times, choices=choices)
    assert isinstance(outcome, Planned), outcome
    (month,) = outcome.intent.dimensions
    (range_,) = outcome.intent.filters
    assert (month.column, month.grain) == (date, "month")
    assert getattr(range_, "column", "") == date


def test_months_that_the_counted_rows_keep_themselves_are_meant(shops: Known) -> None:
    outcome = plan("Which month has the highest goal?", shops)
    assert isinstance(outcome, Planned)
    assert outcome.intent.outputs == ("goals_south.month",)


@pytest.fixture(scope="module")
def shops(tmp_path_factory: pytest.TempPathFactory) -> Known:
    """Goals that are kept by month, beside orders and returns that have dates of their own."""
    path = tmp_path_factory.mktemp("shops") / "shops.sqlite"
    connection = sqlite3.connect(path)
    connection.executescript(
        """
        CREATE TABLE shops (shop_id INTEGER PRIMARY KEY, shop_name TEXT);
        CREATE TABLE orders (order_id INTEGER PRIMARY KEY, shop_id INTEGER
            REFERENCES shops (shop_id), order_date DATE, amount REAL);
        CREATE TABLE returns (return_id INTEGER PRIMARY KEY, order_id INTEGER
            REFERENCES orders (order_id), returned_on DATE);
        CREATE TABLE goals_south (shop_id INTEGER REFERENCES shops (shop_id), month DATE,
            goal REAL, PRIMARY KEY (shop_id, month));
        """
    )
    connection.close()
    url = f"sqlite:///{path}"
    catalog = read_catalog(url, workspace="shops")
    takings = Metric(
        name="takings",
        expression="sum(orders.amount)",
        table="orders",
        time_column="orders.order_date",
    )
    return Known(catalog, Glossary(metrics=(takings,)), read_values(url, catalog))
