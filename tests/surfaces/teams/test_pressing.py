"""Buttons, menus and dialogs, as Teams posts them."""

import json
from typing import Any, NoReturn

import pytest
from typing_extensions import override

from bots.cards import Press, Verb
from bots.conversation.presses import encode
from bots.wording import asks, replies
from bots.wording import teams as say
from pipeline.checkpoint import Action, CheckpointKind, Input, InputKind
from review.ledger.notices import ImportsWait, Working, Written
from review.ports.desk import Waiting
from review.sentences import NOT_OFFERED
from tests.fakes import FakeCheckpoint, a_question, an_ask
from tests.surfaces.teams.client import (
    ANA,
    CHANNEL,
    REVIEWERS,
    RUI,
    Colleague,
    action_of,
    actions,
    text_of,
)
from tests.surfaces.teams.conftest import Office
from tests.surfaces.teams.fake_connector import Json, Message
from tests.surfaces.teams.test_write_cards import RECEIPT

CARD = "application/vnd.microsoft.card.adaptive"
TOLD = "application/vnd.microsoft.activity.message"
START = Input(id="start", label="First day", kind=InputKind.DATE, value="2026-07-01")
SQL = Input(id="sql", label="SQL", kind=InputKind.SQL, value="SELECT 1")
REPAIR = an_ask(kind=CheckpointKind.REPAIR, questions=(a_question(options=(), inputs=(SQL,)),))
WRITE = an_ask(kind=CheckpointKind.WRITE_APPROVAL, questions=())


async def test_a_press_answers_with_the_settled_card_and_not_with_500(office: Office) -> None:
    message = await office.paused(an_ask())
    answer = await office.client.press(ANA, message, "Yes")
    assert (answer["statusCode"], answer["type"]) == (200, CARD)
    assert "Ana chose: Yes" in text_of(answer["value"])
    assert office.desk.checkpoints["c1"].decision is not None


async def test_another_press_on_a_decided_card_is_told_so(office: Office) -> None:
    message = await office.paused(an_ask())
    await office.client.press(ANA, message, "Yes")
    again = await office.client.press(ANA, message, "1 Aug to 31 Oct 2026")
    assert (again["statusCode"], again["type"]) == (200, TOLD)
    assert "already decided" in again["value"]


async def test_the_very_same_press_again_is_answered_as_the_first_was(office: Office) -> None:
    message = await office.paused(an_ask())
    first = await office.client.press(ANA, message, "Yes")
    again = await office.client.press(ANA, message, "Yes")
    assert (again["statusCode"], again["type"]) == (first["statusCode"], first["type"])


async def test_who_may_not_decide_is_told_so(office: Office) -> None:
    message = await office.paused(an_ask(), deciders=frozenset({ANA.id}))
    refused = await office.client.press(RUI, message, "Yes")
    assert refused["value"] == "Only a reviewer of Sales may decide this."


@pytest.mark.parametrize("label", [asks.EDIT_SQL, asks.ASK_BACK, asks.REJECT])
async def test_a_dialog_opens_only_for_who_may_send_it(office: Office, label: str) -> None:
    message = await office.paused(WRITE, deciders=frozenset({RUI.id}))
    refused = await office.client.press(ANA, message, label)
    assert refused["task"] == {
        "type": "message",
        "value": "Only a reviewer of Sales may decide this.",
    }
    opened = await office.client.press(RUI, message, label)
    assert opened["task"]["type"] == "continue"


async def test_a_choice_that_the_card_never_offered_leaves_it_open(office: Office) -> None:
    message = await office.paused(an_ask())
    data = action_of(message.card, "Yes")["data"]
    forged = {name: str(value).replace("calendar", "lunar") for name, value in data.items()}
    answer = await office.client.press(ANA, message, "Yes", forged)
    assert (answer["type"], answer["value"]) == (TOLD, NOT_OFFERED)
    assert office.desk.checkpoints["c1"].decision is None
    await office.client.press(ANA, message, "Yes")
    assert office.desk.checkpoints["c1"].decision is not None


async def test_a_place_that_its_menu_never_had_leaves_the_card_open(office: Office) -> None:
    ask = an_ask(questions=(a_question(), a_question(id="region")))
    message = await office.paused(ask)
    picked = {"menu|0": "1", "menu|1": "17"}
    answer = await office.client.press(ANA, message, "Continue", picked)
    assert answer["value"] == NOT_OFFERED
    assert office.desk.checkpoints["c1"].decision is None


async def test_the_directory_and_not_the_name_says_who_presses(office: Office) -> None:
    message = await office.paused(an_ask(), deciders=frozenset({ANA.id}))

    class Impostor(Colleague):
        @property
        @override
        def account(self) -> Json:
            return {"id": "29:ana", "name": "Ana", "aadObjectId": "aad-mallory"}

    refused = await office.client.press(Impostor("Ana"), message, "Yes")
    assert refused["type"] == TOLD
    assert office.desk.checkpoints["c1"].decision is None


