"""From the settings to each workspace's rules for review."""

from collections.abc import Callable
from zoneinfo import ZoneInfo

from bots.bootstrap.roles import ConfiguredRoles
from bots.bootstrap.writes import known_as, rules_of
from bots.settings import Settings
from bots.settings.workspaces import WorkspaceSettings
from review.ledger.threads import Thread
from review.policy.business_hours import BusinessHours
from review.policy.deciders import ReviewPolicy

NOBODY = ReviewPolicy()
_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")


def policies(
    settings: Settings, slack_team: str, roles: ConfiguredRoles
) -> Callable[[str], ReviewPolicy]:
    """The rules by workspace name; an unknown workspace has no reviewers."""
    same = known_as(settings.people)

    def of(workspace: str) -> ReviewPolicy:
        found = settings.workspaces.get(workspace)
        if found is None:
            return NOBODY
        review = found.review
        return ReviewPolicy(
            reviewer_roles=frozenset(review.roles),
            reviewers_thread=_thread(
                settings, review.slack_channel, review.teams_conversation, slack_team
            ),
            next_thread=_thread(
                settings, review.next_slack_channel, review.next_teams_conversation, slack_team
            ),
            hours=_hours(found),
            roles=frozenset(found.grants),
            default_role=found.default_role,
            asker_may_approve=review.asker_may_approve,
            due=review.due_after,
            remind_after=review.remind_after,
            writes=rules_of(found, settings.people, roles),
            audit_thread=_audit_thread(settings, found, slack_team),
            known_as=same,
            as_now=roles.as_now,
        )

    return of


def _hours(workspace: WorkspaceSettings) -> BusinessHours | None:
    hours = workspace.review.business_hours
    if hours is None:
        return None
    return BusinessHours(
        zone=ZoneInfo(workspace.calendar.time_zone),
        opens=hours.opens,
        closes=hours.closes,
        days=frozenset(_DAYS.index(day) for day in hours.days),
    )


def _audit_thread(
    settings: Settings, workspace: WorkspaceSettings, slack_team: str
) -> Thread | None:
    writes = workspace.writes
    if writes is None:
        return None
    channel, conversation = writes.audit_slack_channel, writes.audit_teams_conversation
    return _thread(settings, channel, conversation, slack_team)


def _thread(settings: Settings, channel: str, conversation: str, slack_team: str) -> Thread | None:
    """Where reviewers are; Slack's channel where both are set."""
    if channel:
        return Thread(surface="slack", tenant=slack_team, channel=channel, root="")
    teams = settings.surfaces.teams
    if not conversation or teams is None:
        return None
    return Thread(surface="teams", tenant=teams.tenant, channel=conversation, root="")


def common_roles(settings: Settings) -> frozenset[str] | None:
    """The roles that see just what a workspace's default role sees; None where no role matters."""
    limited = [workspace for workspace in settings.workspaces.values() if workspace.grants]
    if not limited:
        return None
    named = {role for workspace in limited for role in workspace.grants}
    return frozenset(role for role in named if all(_is_common(role, w) for w in limited))


def _is_common(role: str, workspace: WorkspaceSettings) -> bool:
    everybody = workspace.grants.get(workspace.default_role)
    return everybody is not None and workspace.grants.get(role, everybody) == everybody
