"""From the settings to each workspace's rules for review."""

from collections.abc import Callable

from bots.settings import Settings
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
            reviewers_thread=_thread(slack_team, review.slack_channel),
            asker_may_approve=review.asker_may_approve,
            due=review.due_after,
            remind_after=review.remind_after,
        )

    return of


def _thread(team: str, channel: str) -> Thread | None:
    if not channel:
        return None
    return Thread(surface="slack", tenant=team, channel=channel, root="")
