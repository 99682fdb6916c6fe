"""Notices become messages in Teams: one for each slot, within its limits, with its refusals."""

from dataclasses import replace

import pytest

from bots.teams.cards.citations import sources_of
from bots.teams.cards.fitting import MOST_BYTES, size_of
from bots.teams.sending.budget import Budget
from bots.wording import answers as say
from pipeline.result import Part, Refusal, Report
from review.ledger.notices import Answered, Asked, Delivery, ReviewCase, Said, Working
from review.ports.desk import MessageGone, TryLater, Undeliverable
from tests.fakes import an_answer, an_ask, trusted
from tests.surfaces.teams.client import ANA, CHANNEL, GROUP, REVIEWERS, text_of
from tests.surfaces.teams.conftest import Office, Ticks, a_person
from tests.surfaces.teams.fake_connector import Message, Trouble
from tests.surfaces.teams.test_schema import refusals

ASKER = a_person(ANA.id, "Ana")
REFUSED = Refusal(code="timeout", reason="It took too long.")
LONG = an_answer(
    columns=("customer", "orders"),
    rows=tuple((f"Customer {at} with a rather long name indeed", at) for at in range(1, 501)),
)


def reference(message: Message) -> str:
    return f"{message.conversation}/{message.id}"


async def test_one_progress_message_is_edited_until_the_answer_stands_in_it(
    office: Office,
) -> None:
    first = await office.deliver(Working(step="tables"))
    await office.deliver(Working(step="execute"), replaces=reference(first))
    last = await office.deliver(Answered(answer=an_answer(), run="r"), replaces=reference(first))
    assert first is last
    assert len(first.versions) == 3
    assert an_answer().summary in text_of(first.card)
    assert first.conversation == f"{CHANNEL};messageid=1600000000001"


async def test_progress_that_comes_too_fast_is_left_out(office: Office) -> None:
    first = await office.deliver(Working(step="tables"))
    for at, step in enumerate(("columns", "write_sql", "check")):
        delivery = Delivery(
            key=str(at), slot="main", notice=Working(step=step), replaces=reference(first)
        )
        await office.surface.postman.deliver(office.thread(), delivery)
    assert len(first.versions) == 1


async def test_what_this_process_sent_is_found_by_its_key(office: Office) -> None:
    message = await office.deliver(Working(step="tables"), key="run-1/main/1")
    postman = office.surface.postman
    assert await postman.find(office.thread(), "run-1/main/1") == reference(message)
    assert await postman.find(office.thread(), "run-1/main/2") is None
    assert await postman.find(office.thread("5"), "run-1/main/1") is None


async def test_a_case_is_a_post_of_its_own_and_talk_about_it_stands_below(office: Office) -> None:
    case = ReviewCase(checkpoint="c1", nonce="n1", answer=an_answer(), asker=ASKER)
    thread = office.thread("", REVIEWERS)
    message = await office.deliver(case, thread)
    said = Said(text="It is the calendar quarter.", speaker=ASKER)
    below = await office.deliver(said, thread, key="2", under=reference(message))
    assert message.conversation == REVIEWERS
    assert below.conversation == f"{REVIEWERS};messageid={message.id}"


async def test_an_answer_is_labelled_as_made_by_ai_and_the_label_survives(office: Office) -> None:
    message = await office.deliver(Answered(answer=an_answer(), run="r"))
    (label,) = message.now["entities"]
    assert label["type"] == "https://schema.org/Message"
    assert label["@type"] == "Message"
    assert label["additionalType"] == ["AIGeneratedContent"]


async def test_what_a_person_approved_is_not_labelled_as_made_by_ai(office: Office) -> None:
    message = await office.deliver(Answered(answer=trusted(an_answer()), run="r"))
    assert "entities" not in message.now


async def test_an_answer_cites_its_tables_and_the_approved_question(office: Office) -> None:
    cited = replace(
        trusted(an_answer()), tables=("orders", "order_lines"), approved="Net revenue by region?"
    )
    message = await office.deliver(Answered(answer=cited, run="r"))
    (told,) = message.now["entities"]
    assert "additionalType" not in told
    names = [each["appearance"]["name"] for each in told["citation"]]
    assert names == ["Net revenue by region?", "orders", "order_lines"]
    assert [each["position"] for each in told["citation"]] == [1, 2, 3]
    marks = "Sources: Net revenue by region? [1], orders [2], order_lines [3]"
    assert message.card["body"][-1]["text"] == marks
    assert refusals(message.card) == []


