"""Cells as people write them."""

from dataclasses import replace

import pytest

from bots.conversation.cells import sample_table, table_of
from pipeline.result import Cell, Sample
from tests.fakes import an_answer


@pytest.mark.parametrize(
    ("column", "values", "written"),
    [
        ("orders", (1234567, 5), ("1,234,567", "5")),
        ("revenue", (1234.5, 2.0), ("1,234.50", "2.00")),
        ("revenue", (1234.0, 2.0), ("1,234", "2")),
        ("share", (0.00123, 0.5), ("0.00123", "0.50")),
        ("order_id", (100234, 7), ("100234", "7")),
        ("year", (2025, 2026), ("2025", "2026")),
        ("active", (True, False), ("yes", "no")),
        ("note", (None, ""), ("-", "-")),
        ("month", ("2026-07-01 00:00:00", None), ("Jul 2026", "-")),
        ("order_month", ("2026-07", "2026-08"), ("Jul 2026", "Aug 2026")),
        ("month", ("2026-07-02", "2026-08-01"), ("2026-07-02", "2026-08-01")),
        ("quarter", ("2026-07-01 00:00:00",), ("Jul - Sep 2026",)),
        ("year", ("2026-01-01",), ("2026",)),
        ("at", ("2026-07-01 00:00:00", None), ("2026-07-01", "-")),
        (
            "at",
            ("2026-07-01 00:00:00", "2026-07-01 09:30:00"),
            ("2026-07-01 00:00:00", "2026-07-01 09:30:00"),
        ),
        ("ratio", (float("nan"), float("inf")), ("-", "-")),
        ("debt", (-1500.25, 0.0), ("-1,500.25", "0.00")),
    ],
)
def test_numbers_of_a_column_are_written_alike(
    column: str, values: tuple[Cell, ...], written: tuple[str, ...]
) -> None:
    table = table_of(an_answer(columns=(column,), rows=tuple((value,) for value in values)))
    assert tuple(row[0] for row in table.rows) == written


def test_a_sample_finds_its_number_columns_itself() -> None:
    sample = Sample(columns=("a", "b", "c"), rows=(("x", 1, True), ("y", None, False)), total=9)
    table = sample_table(sample)
    assert (table.numeric, table.total) == ((1,), 9)


def test_rates_that_two_places_would_make_the_same_are_told_apart() -> None:
    table = table_of(an_answer(columns=("discount_rate",), rows=((0.05622,), (0.05541,))))
    assert table.rows == (("0.0562",), ("0.0554",))


def test_heads_are_words_with_the_unit_and_files_keep_the_names() -> None:
    answer = an_answer(
        columns=("net_revenue", "orders_percent", "net_revenue_1_jul_2026_30_sep_2026"),
        rows=((1, 2, 3),),
    )
    assert table_of(replace(answer, units=("EUR", "", "EUR"))).columns == (
        "Net revenue (EUR)",
        "Share of orders (%)",
        "Net revenue 1 Jul 2026 - 30 Sep 2026 (EUR)",
    )
