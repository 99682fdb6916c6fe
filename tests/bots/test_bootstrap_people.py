"""Roles and review rules as the settings give them; what they do not name has none."""

from bots.bootstrap.memberships import Memberships
from bots.bootstrap.policies import NOBODY, policies
from bots.bootstrap.roles import ConfiguredRoles
from bots.settings import PersonSettings, Settings
from pipeline.people import Person
from review.ledger.threads import Thread

NO_ROLES = ConfiguredRoles({})
PEOPLE = {
    "slack:T1:U1": PersonSettings(name="Rui", roles=("reviewer",)),
    "group:S1": PersonSettings(roles=("analyst", "boss")),
}


def settings(review: dict[str, object], **more: object) -> Settings:
    workspace = {"url": "sqlite:///a.db", "review": review}
    return Settings.model_validate({"workspaces": {"shop": workspace}, **more})


def test_a_person_has_their_own_roles_and_their_groups() -> None:
    roles = ConfiguredRoles(PEOPLE)
    assert roles.of("slack:T1:U1") == {"reviewer"}
    known = Memberships(stale_after=60, ticks=lambda: 0)
    known.heard("S1", frozenset({"slack:T1:U1"}))
    known.heard("S2", frozenset({"slack:T1:U2"}))
    roles = ConfiguredRoles(PEOPLE, known)
    assert roles.of("slack:T1:U1") == {"reviewer", "analyst", "boss"}
    assert roles.of("slack:T1:U2") == frozenset()


def test_a_person_has_the_roles_that_the_settings_give_them_today() -> None:
    before = Person(id="slack:T1:U1", roles=frozenset({"analyst", "finance"}))
    assert ConfiguredRoles(PEOPLE).as_now(before).roles == {"reviewer"}


def test_a_group_is_no_person() -> None:
    roles = ConfiguredRoles(PEOPLE)
    assert roles.groups == {"S1"}
    assert roles.of("group:S1") == frozenset()


def test_people_are_called_as_the_settings_call_them() -> None:
    roles = ConfiguredRoles(PEOPLE)
    assert (roles.name("slack:T1:U1"), roles.name("slack:T1:U2")) == ("Rui", "")


def test_a_workspace_has_its_own_reviewers_and_channel() -> None:
    policy = policies(settings({"roles": ["boss"], "slack_channel": "C1"}), "T1", NO_ROLES)("shop")
    assert policy.reviewer_roles == {"boss"}
    assert policy.reviewers_thread == Thread(surface="slack", tenant="T1", channel="C1", root="")
    assert not policy.asker_may_approve


def test_a_workspace_without_a_channel_has_nowhere_to_review() -> None:
    assert policies(settings({}), "T1", NO_ROLES)("shop").reviewers_thread is None


def test_a_workspace_may_have_next_reviewers_and_hours() -> None:
    hours = {"opens": "08:30", "closes": "16:00", "days": ["mon", "sat"]}
    review: dict[str, object] = {"next_slack_channel": "C2", "business_hours": hours}
    policy = policies(settings(review), "T1", NO_ROLES)("shop")
    assert policy.next_thread == Thread(surface="slack", tenant="T1", channel="C2", root="")
    assert policy.hours is not None
    assert (policy.hours.opens.hour, policy.hours.closes.hour) == (8, 16)
    assert policy.hours.days == {0, 5}


def test_an_unknown_workspace_has_no_reviewers() -> None:
    assert policies(settings({}), "T1", NO_ROLES)("gone") == NOBODY


def test_reviewers_may_be_in_teams() -> None:
    teams = {"app_id": "a", "app_password": "p", "tenant": "t"}
    found = policies(
        settings({"teams_conversation": "19:x"}, surfaces={"teams": teams}), "", NO_ROLES
    )
    assert found("shop").reviewers_thread == Thread(
        surface="teams", tenant="t", channel="19:x", root=""
    )


def test_a_conversation_in_teams_without_teams_is_nowhere() -> None:
    assert (
        policies(settings({"teams_conversation": "19:x"}), "", NO_ROLES)("shop").reviewers_thread
        is None
    )
