"""What people press below an answer in Slack: its SQL, its rows as a file, a review, a thumb."""

from bots.local_workspace.people import Json
from bots.wording import answers
from bots.wording import replies as say
from review.ledger.notices import Answered
from tests.fakes import an_answer
from tests.surfaces.slack.conftest import Office
from tests.surfaces.slack.pressed import all_whispers, typed


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

    assert set(await all_whispers(office, "rui", 4)) == {say.MAY_NOT_SEE}
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

    await office.local.click("ana", card, "Looks right")
    assert await office.whispered("ana") == say.THANKS_GOOD
    await office.local.click("rui", card, "Not right…")
    await office.local.wait_for(lambda: office.local.modal("rui"))
    await office.local.submit_view("rui", typed("note", "Returns are missing"))

    team = office.team
    assert office.desk.votes == [
        ("run-1", f"slack:{team}:U0ANA", True, ""),
        ("run-1", f"slack:{team}:U0RUI", False, "Returns are missing"),
    ]


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


async def test_a_form_that_slack_does_not_open_can_be_opened_again(office: Office) -> None:
    card = await _answered(office)
    office.local.inject_429(1, method="views.open")

    await office.local.click("ana", card, answers.SQL)

    assert await office.whispered("ana") == say.REOPEN


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

    assert set(await all_whispers(office, "ana", 2)) == {say.GONE}


async def _answered(office: Office) -> Json:
    office.desk.answers["run-1"] = an_answer()
    message = await office.asked()
    notice = Answered(answer=an_answer(), run="run-1")
    return office.message(await office.shown(notice, message["ts"]))


def _file_in(office: Office, root: str) -> Json | None:
    shared = [each for each in office.local.messages("ask-data", root) if each.get("files")]
    return shared[0]["files"][0] if shared else None
