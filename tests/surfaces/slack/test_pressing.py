"""Buttons, menus and modals in Slack become decisions; everybody hears what happened."""

from bots.local_workspace.people import Json
from bots.slack.cards.views import entry_block
from bots.wording import answers, asks
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
from review.ledger.notices import Answered, ImportsWait, Working, Written
from review.ports.desk import Waiting
from tests.fakes import RUI, FakeRoles, a_question, an_answer, an_ask
from tests.surfaces.slack.conftest import Office, an_office
from tests.surfaces.teams.test_write_cards import RECEIPT

START = Input(id="start", label="From", kind=InputKind.DATE, value="2026-07-01")
END = Input(id="end", label="Until", kind=InputKind.DATE, value="2026-10-01")


def typed(entry: str, value: str) -> dict[str, dict[str, str]]:
    return {entry_block(entry): {"typed": value}}


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


async def test_the_sql_of_an_answer_opens_on_demand(office: Office) -> None:
    card = await _answered(office)

    await office.local.click("ana", card, answers.SQL)
    view = await office.local.wait_for(lambda: office.local.modal("ana"))

    assert an_answer().sql in str(view["blocks"])


async def test_explain_tells_how_an_answer_came_about(office: Office) -> None:
    card = await _answered(office)

    await office.local.click("ana", card, answers.EXPLAIN)
    view = await office.local.wait_for(lambda: office.local.modal("ana"))

    assert view["title"]["text"] == answers.EXPLAIN_TITLE
    told = [block["text"]["text"] for block in view["blocks"]]
    assert told == list(an_answer().how)


async def test_a_download_puts_all_rows_into_the_thread(office: Office) -> None:
    card = await _answered(office)

    await office.local.click("ana", card, answers.CSV)
    file = await office.local.wait_for(lambda: _file_in(office, card["thread_ts"]))

    stored = office.local.workspace.files.by_id[file["id"]]
    assert stored.content is not None
    assert stored.content.decode("utf-8-sig").splitlines() == [
        "region,net_revenue",
        "North,700000.0",
        "South,550000.0",
    ]


async def test_who_may_not_see_a_result_gets_neither_sql_nor_file(office: Office) -> None:
    card = await _answered(office)
    office.desk.hidden_from["run-1"] = frozenset({f"slack:{office.team}:U0RUI"})

    for button in (answers.SQL, answers.CSV, answers.CHANGE, answers.SEND_TO_REVIEW):
        await office.local.click("rui", card, button)

    assert set(await _all_whispers(office, "rui", 4)) == {say.MAY_NOT_SEE}
    assert office.local.modal("rui") is None


async def test_an_answer_is_sent_to_review_with_a_note(office: Office) -> None:
    card = await _answered(office)

    await office.local.click("ana", card, answers.SEND_TO_REVIEW)
    await office.local.wait_for(lambda: office.local.modal("ana"))
    await office.local.submit_view("ana", typed("note", "For the board"))

    assert await office.whispered("ana") == say.SENT_TO_REVIEW
    ((run, by, note),) = office.desk.reviews
    assert (run, by.name, note) == ("run-1", "Ana Ruiz", "For the board")


async def test_change_asks_everything_again(office: Office) -> None:
    card = await _answered(office)

    await office.local.click("ana", card, answers.CHANGE)

    assert await office.whispered("ana") == say.CHANGING
    assert office.desk.changes == ["run-1"]


async def test_thumbs_are_kept_and_a_bad_one_may_say_why(office: Office) -> None:
    card = await _answered(office)

    await office.local.click("ana", card, "vote", "positive_button")
    assert await office.whispered("ana") == say.THANKS_GOOD
    await office.local.click("rui", card, "vote", "negative_button")
    await office.local.wait_for(lambda: office.local.modal("rui"))
    await office.local.submit_view("rui", typed("note", "Returns are missing"))

    team = office.team
    assert office.desk.votes == [
        ("run-1", f"slack:{team}:U0ANA", True, ""),
        ("run-1", f"slack:{team}:U0RUI", False, "Returns are missing"),
    ]


async def test_stop_ends_what_runs_in_the_thread(office: Office) -> None:
    message = await office.asked()
    office.desk.busy.add(office.thread(message["ts"]))
    card = office.message(await office.shown(Working(step="tables"), message["ts"]))

    await office.local.click("ana", card, "Stop")
    await office.local.wait_for(lambda: not office.desk.busy)
    await office.local.click("ana", card, "Stop")

    assert await office.whispered("ana") == say.NOTHING_TO_STOP


async def test_a_form_that_slack_does_not_open_can_be_opened_again(office: Office) -> None:
    card = await _answered(office)
    office.local.inject_429(1, method="views.open")

    await office.local.click("ana", card, answers.SQL)

    assert await office.whispered("ana") == say.REOPEN


async def test_a_file_that_may_not_go_into_the_channel_goes_to_the_person(office: Office) -> None:
    card = await _answered(office)
    office.local.workspace.conversations.named("ask-data").members.remove("U0COUNTERSIGN")

    await office.local.click("ana", card, answers.EXCEL)
    sent = await office.local.wait_for(
        lambda: [each for each in office.local.messages("dm", person="ana") if each.get("files")]
    )

    assert sent[0]["files"][0]["name"].endswith(".xlsx")


async def test_a_file_that_slack_does_not_take_now_is_said(office: Office) -> None:
    card = await _answered(office)
    office.local.inject_429(1, method="files.getUploadURLExternal")

    await office.local.click("ana", card, answers.CSV)

    assert await office.whispered("ana") == say.TROUBLE


async def test_a_long_query_comes_as_a_file(office: Office) -> None:
    card = await _answered(office)
    office.desk.answers["run-1"] = an_answer(sql="SELECT 1 -- " + "x" * 5_000)

    await office.local.click("ana", card, answers.SQL)
    file = await office.local.wait_for(lambda: _file_in(office, card["thread_ts"]))

    assert file["name"] == "query.sql"


async def test_an_answer_that_is_gone_is_asked_again(office: Office) -> None:
    card = await _answered(office)
    office.desk.answers.clear()

    for button in (answers.SQL, answers.CSV):
        await office.local.click("ana", card, button)

    assert set(await _all_whispers(office, "ana", 2)) == {say.GONE}


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


async def _answered(office: Office) -> Json:
    office.desk.answers["run-1"] = an_answer()
    message = await office.asked()
    notice = Answered(answer=an_answer(), run="run-1")
    return office.message(await office.shown(notice, message["ts"]))


def _file_in(office: Office, root: str) -> Json | None:
    shared = [each for each in office.local.messages("ask-data", root) if each.get("files")]
    return shared[0]["files"][0] if shared else None


async def _all_whispers(office: Office, person: str, count: int) -> list[str]:
    def enough() -> list[str] | None:
        found = office.whispers(person)
        return found if len(found) >= count else None

    return await office.local.wait_for(enough)


async def test_undo_pressed_again_tells_who_asked_before(office: Office) -> None:
    message = await office.asked()
    card = office.message(await office.shown(Written(receipt=RECEIPT, run="r1"), message["ts"]))
    await office.local.click("ana", card, "Undo…")
    assert "I ask for approval" in await office.whispered("ana")
    await office.local.click("rui", card, "Undo…")
    assert "asked on 3 Nov at" in await office.whispered("rui")
    assert "nothing was asked again" in await office.whispered("rui")
    assert len(office.desk.undone) == 1
