"""Keys, codes and years are names: never told as amounts, never drawn."""

import pytest

from pipeline.charts.shape import chart_of, dimensions, values_of
from pipeline.rules.schema.known import Known
from pipeline.state import Fetched
from pipeline.telling.labels import periods, whole_names
from pipeline.telling.named_columns import naming_columns
from pipeline.telling.summary import summarise
from tests.pipeline.rules.conftest import library, library_file

__all__ = ("library", "library_file")


@pytest.mark.parametrize(
    ("sql", "columns", "wanted"),
    [
        ("SELECT title, book_id FROM book", ("title", "book_id"), (False, True)),
        ("SELECT b.author_id AS writer FROM book b", ("writer",), (True,)),
        ("SELECT max(book_id) FROM book", ("max_book_id",), (True,)),
        ("SELECT count(book_id) AS number FROM book", ("number",), (False,)),
        ("SELECT sum(pages) AS number FROM book", ("number",), (False,)),
        ("SELECT pages FROM book", ("pages",), (False,)),
        ("no sql at all", ("CustomerId", "pages"), (True, False)),
    ],
)
def test_a_key_names_a_row_whatever_it_is_called(
    library: Known, sql: str, columns: tuple[str, ...], wanted: tuple[bool, ...]
) -> None:
    assert naming_columns(sql, library, columns) == wanted


def test_a_list_with_ids_has_neither_extremes_nor_a_chart() -> None:
    listed = Fetched(columns=("title", "book_id"), rows=(("Emma", 1), ("Ulysses", 2)), numeric=())
    assert summarise(listed) == "2 rows: Emma, 1; Ulysses, 2."
    assert chart_of(listed) is None


def test_a_row_is_called_by_its_name_and_not_by_its_key() -> None:
    rows = ((7, "Emma", 12.5), (9, "Ulysses", 20.0))
    told = summarise(Fetched(columns=("book_id", "title", "price"), rows=rows, numeric=(2,)))
    assert told == "2 rows. Price is highest for Ulysses (20) and lowest for Emma (12.50)."


def test_a_person_is_called_by_the_whole_name_in_sentence_and_chart() -> None:
    rows = (("Luca", "Berg", 3), ("Mia", "Berg", 5), ("Luca", "Costa", 1))
    result = Fetched(columns=("first_name", "last_name", "orders"), rows=rows, numeric=(2,))
    assert "highest for Mia Berg (5) and lowest for Luca Costa (1)" in summarise(result)
    chart = chart_of(result)
    assert chart is not None
    assert chart.series is None
    assert values_of(result, chart.by) == ["Luca Berg", "Mia Berg", "Luca Costa"]
    assert dimensions(result) == [0]


def test_first_and_last_names_of_two_people_are_not_mixed_up() -> None:
    columns = ("teacher_first_name", "pupil_last_name", "pupil_first_name", "teacher_last_name")
    assert whole_names(columns) == {0: 3, 2: 1}


@pytest.mark.parametrize(
    ("column", "values", "wanted"),
    [
        ("month_of_year", ("01", "12", None), ("Jan", "Dec", "")),
        ("quarter_of_year", (1, 4), ("Jan - Mar", "Oct - Dec")),
        ("month_number", (1.0, 2.0), ("Month 1", "Month 2")),
        ("week_number", (1, 14), ("Week 1", "Week 14")),
        ("month_of_year", (0, 13), None),
        ("house_number", (1, 14), None),
    ],
)
def test_units_of_no_certain_year_are_written_without_one(
    column: str, values: tuple[int | str | float | None, ...], wanted: tuple[str, ...] | None
) -> None:
    assert periods(column, values) == wanted


def test_what_moved_between_two_periods_is_told_and_both_are_drawn() -> None:
    columns = ("quarter_of_year", "income_2024", "income_2025", "income_change")
    rows = ((1, 10, 14, 4), (2, 20, 19, -1), (3, 30, 31, 1))
    result = Fetched(columns=columns, rows=rows, numeric=(1, 2, 3))
    assert summarise(result) == (
        "3 rows. Change in income is highest for Jan - Mar (4) and lowest for Apr - Jun (-1)."
    )
    chart = chart_of(result)
    assert chart is not None
    assert (chart.kind, chart.measure, chart.beside) == ("line", 1, (2,))
