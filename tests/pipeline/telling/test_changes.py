"""A comparison by group: both values, the difference, and the percent in the right direction."""

from bots.conversation.cells import table_of
from pipeline.telling.changes import compared
from tests.fakes import an_answer

NAMES = ("region", "n_october", "n_september", "n_change")


def test_the_later_period_is_the_one_that_the_change_adds_to() -> None:
    rows = (("N", 150.0, 100.0, 50.0), ("S", 90.0, 120.0, -30.0), ("W", 5.0, 0.0, 5.0))
    answer = an_answer(columns=NAMES, rows=rows, numeric=(1, 2, 3))
    found = compared(answer)
    assert found is not None
    assert (found.later, found.earlier, found.percents) == (1, 2, (50.0, -25.0, None))
    table = table_of(answer)
    assert table.columns[-1] == "Change (%)"
    assert [row[-1] for row in table.rows] == ["+50.0%", "-25.0%", "-"]


def test_between_two_percentages_there_is_no_percent_of_change() -> None:
    answer = an_answer(columns=NAMES, rows=(("N", 0.5, 0.4, 0.1),), units=("", *("share",) * 3))
    assert compared(answer) is None


def test_a_column_that_is_no_difference_is_no_comparison() -> None:
    assert compared(an_answer(columns=NAMES, rows=(("N", 5.0, 4.0, 3.0),))) is None
