"""What the benchmarks take from the hint of a question as definitions."""

import pytest

from benchmarks.hints import definitions_in
from knowledge.glossary import Definition


@pytest.mark.parametrize(
    ("evidence", "found"),
    [
        ("ARV = average room value", [("ARV", "average room value")]),
        ("OR (occupancy rate) = nights sold / nights * 100",
         [("OR", "nights sold / nights * 100", "occupancy rate")]),
        ("Turnover refers to the sum of net prices.", [("Turnover", "the sum of net prices")]),
        ("Note that the no-show rate means missed visits / visits",
         [("no-show rate", "missed visits / visits")]),
        ("TVC = Total Visit Count ARV = Average Room Value",
         [("TVC", "Total Visit Count"), ("ARV", "Average Room Value")]),
        ("TVC = visits per day To count them, join visits and rooms. ARV = room value\nARV = again",
         [("TVC", "visits per day"), ("ARV", "room value")]),
        ("To compute the ARV = average room value", [("ARV", "average room value")]),
        ("Always join visits with rooms. Match names with LIKE.", []),
        ("visits = visits", []),
        ("", []),
    ],
)  # fmt: skip
def test_only_what_says_what_a_name_stands_for_is_read(
    evidence: str, found: list[tuple[str, ...]]
) -> None:
    wanted = tuple(
        Definition(name=name, words=words, synonyms=tuple(long)) for name, words, *long in found
    )
    assert definitions_in(evidence) == wanted
