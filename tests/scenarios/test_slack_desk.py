"""Slack beyond the question: the desk, shortcuts, edits, and reviewers among themselves."""

from tests.scenarios.test_main_job import QUESTION, answered
from tests.scenarios.town import Json, Town, buttons, text_of


async def desk(town: Town, person: str, *words: str) -> Json:
    """The Home tab, once it holds these words."""
    ident = town.slack.workspace.person(person).id

    def shown() -> Json | None:
        view = town.slack.home(person)
        return view if view and all(word in str(view["blocks"]) for word in words) else None

    town.slack.doings.open_home(ident)
    return await town.slack.wait_for(shown, 20.0)


async def in_review(town: Town) -> tuple[str, Json]:
    """The thread of an answer that waits for a reviewer, and the case's card."""
    thread, answer = await answered(town)
    await town.click(answer, "Send to review")
    await town.submit_if_asked()
    return thread, await town.reviewer_sees(QUESTION, "Approve")


async def test_a_waiting_question_is_on_the_desk_with_a_link_to_its_card(town: Town) -> None:
    thread = town.ask(QUESTION)
    card = await town.sees(thread, "Which dates")
    view = await desk(town, "ana", "Waiting for you", QUESTION)
    links = [each["accessory"]["url"] for each in view["blocks"] if "accessory" in each]

    assert any(card["ts"].replace(".", "") in link for link in links)


async def test_a_reviewer_approves_several_answers_from_the_desk(town: Town) -> None:
    thread, _ = await in_review(town)
    await desk(town, "rui", "Reviewers' queue", QUESTION)
    view = await desk(town, "rui", "Do something with several")
    (select,) = (
        each["accessory"]
        for each in view["blocks"]
        if each.get("accessory", {}).get("type") == "multi_static_select"
    )
    values = [option["value"] for option in select["options"]]
    await town.slack.click_in_view("rui", "home.picked", values)
    await town.slack.click_in_view("rui", "home.approve")

    await town.slack.wait_for(lambda: "Done: 1 of 1." in str(town.slack.home("rui")) or None)
    await town.sees(thread, "Rui")


async def test_an_admin_sees_how_the_databases_are(town: Town) -> None:
    view = await desk(town, "ada", "Workspaces")
    assert "14 tables can be asked about" in str(view["blocks"])


async def test_a_claim_is_seen_by_the_other_reviewers(town: Town) -> None:
    _, case = await in_review(town)
    await town.click(case, "I'll take it", "rui")
    claimed = await town.reviewer_sees("Rui is on it")
    assert "Take over" in buttons(claimed)


async def test_a_question_below_the_case_reaches_the_asker_and_a_bare_yes_comes_back(
    town: Town,
) -> None:
    thread, case = await in_review(town)
    bot = town.slack.workspace.app.bot_user
    town.slack.post_as("rui", "data-reviews", f"<@{bot}> only shipped orders?", case["ts"])
    await town.sees(thread, "only shipped orders?")
    town.ask("yes", thread=thread)
    await town.reviewer_sees("Reply to your question: yes")


async def test_an_edited_question_is_answered_in_its_new_words(town: Town) -> None:
    thread = town.ask(QUESTION)
    await town.sees(thread, "Which dates")
    bot = town.slack.workspace.app.bot_user
    edited = f"<@{bot}> How many items are in each room?"
    town.slack.doings.edit("U0ANA", "C0ASKDATA", thread, edited)
    offer = await town.sees(thread, "Shall I answer it")
    await town.click(offer, buttons(offer)[0])
    await town.sees(thread, "Stopped")
    await town.sees(thread, "items")


async def test_a_deleted_question_takes_its_open_card_away(town: Town) -> None:
    thread = town.ask(QUESTION)
    await town.sees(thread, "Which dates")
    town.slack.doings.delete("U0ANA", "C0ASKDATA", thread)
    view = await desk(town, "ana", "What I can do")
    assert "Waiting for you" not in str(view["blocks"]) or QUESTION not in str(view["blocks"])


async def test_an_answer_is_saved_from_its_message(town: Town) -> None:
    _, answer = await answered(town)
    await town.slack.shortcut("ana", "save_as_validated", answer)
    await town.submit_if_asked()
    case = await town.reviewer_sees(QUESTION, "Approve")
    assert "Ana" in text_of(case)


async def test_sql_is_checked_while_a_reviewer_types_it(town: Town) -> None:
    _, case = await in_review(town)
    await town.click(case, "Edit SQL…", "rui")
    view = await town.slack.wait_for(lambda: town.slack.modal("rui"), 10.0)
    assert view
    await town.slack.click_in_view("rui", "typed", "DELETE FROM orders")
    await town.slack.wait_for(
        lambda: "⚠️" in str((town.slack.modal("rui") or {}).get("blocks")) or None, 10.0
    )
