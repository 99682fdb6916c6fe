"""What is named like a change and is a number that is asked for."""

import pytest

from pipeline.writes.wishes.reading import wish_in


@pytest.mark.parametrize(
    "words",
    [
        "refund rate per category last quarter",
        "refund amount by month",
        "Refund rate",
        "ship dates last month",
        "refund count, please",
    ],
)
def test_a_number_that_is_named_is_no_wish_for_a_change(words: str) -> None:
    assert wish_in(words) == ()


@pytest.mark.parametrize(
    "words",
    ["refund order 12", "refund the orders of March", "cancel shipment 4", "close account 7"],
)
def test_what_is_to_be_done_with_rows_stays_a_wish(words: str) -> None:
    assert wish_in(words)
