"""In a personal chat what goes on is streamed; elsewhere, and where that fails, it is edited."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from bots.teams.admitting.tokens import Tokens
from bots.teams.links import Links
from bots.teams.postman import TeamsPostman
from bots.teams.sending.budget import Budget
from bots.teams.sending.mail import Mail
from bots.teams.sending.streaming import Around, Streams
from bots.wording import progress
from pipeline.events import Event, Paid, StepStarted, TextChecked, ToolCalled
from pipeline.model_calls import Spent
from review.ledger.notices import Answered, Delivery, Notice, Working
from review.ledger.threads import Thread
from review.ports.desk import MessageGone
from tests.fakes import an_answer
from tests.surfaces.teams.client import ANA, text_of
from tests.surfaces.teams.conftest import Office, settings
from tests.surfaces.teams.fake_connector import Message, Stream, Trouble
from tests.waiting import until

CANCELLED = "Content stream was canceled by user."
TOO_LONG = "Content stream finished due to exceeded streaming time."


class Beats:
    """Time between two updates: it passes when a test says so."""

    def __init__(self) -> None:
        self.waits: list[float] = []
        self._passing = asyncio.Semaphore(0)

    async def __call__(self, seconds: float) -> None:
        self.waits.append(seconds)
        await self._passing.acquire()

    def pass_(self, times: int = 1) -> None:
        for _ in range(times):
            self._passing.release()


@dataclass
class Chat:
    """Ana's personal chat, a run in it, and the process that works on the run."""

    office: Office
    thread: Thread
    beats: Beats
    streams: Streams
    postman: TeamsPostman
    stopped: list[Thread]

    async def shown(self, notice: Notice, *, replaces: str = "") -> str:
        self.office.ticks.now += 10
        delivery = Delivery(key="k", slot="r1/0", notice=notice, replaces=replaces)
        return await self.postman.deliver(self.thread, delivery)

    def tell(self, *events: Event) -> None:
        for event in events:
            self.streams.tell("r1", event)

    @property
    def stream(self) -> Stream:
        (found,) = self.office.microsoft.streams.values()
        return found

    def message(self, reference: str) -> Message:
        return self.office.message(reference)

    async def lines(self, number: int) -> None:
        await self.until(lambda: len(self.stream.lines) >= number)

    async def until(self, seen: Callable[[], object]) -> None:
        await until(seen)


def a_chat(office: Office, thread: Thread) -> Chat:
    beats, stopped = Beats(), list[Thread]()

    async def stop(thread: Thread) -> None:
        stopped.append(thread)

    tokens = Tokens(settings(), office.microsoft.cloud, office.ticks)
    mail = Mail(office.surface.adapter, office.references, tokens, Budget(office.ticks))
    streams = Streams(mail, Around(ticks=office.ticks, stop=stop, pause=beats))
    links = Links("https://bot.example.com", "secret", office.clock)
    postman = TeamsPostman(mail, links, office.ticks, streams)
    return Chat(office, thread, beats, streams, postman, stopped)


@pytest.fixture
async def chat(office: Office) -> Chat:
    await office.client.say(ANA, ANA.chat, "how many orders?")
    await office.settled()
    return a_chat(office, office.thread(channel=ANA.chat))


async def test_the_work_is_streamed_until_the_answer_stands_in_its_place(chat: Chat) -> None:
    reference = await chat.shown(Working())
    for event in (
        StepStarted(step="write_sql"),
        ToolCalled(tool="show_table"),
        Paid(spent=Spent(step="write_sql", model="m", prompt="p", cost=0.25)),
        TextChecked(text="7 orders."),
    ):
        more = len(chat.stream.lines) + 1
        chat.office.ticks.now += 2
        chat.tell(event)
        chat.beats.pass_()
        await chat.lines(more)
    answered = Answered(answer=an_answer(), run="r1")
    assert await chat.shown(answered, replaces=reference) == reference

    assert chat.stream.lines == [
        ("informative", "Working on it…"),
        ("informative", "Writing the query…"),
        ("informative", "Looking at a table"),
        ("informative", "Working on it… (1 model call, $0.2500)"),
        ("streaming", "7 orders."),
    ]
    assert an_answer().summary in text_of(chat.message(reference).card)
    assert len(chat.office.microsoft.in_(ANA.chat)) == 1


async def test_words_only_grow_and_nothing_else_is_told_after_them(chat: Chat) -> None:
    await chat.shown(Working())
    for event in (
        TextChecked(text="7 sold."),
        StepStarted(step="interpret"),
        TextChecked(text="8 sold."),
        TextChecked(text="7 sold. 2 came back."),
    ):
        chat.tell(event)
        chat.office.ticks.now += 2
        chat.beats.pass_()
        if isinstance(event, TextChecked) and event.text.startswith("7"):
            await chat.until(lambda words=event.text: words in chat.stream.said)  # type: ignore[misc]

    assert [text for kind, text in chat.stream.lines if kind == "streaming"] == [
        "7 sold.",
        "7 sold. 2 came back.",
    ]


