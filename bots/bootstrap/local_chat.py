"""The real application behind a simulated Slack on this machine, with pages for a browser."""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from bots.bootstrap.application import Application, application
from bots.local_workspace import AppProfile, LocalWorkspace, WorkspacePlan
from bots.local_workspace.loopback import on_loopback
from bots.settings import read_settings


@dataclass(frozen=True, slots=True, kw_only=True)
class LocalChat:
    """What runs: the application, the simulated Slack, and what people open."""

    application: Application
    slack: LocalWorkspace


@asynccontextmanager
async def local_chat(
    state: Path,
    port: int,
    folder: Path,
    suggestions: Sequence[str] = (),
    variables: Mapping[str, str] | None = None,
) -> AsyncIterator[LocalChat]:
    """The application, running, with the settings of `folder` and its own secrets of Slack.

    The absolute `state` folder keeps messages over a restart.
    """
    app = AppProfile(suggestions=tuple(suggestions))
    local = LocalWorkspace(WorkspacePlan(app=app), port=port, state=state / "slack.json")
    async with local:
        secrets = {
            "SLACK_BOT_TOKEN": app.bot_token,
            "SLACK_SIGNING_SECRET": app.signing_secret,
            "SLACK_API_URL": local.api_url,
            "DEMO_STATE": str(state),
            **(variables or {}),
        }
        settings = read_settings(folder / "countersign.yaml", secrets)
        async with application(settings, folder) as running, listening(running) as url:
            local.connect_app(f"{url}/slack/events")
            yield LocalChat(application=running, slack=local)


def listening(running: Application) -> AbstractAsyncContextManager[str]:
    """The application's HTTP side on a free port of this machine; its URL."""
    return on_loopback(running.app)