async def test_a_name_in_a_source_comes_alive_nowhere(office: Office) -> None:
    cited = replace(an_answer(), tables=("[x](http://evil) **a**",) * 30)
    message = await office.deliver(Answered(answer=cited, run="r"))
    (told,) = message.now["entities"]
    assert len(told["citation"]) == 20
    assert "](" not in message.card["body"][-1]["text"]
    assert "*" not in message.card["body"][-1]["text"]


def test_a_report_cites_each_table_of_its_parts_once() -> None:
    one = replace(an_answer(), tables=("orders", "items"))
    parts = tuple(Part(title="", question="", outcome=each) for each in (one, one, REFUSED))
    report = replace(an_answer(), report=Report(title="Sales", parts=parts))
    assert [each.name for each in sources_of(report)] == ["orders", "items"]


async def test_while_a_question_is_taken_the_chat_shows_typing(office: Office) -> None:
    await office.client.say(ANA, ANA.chat, "how many orders?")
    await office.client.say(ANA, GROUP, "how many orders?")
    await office.client.say(ANA, CHANNEL, "how many orders?")
    await office.settled()
    assert office.microsoft.typing == [ANA.chat, GROUP]


async def test_that_nobody_sees_us_typing_stops_nothing(office: Office) -> None:
    office.microsoft.troubles = [Trouble(502)]
    await office.client.say(ANA, ANA.chat, "how many orders?")
    await office.settled()
    assert [each.text for each in office.desk.asked] == ["how many orders?"]


async def test_a_reminder_calls_the_person(office: Office) -> None:
    await office.client.say(ANA, ANA.chat, "how many orders?")
    reminder = Asked(checkpoint="c1", nonce="n1", ask=an_ask(), asker=ASKER, reminder=True)
    message = await office.deliver(reminder)
    (mention,) = message.card["msteams"]["entities"]
    assert message.card["body"][0]["text"] == mention["text"] == "<at>Ana</at>"
    assert mention["mentioned"] == {"id": "29:ana", "name": "Ana"}


async def test_a_private_answer_goes_to_the_person_alone(office: Office) -> None:
    notice = Answered(answer=an_answer(), run="r")
    message = await office.deliver(notice, only_for=ANA.id)
    assert message.conversation == "a:chat-with-aad-ana"
    again = await office.deliver(notice, only_for=ANA.id, replaces=reference(message))
    assert again is message


async def test_a_private_answer_uses_the_chat_that_is_known(office: Office) -> None:
    await office.client.say(ANA, ANA.chat, "help")
    await office.settled()
    message = await office.deliver(Answered(answer=an_answer(), run="r"), only_for=ANA.id)
    assert message.conversation == ANA.chat


async def test_where_others_read_the_progress_says_that_the_answer_is_private(
    office: Office,
) -> None:
    progress = await office.deliver(Working(step="execute"))
    notice = Answered(answer=an_answer(), run="r")
    message = await office.deliver(notice, only_for=ANA.id, replaces=reference(progress))
    assert say.private("") in text_of(progress.card)
    assert message.conversation != progress.conversation


async def test_the_thread_says_once_that_its_answers_go_to_the_person_alone(
    office: Office,
) -> None:
    first = await office.deliver(Working(step="execute"), only_for=ANA.id)
    notice = Answered(answer=an_answer(), run="r")
    await office.deliver(notice, only_for=ANA.id, replaces=reference(first))
    await office.deliver(notice, only_for=ANA.id, key="k2", slot="other")
    (said,) = office.microsoft.in_(f"{CHANNEL};messageid=1600000000001")
    assert say.GOES_ON_ALONE in text_of(said.card)


async def test_an_answer_arrives_where_its_thread_takes_no_word_of_it(office: Office) -> None:
    await office.client.say(ANA, ANA.chat, "help")
    await office.settled()
    office.microsoft.removed.add(CHANNEL)
    message = await office.deliver(Answered(answer=an_answer(), run="r"), only_for=ANA.id)
    assert message.conversation == ANA.chat
    assert office.microsoft.in_(f"{CHANNEL};messageid=1600000000001") == []


async def test_a_person_of_another_surface_cannot_be_reached(office: Office) -> None:
    with pytest.raises(Undeliverable, match="not a person of this surface"):
        await office.deliver(Answered(answer=an_answer(), run="r"), only_for="slack:T1:ANA")


