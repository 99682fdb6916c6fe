"""The other ways to ask, and what people do to a question afterwards."""

from dataclasses import replace

import pytest

from bots.local_workspace.people import Json
from bots.slack.cards.views import entry_block
from bots.wording import answers
from bots.wording import replies as say
from bots.wording import slack as said
from pipeline.checkpoint import Action, Audience, CheckpointKind, Decision
from review.ledger.notices import Answered, Delivery, ReviewCase, Working
from review.ports.desk import OpenCheckpoint, Traced
from tests.fakes import ANA, RUI, FakeCheckpoint, an_answer, an_ask
from tests.surfaces.slack.conftest import Office

QUESTION = {entry_block("question"): {"typed": "how many orders?"}}


async def modal(office: Office, person: str = "ana") -> Json:
    return await office.local.wait_for(lambda: office.local.modal(person))


async def test_ask_about_this_asks_in_the_thread_of_the_message(office: Office) -> None:
    message = office.local.post_as("rui", "ask-data", "Orders look low today")
    await office.local.shortcut("ana", "ask_about_this", message)
    assert "Orders look low today" in str((await modal(office))["blocks"])
    await office.local.submit_view("ana", QUESTION)
    await office.local.wait_for(lambda: office.desk.asked)

    (incoming,) = office.desk.asked
    assert (incoming.text, incoming.thread) == ("how many orders?", office.thread(message["ts"]))
    posted = office.local.messages("ask-data", message["ts"])[-1]
    assert posted["text"] == "Ana Ruiz asks about this: how many orders?"


async def test_the_global_shortcut_asks_in_a_direct_message(office: Office) -> None:
    await office.local.shortcut("ana", "ask_anything")
    await modal(office)
    await office.local.submit_view("ana", QUESTION)
    await office.local.wait_for(lambda: office.desk.asked)

    assert office.desk.asked[0].thread.private


async def test_a_group_asks_with_a_mention_and_follows_up_without_one(office: Office) -> None:
    members = ("U0ANA", "U0RUI", office.local.workspace.app.bot_user)
    group = office.local.workspace.conversations.direct(members).id
    office.local.post_as("ana", group, "lunch at one?")
    asked = office.local.post_as("ana", group, "@Countersign how many orders?")
    await office.local.settle()
    office.local.post_as("rui", group, "by month", thread_ts=asked["ts"])
    await office.local.settle()
    office.local.post_as("rui", group, "@Countersign by week", thread_ts=asked["ts"])
    await office.local.settle()

    assert [each.text for each in office.desk.asked] == ["how many orders?", "by month", "by week"]
    assert {each.thread for each in office.desk.asked} == {office.thread(asked["ts"], group)}
    assert not office.desk.asked[0].thread.private


async def test_a_form_without_a_question_stays_open(office: Office) -> None:
    await office.local.shortcut("ana", "ask_anything")
    await modal(office)
    empty = {entry_block("question"): {"typed": "🎉"}}
    answer = await office.local.submit_view("ana", empty)

    assert answer["errors"] == {entry_block("question"): say.EMPTY}
    assert office.desk.asked == []


async def test_a_question_about_a_channel_without_us_goes_to_the_asker(office: Office) -> None:
    conversation = office.local.workspace.conversations.named("ask-data")
    message = office.local.post_as("rui", "ask-data", "Orders look low")
    conversation.members.remove(office.local.workspace.app.bot_user)
    await office.local.shortcut("ana", "ask_about_this", message)
    await modal(office)
    await office.local.submit_view("ana", QUESTION)
    await office.local.wait_for(lambda: office.desk.asked)

    assert office.desk.asked[0].thread.private


async def answered(office: Office) -> Json:
    """The message of an answer of run-1."""

    message = await office.asked()
    reference = await office.shown(Answered(answer=an_answer(), run="run-1"), message["ts"])
    office.desk.spoken[reference] = Traced(
        run="run-1",
        asker=ANA,
        question="how many orders?",
        thread=office.thread(message["ts"]),
        over=True,
        answered=True,
    )
    return office.message(reference)


async def test_saving_an_answer_asks_for_its_review(office: Office) -> None:
    await office.local.shortcut("ana", "save_as_validated", await answered(office))
    assert (await modal(office))["title"]["text"] == said.SAVE_TITLE
    await office.local.submit_view("ana", {entry_block("note"): {"typed": "We need it weekly"}})

    assert [(run, note) for run, _, note in office.desk.reviews] == [("run-1", "We need it weekly")]


