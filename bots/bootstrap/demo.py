"""The demo: made-up companies, a simulated Slack, and the real application between them."""

import datetime as dt
import shutil
import tempfile
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path

from bots.bootstrap.local_chat import LocalChat, local_chat
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


def demo(state: Path, port: int, folder: Path = FOLDER) -> AbstractAsyncContextManager[LocalChat]:
    """The demo, running, with the settings and data of `folder`; `state` is kept over a restart."""
    return local_chat(state, port, folder, SUGGESTIONS)