async def test_somebody_without_a_directory_id_presses_in_vain(office: Office) -> None:
    message = await office.paused(an_ask())

    class Guest(Colleague):
        @property
        @override
        def account(self) -> Json:
            return {"id": "29:guest", "name": "Guest"}

    refused = await office.client.press(Guest("Guest"), message, "Yes")
    assert refused["value"] == replies.EXTERNAL


@pytest.mark.parametrize("label", ["Yes", "1 Aug to 31 Oct 2026"])
async def test_a_card_of_a_dead_question_says_so(office: Office, label: str) -> None:
    message = await office.paused(an_ask())
    office.desk.checkpoints["c1"].closed = "expired"
    answer = await office.client.press(ANA, message, label)
    assert "The time to answer this card is over" in answer["value"]


@pytest.mark.parametrize("data", [{}, {"p": "{"}, {"p": 5}, {"p": '{"v":"launch"}'}, "text", None])
@pytest.mark.parametrize("name", ["adaptiveCard/action", "task/fetch", "task/submit"])
async def test_what_we_never_sent_is_answered_with_a_sentence(
    office: Office, name: str, data: Any
) -> None:
    message = Message("1", CHANNEL, [])
    value = {"data": data, "action": {"verb": "press", "data": data}}
    answer = await office.client.invoke(ANA, message, name, value)
    assert replies.UNREADABLE in json.dumps(answer, ensure_ascii=False)


async def test_an_older_client_submits_and_the_press_counts(office: Office) -> None:
    message = await office.paused(an_ask())
    data = action_of(message.card, "Yes")["fallback"]["data"]
    where = office.client.activity("message", ANA, message.conversation, value=data)
    await office.client.post(where)
    assert office.desk.checkpoints["c1"].decision is not None
    other = action_of(message.card, "1 Aug to 31 Oct 2026")["fallback"]["data"]
    await office.client.post(where | {"id": "77", "value": other})
    await office.settled()
    assert "already decided" in text_of(office.microsoft.in_(message.conversation)[-1].card)


async def test_menus_are_read_when_their_button_is_pressed(office: Office) -> None:
    ask = an_ask(questions=(a_question(), a_question(id="region")))
    message = await office.paused(ask)
    answer = await office.client.press(ANA, message, "Continue", {"menu|0": "1", "menu|1": "0"})
    decision = office.desk.checkpoints["c1"].decision
    assert decision is not None
    assert decision.choices == {"dates": "fiscal", "region": "calendar"}
    assert answer["type"] == CARD


async def test_a_menu_without_a_choice_is_asked_for(office: Office) -> None:
    message = await office.paused(an_ask(questions=(a_question(), a_question(id="region"))))
    answer = await office.client.press(ANA, message, "Continue", {"menu|0": "", "menu|1": "0"})
    assert answer["value"] == replies.PICK_ALL


async def test_a_dialog_edits_the_sql(office: Office) -> None:
    message = await office.paused(REPAIR)
    dialog = await office.client.press(ANA, message, "Edit SQL…")
    fields = dialog["task"]["value"]["card"]["content"]["body"]
    assert [each["value"] for each in fields if each["type"] == "Input.Text"] == ["SELECT 1"]
    closed = await office.client.send(ANA, message, dialog, {"entry|sql": "SELECT 2"})
    decision = office.desk.checkpoints["c1"].decision
    assert closed == {}
    assert decision is not None
    assert (decision.action, decision.values) == (Action.EDIT, {"sql": "SELECT 2"})


async def test_what_must_be_mended_keeps_the_dialog_open_with_what_was_typed(
    office: Office,
) -> None:
    two = (START, Input(id="end", label="Last day", kind=InputKind.DATE, value="2026-09-30"))
    message = await office.paused(an_ask(questions=(a_question(inputs=two),)))
    dialog = await office.client.press(ANA, message, "Other…")
    typed = {"entry|start": "2026-02-01", "entry|end": ""}
    again = await office.client.send(ANA, message, dialog, typed)
    content = again["task"]["value"]["card"]["content"]
    assert replies.TYPE_SOMETHING in text_of(content)
    assert [each.get("value") for each in content["body"] if each["type"] == "Input.Date"] == [
        "2026-02-01",
        None,
    ]
    assert await office.client.send(ANA, message, again, typed | {"entry|end": "2026-03-01"}) == {}
    assert office.desk.checkpoints["c1"].decision is not None


async def test_a_rejection_needs_its_reason(office: Office) -> None:
    message = await office.paused(WRITE)
    dialog = await office.client.press(RUI, message, "Reject…")
    again = await office.client.send(RUI, message, dialog, {"entry|note": " "})
    assert again["task"]["type"] == "continue"
    await office.client.send(RUI, message, again, {"entry|note": "Wrong table"})
    decision = office.desk.checkpoints["c1"].decision
    assert decision is not None
    assert (decision.action, decision.note) == (Action.REJECT, "Wrong table")