async def test_what_holds_no_answer_cannot_be_saved(office: Office) -> None:
    message = office.local.post_as("rui", "ask-data", "lunch?")
    await office.local.shortcut("ana", "save_as_validated", message)

    view = await modal(office)
    assert said.SAVE_NO_ANSWER in str(view["blocks"])
    assert not view["submit"]


async def test_help_lists_what_i_can_do(office: Office) -> None:
    await office.local.slash("ana", "ask-data", "/ask", "help")
    assert say.HELP[0] in await office.whispered("ana")


async def test_opening_the_conversation_suggests_questions(office: Office) -> None:
    office.local.doings.open_home("U0ANA", "messages")
    prompts = await office.local.wait_for(lambda: list(office.local.workspace.prompts.values()))

    assert [each["message"] for each in prompts[0]["prompts"]][-1] == said.PROMPT_HELP
    office.local.post_as("ana", "dm", said.PROMPT_HELP)
    help_ = await office.local.wait_for(lambda: office.local.messages("dm", person="ana")[1:])
    assert say.HELP_TITLE in help_[0]["text"]


async def test_an_assistant_thread_gets_its_suggestions_too(office: Office) -> None:
    root = office.local.post_as("ana", "dm", "hello")["ts"]
    channel = office.local.workspace.conversations.direct(
        ["U0ANA", office.local.workspace.app.bot_user]
    ).id
    thread = {"channel_id": channel, "thread_ts": root, "user_id": "U0ANA", "context": {}}
    office.local.send_event({"type": "assistant_thread_started", "assistant_thread": thread})
    prompts = await office.local.wait_for(lambda: office.local.workspace.prompts.get(channel))

    assert prompts["thread_ts"] == root


async def test_a_question_in_private_shows_that_i_am_at_it(office: Office) -> None:
    seen: list[str] = []
    with office.local.workspace.feed.watch() as watcher:
        office.local.post_as("ana", "dm", "how many orders?")
        await office.local.wait_for(lambda: office.desk.asked)
        await office.local.settle()
        while not seen:
            change = await watcher.get()
            if change is not None and change.kind == "status":
                seen.append(change.body["status"])
    assert seen == [said.STATUS]


async def test_an_edited_question_is_offered_again_and_replaces_the_first(office: Office) -> None:
    message = await office.asked()
    office.local.doings.edit("U0ANA", "C0ASKDATA", message["ts"], "@Countersign how many returns?")
    assert await office.whispered("ana") == said.EDITED
    offer = office.local.messages("ask-data", person="ana")[-1]
    await office.local.click("ana", offer, said.ASK_EDITED)
    await office.local.wait_for(lambda: office.desk.asked[1:])

    assert [each.text for each in office.desk.asked] == ["how many orders?", "how many returns?"]
    assert office.desk.asked[1].thread == office.desk.asked[0].thread
    assert office.desk.stopped == ["run-1"]


async def test_an_edit_that_changes_no_word_offers_nothing(office: Office) -> None:
    message = await office.asked()
    edited = "@Countersign  how many orders?"
    office.local.doings.edit("U0ANA", "C0ASKDATA", message["ts"], edited)
    await office.local.settle()

    assert office.whispers("ana") == []


async def test_a_deleted_question_is_stopped(office: Office) -> None:
    message = await office.asked()
    office.local.doings.delete("U0ANA", "C0ASKDATA", message["ts"])
    await office.local.wait_for(lambda: office.desk.stopped)

    assert office.desk.stopped == ["run-1"]


async def test_a_stop_sign_of_the_asker_stops_the_question(office: Office) -> None:
    message = await office.asked()
    place = office.local.workspace.conversations.get("C0ASKDATA")
    office.local.workspace.react(place, message["ts"], "U0ANA", "tada")
    office.local.workspace.react(place, message["ts"], "U0ANA", "octagonal_sign")
    await office.local.wait_for(lambda: office.desk.stopped)

    assert office.desk.stopped == ["run-1"]


async def test_a_stop_sign_of_somebody_else_stops_nothing(office: Office) -> None:
    message = await office.asked()
    place = office.local.workspace.conversations.get("C0ASKDATA")
    office.local.workspace.react(place, message["ts"], "U0RUI", "octagonal_sign")

    assert await office.whispered("rui") == say.NOTHING_TO_STOP
    assert office.desk.stopped == []


