"""A question read anew keeps what was said, and nothing that was made of it."""

from dataclasses import replace

from pipeline.chart import ChartWish
from pipeline.state import Draft, RunState
from pipeline.unread import asked_anew, standing_alone, unread
from tests.pipeline.shop import ANA, TODAY

SAID = RunState(question="orders", asker=ANA, today=TODAY, workspace="shop", wish=ChartWish())


def test_nothing_that_was_made_of_it_stays() -> None:
    read = replace(
        SAID, draft=Draft(sql="SELECT 1", by="rules"), choices={"reading": "yes"}, told="1", rung=2
    )
    assert unread(read) == SAID


def test_alone_it_knows_no_turn_before() -> None:
    told = replace(SAID, previous_sql="SELECT 1", previous_question="orders by month")
    assert unread(told) == told
    assert standing_alone(told) == SAID


def test_asked_anew_it_knows_the_turn_before_and_nothing_else() -> None:
    told = replace(SAID, previous_sql="SELECT 1", previous_approved=True)
    bare = RunState(question="orders", asker=ANA, today=TODAY)
    assert asked_anew(told) == replace(bare, previous_sql="SELECT 1", previous_approved=True)
