"""Buttons, menus and modals in Slack become decisions; everybody hears what happened."""

import pytest

from bots.local_workspace.people import Json
from bots.slack.cards.views import entry_block
from bots.wording import asks
from bots.wording import replies as say
from pipeline.checkpoint import (
    Action,
    CheckpointKind,
    Decision,
    Input,
    InputKind,
    Option,
    Question,
)
from review.ledger.notices import ImportsWait, Working, Written
from review.ports.desk import Waiting
from tests.fakes import RUI, FakeRoles, a_question, an_ask
from tests.surfaces.slack.conftest import Office, an_office
from tests.surfaces.slack.pressed import typed
from tests.surfaces.teams.test_write_cards import RECEIPT

START = Input(id="start", label="From", kind=InputKind.DATE, value="2026-07-01")
END = Input(id="end", label="Until", kind=InputKind.DATE, value="2026-10-01")


async def test_the_first_button_is_yes_and_decides(office: Office) -> None:
    message = await office.asked()
    card = await office.paused(an_ask(), message["ts"])

    await office.local.click("ana", card, "Yes")
    await office.local.settle()

    assert office.desk.checkpoints["c1"].decision == Decision(
        action=Action.APPROVE, choices={"dates": "calendar"}
    )


async def test_the_second_click_is_told_who_was_first(office: Office) -> None:
    message = await office.asked()
    card = await office.paused(an_ask(), message["ts"])
    await office.local.click("ana", card, "Yes")
    await office.local.click("rui", card, "1 Aug to 31 Oct 2026")

    assert "Ana Ruiz already decided this on 3 Nov at" in await office.whispered("rui")
    by = office.desk.checkpoints["c1"].by
    assert by is not None
    assert by.name == "Ana Ruiz"


async def test_several_imports_are_rejected_with_one_reason() -> None:
    roles = FakeRoles(by_person={RUI.id: frozenset({"reviewer"})})
    async with an_office(roles) as office:
        office.desk.waiting = [Waiting(id=f"i{at}", question=f"q{at}", sql="") for at in range(3)]
        notice = ImportsWait(workspace="Sales", digest="d1", waiting=3)
        message = await office.asked()
        card = office.message(await office.shown(notice, message["ts"]))
        await office.local.click("rui", card, "Reject several…")
        view = await office.local.wait_for(lambda: office.local.modal("rui"))
        (menu,) = (block for block in view["blocks"] if block["block_id"].startswith("menu|"))
        picked = {menu["block_id"]: {"pick": ["i0", "i2"]}}
        again = await office.local.submit_view("rui", picked | typed("note", " "))
        assert again["errors"] == {entry_block("note"): say.TYPE_SOMETHING}
        await office.local.submit_view("rui", picked | typed("note", "Not ours."))
        assert "Rejected: 2 of 2." in await office.whispered("rui")
        (done,) = office.desk.turned_down
        assert (done.workspace, done.digest, done.note) == ("Sales", "d1", "Not ours.")
        assert [each.id for each in office.desk.waiting] == ["i1"]


async def test_the_wrong_person_reads_why_and_nobody_else_does(office: Office) -> None:
    message = await office.asked()
    card = await office.paused(an_ask(), message["ts"], deciders=frozenset({RUI.id}))

    await office.local.click("ana", card, "Yes")

    assert await office.whispered("ana") == "Only a reviewer of Sales may decide this."
    assert office.whispers("rui") == []
    assert office.desk.checkpoints["c1"].decision is None


async def test_a_click_on_a_card_that_ran_out_says_so(office: Office) -> None:
    message = await office.asked()
    card = await office.paused(an_ask(), message["ts"])
    office.desk.checkpoints["c1"].closed = "expired"

    await office.local.click("ana", card, "Yes")

    assert await office.whispered("ana") == say.closed("expired")


