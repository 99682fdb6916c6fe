"""What Slack says of the workspace that the app is installed in."""

from slack_sdk.errors import SlackApiError, SlackClientError
from slack_sdk.web.async_client import AsyncWebClient

from bots.settings import SlackSettings


class NotInstalled(Exception):
    """Slack does not accept the token, or cannot be reached."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(f"Slack did not accept the bot token: {reason}")


async def team_of(settings: SlackSettings) -> str:
    """The id of the Slack workspace with the reviewers' channels. Raises NotInstalled."""
    if settings.many_workspaces:
        return settings.home_team
    client = AsyncWebClient(
        token=settings.bot_token.get_secret_value(), base_url=settings.api_url, timeout=10
    )
    try:
        said = await client.auth_test()
    except SlackApiError as error:
        raise NotInstalled(str(error.response.get("error", "unknown"))) from error
    except (SlackClientError, OSError, TimeoutError) as error:
        raise NotInstalled(str(error) or type(error).__name__) from error
    return str(said.get("team_id") or "")
