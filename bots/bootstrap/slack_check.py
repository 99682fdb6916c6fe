"""What `countersign doctor` says of Slack, and of what a narrower grant switches off."""

from collections.abc import AsyncIterator, Iterator
from typing import Final

from bots.bootstrap.checks import Finding
from bots.settings import Settings, SlackSettings
from bots.slack.incoming.manifest import PERMISSIONS, switched_off
from bots.slack.installing.installation import NotInstalled, installed

_GROUPS: Final = "usergroups:read"


async def slack_findings(settings: Settings, slack: SlackSettings) -> AsyncIterator[Finding]:
    """Slack itself says whether the token still counts, and for what."""
    if slack.many_workspaces:
        said = f"Admins install it at {slack.public_url.rstrip('/')}/slack/install."
        yield Finding(what="slack", well=True, said=said)
        return
    malformed = _token(slack.bot_token.get_secret_value())
    if malformed is not None:
        yield malformed
        return
    try:
        found = await installed(slack)
    except NotInstalled as error:
        fix = "Install the app again and copy its new token; `countersign slack manifest` helps."
        yield Finding(what="slack", well=False, said=str(error), fix=fix)
        return
    said = f"Slack knows the token, in workspace {found.team}."
    yield Finding(what="slack", well=True, said=said)
    if found.scopes:
        for finding in _grants(settings, found.scopes):
            yield finding


def _grants(settings: Settings, granted: frozenset[str]) -> Iterator[Finding]:
    """What is switched off. It is a fault only where it cannot work, or the settings want it."""
    grouped = any(name.startswith("group:S") for name in settings.people)
    for each in switched_off(granted):
        wanted = each.narrow or (each.scope == _GROUPS and grouped)
        said = f"Without the scope {each.scope} it cannot {each.feature}."
        fix = f"Add {each.scope} under OAuth & Permissions and install the app again."
        yield Finding(what="slack", well=not wanted, said=said, fix=fix)
    unknown = granted - {each.scope for each in PERMISSIONS}
    if unknown:
        said = f"It was granted scopes that nothing here needs: {', '.join(sorted(unknown))}."
        yield Finding(what="slack", well=True, said=said, fix="Take them out of the app.")


def _token(token: str) -> Finding | None:
    if not token.startswith("xoxb-"):
        said = "surfaces.slack.bot_token is not a bot token."
        fix = "Copy the Bot User OAuth Token, which begins with xoxb-."
        return Finding(what="slack", well=False, said=said, fix=fix)
    return None
