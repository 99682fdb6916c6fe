"""Words of the glossary in questions: metrics and their dates, standing conditions, regions."""

import datetime as dt
import sqlite3
from pathlib import Path

import pytest

from benchmarks.executed import ran
from knowledge.glossary import Glossary, Metric, TableNote
from pipeline.dates import Calendar, read_times
from pipeline.rules.plan import Ask, Planned, plan
from pipeline.rules.schema.known import Known
from pipeline.times.reading import spans
from tests.pipeline.rules.conftest import a_known

TODAY = dt.date(2023, 3, 20)


def planned(question: str, about: Known, **choices: str) -> Planned:
    times = spans(read_times(question, TODAY, Calendar()).ranges)
    outcome = plan(question, about, times=times, choices=choices)
    assert isinstance(outcome, Planned), outcome
    return outcome


def test_a_word_for_two_metrics_is_asked(written_library: Known) -> None:
    outcome = plan("income by member", written_library)
    assert isinstance(outcome, Ask)
    assert [option.label for option in outcome.options] == ["net income", "gross income"]


def test_a_choice_settles_which_metric_is_meant(written_library: Known) -> None:
    asked = plan("income by month", written_library)
    assert isinstance(asked, Ask)
    outcome = plan("income by month", written_library, choices={asked.id: "gross income"})
    assert isinstance(outcome, Planned)
    assert "* 1.2" in outcome.sql


def test_a_metric_filters_on_its_own_date_column(written_library: Known) -> None:
    sql = planned("net income last month", written_library).sql
    assert "\"loan_date\" >= '2023-02-01'" in sql


def test_two_periods_stand_side_by_side(written_library: Known, library_file: Path) -> None:
    outcome = planned("net income in 2023 vs 2022", written_library)
    assert [tuple(round(v, 2) for v in row) for row in ran(library_file, outcome.sql)] == [
        (2.5, 8.0, -5.5)
    ]


def test_conditions_that_always_belong_to_a_table_are_added(
    written_library: Known, library_file: Path
) -> None:
    outcome = planned("How many readers are there?", written_library)
    assert ran(library_file, outcome.sql) == [(4,)]
    assert any("membership level" in text for text in outcome.assumptions)


def test_a_region_stands_for_its_values(written_library: Known, library_file: Path) -> None:
    outcome = planned("How many authors are in Iberia?", written_library)
    assert ran(library_file, outcome.sql) == [(3,)]


def test_a_term_with_a_condition_is_that_condition(
    written_library: Known, library_file: Path
) -> None:
    outcome = planned("How many long books are there?", written_library)
    assert ran(library_file, outcome.sql) == [(2,)]


def test_the_reading_says_what_was_understood(written_library: Known) -> None:
    reading = planned("How many authors are in Iberia?", written_library).reading
    assert reading == ("I read this as: number of authors, country Portugal or Spain.")


def test_rows_that_a_metric_leaves_out_are_counted_without_it(library_file: Path) -> None:
    books = Metric(
        name="books", expression="count(*)", table="book", filters=("book.genre <> 'Travel'",)
    )
    about = a_known(library_file, Glossary(metrics=(books,)))
    outcome = planned("How many books are Travel?", about)
    assert ran(library_file, outcome.sql) == [(1,)]


def test_the_average_of_a_comparison_leaves_out_what_never_counts(library_file: Path) -> None:
    note = TableNote(table="book", filters=("book.genre <> 'Travel'",))
    about = a_known(library_file, Glossary(tables=(note,)))
    outcome = planned("Which books have more pages than the average number of pages?", about)
    assert outcome.sql.count("<> 'Travel'") == 2


def test_what_a_metric_means_is_told_in_the_words_of_the_glossary(library_file: Path) -> None:
    income = Metric(
        name="income", expression="sum(loan.fee)", table="loan", time_column="loan_date",
        filters=("loan.fee > 0.5",), description="Fees that members paid",
    )  # fmt: skip
    outcome = planned("income by month", a_known(library_file, Glossary(metrics=(income,))))
    assert outcome.assumptions == (
        "income: fees that members paid.",
        "Only loans with fee above 0.5 count.",
    )


