"""In a direct message the work is streamed, and what people must read stands in its place."""

from bots.local_workspace.people import Json
from tests.scenarios.town import PATIENCE, Town, text_of


async def test_a_direct_message_streams_the_work_and_then_holds_the_card(slack_town: Town) -> None:
    slack = slack_town.slack
    root = slack.post_as("ana", "dm", "How many customers do we have?")["ts"]

    def card() -> Json | None:
        said = slack.messages("dm", root, "ana")[1:]
        over = [each for each in said if "streaming_state" not in each and text_of(each)]
        return over[-1] if over else None

    await slack.wait_for(card, PATIENCE)

    methods = [call.method for call in slack.api.calls]
    assert methods.count("chat.startStream") == methods.count("chat.stopStream") == 1
    assert len(slack.messages("dm", root, "ana")) == 2


async def test_a_channel_has_one_message_that_is_edited(slack_town: Town) -> None:
    thread = slack_town.ask("How many customers do we have?")
    await slack_town.sees(thread, "customers")

    assert "chat.startStream" not in {call.method for call in slack_town.slack.api.calls}