async def test_several_imports_are_rejected_with_one_reason(office: Office) -> None:
    office.desk.waiting = [Waiting(id=f"i{at}", question=f"q{at}", sql="") for at in range(3)]
    notice = ImportsWait(workspace="Sales", digest="d1", waiting=3)
    message = await office.deliver(notice, office.thread("", REVIEWERS))
    dialog = await office.client.press(RUI, message, "Reject several…")
    picked = {"menu|queries": "i0,i2", "entry|note": " "}
    again = await office.client.send(RUI, message, dialog, picked)
    assert replies.TYPE_SOMETHING in text_of(again["task"]["value"]["card"]["content"])
    told = await office.client.send(RUI, message, again, picked | {"entry|note": "Not ours."})
    assert told == {"task": {"type": "message", "value": "Rejected: 2 of 2."}}
    (done,) = office.desk.turned_down
    assert (done.workspace, done.digest, done.note) == ("Sales", "d1", "Not ours.")
    assert [each.id for each in office.desk.waiting] == ["i1"]


async def test_a_dialog_that_comes_too_late_says_so(office: Office) -> None:
    message = await office.paused(WRITE)
    dialog = await office.client.press(RUI, message, "Ask back…")
    office.desk.checkpoints["c1"].closed = "cancelled"
    answer = await office.client.send(RUI, message, dialog, {"entry|note": "Why?"})
    assert answer == {"task": {"type": "message", "value": replies.CLOSED_FORM}}


async def test_stop_stops_what_runs(office: Office) -> None:
    message = await office.deliver(Working(step="execute"))
    office.desk.busy.add(office.thread())
    assert (await office.client.press(ANA, message, "Stop"))["value"] == replies.STOPPED
    assert (await office.client.press(ANA, message, "Stop"))["value"] == replies.NOTHING_TO_STOP


async def test_the_asker_sees_buttons_and_others_the_state(office: Office) -> None:
    message = await office.paused(an_ask(), frozenset({ANA.id}))
    refresh = message.card["refresh"]["action"]
    value = {"action": refresh, "trigger": "automatic"}
    own = await office.client.invoke(ANA, message, "adaptiveCard/action", value)
    other = await office.client.invoke(RUI, message, "adaptiveCard/action", value)
    assert [each["title"] for each in actions(own["value"])] == ["Yes", "1 Aug to 31 Oct 2026"]
    assert actions(other["value"]) == []
    assert "Which dates?" in text_of(other["value"])


async def test_a_view_never_decides(office: Office) -> None:
    message = await office.paused(an_ask())
    press = encode(
        Press(verb=Verb.CHOOSE, subject="c1", nonce="n1", question="dates", choice="fiscal")
    )
    data = message.card["refresh"]["action"]["data"] | {"p": press, "a": RUI.id}
    value = {"action": {"verb": "view", "data": data}}
    await office.client.invoke(RUI, message, "adaptiveCard/action", value)
    assert office.desk.checkpoints["c1"].decision is None


class Away(dict[str, FakeCheckpoint]):
    """A ledger that cannot be reached."""

    @override
    def get(self, *_: object) -> NoReturn:
        raise OSError("the ledger is away")  # noqa: EM101 - what a broken line says


async def test_when_the_ledger_is_away_every_press_gets_a_sentence(office: Office) -> None:
    message = await office.paused(an_ask())
    repair = await office.paused(REPAIR)
    refresh = {"action": message.card["refresh"]["action"]}
    dialog = await office.client.press(ANA, repair, "Edit SQL…")
    office.desk.checkpoints = Away()
    answers = (
        await office.client.press(ANA, message, "Yes"),
        await office.client.press(ANA, repair, "Edit SQL…"),
        await office.client.send(ANA, repair, dialog, {"entry|sql": "SELECT 2"}),
        await office.client.invoke(ANA, message, "adaptiveCard/action", refresh),
    )
    assert all(replies.TROUBLE in json.dumps(answer) for answer in answers)


def test_every_sentence_of_teams_ends() -> None:
    sentences = (
        say.FILE_READY,
        say.FILE_BELOW,
        say.FILE_DECLINED,
        say.FILE_ELSEWHERE,
        say.LINK_OVER,
    )
    assert all(text.endswith(".") for text in sentences)


async def test_undo_pressed_again_tells_who_asked_before(office: Office) -> None:
    message = await office.deliver(Written(receipt=RECEIPT, run="r1"))
    first = await office.client.press(ANA, message, "Undo…")
    assert "I asked for approval" in first["value"]
    again = await office.client.press(RUI, message, "Undo…")
    assert "asked on 3 Nov at" in again["value"]
    assert "It is waiting for approval" in again["value"]
    assert len(office.desk.undone) == 1
