"""Names of a result's columns as people read them."""

import pytest

from pipeline.telling.titles import be_of, title


@pytest.mark.parametrize(
    ("column", "words"),
    [
        ("net_revenue", "Net revenue"),
        ("count_orders", "Number of orders"),
        ("count", "Count"),
        ("InvoiceDate", "Invoice Date"),
    ],
)
def test_a_column_is_titled_in_words(column: str, words: str) -> None:
    assert title(column) == words


@pytest.mark.parametrize(
    ("column", "words"),
    [
        ("count_customer", "Number of customers"),
        ("count_country", "Number of countries"),
        ("count_tv_series", "Number of tv series"),
        ("count_child", "Number of children"),
        ("count_invoice_2025", "Number of invoices 2025"),
        ("count_invoice_1_jul_30_sep_2026", "Number of invoices 1 Jul - 30 Sep 2026"),
        ("count_invoices_norway", "Number of invoices norway"),
        ("count_invoice_paid", "Number of invoices paid"),
        ("count_new", "Number of new"),
        ("count_customer_change", "Change in number of customers"),
        ("count_customer_percent", "Share of number of customers"),
    ],
)
def test_more_than_one_are_counted(column: str, words: str) -> None:
    assert title(column) == words


@pytest.mark.parametrize(
    ("column", "words"),
    [
        ("sum_total", "Total"),
        ("sum_total_tax", "Total tax"),
        ("sum_total_2025", "Total 2025"),
        ("sum_total_change", "Change in total"),
        ("max_highest_temperature", "Highest temperature"),
        ("max_maximum_load", "Highest load"),
        ("min_min_age", "Lowest age"),
        ("avg_average_score", "Average of average score"),
        ("avg_total", "Average total"),
        ("avg_sum_total", "Average total"),
    ],
)
def test_a_number_that_is_called_so_already_is_not_said_to_be_one_twice(
    column: str, words: str
) -> None:
    assert title(column) == words


@pytest.mark.parametrize(
    ("column", "words"),
    [
        ("ratio_invoices_to_customers", "Ratio of invoices to customers"),
        ("percent_sum_net_to_sum_gross", "Total net in percent of total gross"),
        ("sum_amount_per_count_customers", "Total amount per number of customers"),
        ("running_sum_total", "Running total"),
        ("rank_by_count_orders", "Rank by number of orders"),
        ("percent_change", "Percentage change"),
    ],
)
def test_a_number_made_of_others_names_each_of_them(column: str, words: str) -> None:
    assert title(column) == words


@pytest.mark.parametrize(
    ("told", "verb"),
    [
        ("Orders", "are"),
        ("Net sales", "are"),
        ("Units sold", "are"),
        ("Orders 2025", "are"),
        ("Number of orders", "is"),
        ("Share of orders", "is"),
        ("Net revenue", "is"),
        ("Gross", "is"),
        ("Status", "is"),
        ("Total sales in EUR", "are"),
        ("売上", "is"),
    ],
)
def test_what_are_many_are_highest_and_what_is_one_is(told: str, verb: str) -> None:
    assert be_of(told) == verb
