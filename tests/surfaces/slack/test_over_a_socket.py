"""Every way in, every card and every form once more, over Socket Mode instead of HTTP."""

import json

import pytest

from bots.local_workspace.people import Json
from tests.surfaces.slack.conftest import Office
from tests.surfaces.slack.test_bad_input import (  # noqa: F401 - what is no matter of HTTP
    test_a_click_on_an_old_card_says_so_and_changes_nothing,
    test_a_form_sent_after_its_question_ended_says_so_and_changes_nothing,
    test_a_hundred_clicks_at_once_make_one_decision,
    test_a_very_long_message_gets_one_sentence,
    test_another_bots_message_is_not_a_question,
    test_any_script_is_asked_as_it_was_written,
    test_events_out_of_order_and_twice_are_each_asked_once,
    test_in_a_storm_of_429_every_question_is_kept_and_every_click_counts,
    test_what_no_database_can_keep_is_left_out_of_a_question,
)
from tests.surfaces.slack.test_delivering import (  # noqa: F401 - what people press below it
    test_a_long_result_shows_what_fits_and_the_whole_follows_as_a_file,
    test_private_progress_is_whispered_once_and_the_answer_is_sent_directly,
    test_the_card_is_rewritten_once_decided,
)
from tests.surfaces.slack.test_desk_tab import *  # noqa: F403 - whatever is tested over HTTP
from tests.surfaces.slack.test_doors import (  # noqa: F401
    an_event,
    hear,
    test_a_command_that_cannot_be_kept_says_so,
    test_a_person_of_another_organisation_is_told_so,
    test_an_event_that_nobody_waits_for_is_acknowledged,
    test_the_command_asks_in_a_thread_of_its_own,
    test_the_command_without_a_question_is_answered_to_one_person,
    test_the_home_tab_says_what_can_be_asked,
    test_what_no_person_said_is_not_a_question,
)
from tests.surfaces.slack.test_entry_points import *  # noqa: F403
from tests.surfaces.slack.test_every_checkpoint import *  # noqa: F403
from tests.surfaces.slack.test_forms import *  # noqa: F403
from tests.surfaces.slack.test_hearing import *  # noqa: F403
from tests.surfaces.slack.test_pressing import *  # noqa: F403
from tests.surfaces.slack.test_pressing_answers import *  # noqa: F403
from tests.surfaces.slack.test_strangers import *  # noqa: F403
from tests.surfaces.slack.test_streaming import *  # noqa: F403
from tests.surfaces.slack.test_typing import *  # noqa: F403


@pytest.fixture
def sockets() -> bool:
    return True


async def test_the_command_asks_over_a_socket_too(office: Office) -> None:
    await office.local.slash("ana", "ask-data", "/ask", "how many orders?")
    await office.local.wait_for(lambda: office.desk.asked)
    assert [each.text for each in office.desk.asked] == ["how many orders?"]


def authorized(team: str, organisation: str = "E0ACME") -> Json:
    """For which installation an event comes, in an organisation of several workspaces."""
    return {
        "enterprise_id": organisation,
        "team_id": team,
        "user_id": "U0COUNTERSIGN",
        "is_bot": True,
        "is_enterprise_install": False,
    }


@pytest.mark.parametrize(
    ("origin", "installed", "heard"),
    [
        ("T0LOCAL", "T0LOCAL", True),
        # A channel that is shared within the organisation: it says where the message comes from.
        ("T0KIN", "T0LOCAL", True),
        ("T0LOCAL", "T0KIN", False),
        ("T0KIN", "T0KIN", False),
    ],
)
async def test_an_event_of_an_organisation_is_of_the_workspace_that_it_is_authorized_for(
    office: Office, origin: str, installed: str, heard: bool
) -> None:
    event = an_event(origin, user_team="T0LOCAL") | {"enterprise_id": "E0ACME"}
    await hear(office, json.dumps(event | {"authorizations": [authorized(installed)]}).encode())
    await hear(office, json.dumps(an_event("T0LOCAL", ts="2.0") | {"event_id": "Ev2"}).encode())
    await office.local.wait_for(lambda: office.desk.asked)

    asked = [(each.thread.tenant, each.asker.id) for each in office.desk.asked]
    assert asked == [("T0LOCAL", "slack:T0LOCAL:U0ANA")] * (2 if heard else 1)


async def test_an_event_of_another_workspace_is_not_heard(office: Office) -> None:
    await hear(office, json.dumps(an_event("T0OTHER")).encode())
    await hear(office, json.dumps(an_event(office.team, ts="2.0")).encode())
    await office.local.wait_for(lambda: office.desk.asked)
    assert [each.thread.tenant for each in office.desk.asked] == [office.team]
