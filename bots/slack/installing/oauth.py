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
from slack_sdk.oauth.token_rotation.async_rotator import AsyncTokenRotator
from slack_sdk.web.async_client import AsyncWebClient

from bots.conversation.alerts import Alerts
from bots.settings.surfaces import SlackSettings
from bots.slack.incoming.manifest import SCOPES
from bots.slack.installing.organisations import Organisations
from bots.slack.installing.states import States
from bots.slack.sides import Sides
from bots.wording import alerts as say

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
        self._organisations = Organisations(folder / "organisations")
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
            state_store=States(folder / "states", _STATE_SECONDS),
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

    def organisation(self, team: str) -> str:
        """The organisation that installed the app for this workspace too; empty for none."""
        return "" if self._own(team) else self._organisations.of(team)

    def seen(self, team: str, organisation: str) -> None:
        """A payload of this workspace came in under its organisation's installation."""
        if _ID.fullmatch(team) and _ID.fullmatch(organisation):
            self._organisations.keep(team, organisation)

    async def forget(self, enterprise: str | None, team: str | None) -> None:
        """The app was taken out of that workspace; without one, out of the organisation."""
        await self._store.async_delete_all(enterprise_id=enterprise, team_id=team)
        if enterprise and team is None:
            self._organisations.dissolve(enterprise)

    def leave(self, team: str) -> None:
        """The organisation took the app out of one of its workspaces."""
        if _ID.fullmatch(team):
            self._organisations.forget(team)

    def teams(self) -> list[str]:
        """The workspaces that the app is installed in."""
        return sorted(each.parent.name for each in self._installed.glob("*/bot-latest"))

    async def _bot(self, team: str) -> Bot | None:
        """That workspace's own installation, or that of the organisation it belongs to."""
        if not _ID.fullmatch(team):
            return None
        own = self._own(team)
        # Before anybody there has said a word, it can only be the one organisation that there is.
        enterprise = own or self._organisations.of(team) or self._only_organisation()
        if not enterprise:
            return None
        bot: Bot | None = await self._store.async_find_bot(
            enterprise_id=None if enterprise == _NONE else enterprise,
            team_id=team if own else None,
            is_enterprise_install=not own,
        )
        return bot

    def _only_organisation(self) -> str:
        found = [each.parent.name for each in self._installed.glob(f"*-{_NONE}/bot-latest")]
        return found[0].partition("-")[0] if len(found) == 1 else ""

    def _own(self, team: str) -> str:
        """The organisation in the name of a workspace's own installation; empty without one."""
        found = next(self._installed.glob(f"*-{team}/bot-latest"), None)
        return found.parent.name.partition("-")[0] if found else ""


def listen_for_removal(
    app: AsyncApp, sides: Sides, installations: Installations | None, alerts: Alerts
) -> None:
    """Say that the app was taken out of a workspace, and forget its token."""

    async def removed(body: dict[str, object], context: AsyncBoltContext) -> None:
        team = context.team_id or str(body.get("team_id") or "")
        _log.error(
            "The app was removed from Slack workspace %s, or its token was revoked: nothing "
            "reaches that workspace until somebody installs it again",
            team,
        )
        sides.forget(team)
        whole = bool(context.is_enterprise_install)
        if installations is not None:
            await installations.forget(context.enterprise_id, None if whole else context.team_id)
        gone = (context.enterprise_id if whole else "") or team
        await alerts.tell(f"slack:{gone}", say.slack_removed(gone), away=f"slack:{gone}:")

    async def left(event: dict[str, object]) -> None:
        teams = event.get("team_ids")
        for team in map(str, teams if isinstance(teams, list) else ()):
            _log.error("An organisation took the app out of its Slack workspace %s", team)
            sides.forget(team)
            if installations is not None:
                installations.leave(team)
            await alerts.tell(f"slack:{team}", say.slack_removed(team), away=f"slack:{team}:")

    app.event("app_uninstalled")(removed)
    app.event("tokens_revoked")(removed)
    app.event("team_access_revoked")(left)
