"""Questions that people asked first, and what must not be made of them."""

import datetime as dt
from pathlib import Path

import pytest

from demo.home import write_home
from knowledge.adapters.introspection import read_catalog
from knowledge.adapters.value_index import read_values
from knowledge.glossary import Glossary, Metric
from knowledge.glossary_file import read_glossary
from pipeline.checkpoint import Option
from pipeline.dates import Calendar
from pipeline.intent import Intent, Measure
from pipeline.rules.asking import told_apart, turns_round
from pipeline.rules.known import Known
from pipeline.rules.plan import Ask, Cannot, Planned, plan
from pipeline.rules.readings import NONE
from pipeline.rules.sibling_metrics import with_whole_name
from pipeline.rules.translating import LANGUAGE
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
    assert answer.intent.dimensions[0].column == "rooms.room_name"
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
        assert not [each.label for each in options if "without any items" in each.label]


def test_english_that_nothing_explains_is_no_other_language(home: Known) -> None:
    assert isinstance(plan("What was the total in the region name?", home), Ask | Cannot)
    card = plan("What was unicorn in total?", home)
    assert not isinstance(card, Ask) or card.id != LANGUAGE
