"""Titles of approved answers: the question as it was asked, not as it was typed."""

import pytest

from pipeline.approved.titles import title_of


@pytest.mark.parametrize(
    ("typed", "title"),
    [
        (
            "whats the gross revenue last month in the us??",
            "What is the gross revenue last month in the us?",
        ),
        (
            "hey team, could you please tell me how many orders we got last week? thanks!",
            "How many orders we got last week?",
        ),
        ("Can you list the stores in Spain", "List the stores in Spain"),
        ("show me orders per month please!!", "Show me orders per month"),
        ("top 5 customers by revenue, thx :)", "Top 5 customers by revenue"),
        ("how many   orders\nlast month", "How many orders last month?"),
        ("NET REVENUE BY REGION LAST QUARTER", "Net revenue by region last quarter"),
        ("Net revenue by region last quarter?", "Net revenue by region last quarter?"),
        ("Orders in the U.S.", "Orders in the U.S."),
        ("iPhone sales by store", "iPhone sales by store"),
        ("How many orders are there?", "How many orders are there?"),
    ],
)
def test_a_title_is_tidied_of_how_it_was_typed(typed: str, title: str) -> None:
    assert title_of(typed) == title
    assert title_of(title) == title