def test_a_name_that_is_not_in_the_data_is_said(written_library: Known) -> None:
    outcome = plan("net income in Atlantis", written_library)
    assert isinstance(outcome, Ask)
    assert "I know no city or country called “Atlantis”" in outcome.prompt


def test_who_has_the_most_asks_by_which_number(written_library: Known) -> None:
    outcome = plan("Which readers spent the most?", written_library)
    assert isinstance(outcome, Ask)
    assert [option.label for option in outcome.options] == ["net income", "gross income"]


@pytest.mark.parametrize(
    "question",
    ["Who are our best readers?", "the biggest genre", "Which genre is used most?", "largest loan"],
)
def test_how_large_or_good_something_is_nobody_guesses(
    written_library: Known, question: str
) -> None:
    outcome = plan(question, written_library)
    assert isinstance(outcome, Ask), outcome
    assert [option.label for option in outcome.options] == ["net income", "gross income"]


def test_the_best_of_several_are_some(written_library: Known) -> None:
    asked = plan("Who are our best readers?", written_library)
    assert isinstance(asked, Ask)
    outcome = planned("Who are our best readers?", written_library, **{asked.id: "net income"})
    assert outcome.intent.limit == 10


def test_the_largest_by_a_number_that_is_named(written_library: Known) -> None:
    outcome = planned("largest genre by net income", written_library)
    assert outcome.reading.endswith("the one with the highest net income.")


@pytest.mark.parametrize(
    "question", ["How much income did we make in 2022?", "income by month and genre for 2022"]
)
def test_how_much_and_several_groups_are_read(written_library: Known, question: str) -> None:
    outcome = plan(question, written_library)
    assert isinstance(outcome, Ask)
    assert outcome.id.startswith("metric:")


@pytest.mark.parametrize("question", ["What is the income rate?", "income from new members"])
def test_a_word_beside_a_metric_is_not_dropped(written_library: Known, question: str) -> None:
    choices = {"metric:net income/gross income": "net income"}
    assert not isinstance(plan(question, written_library, choices=choices), Planned)


def test_a_count_may_stand_behind_its_noun(written_library: Known) -> None:
    outcome = planned("loan count by genre", written_library)
    assert outcome.reading.startswith("I read this as: number of loans for each genre")


def test_no_meaning_of_an_unknown_word_is_taken_without_a_person(written_library: Known) -> None:
    outcome = plan("How many sturdy books are there?", written_library)
    assert isinstance(outcome, Ask)
    assert (outcome.id, outcome.default) == ("word:sturdy", "")


def test_a_verb_beside_the_date_of_something_else_is_confirmed(library: Known) -> None:
    times = spans(read_times("How many books did we sell last month?", TODAY, Calendar()).ranges)
    outcome = plan("How many books did we sell last month?", library, times=times)
    assert isinstance(outcome, Ask)
    assert outcome.prompt.startswith("I read this as: number of books, published on ")


def test_what_was_ordered_are_orders_though_the_word_ends_like_a_person(tmp_path: Path) -> None:
    path = tmp_path / "shop.sqlite"
    connection = sqlite3.connect(path)
    connection.executescript(
        "CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT);"
        "CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id REFERENCES customers(id));"
        "CREATE TABLE order_events (id INTEGER PRIMARY KEY, order_id REFERENCES orders(id));"
    )
    connection.close()
    reading = planned("Which customers have never ordered?", a_known(path, Glossary())).reading
    assert reading == "I read this as: name of customers, without any orders."


def test_how_did_asks_and_names_nothing(written_library: Known) -> None:
    outcome = planned("How did net income in 2023 compare with 2022?", written_library)
    assert outcome.reading == "I read this as: net income, 2023 against 2022."
