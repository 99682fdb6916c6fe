"""In a direct message what goes on is streamed; elsewhere, and where that fails, it is edited."""

import asyncio
from dataclasses import dataclass, field

import pytest

from bots.local_workspace.people import Json
from bots.slack.postman import SlackPostman
from bots.slack.sending.streaming import Streams
from bots.slack.sending.timeline import Timeline
from bots.wording import progress
from pipeline.events import (
    Event,
    Paid,
    StepFinished,
    StepStarted,
    TextChecked,
    ToolCalled,
    ToolReturned,
)
from pipeline.model_calls import Spent
from review.ledger.notices import Answered, Delivery, Notice, Working
from review.ledger.threads import Thread
from review.ports.desk import TryLater
from tests.fakes import an_answer
from tests.surfaces.slack.conftest import Office

STARTS, ADDS, STOPS = "chat.startStream", "chat.appendStream", "chat.stopStream"


@dataclass
class Beats:
    """Time between two additions: it passes when a test says so."""

    waits: list[float] = field(default_factory=list)
    passing: asyncio.Event = field(default_factory=asyncio.Event)

    async def __call__(self, seconds: float) -> None:
        self.waits.append(seconds)
        await self.passing.wait()


@dataclass
class Chat:
    """Ana's direct message, a run in it, and the process that works on the run."""

    office: Office
    thread: Thread
    beats: Beats
    streams: Streams
    postman: SlackPostman

    async def shown(self, notice: Notice, *, replaces: str = "", key: str = "r1/0@1") -> str:
        delivery = Delivery(key=key, slot="r1/0", notice=notice, replaces=replaces)
        return await self.postman.deliver(self.thread, delivery)

    def tell(self, *events: Event) -> None:
        for event in events:
            self.streams.tell("r1", event)

    def calls(self, method: str) -> list[Json]:
        return [each.args for each in self.office.local.api.calls if each.method == method]

    async def says(self, text: str, reference: str) -> Json:
        """The message, once these words stand in it."""

        def found() -> Json | None:
            message = self.office.message(reference)
            return message if text in str(message) else None

        return await self.office.local.wait_for(found)

    def another_process(self) -> "Chat":
        return a_chat(self.office, self.thread)


def a_chat(office: Office, thread: Thread) -> Chat:
    beats = Beats()
    streams = Streams(beats)
    postman = SlackPostman(office.surface.sides, lambda: office.time[0], streams)
    return Chat(office, thread, beats, streams, postman)


@pytest.fixture
async def chat(office: Office) -> Chat:
    root = office.local.post_as("ana", "dm", "how many orders?")
    await office.local.settle()
    channel = office.local.channel_of(root)
    where = {"tenant": office.team, "channel": channel, "root": root["ts"]}
    return a_chat(office, Thread(surface="slack", **where, private=True))


async def test_steps_and_lookups_are_tasks_of_one_message_until_the_answer_stands_in_it(
    chat: Chat,
) -> None:
    reference = await chat.shown(Working())
    chat.beats.passing.set()
    chat.tell(StepStarted(step="write_sql"), ToolCalled(tool="show_table"))
    await chat.says(progress.tool("show_table"), reference)
    chat.tell(ToolReturned(tool="show_table"), StepFinished(step="write_sql"))
    chat.tell(Paid(spent=Spent(step="write_sql", model="m", prompt="p", cost=0.25)))
    message = await chat.says("$0.2500", reference)

    assert message["plan"] == "Working on it… (1 model call, $0.2500)"
    assert [(each["title"], each["status"]) for each in message["tasks"]] == [
        ("Writing the query…", "complete"),
        ("Looking at a table", "complete"),
    ]
    answered = Answered(answer=an_answer(), run="r1")
    assert await chat.shown(answered, replaces=reference, key="r1/0@2") == reference
    message = chat.office.message(reference)
    assert message["text"] == an_answer().summary
    assert "streaming_state" not in message
    assert len(chat.calls("chat.postMessage")) == 0


async def test_what_comes_together_goes_out_together_and_what_was_soon_over_is_not_shown(
    chat: Chat,
) -> None:
    reference = await chat.shown(Working())
    chat.tell(StepStarted(step="match"), StepFinished(step="match"), StepStarted(step="dates"))
    chat.tell(StepFinished(step="dates"), StepStarted(step="execute"))
    chat.beats.passing.set()
    message = await chat.says("Asking the database…", reference)

    assert [each["title"] for each in message["tasks"]] == ["Asking the database…"]
    assert len(chat.calls(ADDS)) == 1


async def test_the_words_of_an_answer_are_shown_and_never_interpreted(chat: Chat) -> None:
    reference = await chat.shown(Working())
    chat.beats.passing.set()
    chat.tell(TextChecked(text="<!channel> sold 7 & won."))

    shown = (await chat.says("sold 7", reference))["blocks"][-1]["text"]
    assert (shown["type"], shown["text"]) == ("plain_text", "<!channel> sold 7 & won.")


