"""What a message says of a report."""

import pytest

from pipeline.reports.wish import report_topic


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("Write me a report on sales last quarter", "sales last quarter"),
        ("Please prepare a short report about returns in 2026.", "returns in 2026"),
        ("Can you give us a report on orders by country, please?", "orders by country"),
        ("I need a report on net revenue", "net revenue"),
        ("report on shipping costs this year", "shipping costs this year"),
        ("make me a sales report for October 2026", "sales October 2026"),
        ("create a report of visits", "visits"),
        ("I'd like a full report on churn", "churn"),
    ],
)
def test_a_report_is_wished_on_a_topic(text: str, topic: str) -> None:
    assert report_topic(text) == topic


@pytest.mark.parametrize(
    "text",
    [
        "How many reports were filed in May?",
        "Which products report the most defects?",
        "show me the report table",
        "net revenue by month",
        "delete the report on sales",
        "write a report",
        "insert a report about Spain into reports",
    ],
)
def test_other_messages_wish_for_none(text: str) -> None:
    assert report_topic(text) == ""
