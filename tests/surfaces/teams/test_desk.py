"""“My desk”: what waits for a person, shown to that person alone."""

import datetime as dt
from typing import Any

import pytest

from bots.teams.fitting import MOST_BYTES, size_of
from pipeline.checkpoint import CheckpointKind
from pipeline.people import Person
from pipeline.standing import StandingAnswer
from review.agenda import Agenda, OwnQuestion, Queued, WaitsFor
from review.threads import Thread
from tests.fakes import NOON, FakeCheckpoint, an_ask
from tests.surfaces.teams.client import ANA, CHANNEL, RUI, action_of, actions, text_of
from tests.surfaces.teams.conftest import Office
from tests.surfaces.teams.fake_connector import TENANT, Message
from tests.surfaces.teams.test_schema import refusals


def thread(channel: str = CHANNEL, root: str = "1600000000001") -> Thread:
    return Thread(surface="teams", tenant=TENANT, channel=channel, root=root)


def a_question(**changes: Any) -> OwnQuestion:
    fields: dict[str, Any] = {
        "run": "r1",
        "question": "What was our net revenue?",
        "workspace": "Sales",
        "asked_at": NOON - dt.timedelta(hours=2),
        "waits_for": WaitsFor.YOU,
        "thread": thread(),
        "reference": f"{CHANNEL};messageid=1600000000001/1700000000009",
        "title": "Which dates?",
    }
    return OwnQuestion(**(fields | changes))


def a_case(**changes: Any) -> Queued:
    fields: dict[str, Any] = {
        "checkpoint": "c1",
        "nonce": "n1",
        "kind": CheckpointKind.REVIEW,
        "workspace": "Sales",
        "title": "How many orders?",
        "asker": Person(id=ANA.id, name="Ana"),
        "opened_at": NOON,
        "thread": thread(),
    }
    return Queued(**(fields | changes))


async def desk_of(office: Office, person: Any = ANA, agenda: Agenda | None = None) -> Message:
    if agenda is not None:
        office.desk.agendas[person.id] = agenda
    await office.client.say(person, person.chat, "My desk")
    await office.settled()
    return office.microsoft.in_(person.chat)[-1]


async def test_the_desk_shows_what_waits_with_a_link_to_its_card(office: Office) -> None:
    shown = await desk_of(office, agenda=Agenda(pending=(a_question(),)))
    assert "Waiting for you" in text_of(shown.card)
    assert "Which dates? · Sales" in text_of(shown.card)
    assert action_of(shown.card, "Open")["url"] == (
        "https://teams.microsoft.com/l/message/19%3Aaskdata%40thread.tacv2/1700000000009"
        f"?tenantId={TENANT}&parentMessageId=1600000000001"
    )
    assert office.desk.asked == []


async def test_an_empty_desk_says_so(office: Office) -> None:
    assert "Nothing waits for you" in text_of((await desk_of(office)).card)


async def test_asked_for_in_a_channel_it_comes_into_the_persons_own_chat(office: Office) -> None:
    office.desk.agendas[ANA.id] = Agenda(pending=(a_question(),))
    where = await office.client.say(ANA, CHANNEL, "my desk")
    await office.settled()
    assert office.microsoft.in_(where) == []
    (shown,) = office.microsoft.in_(ANA.chat)
    assert "What was our net revenue?" in text_of(shown.card)


async def test_a_reviewer_takes_a_case_from_the_desk(office: Office) -> None:
    office.desk.checkpoints["c1"] = FakeCheckpoint(ask=an_ask(), nonce="n1")
    shown = await desk_of(office, RUI, Agenda(queue=(a_case(),)))
    await office.client.press(RUI, shown, "I'll take it")
    assert office.desk.claims == [("c1", RUI.id)]


@pytest.mark.parametrize(
    "changes", [{"claimed_by": Person(id="x", name="Eva")}, {"barred": "You asked this yourself."}]
)
async def test_what_is_taken_or_barred_has_no_button(office: Office, changes: Any) -> None:
    shown = await desk_of(office, RUI, Agenda(queue=(a_case(**changes),)))
    assert actions(shown.card) == []
    assert changes.get("barred", "👤 Eva") in text_of(shown.card)


async def test_somebody_whom_the_directory_does_not_know_sees_no_desk(office: Office) -> None:
    office.desk.agendas[f"teams:{TENANT}:"] = Agenda(pending=(a_question(),))
    activity = office.client.message(ANA, ANA.chat, "my desk")
    del activity["from"]["aadObjectId"]
    await office.client.post(activity)
    await office.settled()
    (shown,) = office.microsoft.in_(ANA.chat)
    assert "another organisation" in text_of(shown.card)


async def test_a_desk_that_cannot_be_read_gets_a_sentence(office: Office) -> None:
    del office.desk.agendas
    assert "Something went wrong" in text_of((await desk_of(office)).card)


async def test_a_full_desk_is_a_card_that_teams_takes(office: Office) -> None:
    long = "How many orders did we get, " * 20
    full = Agenda(
        pending=(a_question(question=long),) * 20,
        open=(a_question(waits_for=WaitsFor.US),) * 20,
        recent=(a_question(reference="a:chat/1"),) * 5,
        queue=(a_case(title=long),) * 200,
        kept=(StandingAnswer(question="q", answer="net", said="“revenue” is net revenue"),),
    )
    shown = await desk_of(office, agenda=full)
    assert refusals(shown.card) == []
    assert size_of(shown.card) <= MOST_BYTES
    assert "and 194 more." in text_of(shown.card)
