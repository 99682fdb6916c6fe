"""What Slack says of the workspace that the app is installed in."""

from dataclasses import dataclass

from slack_sdk.errors import SlackApiError, SlackClientError
from slack_sdk.web.async_client import AsyncWebClient

from bots.settings import SlackSettings
from bots.slack.refusals import error_code


class NotInstalled(Exception):
    """Slack does not accept the token, or cannot be reached."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(f"Slack cannot be used: {reason}.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Installed:
    """The Slack workspace, and the scopes that it granted; none where Slack does not tell."""

    team: str
    scopes: frozenset[str] = frozenset()


async def team_of(settings: SlackSettings) -> str:
    """The id of the Slack workspace with the reviewers' channels. Raises NotInstalled."""
    if settings.many_workspaces:
        return settings.home_team
    return (await installed(settings)).team


async def installed(settings: SlackSettings) -> Installed:
    """Where the bot token is installed, and what for. Raises NotInstalled."""
    client = AsyncWebClient(
        token=settings.bot_token.get_secret_value(), base_url=settings.api_url, timeout=10
    )
    try:
        said = await client.auth_test()
    except SlackApiError as error:
        reason = f"it did not accept the bot token ({error_code(error)})"
        raise NotInstalled(reason) from error
    except (SlackClientError, OSError, TimeoutError) as error:
        reason = f"it did not answer ({str(error) or type(error).__name__})"
        raise NotInstalled(reason) from error
    if said.get("is_enterprise_install"):
        reason = "the bot token is a whole organisation's: set client_id, client_secret, public_url"
        raise NotInstalled(reason)
    headers = {name.lower(): str(value) for name, value in said.headers.items()}
    scopes = (each.strip() for each in headers.get("x-oauth-scopes", "").split(","))
    return Installed(team=str(said.get("team_id") or ""), scopes=frozenset(filter(None, scopes)))
