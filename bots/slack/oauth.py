"""One app in many Slack workspaces: installed by their admins, tokens kept and renewed."""

import logging
import re
from pathlib import Path
from urllib.parse import urljoin

from slack_bolt.async_app import AsyncApp, AsyncBoltContext
from slack_bolt.oauth.async_oauth_settings import AsyncOAuthSettings
from slack_sdk.errors import SlackClientError, SlackTokenRotationError
from slack_sdk.oauth.installation_store import Bot, FileInstallationStore
from slack_sdk.oauth.installation_store.async_cacheable_installation_store import (
    AsyncCacheableInstallationStore,
)
from slack_sdk.oauth.state_store import FileOAuthStateStore
from slack_sdk.oauth.token_rotation.async_rotator import AsyncTokenRotator
from slack_sdk.web.async_client import AsyncWebClient

from bots.settings.surfaces import SlackSettings
from bots.slack.manifest import SCOPES
from bots.slack.sides import Sides

_log = logging.getLogger(__name__)
_STATE_SECONDS = 600
_RENEW_MINUTES = 120
_ID = re.compile(r"[A-Z0-9]{1,40}")
_NONE = "none"


class Installations:
    """Where the tokens are; a folder that only this account can read."""

    def __init__(self, settings: SlackSettings, folder: Path, client: AsyncWebClient) -> None:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        folder.chmod(0o700)
        secret = settings.client_secret.get_secret_value()
        files = FileInstallationStore(
            base_dir=str(folder / "installed"),
            client_id=settings.client_id,
            historical_data_enabled=False,
        )
        self._installed = Path(files.base_dir)
        self._store = AsyncCacheableInstallationStore(files)
        self._rotator = AsyncTokenRotator(
            client_id=settings.client_id, client_secret=secret, client=client
        )
        self.oauth = AsyncOAuthSettings(
            client_id=settings.client_id,
            client_secret=secret,
            scopes=SCOPES,
            redirect_uri=urljoin(settings.public_url, "/slack/oauth_redirect"),
            authorization_url=urljoin(settings.api_url, "/oauth/v2/authorize"),
            installation_store=self._store,
            installation_store_bot_only=True,
            token_rotation_expiration_minutes=_RENEW_MINUTES,
            state_store=FileOAuthStateStore(
                expiration_seconds=_STATE_SECONDS,
                base_dir=str(folder / "states"),
                client_id=settings.client_id,
            ),
            state_expiration_seconds=_STATE_SECONDS,
        )
        authorize = self.oauth.authorize
        # Without this Bolt asks Slack who it is with every request.
        authorize.cache_enabled = True  # type: ignore[attr-defined]  # the SDK's default has it
        authorize.token_rotator = self._rotator  # type: ignore[attr-defined]  # as above

    async def of(self, team: str) -> str:
        """The bot token of a workspace, renewed where it soon ends; empty for none."""
        bot = await self._bot(team)
        if bot is None or not bot.bot_token:
            return ""
        try:
            renewed = await self._rotator.perform_bot_token_rotation(
                bot=bot, minutes_before_expiration=_RENEW_MINUTES
            )
        except (SlackTokenRotationError, SlackClientError, OSError) as error:
            _log.error("The token of workspace %s could not be renewed: %s", team, type(error))
            return str(bot.bot_token)
        if renewed is None:
            return str(bot.bot_token)
        await self._store.async_save_bot(renewed)
        return str(renewed.bot_token)

    async def forget(self, enterprise: str | None, team: str | None) -> None:
        """The app was taken out of that workspace."""
        await self._store.async_delete_all(enterprise_id=enterprise, team_id=team)

    def teams(self) -> list[str]:
        """The workspaces that the app is installed in."""
        return sorted(each.parent.name for each in self._installed.glob("*/bot-latest"))

    async def _bot(self, team: str) -> Bot | None:
        """That workspace's own installation, or that of the organisation it belongs to."""
        if not _ID.fullmatch(team):
            return None
        found = [*self._installed.glob(f"*-{team}"), *self._installed.glob(f"*-{_NONE}")]
        if not found:
            return None
        enterprise, _, own = found[0].name.partition("-")
        bot: Bot | None = await self._store.async_find_bot(
            enterprise_id=None if enterprise == _NONE else enterprise,
            team_id=None if own == _NONE else own,
            is_enterprise_install=own == _NONE,
        )
        return bot


def listen_for_removal(app: AsyncApp, sides: Sides, installations: Installations | None) -> None:
    """Say in the log that the app was taken out of a workspace, and forget its token."""

    async def removed(body: dict[str, object], context: AsyncBoltContext) -> None:
        team = context.team_id or str(body.get("team_id") or "")
        _log.error(
            "The app was removed from Slack workspace %s, or its token was revoked: nothing "
            "reaches that workspace until somebody installs it again",
            team,
        )
        sides.forget(team)
        if installations is not None:
            await installations.forget(context.enterprise_id, context.team_id)

    app.event("app_uninstalled")(removed)
    app.event("tokens_revoked")(removed)
