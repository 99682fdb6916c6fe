"""The demo: made-up companies, a simulated Slack, and the real application between them."""

import datetime as dt
import shutil
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from bots.bootstrap.application import Application, application
from bots.local_workspace import AppProfile, LocalWorkspace, WorkspacePlan
from bots.local_workspace.loopback import on_loopback
from bots.settings import read_settings
from demo.generate import DATA, generate

# The demo as it is delivered: its settings and workspaces, read and never written.
FOLDER = DATA.parent
_DELIVERED = ("countersign.yaml", "workspaces")
SUGGESTIONS = (
    "What was our net revenue last quarter by region?",
    "Which 5 products sold the most units this year?",
    "How many items are in each room?",
)
_OLDEST = dt.timedelta(days=7)


@dataclass(frozen=True, slots=True, kw_only=True)
class Demo:
    """The running demo: the application, the simulated Slack, and what people open."""

    application: Application
    slack: LocalWorkspace


def lay_out(state: Path) -> None:
    """Copy the demo's settings and workspaces into its state folder, over older ones."""
    state.mkdir(parents=True, exist_ok=True)
    for name in _DELIVERED:
        source, target = FOLDER / name, state / name
        if source.is_dir():
            shutil.copytree(source, target, dirs_exist_ok=True)
        else:
            shutil.copyfile(source, target)


def make_data(today: dt.date, say: Callable[[str], None], data: Path = DATA) -> None:
    """Write the demo's databases where they are missing or a week old."""
    stamp = data / "made-on.txt"
    made = dt.date.fromisoformat(stamp.read_text()) if stamp.exists() else dt.date.min
    whole = all((data / name).exists() for name in ("sales.duckdb", "home.sqlite"))
    if whole and made <= today < made + _OLDEST:
        return
    say("==> Making the demo's databases (about 20 seconds, once a week)")
    data.mkdir(parents=True, exist_ok=True)
    # Made aside and moved in whole, so that nobody ever opens half a database.
    with tempfile.TemporaryDirectory(dir=data) as aside:
        for path in generate(Path(aside), today):
            path.replace(data / path.name)
    stamp.write_text(today.isoformat())


@asynccontextmanager
async def demo(state: Path, port: int, folder: Path = FOLDER) -> AsyncIterator[Demo]:
    """The demo, running, with the settings and data of `folder`.

    The absolute `state` folder keeps messages and ledger over a restart.
    """
    app = AppProfile(suggestions=SUGGESTIONS)
    local = LocalWorkspace(WorkspacePlan(app=app), port=port, state=state / "slack.json")
    async with local:
        secrets = {
            "SLACK_BOT_TOKEN": app.bot_token,
            "SLACK_SIGNING_SECRET": app.signing_secret,
            "SLACK_API_URL": local.api_url,
            "DEMO_STATE": str(state),
        }
        settings = read_settings(folder / "countersign.yaml", secrets)
        async with application(settings, folder) as running, listening(running) as url:
            local.connect_app(f"{url}/slack/events")
            yield Demo(application=running, slack=local)


def listening(running: Application) -> AbstractAsyncContextManager[str]:
    """The application's HTTP side on a free port of this machine; its URL."""
    return on_loopback(running.app)