@pytest.mark.parametrize("status", [408, 412, 429, 500, 502, 503, 504])
async def test_when_teams_is_busy_the_message_is_worth_trying_again(
    office: Office, status: int
) -> None:
    office.microsoft.troubles = [Trouble(status, "Busy", {"Retry-After": "7"})]
    with pytest.raises(TryLater) as late:
        await office.deliver(Working(step="tables"))
    assert late.value.seconds == 7
    assert len([each for each in office.microsoft.requests if each.startswith("POST 19")]) == 1


@pytest.mark.parametrize("wait", ["soon", "", "-5", "Wed, 21 Oct 2026 07:28:00 GMT"])
async def test_an_odd_wait_is_a_short_one(office: Office, wait: str) -> None:
    office.microsoft.troubles = [Trouble(429, "", {"Retry-After": wait})]
    with pytest.raises(TryLater) as late:
        await office.deliver(Working(step="tables"))
    assert 1 <= late.value.seconds <= 5


@pytest.mark.parametrize(
    ("trouble", "raised"),
    [
        (Trouble(404, "ConversationNotFound"), MessageGone),
        (Trouble(403, "BotNotInConversationRoster"), MessageGone),
        (Trouble(400, "BadSyntax"), Undeliverable),
        (Trouble(403, "Forbidden"), Undeliverable),
    ],
)
async def test_a_refusal_for_good_is_not_tried_again(
    office: Office, trouble: Trouble, raised: type[Exception]
) -> None:
    office.microsoft.troubles = [trouble]
    with pytest.raises(raised):
        await office.deliver(Working(step="tables"))


async def test_a_deleted_message_is_gone(office: Office) -> None:
    with pytest.raises(MessageGone):
        await office.deliver(Working(step="tables"), replaces=f"{CHANNEL}/5")


async def test_a_conversation_that_removed_the_bot_is_gone(office: Office) -> None:
    office.microsoft.removed.add(GROUP)
    with pytest.raises(MessageGone):
        await office.deliver(Working(step="tables"), office.thread("", GROUP))


async def test_a_refused_token_is_fetched_anew(office: Office) -> None:
    await office.deliver(Working(step="tables"))
    office.microsoft.tokens[0] = "revoked"
    with pytest.raises(TryLater):
        await office.deliver(Working(step="tables"))
    await office.deliver(Working(step="tables"))
    assert len(office.microsoft.tokens) == 2


async def test_a_message_that_is_too_big_is_sent_smaller(office: Office) -> None:
    office.microsoft.most = 30_000
    message = await office.deliver(Answered(answer=LONG, run="r"))
    assert size_of(message.card) <= 12_000
    assert "of 500 rows" in text_of(message.card)


async def test_a_message_that_no_size_fits_is_undeliverable(office: Office) -> None:
    office.microsoft.most = 100
    with pytest.raises(Undeliverable, match="too big"):
        await office.deliver(Answered(answer=LONG, run="r"))


async def test_a_long_answer_keeps_within_the_limit(office: Office) -> None:
    message = await office.deliver(Answered(answer=LONG, run="r"))
    assert 12_000 < size_of(message.card) <= MOST_BYTES


async def test_too_many_messages_for_a_thread_wait_before_teams_says_so(office: Office) -> None:
    for at in range(7):
        await office.surface.postman.deliver(office.thread(), delivery(at))
    with pytest.raises(TryLater) as late:
        await office.surface.postman.deliver(office.thread(), delivery(8))
    assert late.value.seconds == pytest.approx(1.0)
    await office.surface.postman.deliver(office.thread("2"), delivery(9))
    office.ticks.now += 1.0
    await office.surface.postman.deliver(office.thread(), delivery(10))


def delivery(at: int) -> Delivery:
    return Delivery(key=str(at), slot=str(at), notice=Said(text="hello"))


@pytest.mark.parametrize(("most", "span"), [(7, 1.0), (8, 2.0), (60, 30.0), (1_800, 3_600.0)])
def test_no_window_of_a_thread_ever_holds_more_than_teams_takes(most: int, span: float) -> None:
    ticks = Ticks()
    budget, sent = Budget(ticks), list[float]()
    while len(sent) < 2_000:
        pause = budget.wait("thread")
        if pause:
            ticks.now += pause + 1e-6
        else:
            sent.append(ticks.now)
    assert all(later - first >= span for first, later in zip(sent, sent[most:], strict=False))
