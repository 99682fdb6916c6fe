"""What is a question, and what is answered at once."""

import pytest

from bots.conversation.hearing import LONGEST_QUESTION, Heard, at_once, hear
from bots.files import DroppedFile
from bots.wording import replies as say
from review.ledger.threads import Thread
from tests.fakes import ANA, FakeDesk

THREAD = Thread(surface="slack", tenant="T", channel="C", root="1.0")


def heard(text: str, *, files: int = 0, external: bool = False) -> Heard:
    async def fetch(_most: int) -> bytes:
        return b""

    dropped = DroppedFile(id="f1", name="a.csv", size=None, fetch=fetch)
    return Heard(
        event="e1",
        text=text,
        thread=THREAD,
        speaker=ANA,
        files=(dropped,) * files,
        external=external,
    )


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("", say.EMPTY),
        ("   \n\t ", say.EMPTY),
        ("?!", say.EMPTY),
        ("🙂", say.EMPTY),
        ("👍🏽 🇪🇸 ❤️ 👩‍👩‍👧", say.EMPTY),
        (":wave: :+1::skin-tone-3:", say.EMPTY),
        ("yes", say.USE_BUTTONS),
        ("Approved!", say.USE_BUTTONS),
        ("ok 👍", say.USE_BUTTONS),
        ("I approve this", say.USE_BUTTONS),
        ("please approve the change", say.USE_BUTTONS),
        ("yes, go ahead", say.USE_BUTTONS),
        ("looks good to me, approve", say.USE_BUTTONS),
        ("rejected", say.USE_BUTTONS),
        ("x" * (LONGEST_QUESTION + 1), say.too_long(LONGEST_QUESTION + 1, LONGEST_QUESTION)),
        ("stop", say.NOTHING_TO_STOP),
        ("Thanks! 🙏", say.WELCOME),
        ("OK, thanks.", say.WELCOME),
        ("What can you do?", f"{say.HELP_TITLE} {say.HELP[0]}"),
        ("good morning", say.EMPTY),
        ("Who are you?", say.ABOUT_US[0]),
        ("are you ChatGPT?", say.ABOUT_US[0]),
        ("How accurate are you?", say.ABOUT_US[0]),
        ("you are useless", say.SORRY),
        ("What an idiot!", say.SORRY),
    ],
)
def test_what_is_not_a_question_is_answered_at_once(text: str, answer: str) -> None:
    card = at_once(text)
    assert card is not None
    assert card.plain == answer


@pytest.mark.parametrize(
    "text",
    [
        "orders?",
        "What are your top products?",
        "Which sofas are you selling most?",
        "bad debt last month",
        "wrong deliveries",
        "approved requests",
        "rejected?",
        "approve order 17",
        "how many are approved",
        "no orders",
        "How many orders 🙂?",
        "yes or no: did we sell more in May?",
        "كم عدد الطلبات؟",
        "売上は",
        "מה ההכנסות?",
        "42",
        "stop words per document",
        "thanks giving sales",
        "x" * LONGEST_QUESTION,
        "€ per order",
    ],
)
def test_everything_else_is_a_question(text: str) -> None:
    assert at_once(text) is None


async def test_a_question_goes_to_the_desk_as_it_was_written() -> None:
    desk = FakeDesk()
    assert await hear(heard("  How many orders?  "), desk) is None
    assert [each.text for each in desk.asked] == ["How many orders?"]


async def test_a_file_alone_is_answered_with_what_to_do() -> None:
    card = await hear(heard("", files=1), FakeDesk())
    assert card is not None
    assert card.plain == say.FILES


@pytest.mark.parametrize("text", ["stop", "Stop!", "cancel", "never mind"])
async def test_stop_ends_what_the_thread_is_at(text: str) -> None:
    desk = FakeDesk(busy={THREAD})
    first, second = await hear(heard(text), desk), await hear(heard(text), desk)

    assert first is not None
    assert second is not None
    assert (first.plain, second.plain) == (say.STOPPED, say.NOTHING_TO_STOP)


async def test_people_of_another_organisation_get_no_data() -> None:
    desk = FakeDesk()
    card = await hear(heard("How many orders?", external=True), desk)

    assert card is not None
    assert (card.plain, desk.asked) == (say.EXTERNAL, [])