async def test_other_opens_date_pickers_and_their_dates_decide(office: Office) -> None:
    ask = an_ask(questions=(a_question(inputs=(START, END)),))
    card = await office.paused(ask, (await office.asked())["ts"])

    await office.local.click("ana", card, asks.OTHER)
    await office.local.wait_for(lambda: office.local.modal("ana"))
    await office.local.submit_view("ana", typed("start", "2026-06-01"))

    assert office.desk.checkpoints["c1"].decision == Decision(
        action=Action.EDIT, values={"start": "2026-06-01", "end": "2026-10-01"}
    )
    assert office.local.modal("ana") is None


async def test_several_questions_are_menus_and_one_continue(office: Office) -> None:
    price = Question(
        id="price",
        text="Which price?",
        options=(Option(id="net", label="Net"), Option(id="gross", label="Gross")),
    )
    card = await office.paused(
        an_ask(questions=(a_question(), price)), (await office.asked())["ts"]
    )

    await office.local.click("ana", card, asks.CONTINUE)
    assert await office.whispered("ana") == say.PICK_ALL
    await _pick(office, card, asks.NO_CHOICE, "1", at=1)
    await office.local.click("ana", card, asks.CONTINUE)

    assert office.desk.checkpoints["c1"].decision == Decision(
        action=Action.APPROVE, choices={"dates": "calendar", "price": "gross"}
    )


async def _pick(office: Office, card: Json, wanted: str, value: str, at: int) -> None:
    selects = [each for each in card["blocks"] if "accessory" in each]
    only = {**card, "blocks": [selects[at]]}
    await office.local.click("ana", only, wanted, value)


async def test_a_rejection_needs_its_reason(office: Office) -> None:
    ask = an_ask(kind=CheckpointKind.WRITE_APPROVAL, questions=(), sql="UPDATE t SET a = 1")
    card = await office.paused(ask, (await office.asked())["ts"])

    await office.local.click("rui", card, asks.REJECT)
    await office.local.wait_for(lambda: office.local.modal("rui"))
    answer = await office.local.submit_view("rui", typed("note", "   "))
    assert answer["errors"] == {entry_block("note"): say.TYPE_SOMETHING}
    await office.local.submit_view("rui", typed("note", "Not this quarter"))

    assert office.desk.checkpoints["c1"].decision == Decision(
        action=Action.REJECT, note="Not this quarter"
    )


async def test_a_repair_edits_the_sql_in_a_modal(office: Office) -> None:
    ask = an_ask(kind=CheckpointKind.REPAIR, questions=(), sql="SELECT 1 FORM t")
    card = await office.paused(ask, (await office.asked())["ts"])

    await office.local.click("ana", card, asks.EDIT_SQL)
    await office.local.wait_for(lambda: office.local.modal("ana"))
    await office.local.submit_view("ana", typed("sql", "SELECT 1 FROM t"))

    assert office.desk.checkpoints["c1"].decision == Decision(
        action=Action.EDIT, values={"sql": "SELECT 1 FROM t"}
    )


async def test_a_form_sent_after_the_decision_is_not_used(office: Office) -> None:
    ask = an_ask(kind=CheckpointKind.REPAIR, questions=(), sql="SELECT 1 FORM t")
    card = await office.paused(ask, (await office.asked())["ts"])
    await office.local.click("ana", card, asks.EDIT_SQL)
    await office.local.wait_for(lambda: office.local.modal("ana"))
    office.desk.checkpoints["c1"].closed = "cancelled"

    await office.local.submit_view("ana")

    assert await office.whispered("ana") == say.CLOSED_FORM


async def test_a_forged_value_does_nothing(office: Office) -> None:
    card = await office.paused(an_ask(), (await office.asked())["ts"])
    button = card["blocks"][-2]["elements"][0]
    button["value"] = '{"v":"approve","s":"c1","n":"guessed"}'

    await office.local.click("rui", card, "Yes")

    assert await office.whispered("rui") == say.closed("")
    assert office.desk.checkpoints["c1"].decision is None


