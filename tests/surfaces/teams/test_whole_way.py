"""From a signed activity through the SDK, the office and its ledger, to a decision that counts."""

import datetime as dt
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bots.conversation.post_office import PostOffice
from bots.wording import replies
from pipeline.checkpoint import Action, Audience, Decision
from pipeline.people import Person
from pipeline.writes.rules import WriteRules
from review.adapters.open_ledger import open_ledger
from review.adapters.sql_ledger import SqlLedger
from review.cases.worker import Outside
from review.ledger.threads import Thread
from review.office.in_process import InProcessDispatcher
from review.office.review_office import Office, Ports
from review.policy.deciders import ReviewPolicy
from review.ports.desk import Counted, Postman
from review.settings import Around
from tests.review.fakes import FakeClock, FakeFlow, FakePromoter, FakeRerun, a_flow, asks
from tests.review.office import QUICK
from tests.surfaces.teams.client import (
    ADA,
    ANA,
    CHANNEL,
    GROUP,
    REVIEWERS,
    RUI,
    action_of,
    actions,
    text_of,
)
from tests.surfaces.teams.conftest import Room, a_surface
from tests.surfaces.teams.fake_connector import TENANT, Message, Trouble, microsoft

_REVIEWERS = Thread(surface="teams", tenant=TENANT, channel=REVIEWERS, root="")
_DECIDERS = frozenset({"reviewer"})
_POLICY = ReviewPolicy(
    reviewer_roles=_DECIDERS,
    reviewers_thread=_REVIEWERS,
    writes=WriteRules(asker_roles=frozenset(), approver_roles=_DECIDERS),
)


@dataclass
class Company:
    """The surface with the real office and ledger behind it."""

    room: Room
    office: Office
    clock: FakeClock
    dispatcher: InProcessDispatcher
    promoter: FakePromoter = field(default_factory=FakePromoter)

    async def settle(self) -> None:
        await self.room.settled()
        await self.dispatcher.idle()
        await self.room.settled()

    async def later(self, seconds: float) -> None:
        """Let time pass, and look after what is due."""
        self.clock.pass_(seconds=seconds)
        await self.office.sweeper.tick()
        await self.settle()

    def newest(self, conversation: str) -> Message:
        return self.room.microsoft.in_(conversation)[-1]

    async def sent_to_review(self) -> str:
        """The thread of a question whose answer Ana has sent to the reviewers."""
        client = self.room.client
        thread = await client.say(ANA, CHANNEL, "How many orders?")
        await self.settle()
        answer = self.newest(thread)
        dialog = await client.press(ANA, answer, "Send to review")
        await client.send(ANA, answer, dialog, {})
        await self.settle()
        return thread


@asynccontextmanager
async def a_company(ledger: SqlLedger, flow: FakeFlow) -> AsyncIterator[Company]:
    ids, clock = iter(range(1, 10_000)), FakeClock()
    around = Around(
        clock=clock,
        ids=lambda: f"run{next(ids)}",
        nonces=lambda: f"nonce{next(ids)}",
        owner="one",
        zone=_utc,
    )
    postmen: dict[str, Postman] = {}
    dispatcher, promoter = InProcessDispatcher(QUICK.concurrency), FakePromoter()
    ports = Ports(
        ledger=ledger,
        dispatcher=dispatcher,
        flow=flow,
        postman=PostOffice(postmen),
        policies=lambda _workspace: _POLICY,
        outside=Outside(promoter=promoter, rerun=FakeRerun()),
    )
    office = Office(ports, around, QUICK)
    async with microsoft() as fake, a_surface(fake, office.desk) as room:
        postmen["teams"] = room.surface.postman
        room.ticks.step = 1.0
        await office.open()
        company = Company(room, office, clock, dispatcher, promoter)
        yield company
        await company.settle()
        await office.stop()


def _utc(_workspace: str, _person: Person) -> dt.tzinfo:
    return dt.UTC


@pytest.fixture
async def ledger(tmp_path: Path) -> AsyncIterator[SqlLedger]:
    opened = await open_ledger(f"sqlite:///{tmp_path / 'ledger.db'}")
    yield opened
    await opened.close()