async def test_words_that_grow_are_added_to_those_that_are_there(chat: Chat) -> None:
    reference = await chat.shown(Working())
    chat.beats.passing.set()
    for text in ("7 sold.", "7 sold. 2 came back.", "7 sold. 2 came back."):
        chat.tell(TextChecked(text=text))
        await chat.says(text.split(". ")[-1].rstrip("."), reference)

    blocks = chat.office.message(reference)["blocks"]
    texts = [each["text"]["text"] for each in blocks if each["type"] == "section"]
    assert " ".join(texts) == "7 sold. 2 came back."


def test_words_that_were_not_taken_are_sent_again_with_those_that_came_since() -> None:
    timeline = Timeline()
    timeline.hear(TextChecked(text="7 sold."))
    lost = timeline.taken()
    timeline.hear(TextChecked(text="7 sold. 2 came back."))
    timeline.put_back(lost)
    (sent,) = timeline.taken().values()
    assert sent["blocks"][0]["text"]["text"] == "7 sold. 2 came back."
    timeline.hear(TextChecked(text="7 sold. 2 came back."))
    assert not timeline


async def test_the_button_to_stop_is_in_the_stream(chat: Chat) -> None:
    chat.office.desk.busy.add(chat.thread)
    reference = await chat.shown(Working())

    await chat.office.local.click("ana", chat.office.message(reference), progress.STOP)

    await chat.office.local.wait_for(lambda: not chat.office.desk.busy)


async def test_a_channel_has_one_edited_message(office: Office) -> None:
    chat = a_chat(office, office.thread((await office.asked())["ts"]))
    reference = await chat.shown(Working())
    office.time[0] = 10
    await chat.shown(Working(step="execute"), replaces=reference)

    assert office.message(reference)["text"] == "Asking the database…"
    assert chat.calls(STARTS) == []


async def test_who_waits_in_line_is_told_without_a_stream(chat: Chat) -> None:
    await chat.shown(Working(queued=2))

    assert chat.calls(STARTS) == []


async def test_where_slack_allows_no_stream_there_is_an_edited_message(chat: Chat) -> None:
    chat.office.local.inject_429(1, method=STARTS)
    reference = await chat.shown(Working())
    chat.office.time[0] = 10
    await chat.shown(Working(step="execute"), replaces=reference)

    assert chat.office.message(reference)["text"] == "Asking the database…"


async def test_a_stream_that_slack_has_ended_goes_on_as_an_edited_message(chat: Chat) -> None:
    reference = await chat.shown(Working())
    side = await chat.office.surface.sides.of(chat.office.team)
    channel, _, ts = reference.partition("/")
    await side.client.chat_stopStream(channel=channel, ts=ts)
    chat.beats.passing.set()
    chat.tell(StepStarted(step="write_sql"))
    ended = Working(step="execute")
    await chat.office.local.wait_for(lambda: not chat.streams.show(reference, ended))
    await chat.shown(Working(step="execute"), replaces=reference)

    assert chat.office.message(reference)["text"] == "Asking the database…"


async def test_a_busy_slack_is_left_alone_as_long_as_it_asks_and_nothing_is_lost(
    chat: Chat,
) -> None:
    reference = await chat.shown(Working())
    chat.office.local.inject_429(1, retry_after=7, method=ADDS)
    chat.beats.passing.set()
    chat.tell(StepStarted(step="execute"))
    await chat.says("Asking the database…", reference)

    assert chat.beats.waits[1] == 7


async def test_slow_steps_that_another_process_takes_are_shown_from_their_notices(
    chat: Chat,
) -> None:
    reference = await chat.shown(Working())
    chat.beats.passing.set()
    assert await chat.shown(Working(step="execute"), replaces=reference) == reference

    await chat.says("Asking the database…", reference)
    assert chat.calls("chat.update") == []


async def test_a_stream_of_a_process_that_died_gives_way_to_the_next_card(chat: Chat) -> None:
    reference = await chat.shown(Working())
    heir = chat.another_process()
    await heir.shown(Answered(answer=an_answer(), run="r1"), replaces=reference, key="r1/0@2")

    message = chat.office.message(reference)
    assert (message["text"], "streaming_state" in message) == (an_answer().summary, False)
    assert len(chat.calls(STOPS)) == 1


async def test_a_stream_whose_sender_died_before_it_noted_it_is_found_again(chat: Chat) -> None:
    reference = await chat.shown(Working(), key="r1/0@1")

    assert await chat.another_process().postman.find(chat.thread, "r1/0@1") == reference
    assert await chat.another_process().postman.find(chat.thread, "r1/0@2") is None


async def test_a_busy_slack_holds_up_the_card_and_loses_it_not(chat: Chat) -> None:
    reference = await chat.shown(Working())
    chat.office.local.inject_429(1, retry_after=7, method=STOPS)

    answered = Answered(answer=an_answer(), run="r1")
    with pytest.raises(TryLater):
        await chat.shown(answered, replaces=reference, key="r1/0@2")
    await chat.shown(answered, replaces=reference, key="r1/0@2")

    assert chat.office.message(reference)["text"] == an_answer().summary


async def test_the_surface_ends_with_its_streams_left_to_others(chat: Chat) -> None:
    reference = await chat.shown(Working())
    chat.tell(StepStarted(step="execute"))
    chat.streams.stop()
    chat.tell(StepStarted(step="draw"))

    assert not chat.streams.show(reference, Working(step="draw"))
