"""Beyond the question: the desk, edits and deletions, and reviewers among themselves."""

from tests.scenarios.sides import Side
from tests.scenarios.test_main_job import QUESTION, answered
from tests.scenarios.town import Json, Town, buttons, text_of


async def in_review(town: Side) -> tuple[str, Json]:
    """The thread of an answer that waits for a reviewer, and the case's card."""
    thread, answer = await answered(town)
    await town.click(answer, "Send to review")
    await town.submit_if_asked()
    return thread, await town.reviewer_sees(QUESTION, "Approve")


async def test_a_waiting_question_is_on_the_desk_with_a_link_to_its_card(town: Side) -> None:
    thread = town.ask(QUESTION)
    card = await town.sees(thread, "Which dates")
    desk = await town.desk("ana", "Waiting for you", QUESTION)
    assert town.leads_to(desk, card)


async def test_a_reviewer_approves_several_answers_from_the_desk(town: Side) -> None:
    thread, _ = await in_review(town)
    desk = await town.desk("rui", "Reviewers' queue", QUESTION)
    assert "Done: 1 of 1." in text_of(await town.approve_all(desk, "rui"))
    await town.sees(thread, "Rui")


async def test_a_reviewer_rejects_several_answers_from_the_desk_with_a_reason(town: Side) -> None:
    thread, _ = await in_review(town)
    desk = await town.desk("rui", "Reviewers' queue", QUESTION)
    after = await town.reject_all(desk, "This is gross, not net.", "rui")
    assert "Done: 1 of 1." in text_of(after)
    await town.sees(thread, "Please do not use it", "This is gross, not net.")


async def test_an_admin_sees_how_the_databases_are(town: Side) -> None:
    await town.desk("ada", "Workspaces", "14 tables can be asked about")


async def test_a_claim_is_seen_by_the_other_reviewers(town: Side) -> None:
    _, case = await in_review(town)
    await town.click(case, "I'll take it", "rui")
    claimed = await town.reviewer_sees("Rui is working on it")
    assert "Take over" in buttons(claimed)


async def test_a_question_below_the_case_reaches_the_asker_and_a_bare_yes_comes_back(
    town: Side,
) -> None:
    thread, case = await in_review(town)
    town.say_below(case, "only shipped orders?", "rui")
    await town.sees(thread, "only shipped orders?")
    town.ask("yes", thread=thread)
    await town.reviewer_sees("Reply to your question: yes")


async def test_an_edited_question_is_answered_in_its_new_words(town: Side) -> None:
    thread = town.ask(QUESTION)
    await town.sees(thread, "Which dates")
    town.edit(thread, "How many items are in each room?")
    offer = await town.sees(thread, "Do you want an answer")
    await town.click(offer, buttons(offer)[0])
    await town.sees(thread, "Stopped")
    await town.sees(thread, "items")


async def test_a_deleted_question_takes_its_open_card_away(town: Side) -> None:
    thread = town.ask(QUESTION)
    await town.sees(thread, "Which dates")
    town.delete(thread)
    await town.sees(thread, "Stopped")
    assert QUESTION not in text_of(await town.desk("ana"))


async def test_an_answer_is_saved_from_its_message(slack_town: Town) -> None:
    """Slack alone, where a message has a menu for it beside the card's own *Send to review*."""
    _, answer = await answered(slack_town)
    await slack_town.slack.shortcut("ana", "save_as_validated", answer)
    await slack_town.submit_if_asked()
    case = await slack_town.reviewer_sees(QUESTION, "Approve")
    assert "Ana" in text_of(case)


async def test_sql_is_checked_while_a_reviewer_types_it(slack_town: Town) -> None:
    """Slack alone: a dialog of Teams tells us nothing before it is sent; then it is mended."""
    _, case = await in_review(slack_town)
    slack = slack_town.slack
    await slack_town.click(case, "Edit SQL…", "rui")
    view = await slack.wait_for(lambda: slack.modal("rui"), 10.0)
    assert view
    await slack.click_in_view("rui", "typed", "DELETE FROM orders")
    await slack.wait_for(lambda: "⚠️" in str((slack.modal("rui") or {}).get("blocks")) or None, 10)