async def test_a_question_in_a_channel_pauses_and_a_press_lets_it_go_on(
    ledger: SqlLedger,
) -> None:
    async with a_company(ledger, a_flow(("which", asks("region")))) as company:
        client = company.room.client
        thread = await client.say(ANA, CHANNEL, "How many orders?")
        await company.settle()
        card = company.newest(thread)
        answer = await client.press(ANA, card, "The first")
        await company.settle()

    assert answer["type"] == "application/vnd.microsoft.card.adaptive"
    assert "Ana chose: The first" in text_of(answer["value"])
    assert "There are 7 orders." in text_of(company.newest(thread).card)


async def test_the_second_of_two_presses_is_told_who_was_first(ledger: SqlLedger) -> None:
    async with a_company(ledger, a_flow(("which", asks("region")))) as company:
        client = company.room.client
        await client.say(ANA, ANA.chat, "How many orders?")
        await company.settle()
        card = as_it_is_now(company.newest(ANA.chat))
        await client.press(ANA, card, "The first")
        again = await client.press(ANA, card, "The second")
        await company.settle()

    assert "already decided" in again["value"]


async def test_only_the_asker_may_press_in_a_group(ledger: SqlLedger) -> None:
    async with a_company(ledger, a_flow(("which", asks("region")))) as company:
        client = company.room.client
        await client.say(ANA, GROUP, "How many orders?")
        await company.settle()
        refused = await client.press(RUI, company.newest(GROUP), "The first")
        await company.settle()

    assert refused["type"] == "application/vnd.microsoft.activity.message"
    assert "Ana" in refused["value"]


async def test_a_write_is_approved_in_the_reviewers_channel(ledger: SqlLedger) -> None:
    flow = a_flow(("write", asks("approval", Audience.REVIEWERS)))
    async with a_company(ledger, flow) as company:
        client = company.room.client
        thread = await client.say(ANA, CHANNEL, "How many orders?")
        await company.settle()
        card = company.newest(REVIEWERS)
        await client.press(RUI, card, "Approve", {"menu|0": "0"})
        await company.settle()

    assert "Rui chose: The first" in text_of(card.card)
    assert "There are 7 orders." in text_of(company.newest(thread).card)


async def test_an_answer_goes_to_review_and_its_verdict_comes_back(ledger: SqlLedger) -> None:
    async with a_company(ledger, a_flow()) as company:
        client = company.room.client
        thread = await client.say(ANA, CHANNEL, "How many orders?")
        await company.settle()
        answer = company.newest(thread)
        dialog = await client.press(ANA, answer, "Send to review")
        await client.send(ANA, answer, dialog, {"entry|note": "Is it net?"})
        await company.settle()
        case = company.newest(REVIEWERS)
        await client.send(RUI, case, await client.press(RUI, case, "Approve & promote"), {})
        await company.settle()

    assert "Is it net?" in text_of(company.room.microsoft.in_(REVIEWERS)[0].versions[0])
    assert "Rui approved this answer" in text_of(answer.card)
    assert len(company.promoter.approved) == 1


async def test_a_question_asked_in_teams_is_decided_on_another_surface(
    ledger: SqlLedger,
) -> None:
    async with a_company(
        ledger, a_flow(("write", asks("approval", Audience.REVIEWERS)))
    ) as company:
        thread = await company.room.client.say(ANA, CHANNEL, "How many orders?")
        await company.settle()
        data = json.loads(action_of(company.newest(REVIEWERS).card, "Approve")["data"]["p"])
        rui = Person(id="slack:T1:RUI", name="Rui", roles=frozenset({"reviewer"}))
        decision = Decision(action=Action.APPROVE, choices={"approval": "a"})
        verdict = await company.office.desk.decide(data["s"], data["n"], decision, rui)
        await company.settle()

    assert isinstance(verdict, Counted)
    assert "There are 7 orders." in text_of(company.newest(thread).card)


@pytest.mark.parametrize("status", [429, 502, 504, 412])
async def test_what_teams_did_not_take_is_sent_again_and_once(
    ledger: SqlLedger, status: int
) -> None:
    async with a_company(ledger, a_flow()) as company:
        company.room.microsoft.troubles = [Trouble(status, "Busy", {"Retry-After": "2"})] * 2
        await company.room.client.say(ANA, ANA.chat, "How many orders?")
        await company.settle()
        assert company.room.microsoft.in_(ANA.chat) == []
        await company.later(30)
        await company.later(60)
        await company.later(60)

    (message,) = company.room.microsoft.in_(ANA.chat)
    assert "There are 7 orders." in text_of(message.card)


