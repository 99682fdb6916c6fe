"""“My desk”: what waits for a person, shown to that person alone."""

import datetime as dt
from dataclasses import dataclass
from typing import Any

import pytest

from bots.ports import Condition
from bots.teams.cards.fitting import MOST_BYTES, size_of
from bots.wording import home as say
from pipeline.checkpoint import Action, CheckpointKind, Decision
from pipeline.people import Person
from pipeline.remembered.standing import StandingAnswer
from review.ledger.threads import Thread
from review.ports.agenda import Agenda, OwnQuestion, Queued, WaitsFor
from tests.fakes import NOON, FakeCheckpoint, FakeDesk, an_ask
from tests.surfaces.teams.client import ADA, ANA, CHANNEL, RUI, Colleague, action_of, text_of
from tests.surfaces.teams.conftest import Office, a_surface
from tests.surfaces.teams.fake_connector import TENANT, Json, Message, microsoft
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


def reviewing(office: Office, *queue: Queued) -> Agenda:
    for each in queue:
        office.desk.checkpoints[each.checkpoint] = FakeCheckpoint(ask=an_ask(), nonce=each.nonce)
    return Agenda(queue=queue)


async def press(office: Office, shown: Message, label: str, **inputs: str) -> Json:
    """Press a button of Rui's desk; the card that takes its place."""
    answer = await office.client.press(RUI, shown, label, inputs)
    await office.settled()
    value: Json = answer["value"]
    assert refusals(value) == []
    return value


async def test_a_reviewer_takes_several_cases_from_the_desk(office: Office) -> None:
    queue = (a_case(), a_case(checkpoint="c2"), a_case(checkpoint="c3"))
    shown = await desk_of(office, RUI, reviewing(office, *queue))
    after = await press(office, shown, "I'll take these", **{"desk|picked": "c1|n1,c3|n1"})
    assert office.desk.claims == [("c1", RUI.id), ("c3", RUI.id)]
    assert "Done: 2 of 2." in text_of(after)


async def test_several_answers_are_approved_once_their_reviewer_is_sure(office: Office) -> None:
    change = a_case(checkpoint="c3", kind=CheckpointKind.WRITE_APPROVAL)
    queue = (a_case(), a_case(checkpoint="c2"), change)
    shown = await desk_of(office, RUI, reviewing(office, *queue))
    picked = {"desk|picked": "c1|n1,c2|n1,c3|n1"}
    asked = await press(office, shown, "Approve these answers", **picked)
    assert "Approve these answers?" in text_of(asked)
    assert not any(each.decision for each in office.desk.checkpoints.values())
    sure = Message(shown.id, shown.conversation, [{"attachments": [{"content": asked}]}])
    after = await press(office, sure, "Approve")
    assert "Done: 2 of 2." in text_of(after)
    assert [key for key, each in office.desk.checkpoints.items() if each.decision] == ["c1", "c2"]


async def test_several_answers_are_rejected_once_their_reviewer_says_why(office: Office) -> None:
    change = a_case(checkpoint="c3", kind=CheckpointKind.WRITE_APPROVAL)
    queue = (a_case(), a_case(checkpoint="c2"), change)
    shown = await desk_of(office, RUI, reviewing(office, *queue))
    asked = await press(
        office, shown, "Reject these answers…", **{"desk|picked": "c1|n1,c2|n1,c3|n1"}
    )
    for said in (" ", "These are gross."):
        assert refusals(asked) == []
        assert not any(each.decision for each in office.desk.checkpoints.values())
        why = Message(shown.id, shown.conversation, [{"attachments": [{"content": asked}]}])
        asked = await press(office, why, "Reject", **{"desk|note": said})
    assert "Done: 2 of 2." in text_of(asked)
    wanted = Decision(action=Action.REJECT, note="These are gross.")
    decided = [each.decision for each in office.desk.checkpoints.values()]
    assert decided == [wanted, wanted, None]


async def test_what_was_done_on_the_desk_stays_on_it(office: Office) -> None:
    shown = await desk_of(office, RUI, reviewing(office, a_case()))
    after = await press(office, shown, "I'll take these", **{"desk|picked": "c1|n1"})
    assert office.microsoft.messages[shown.id].card == after


async def test_with_nothing_picked_the_desk_says_so(office: Office) -> None:
    shown = await desk_of(office, RUI, reviewing(office, a_case()))
    for label in ("I'll take these", "Approve these answers", "Reject these answers…"):
        assert say.NONE_PICKED in text_of(await press(office, shown, label))


async def test_the_queue_is_filtered_and_stays_so(office: Office) -> None:
    agenda = reviewing(office, a_case(), a_case(checkpoint="c2", workspace="Home", title="Items?"))
    shown = await desk_of(office, RUI, agenda)
    picked = {"desk|workspace": "Home", "desk|kind": "answers"}
    filtered = await press(office, shown, "Show these", **picked)
    assert "Items?" in text_of(filtered)
    assert "How many orders?" not in text_of(filtered)
    kept = action_of(filtered, "Refresh")["data"]
    assert (kept["workspace"], kept["kind"]) == ("Home", "answers")


async def test_a_choice_that_nobody_offered_does_nothing(office: Office) -> None:
    shown = await desk_of(office, RUI, reviewing(office, a_case()))
    office.desk.checkpoints["c9"] = FakeCheckpoint(ask=an_ask(), nonce="n9")
    await press(office, shown, "I'll take these", **{"desk|picked": "c9|n9"})
    assert office.desk.claims == []


async def test_in_a_group_nobody_gets_a_desk_on_the_card(office: Office) -> None:
    shown = await desk_of(office, RUI, reviewing(office, a_case()))
    elsewhere = Message(shown.id, CHANNEL, shown.versions)
    answer = await office.client.press(ANA, elsewhere, "Refresh")
    assert isinstance(answer["value"], str)


async def test_what_is_barred_is_told_why_and_not_offered(office: Office) -> None:
    queue = (a_case(claimed_by=Person(id="x", name="Eva")), a_case(barred="You asked this."))
    text = text_of((await desk_of(office, RUI, reviewing(office, *queue))).card)
    assert "👤 Eva" in text
    assert "You asked this." in text
    assert text.count("How many orders?") == 3


async def test_a_kept_answer_is_forgotten_on_the_desk(office: Office) -> None:
    kept = StandingAnswer(question="q", answer="net", said="“revenue” is net revenue")
    shown = await desk_of(office, agenda=Agenda(kept=(kept,)))
    answer = await office.client.press(ANA, shown, "Forget")
    assert "Forgotten" in text_of(answer["value"])


@dataclass(frozen=True)
class OneCondition:
    """All that is known of the installation."""

    async def conditions(self) -> tuple[Condition, ...]:
        return (Condition(what="Sales", well=True, said="14 tables"),)


@pytest.mark.parametrize(("person", "told"), [(ADA, True), (RUI, False)])
async def test_who_looks_after_it_sees_how_the_databases_are(person: Colleague, told: bool) -> None:
    desk = FakeDesk()
    async with microsoft() as fake, a_surface(fake, desk, health=OneCondition()) as room:
        await room.client.say(person, person.chat, "my desk")
        await room.settled()
        (shown,) = fake.in_(person.chat)
    assert ("✅ Sales: 14 tables" in text_of(shown.card)) is told


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
    assert "and 188 more. Use the filters" in text_of(shown.card)
