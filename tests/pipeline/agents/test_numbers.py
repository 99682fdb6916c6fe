"""The number check, as a table."""

import pytest

from pipeline.agents.numbers import cites_only
from pipeline.state import Fetched

RESULT = Fetched(
    columns=("region", "net", "growth", "day"),
    rows=(
        ("North", 1_234_567.891, -0.25, "2026-03-05"),
        ("South 7", 42, None, "2026-04-01"),
        ("West", 0, 12.0, "2026-04-30"),
    ),
    numeric=(1, 2),
)


@pytest.mark.parametrize(
    "text",
    [
        "North leads with 1,234,567.891.",
        "North leads with 1,234,567.89.",
        "North leads with 1234567.9.",
        "South 7 has 42, West has none.",
        "Growth of North is -0.25.",
        "Growth of North is \u22120.25.",
        "There are 3 rows.",
        "There are three rows.",
        "One of the regions has 42.",
        "On 5 March 2026 North had 1,234,567.89.",
        "On 2026-04-30 West had 0.",
        "West grew by 12.",
        "North is ahead of South 7.",
    ],
)
def test_what_stands_in_the_result_may_be_cited(text: str) -> None:
    assert cites_only(text, RESULT)


@pytest.mark.parametrize(
    "text",
    [
        "North leads with 1,234,568.",
        "North leads with 1.2 million.",
        "North leads with 1.23M.",
        "North leads with 1,235k.",
        "Together they have 1,234,609.891.",
        "North has 29,394 times as much.",
        "North grew by 25%.",
        "South 7 has 43.",
        "There are four regions.",
        "North has twice as much.",
        "North has half of it.",
        "A dozen regions.",
        "About 40.",
        "On 6 March 2026 North had 1,234,567.89.",
        "In 2025 North had 1,234,567.89.",
        "Growth of North is -0.3 or 0.26.",
        "It is 1.234.567,89.",
        "There are 99 rows.",
    ],
)
def test_what_does_not_stand_in_the_result_is_caught(text: str) -> None:
    assert not cites_only(text, RESULT)
