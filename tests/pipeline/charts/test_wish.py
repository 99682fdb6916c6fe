"""What a message says of a chart, and what it asks without that."""

import pytest

from pipeline.chart import ChartWish
from pipeline.charts.wish import chart_wish

PIE, LINE = ChartWish(kind="pie"), ChartWish(kind="line")


@pytest.mark.parametrize(
    ("text", "question", "wish"),
    [
        ("Plot orders by month", "orders by month", ChartWish()),
        ("revenue by category as a pie chart", "revenue by category", PIE),
        ("Show revenue by month as a line chart, please.", "Show revenue by month", LINE),
        (
            "Show me revenue by category in a stacked bar chart",
            "Show me revenue by category",
            ChartWish(kind="bar", stacked=True),
        ),
        ("bar chart of revenue by month", "revenue by month", ChartWish(kind="bar")),
        ("draw me a pie chart of revenue by category", "revenue by category", PIE),
        (
            "Can you plot revenue by country as a column graph?",
            "revenue by country",
            ChartWish(kind="column"),
        ),
        ("Visualize orders per week as a line graph", "orders per week", LINE),
        (
            "show orders by status and draw it as a donut",
            "show orders by status",
            ChartWish(kind="donut"),
        ),
        (
            "scatter plot of price against quantity",
            "price against quantity",
            ChartWish(kind="scatter"),
        ),
        (
            "plot a chart of revenue by month in dark mode",
            "revenue by month",
            ChartWish(dark=True),
        ),
        ("revenue by region in a chart", "revenue by region", ChartWish()),
    ],
)
def test_a_wish_for_a_chart_is_no_part_of_the_question(
    text: str, question: str, wish: ChartWish
) -> None:
    assert chart_wish(text) == (question, wish)


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("make it a pie chart", ChartWish(kind="pie", alone=True)),
        ("as a line chart", ChartWish(kind="line", alone=True)),
        ("plot it", ChartWish(alone=True)),
        ("now as a dark pie chart", ChartWish(kind="pie", dark=True, alone=True)),
        ("pie chart please", ChartWish(kind="pie", alone=True)),
        ("show it as bars instead", ChartWish(kind="bar", alone=True)),
        ("turn that into a pie chart", ChartWish(kind="pie", alone=True)),
    ],
)
def test_a_message_may_ask_for_nothing_but_a_chart(text: str, wish: ChartWish) -> None:
    assert chart_wish(text) == (text, wish)


@pytest.mark.parametrize(
    "text",
    [
        "How many customers?",
        "how many items are on the chart?",
        "Which charts sold most?",
        "customers with a plan",
        "make it dark mode",
        "orders as of March",
    ],
)
def test_other_messages_wish_for_no_chart(text: str) -> None:
    assert chart_wish(text) == (text, None)


def test_names_of_the_data_are_no_wishes() -> None:
    plots = "Plot sizes by county"
    assert chart_wish(plots, may_be_names=True) == (plots, None)
    assert chart_wish("plot sizes as a pie chart", may_be_names=True) == ("plot sizes", PIE)
