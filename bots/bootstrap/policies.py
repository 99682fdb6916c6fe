"""From the settings to each workspace's rules for review."""

from collections.abc import Callable

from bots.settings import Settings
from bots.settings.values import ReviewSettings
from review.policy import ReviewPolicy
from review.threads import Thread

NOBODY = ReviewPolicy()


def policies(settings: Settings, slack_team: str) -> Callable[[str], ReviewPolicy]:
    """The rules by workspace name; an unknown workspace has no reviewers."""

    def of(workspace: str) -> ReviewPolicy:
        found = settings.workspaces.get(workspace)
        if found is None:
            return NOBODY
        review = found.review
        return ReviewPolicy(
            reviewer_roles=frozenset(review.roles),
            reviewers_thread=_thread(settings, review, slack_team),
            asker_may_approve=review.asker_may_approve,
            due=review.due_after,
            remind_after=review.remind_after,
        )

    return of


def _thread(settings: Settings, review: ReviewSettings, slack_team: str) -> Thread | None:
    """Where the reviewers are; Slack's channel where both are set."""
    if review.slack_channel:
        return Thread(surface="slack", tenant=slack_team, channel=review.slack_channel, root="")
    teams = settings.surfaces.teams
    if not review.teams_conversation or teams is None:
        return None
    conversation = review.teams_conversation
    return Thread(surface="teams", tenant=teams.tenant, channel=conversation, root="")
