"""Slack Connect: people of other organisations, and channels that they read."""

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from bots.local_workspace import ChannelPlan, Person, WorkspacePlan
from bots.local_workspace.people import DEMO_PEOPLE
from bots.wording import answers
from bots.wording import replies as say
from review.ledger.notices import Answered, Asked, Delivery
from tests.fakes import ANA, FakeCheckpoint, an_answer, an_ask
from tests.surfaces.slack.conftest import Office, an_office

EVE = Person(id="U0EVE", name="eve", real_name="Eve Other", team_id="T0OTHER")
PLAN = WorkspacePlan(
    people=(*DEMO_PEOPLE, EVE),
    channels=(
        ChannelPlan(id="C0ASKDATA", name="ask-data"),
        ChannelPlan(id="C0SHARED", name="shared", shared_with_others=True),
    ),
)


@pytest.fixture
async def connected(sockets: bool) -> AsyncIterator[Office]:
    async with an_office(plan=PLAN, sockets=sockets) as office:
        yield office
        assert office.local.refused == []


async def test_a_stranger_gets_no_data_whichever_way_they_ask(connected: Office) -> None:
    connected.local.post_as("eve", "shared", "@Countersign how many orders?")
    await connected.local.settle()
    await connected.local.shortcut("eve", "ask_anything")
    view = await connected.local.wait_for(lambda: connected.local.modal("eve"))

    assert say.EXTERNAL in str(view["blocks"])
    assert connected.desk.asked == []
    assert connected.local.messages("shared")[-1]["text"] == say.EXTERNAL


async def test_a_click_of_a_stranger_decides_nothing(connected: Office) -> None:
    message = await connected.asked(channel="shared")
    ask = an_ask()
    connected.desk.checkpoints["c1"] = FakeCheckpoint(ask=ask, nonce="n1")
    thread = connected.thread(message["ts"], "shared")
    notice = Asked(checkpoint="c1", nonce="n1", ask=ask, asker=ANA)
    delivery = Delivery(key="k", slot="s", notice=notice)
    card = connected.message(await connected.surface.postman.deliver(thread, delivery))
    await connected.local.click("eve", card, "Yes")

    told = await connected.local.wait_for(lambda: connected.whispers("eve", "shared"))
    assert told == [say.EXTERNAL]
    assert connected.desk.checkpoints["c1"].decision is None


async def test_an_allowed_workspace_may_ask_under_its_own_name(
    sockets: bool,
) -> None:
    async with an_office(plan=PLAN, sockets=sockets, allowed_teams=("T0OTHER",)) as office:
        office.local.post_as("eve", "shared", "@Countersign how many orders?")
        await office.local.settle()

    assert office.desk.asked[0].asker.id == "slack:T0OTHER:U0EVE"


async def test_where_strangers_read_along_the_answer_goes_to_the_asker_alone(
    connected: Office,
) -> None:
    message = await connected.asked(channel="shared")
    (incoming,) = connected.desk.asked
    assert incoming.thread.mixed
    assert incoming.thread == replace(connected.thread(message["ts"], "shared"), mixed=True)
    answered = Answered(answer=an_answer(), run="run-1")
    delivery = Delivery(key="k", slot="s", notice=answered, only_for=ANA.id)
    reference = await connected.surface.postman.deliver(incoming.thread, delivery)

    assert reference.startswith("D")
    assert len(connected.local.messages("shared")) == 1


async def test_a_file_is_no_more_for_strangers_than_the_answer_would_be(
    connected: Office,
) -> None:
    """The channel was shared after the answer was written there."""
    message = await connected.asked(channel="shared")
    connected.desk.answers["run-1"] = an_answer()
    delivery = Delivery(key="k", slot="s", notice=Answered(answer=an_answer(), run="run-1"))
    thread = connected.thread(message["ts"], "shared")
    card = connected.message(await connected.surface.postman.deliver(thread, delivery))
    await connected.local.click("ana", card, answers.CSV)

    def handed(where: str) -> list[str]:
        shown = connected.local.messages(where, person="ana")
        return [file["name"] for each in shown for file in each.get("files") or []]

    assert await connected.local.wait_for(lambda: handed("dm"))
    assert handed("shared") == []


async def test_in_our_own_channels_everybody_reads_the_answer(connected: Office) -> None:
    await connected.asked()
    assert not connected.desk.asked[0].thread.mixed