async def test_a_link_that_came_with_the_data_is_only_text(chat: Chat) -> None:
    await chat.shown(Working())
    text = "Most came from [the portal](https://evil.example) and <at>Rui</at>."
    chat.tell(TextChecked(text=text))
    chat.office.ticks.now += 2
    chat.beats.pass_()
    await chat.until(lambda: any(kind == "streaming" for kind, _ in chat.stream.lines))
    (said,) = [said for kind, said in chat.stream.lines if kind == "streaming"]
    assert said.replace("\u200b", "") == text
    assert not [mark for mark in ("](", "://", "<at>") if mark in said]


async def test_slow_steps_are_shown_from_their_notices_and_the_last_line_counts(
    chat: Chat,
) -> None:
    reference = await chat.shown(Working())
    await chat.shown(Working(step="check"), replaces=reference)
    await chat.shown(Working(step="execute"), replaces=reference)
    chat.beats.pass_()
    await chat.until(lambda: len(chat.stream.lines) > 1)

    assert chat.stream.said == ["Working on it…", progress.step("execute")]


async def test_a_press_of_teams_own_stop_ends_the_run_though_nothing_is_new(chat: Chat) -> None:
    await chat.shown(Working())
    chat.stream.ended = CANCELLED
    chat.beats.pass_(3)

    await chat.until(lambda: chat.stopped == [chat.thread])


async def test_what_teams_own_stop_means_is_the_word_of_the_chats_owner(chat: Chat) -> None:
    office = chat.office
    office.desk.busy.add(chat.thread)
    delivery = Delivery(key="k", slot="r1/0", notice=Working())
    office.ticks.now += 10
    await office.surface.postman.deliver(chat.thread, delivery)
    chat.stream.ended = CANCELLED
    office.surface.live.tell("r1", StepStarted(step="execute"))

    await chat.until(lambda: not office.desk.busy)


async def test_an_update_that_teams_is_too_busy_for_comes_later_with_the_same_number(
    chat: Chat,
) -> None:
    await chat.shown(Working())
    chat.office.microsoft.troubles = [Trouble(429, "", {"Retry-After": "7"})]
    chat.tell(StepStarted(step="execute"))
    chat.beats.pass_(2)
    await chat.until(lambda: len(chat.stream.lines) > 1)

    assert 7 in chat.beats.waits
    assert chat.stopped == []


async def test_before_teams_ends_it_a_long_stream_becomes_an_ordinary_message(chat: Chat) -> None:
    reference = await chat.shown(Working())
    chat.office.ticks.now += 120
    chat.beats.pass_()
    await chat.until(lambda: not chat.streams.show(reference, Working(step="execute")))
    await chat.shown(Working(step="execute"), replaces=reference)
    await chat.shown(Answered(answer=an_answer(), run="r1"), replaces=reference)

    first, last = chat.message(reference).versions
    assert progress.step("execute") in str(first)
    assert progress.STOP in str(first)
    assert an_answer().summary in str(last)


async def test_a_stream_that_teams_has_ended_gives_way_to_a_new_message(chat: Chat) -> None:
    reference = await chat.shown(Working())
    chat.stream.ended = TOO_LONG
    answered = Answered(answer=an_answer(), run="r1")
    with pytest.raises(MessageGone):
        await chat.shown(answered, replaces=reference)

    # The outbox says it in a new one then.
    again = await chat.shown(answered)
    assert an_answer().summary in text_of(chat.message(again).card)


async def test_a_stream_of_a_process_that_died_gives_way_to_a_new_message(chat: Chat) -> None:
    reference = await chat.shown(Working())
    heir = a_chat(chat.office, chat.thread)
    with pytest.raises(MessageGone):
        await heir.shown(Answered(answer=an_answer(), run="r1"), replaces=reference)


async def test_one_stream_at_a_time_so_the_second_question_has_an_edited_message(
    chat: Chat,
) -> None:
    await chat.shown(Working())
    second = await chat.shown(Working())
    await chat.shown(Working(step="execute"), replaces=second)

    assert progress.step("execute") in text_of(chat.message(second).card)


async def test_a_channel_has_one_edited_message(chat: Chat) -> None:
    there = a_chat(chat.office, chat.office.thread())
    first = await there.shown(Working())
    await there.shown(Working(step="execute"), replaces=first)

    assert chat.office.microsoft.streams == {}
    assert progress.step("execute") in text_of(there.message(first).card)
