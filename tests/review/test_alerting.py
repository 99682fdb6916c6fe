"""Those who look after the installation are told of a matter once a day, each alone."""

import datetime as dt

from review.adapters.sql_ledger import SqlLedger
from review.ledger.notices import Alerted
from review.owed.alerting import Alert
from tests.review.fakes import FakeFlow, answers
from tests.review.office import World

PEOPLE = ("slack:T2:U0EVA", "teams:tenant:ada")
ALERT = Alert(subject="slack:T1", text="It was removed.", people=PEOPLE)


async def test_a_matter_is_told_to_each_alone_and_once_a_day(ledger: SqlLedger) -> None:
    world = World(ledger=ledger, flow=FakeFlow(answer=answers))
    await world.office.open()
    for _ in range(2):
        await world.desk.alert(ALERT)
    await world.settle()
    sent = world.chat.deliveries
    assert sorted(each.only_for for each in sent) == list(PEOPLE)
    assert all(each.notice == Alerted(text="It was removed.") for each in sent)
    places = sorted(each.thread.key for each in world.chat.messages.values())
    assert places == ["slack:T2::", "teams:tenant::"]
    world.clock.now += dt.timedelta(days=1)
    await world.desk.alert(ALERT)
    await world.settle()
    assert len(sent) == 4


async def test_where_nobody_can_be_told_nothing_is_owed(ledger: SqlLedger) -> None:
    world = World(ledger=ledger, flow=FakeFlow(answer=answers))
    await world.office.open()
    await world.desk.alert(Alert(subject="slack:T1", text="It was removed.", people=()))
    await world.settle()
    assert world.chat.deliveries == []
