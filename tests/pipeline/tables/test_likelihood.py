"""How likely a candidate is: derived from evidence by code, with the reason beside it."""

import pytest

from pipeline.tables.likelihood import Evidence, rated

FIRM = Evidence(link=1.0)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (Evidence(link=1.0), Evidence(link=0.5), "Likely: fits the words, better than any other"),
        (
            Evidence(link=1.0, described=True),
            FIRM,
            "Likely: fits the words, described",
        ),
        (FIRM, FIRM, "Possible: fits the words"),
        (Evidence(link=0.6), FIRM, "Doubtful: fits the words in part, another fits better"),
        (
            Evidence(link=0.2, described=True),
            Evidence(link=0.2),
            "Doubtful: does not fit the words, described",
        ),
        (Evidence(link=0.2), FIRM, "Doubtful: does not fit the words, another fits better"),
        (
            Evidence(link=1.0, latest="2024-01-31", described=True),
            Evidence(link=1.0, latest="2026-11-01"),
            "Possible: fits the words, described, nothing newer than 2024-01-31",
        ),
        (
            Evidence(link=1.0, latest="2024-01-31"),
            Evidence(link=1.0, latest="2026-11-01"),
            "Doubtful: fits the words, nothing newer than 2024-01-31",
        ),
        (
            Evidence(link=1.0, latest="2026-10-20", described=True),
            Evidence(link=1.0, latest="2026-11-01"),
            "Likely: fits the words, described",
        ),
    ],
)
def test_the_word_follows_from_link_margin_freshness_and_description(
    one: Evidence, other: Evidence, expected: str
) -> None:
    assert str(rated({"one": one, "other": other})["one"]) == expected


def test_one_alone_is_ahead_of_nothing_that_could_be_better() -> None:
    assert str(rated({"one": FIRM})["one"]) == "Likely: fits the words, better than any other"


def test_no_candidates_give_no_words() -> None:
    assert rated({}) == {}
