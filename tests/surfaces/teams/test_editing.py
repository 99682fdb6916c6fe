"""A question whose message is changed afterwards."""

import pytest

from bots.wording import teams as say
from tests.surfaces.teams.client import ANA, CHANNEL, RUI, Colleague, text_of
from tests.surfaces.teams.conftest import Office
from tests.surfaces.teams.fake_connector import Json, Message
from tests.surfaces.teams.test_schema import refusals


async def asked(office: Office, where: str = ANA.chat) -> Json:
    """The activity of a question that was taken."""
    activity = office.client.message(ANA, where, "how many orders?")
    if where == CHANNEL:
        activity["conversation"]["id"] = f"{CHANNEL};messageid={activity['id']}"
    await office.client.post(activity)
    return activity


async def edited(
    office: Office, activity: Json, text: str, by: Colleague = ANA, kind: str = "editMessage"
) -> list[Message]:
    data = activity["channelData"] | {"eventType": kind}
    changed = {"type": "messageUpdate", "text": text, "from": by.account, "channelData": data}
    await office.client.post(activity | changed)
    await office.settled()
    return office.microsoft.in_(activity["conversation"]["id"])


async def pressed(office: Office, by: Colleague, offer: Message) -> Json:
    (action,) = offer.card["body"][-1]["actions"]
    value = {"action": {"type": action["type"], "verb": action["verb"], "data": action["data"]}}
    return await office.client.invoke(by, offer, "adaptiveCard/action", value)


async def test_an_edited_question_is_offered_again_and_replaces_the_first(office: Office) -> None:
    (offer,) = await edited(office, await asked(office), "how many orders in Spain?")
    assert refusals(offer.card) == []
    assert say.EDITED in text_of(offer.card)
    answer = await pressed(office, ANA, offer)
    assert say.ASKED_AGAIN in text_of(answer["value"])
    assert [each.text for each in office.desk.asked] == [
        "how many orders?",
        "how many orders in Spain?",
    ]
    assert office.desk.stopped == ["run-1"]


async def test_in_a_channel_the_offer_stands_in_the_thread(office: Office) -> None:
    (offer,) = await edited(
        office, await asked(office, CHANNEL), "<at>Countersign</at> how many in Spain?"
    )
    await pressed(office, ANA, offer)
    assert office.desk.asked[1].text == "how many in Spain?"
    assert office.desk.asked[1].thread == office.desk.asked[0].thread


async def test_the_offer_pressed_twice_asks_once(office: Office) -> None:
    (offer,) = await edited(office, await asked(office), "how many orders in Spain?")
    await pressed(office, ANA, offer)
    await pressed(office, ANA, offer)
    assert len({each.event for each in office.desk.asked}) == 2


async def test_nobody_else_asks_anew_in_the_askers_place(office: Office) -> None:
    (offer,) = await edited(office, await asked(office), "how many orders in Spain?")
    answer = await pressed(office, RUI, offer)
    assert answer["value"] == say.ONLY_ASKER_AGAIN
    assert len(office.desk.asked) == 1


@pytest.mark.parametrize("text", ["how many orders?", "thanks 🎉", "yes", ""])
async def test_an_edit_that_asks_nothing_new_offers_nothing(office: Office, text: str) -> None:
    kept = await asked(office)
    if text == "thanks 🎉":
        text = "🎉"
    assert await edited(office, kept, text) == []


async def test_other_changes_of_a_message_offer_nothing(office: Office) -> None:
    kept = await asked(office)
    assert await edited(office, kept, "how many in Spain?", kind="undeleteMessage") == []
    assert await edited(office, kept, "how many in Spain?", by=RUI) == []
