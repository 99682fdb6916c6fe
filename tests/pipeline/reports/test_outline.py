"""The outline by rules: what it offers, about which days, and only what can be answered."""

import datetime as dt

import pytest

from pipeline.dates import Calendar, read_times
from pipeline.planning import planned
from pipeline.reports.outline import dated, outlined
from pipeline.rules.outcomes import Planned
from pipeline.times.reading import spans
from pipeline.times.values import TimeSpan
from pipeline.workspace import Workspace
from tests.pipeline.shop import TODAY, a_state

DAY = dt.date


def span(start: dt.date | None, end: dt.date | None) -> TimeSpan:
    return TimeSpan(at=0, until=0, words="", start=start, end=end)


@pytest.mark.parametrize(
    ("period", "said"),
    [
        (None, "orders"),
        (span(None, None), "orders"),
        (span(DAY(2026, 7, 1), DAY(2026, 10, 1)), "orders from 1 Jul 2026 to 30 Sep 2026"),
        (span(DAY(2026, 7, 1), None), "orders since 1 Jul 2026"),
        (span(None, DAY(2026, 7, 1)), "orders until 30 Jun 2026"),
    ],
)
def test_a_question_is_dated_in_words_that_need_no_confirmation(
    period: TimeSpan | None, said: str
) -> None:
    assert dated("orders", period) == said
    times = read_times(said, TODAY, Calendar())
    assert all(each.explicit for each in times.ranges)
    if period is not None and (period.start or period.end):
        (read,) = spans(times.ranges)
        assert (read.start, read.end) == (period.start, period.end)


@pytest.mark.parametrize("topic", ["purchases", "customers", "products and customers"])
def test_all_that_is_offered_can_be_answered_by_the_rules(topic: str, shop: Workspace) -> None:
    period = span(DAY(2026, 7, 1), DAY(2026, 10, 1))
    offered = outlined(topic, None, a_state(topic), shop)
    assert len(offered) > 1
    for question in offered:
        assert isinstance(planned(a_state(question), shop, ()), Planned), question
    assert outlined("unicorns", period, a_state("unicorns"), shop) == ()


def test_a_period_is_set_beside_the_one_before(shop: Workspace) -> None:
    quarter = span(DAY(2026, 7, 1), DAY(2026, 10, 1))
    offered = outlined("purchases", quarter, a_state("purchases"), shop)
    beside = "number of purchase 1 Jul 2026 - 30 Sep 2026 vs 1 Apr 2026 - 30 Jun 2026"
    assert beside in offered
    week = span(DAY(2026, 10, 26), DAY(2026, 11, 2))
    offered = outlined("purchases", week, a_state("purchases"), shop)
    assert any("vs 19 Oct 2026 - 25 Oct 2026" in each for each in offered)
