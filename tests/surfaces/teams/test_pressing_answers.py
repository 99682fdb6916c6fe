"""What people press below an answer in Teams: its SQL, how it came about, a thumb."""

import json
from typing import Any

from bots.wording import replies
from review.ledger.notices import Answered, Working
from review.ports.desk import Traced
from tests.fakes import an_answer
from tests.surfaces.teams.client import (
    ANA,
    CHANNEL,
    GROUP,
    RUI,
    text_of,
)
from tests.surfaces.teams.conftest import Office, a_person
from tests.surfaces.teams.fake_connector import Message


async def answered(office: Office, channel: str = CHANNEL, **changes: Any) -> Message:
    office.desk.answers["r1"] = an_answer(**changes)
    notice = Answered(answer=office.desk.answers["r1"], run="r1")
    return await office.deliver(notice, office.thread(channel=channel))


async def test_the_sql_is_shown_in_a_dialog(office: Office) -> None:
    dialog = await office.client.press(ANA, await answered(office), "Show SQL")
    assert "SUM(net)" in text_of(dialog["task"]["value"]["card"]["content"])


async def test_explain_tells_how_an_answer_came_about(office: Office) -> None:
    message = await answered(office)
    dialog = await office.client.press(ANA, message, "Explain")
    assert dialog["task"]["value"]["title"] == "How this answer was made"
    told = text_of(dialog["task"]["value"]["card"]["content"])
    assert "I read the question as: net revenue by region." in told
    assert "Only these rows are counted: net > 0." in told


async def test_who_may_not_see_the_answer_gets_nothing_of_it(office: Office) -> None:
    office.desk.hidden_from["r1"] = frozenset({RUI.id})
    message = await answered(office)
    for label in ("Show SQL", "Explain", "Download CSV", "Download Excel", "Send to review"):
        refused = await office.client.press(RUI, message, label)
        assert refused == {"task": {"type": "message", "value": replies.MAY_NOT_SEE}}


async def feedback(office: Office, message: Message, reaction: str, text: str) -> None:
    value = {
        "actionName": "feedback",
        "actionValue": {"reaction": reaction, "feedback": json.dumps({"feedbackText": text})},
    }
    assert await office.client.invoke(ANA, message, "message/submitAction", value) == {}


def shown(office: Office, message: Message) -> None:
    """The desk knows which message shows the answer of `r1`."""
    office.desk.spoken[f"{message.conversation}/{message.id}"] = Traced(
        run="r1",
        asker=a_person(ANA.id, ANA.name),
        question="How many orders?",
        thread=office.thread(),
        over=True,
        answered=True,
    )


async def test_the_thumbs_below_an_answer_are_kept(office: Office) -> None:
    message = await answered(office)
    shown(office, message)
    assert message.now["channelData"] == {"feedbackLoop": {"type": "default"}}
    await feedback(office, message, "like", "")
    await feedback(office, message, "dislike", "I meant gross")
    assert office.desk.votes == [
        ("r1", ANA.id, True, ""),
        ("r1", ANA.id, False, "I meant gross"),
    ]


async def test_thumbs_below_an_unknown_message_are_let_be(office: Office) -> None:
    await feedback(office, Message("5", GROUP, []), "like", "")
    assert office.desk.votes == []


async def test_an_answer_has_buttons_to_vote_with(office: Office) -> None:
    progress = await office.deliver(Working(step="execute"))
    office.desk.answers["r1"] = an_answer()
    reference = f"{progress.conversation}/{progress.id}"
    message = await office.deliver(Answered(answer=an_answer(), run="r1"), replaces=reference)
    assert message.now.get("channelData") is None
    thanked = await office.client.press(ANA, message, "Looks right")
    assert thanked["value"] == replies.THANKS_GOOD
    dialog = await office.client.press(ANA, message, "Not right…")
    await office.client.send(ANA, message, dialog, {"entry|note": "gross"})
    assert [vote[2:] for vote in office.desk.votes] == [(True, ""), (False, "gross")]


async def test_a_private_chat_needs_no_views(office: Office) -> None:
    office.desk.checkpoints.clear()
    message = await answered(office, ANA.chat)
    assert "refresh" not in message.card