async def test_a_choice_that_the_card_never_offered_leaves_it_open(office: Office) -> None:
    card = await office.paused(an_ask(), (await office.asked())["ts"])
    yes = card["blocks"][-2]["elements"][0]
    offered = yes["value"]
    yes["value"] = offered.replace("calendar", "lunar")
    assert yes["value"] != offered

    await office.local.click("ana", card, "Yes")
    assert "does not offer that choice" in await office.whispered("ana")
    assert office.desk.checkpoints["c1"].decision is None

    yes["value"] = offered
    await office.local.click("ana", card, "Yes")
    await office.local.settle()
    assert office.desk.checkpoints["c1"].decision is not None


@pytest.mark.parametrize("label", [asks.EDIT_SQL, asks.ASK_BACK, asks.REJECT])
async def test_a_dialog_opens_only_for_who_may_send_it(office: Office, label: str) -> None:
    ask = an_ask(kind=CheckpointKind.WRITE_APPROVAL, questions=(), sql="SELECT 1")
    deciders = frozenset({RUI.id})
    card = await office.paused(ask, (await office.asked())["ts"], deciders=deciders)

    await office.local.click("ana", card, label)
    assert await office.whispered("ana") == "Only a reviewer of Sales may decide this."
    assert office.local.modal("ana") is None
    assert office.whispers("rui") == []

    await office.local.click("rui", card, label)
    assert await office.local.wait_for(lambda: office.local.modal("rui"))


async def test_stop_ends_what_runs_in_the_thread(office: Office) -> None:
    message = await office.asked()
    office.desk.busy.add(office.thread(message["ts"]))
    card = office.message(await office.shown(Working(step="tables"), message["ts"]))

    await office.local.click("ana", card, "Stop")
    await office.local.wait_for(lambda: not office.desk.busy)
    await office.local.click("ana", card, "Stop")

    assert await office.whispered("ana") == say.NOTHING_TO_STOP


async def test_a_form_is_not_opened_for_what_is_over(office: Office) -> None:
    ask = an_ask(kind=CheckpointKind.REPAIR, questions=(), sql="SELECT 1 FORM t")
    card = await office.paused(ask, (await office.asked())["ts"])
    decided = office.desk.checkpoints["c1"]
    decided.decision, decided.by = Decision(action=Action.REJECT), RUI
    await office.local.click("ana", card, asks.EDIT_SQL)
    assert "Rui already decided this" in await office.whispered("ana")

    office.desk.checkpoints.clear()
    await office.local.click("rui", card, asks.EDIT_SQL)
    assert await office.whispered("rui") == say.closed("")
    assert office.local.modal("ana") is None


async def test_a_question_back_is_typed_by_the_reviewer(office: Office) -> None:
    ask = an_ask(kind=CheckpointKind.WRITE_APPROVAL, questions=(), sql="UPDATE t SET a = 1")
    card = await office.paused(ask, (await office.asked())["ts"])

    await office.local.click("rui", card, asks.ASK_BACK)
    await office.local.wait_for(lambda: office.local.modal("rui"))
    await office.local.submit_view("rui", typed("note", "For which year?"))

    assert office.desk.checkpoints["c1"].decision == Decision(
        action=Action.ASK_BACK, note="For which year?"
    )


async def test_undo_pressed_again_tells_who_asked_before(office: Office) -> None:
    message = await office.asked()
    card = office.message(await office.shown(Written(receipt=RECEIPT, run="r1"), message["ts"]))
    await office.local.click("ana", card, "Undo…")
    assert "I asked for approval" in await office.whispered("ana")
    await office.local.click("rui", card, "Undo…")
    assert "asked on 3 Nov at" in await office.whispered("rui")
    assert "It is waiting for approval" in await office.whispered("rui")
    assert len(office.desk.undone) == 1