async def test_the_stop_button_stops_it_too(office: Office) -> None:
    message = await office.asked()
    office.desk.busy.add(office.thread(message["ts"]))
    card = office.message(await office.shown(Working(step="execute"), message["ts"]))
    await office.local.click("ana", card, "Stop")

    assert office.desk.busy == set()


async def test_a_bare_yes_is_a_reply_where_a_reviewer_waits_for_one(office: Office) -> None:
    message = await office.asked()
    office.local.post_as("ana", "ask-data", "yes", thread_ts=message["ts"])
    await office.local.settle()
    assert len(office.desk.asked) == 1

    office.desk.awaited.add((office.thread(message["ts"]).key, ANA.id))
    office.local.post_as("ana", "ask-data", "yes", thread_ts=message["ts"])
    await office.local.settle()
    assert [each.text for each in office.desk.asked] == ["how many orders?", "yes"]


async def a_case(office: Office, deciders: frozenset[str] | None = None) -> Json:
    """A card in the reviewers' channel."""
    ask = an_ask(kind=CheckpointKind.REVIEW, audience=Audience.REVIEWERS, questions=())
    office.desk.checkpoints["c1"] = FakeCheckpoint(ask=ask, nonce="n1", deciders=deciders)

    case = ReviewCase(checkpoint="c1", nonce="n1", answer=an_answer(), asker=ANA)
    thread = office.thread(channel="data-reviews")
    delivery = Delivery(key="case", slot="case", notice=case)
    reference = await office.surface.postman.deliver(thread, delivery)
    office.desk.spoken[reference] = Traced(
        run="run-1",
        asker=ANA,
        question="q",
        thread=thread,
        over=True,
        answered=True,
        checkpoint=OpenCheckpoint(id="c1", nonce="n1", ask=ask, open=True),
    )
    return office.message(reference)


async def test_a_mention_below_a_case_asks_the_asker(office: Office) -> None:
    card = await a_case(office)
    office.local.post_as("rui", "data-reviews", "@Countersign which year?", thread_ts=card["ts"])
    await office.local.settle()

    assert office.desk.checkpoints["c1"].decision == Decision(
        action=Action.ASK_BACK, note="which year?"
    )
    assert office.desk.asked == []


async def test_talk_below_a_case_stays_among_the_reviewers(office: Office) -> None:
    card = await a_case(office)
    office.local.post_as("rui", "data-reviews", "approve", thread_ts=card["ts"])
    await office.local.settle()

    assert office.desk.checkpoints["c1"].decision is None
    assert len(office.local.messages("data-reviews", card["ts"])) == 2


@pytest.mark.parametrize(
    "words", ["approve", "Approved!", "yes, go ahead", "I approve this change", "LGTM :+1:"]
)
@pytest.mark.parametrize("person", ["rui", "ana"])
async def test_a_typed_approval_below_a_case_is_told_of_the_button_and_who_may_press_it(
    person: str, words: str, office: Office
) -> None:
    card = await a_case(office)
    office.local.post_as(person, "data-reviews", f"@Countersign {words}", thread_ts=card["ts"])
    told = await office.local.wait_for(
        lambda: office.local.messages("data-reviews", card["ts"])[2:]
    )

    assert say.USE_BUTTONS_HERE in str(told[0])
    assert "Only the reviewers can decide this." in str(told[0])
    assert office.desk.checkpoints["c1"].decision is None
    assert office.desk.asked == []


async def test_who_may_not_decide_may_not_ask_back_either(office: Office) -> None:
    card = await a_case(office, deciders=frozenset({RUI.id}))
    office.local.post_as("ana", "data-reviews", "@Countersign which year?", thread_ts=card["ts"])
    said_ = await office.local.wait_for(
        lambda: office.local.messages("data-reviews", card["ts"])[2:]
    )

    assert said_[0]["text"] == "Only a reviewer of Sales may decide this."
    assert office.desk.checkpoints["c1"].decision is None


async def test_a_reviewer_says_that_they_look_at_it(office: Office) -> None:
    await office.local.click("rui", await a_case(office), "I'll take it")
    claims = await office.local.wait_for(lambda: office.desk.claims or None)
    assert claims == [("c1", RUI.id)]


async def test_a_claimed_card_says_by_whom(office: Office) -> None:

    message = await office.asked()
    case = ReviewCase(
        checkpoint="c1", nonce="n1", answer=an_answer(), asker=ANA, claimed_by=replace(RUI)
    )
    card = office.message(await office.shown(case, message["ts"]))

    assert "👤 Rui is working on it." in str(card["blocks"])
    assert answers.SQL not in [each.get("text") for each in card["blocks"]]
