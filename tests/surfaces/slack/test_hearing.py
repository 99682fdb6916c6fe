"""What people write in Slack reaches the desk, or is answered at once."""

from bots.wording import replies as say
from tests.surfaces.slack.conftest import Office, an_office


async def test_a_mention_is_a_question_in_its_thread(office: Office) -> None:
    message = await office.asked("how many orders & returns?")

    (incoming,) = office.desk.asked
    assert incoming.text == "how many orders & returns?"
    assert incoming.thread == office.thread(message["ts"])
    assert (incoming.asker.id, incoming.asker.name) == (f"slack:{office.team}:U0ANA", "Ana Ruiz")


async def test_a_redelivered_event_is_asked_once(office: Office) -> None:
    await office.asked()
    for event in list(office.local.link.events):
        await office.local.redeliver(event)

    assert len(office.desk.asked) == 1


async def test_a_follow_up_in_our_thread_needs_no_mention(office: Office) -> None:
    message = await office.asked()
    office.local.post_as("ana", "ask-data", "only Spain", thread_ts=message["ts"])
    await office.local.settle()

    assert [each.text for each in office.desk.asked] == ["how many orders?", "only Spain"]
    assert office.desk.asked[1].thread == office.desk.asked[0].thread


async def test_talk_that_is_not_for_us_is_left_alone(office: Office) -> None:
    message = office.local.post_as("ana", "ask-data", "lunch?")
    office.local.post_as("rui", "ask-data", "yes!", thread_ts=message["ts"])
    await office.local.settle()

    assert office.desk.asked == []
    assert len(office.local.messages("ask-data")) == 2


async def test_a_direct_message_is_a_private_question(office: Office) -> None:
    office.local.post_as("ana", "dm", "how many orders?")
    await office.local.settle()

    (incoming,) = office.desk.asked
    assert incoming.thread.private


async def test_an_empty_mention_is_greeted(office: Office) -> None:
    message = await office.asked(":wave: 🙂👍🏽")
    greeting = await office.local.wait_for(
        lambda: office.local.messages("ask-data", message["ts"])[1:]
    )

    assert greeting[0]["text"] == say.EMPTY
    assert office.desk.asked == []


async def test_a_desk_that_fails_twice_is_said_in_the_thread(office: Office) -> None:
    office.desk.failures = 2
    message = await office.asked()
    answer = await office.local.wait_for(
        lambda: office.local.messages("ask-data", message["ts"])[1:]
    )

    assert answer[0]["text"] == say.TROUBLE
    assert office.desk.asked == []


async def test_a_desk_that_fails_once_gets_the_question_with_the_next_delivery(
    office: Office,
) -> None:
    office.desk.failures = 1
    await office.asked()

    assert len(office.desk.asked) == 1


async def test_of_a_burst_slack_is_asked_once_who_we_are_and_once_who_each_person_is(
    office: Office,
) -> None:
    for number in range(30):
        person = ("ana", "rui")[number % 2]
        office.local.post_as(person, "ask-data", f"@Countersign how many orders in {number}?")
    await office.local.settle()

    called = [call.method for call in office.local.api.calls]
    assert len(office.desk.asked) == 30
    assert called.count("auth.test") == 1
    assert called.count("users.info") == 2


async def test_a_question_is_acknowledged_while_slack_keeps_us_waiting_for_who_asked(
    office: Office,
) -> None:
    with office.local.api.hold("users.info"):
        # It settles once the delivery is acknowledged.
        message = await office.asked()
        assert office.desk.asked == []
    (incoming,) = await office.local.wait_for(lambda: office.desk.asked)

    assert incoming.thread == office.thread(message["ts"])
    assert incoming.asker.name == "Ana Ruiz"


async def test_a_question_behind_its_acknowledgement_that_cannot_be_taken_is_said_in_the_thread(
    office: Office,
) -> None:
    office.desk.failures = 1
    with office.local.api.hold("users.info"):
        message = await office.asked()
    answer = await office.local.wait_for(
        lambda: office.local.messages("ask-data", message["ts"])[1:]
    )

    assert answer[0]["text"] == say.TROUBLE


async def test_what_was_acknowledged_is_taken_in_before_the_surface_stops() -> None:
    async with an_office() as office:
        held = office.local.api.hold("users.info")
        with held:
            await office.asked()
        desk = office.desk

    assert [each.text for each in desk.asked] == ["how many orders?"]


async def killed(office: Office) -> None:
    """The process ends between the acknowledgement and the take-up; the next one starts."""
    for task in office.surface._hearing._behind:
        task.cancel()
    office.desk.held.clear()


async def test_a_question_whose_process_is_killed_behind_the_acknowledgement_is_taken_up_once(
    office: Office,
) -> None:
    with office.local.api.hold("users.info"):
        message = await office.asked()
        await killed(office)
    assert office.desk.asked == []

    await office.surface._hearing.take_up()
    (incoming,) = await office.local.wait_for(lambda: office.desk.asked)
    assert incoming.thread == office.thread(message["ts"])
    assert (incoming.text, incoming.asker.name) == ("how many orders?", "Ana Ruiz")
    for event in list(office.local.link.events):
        await office.local.redeliver(event)
    await office.local.wait_for(lambda: not office.desk.kept)
    assert len(office.desk.asked) == 1


async def test_a_delivery_that_comes_again_while_the_first_is_kept_is_taken_in_once(
    office: Office,
) -> None:
    with office.local.api.hold("users.info"):
        await office.asked()
        for event in list(office.local.link.events):
            await office.local.redeliver(event)
    await office.local.wait_for(lambda: office.desk.asked and not office.desk.kept)

    assert len(office.desk.asked) == 1