async def test_a_conversation_that_removed_the_bot_does_not_stop_the_others(
    ledger: SqlLedger,
) -> None:
    async with a_company(ledger, a_flow()) as company:
        company.room.microsoft.removed.add(GROUP)
        await company.room.client.say(ANA, GROUP, "How many orders?")
        thread = await company.room.client.say(ANA, CHANNEL, "How many orders?")
        await company.settle()

    assert company.room.microsoft.in_(GROUP) == []
    assert "There are 7 orders." in text_of(company.newest(thread).card)


async def test_a_message_that_somebody_deleted_is_said_again(ledger: SqlLedger) -> None:
    async with a_company(ledger, a_flow(("which", asks("region")))) as company:
        await company.room.client.say(ANA, ANA.chat, "How many orders?")
        await company.settle()
        card = company.newest(ANA.chat)
        del company.room.microsoft.messages[card.id]
        await company.room.client.press(ANA, card, "The first")
        await company.settle()

    assert "There are 7 orders." in text_of(company.newest(ANA.chat).card)


async def test_a_reviewer_who_looks_at_it_is_named_on_the_card(ledger: SqlLedger) -> None:
    flow = a_flow(("write", asks("approval", Audience.REVIEWERS)))
    async with a_company(ledger, flow) as company:
        await company.room.client.say(ANA, CHANNEL, "How many orders?")
        await company.settle()
        await company.room.client.press(RUI, company.newest(REVIEWERS), "I'll take it")
        await company.settle()

    assert "Rui" in text_of(company.newest(REVIEWERS).card)


async def test_reviewers_see_buttons_below_a_case_and_others_its_state(ledger: SqlLedger) -> None:
    async with a_company(ledger, a_flow()) as company:
        client = company.room.client
        await company.sent_to_review()
        case = company.newest(REVIEWERS)
        value = {"action": case.card["refresh"]["action"], "trigger": "automatic"}
        own = await client.invoke(RUI, case, "adaptiveCard/action", value)
        other = await client.invoke(ADA, case, "adaptiveCard/action", value)

    labels = [each["title"] for each in actions(own["value"])]
    assert labels == [each["title"] for each in actions(case.card)]
    assert actions(other["value"]) == []
    assert "How many orders?" in text_of(other["value"])
    assert "A reviewer must decide this" in text_of(other["value"])


async def test_words_below_a_case_go_to_the_asker_and_decide_nothing(ledger: SqlLedger) -> None:
    async with a_company(ledger, a_flow()) as company:
        client = company.room.client
        thread = await company.sent_to_review()
        below = client.message(RUI, REVIEWERS, "approve, but is it net?")
        case = company.newest(REVIEWERS)
        below["conversation"]["id"] = f"{REVIEWERS};messageid={case.id}"
        await client.post(below)
        await company.settle()

    shown = [text_of(each.card) for each in company.room.microsoft.in_(thread)]
    assert any("Rui: approve, but is it net?" in text for text in shown)
    assert company.promoter.approved == []


async def test_a_typed_approval_below_a_case_is_told_of_the_button_and_who_may_press_it(
    ledger: SqlLedger,
) -> None:
    async with a_company(ledger, a_flow()) as company:
        client = company.room.client
        thread = await company.sent_to_review()
        case = company.newest(REVIEWERS)
        before = [text_of(each.card) for each in company.room.microsoft.in_(thread)]
        below = client.message(RUI, REVIEWERS, "I approve this")
        place = below["conversation"]["id"] = f"{REVIEWERS};messageid={case.id}"
        await client.post(below)
        await company.settle()
        told = text_of(company.newest(place).card)
        after = [text_of(each.card) for each in company.room.microsoft.in_(thread)]

    assert replies.USE_BUTTONS_HERE in told
    assert "Only this workspace's reviewers can decide this" in told
    assert (after, company.promoter.approved) == (before, [])


def as_it_is_now(card: Message) -> Message:
    """What a client shows that has not seen a later edit yet."""
    return Message(card.id, card.conversation, [card.now])
