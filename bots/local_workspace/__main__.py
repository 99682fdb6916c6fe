"""Runs the local workspace as a process of its own: `python -m bots.local_workspace`."""

import argparse
import asyncio
import signal
import sys
from pathlib import Path

from bots.local_workspace.people import AppProfile
from bots.local_workspace.server import LocalWorkspace, WorkspacePlan


def main() -> None:
    """Serve until the process is told to stop."""
    asyncio.run(_serve(_arguments()))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bots.local_workspace", description=__doc__)
    parser.add_argument("--app-url", required=True, help="where the app takes Slack's requests")
    parser.add_argument("--port", type=int, default=0, help="a free one if not given")
    parser.add_argument("--state", type=Path, help="file that keeps the messages over a restart")
    parser.add_argument("--suggest", action="append", default=[], help="an example question")
    parser.add_argument("--signing-secret", default=AppProfile().signing_secret)
    return parser.parse_args()


async def _serve(arguments: argparse.Namespace) -> None:
    app = AppProfile(suggestions=tuple(arguments.suggest), signing_secret=arguments.signing_secret)
    stopped = asyncio.Event()
    for each in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(each, stopped.set)
    plan = WorkspacePlan(app=app)
    async with LocalWorkspace(plan, port=arguments.port, state=arguments.state) as local:
        local.connect_app(arguments.app_url)
        for person in plan.people:
            sys.stdout.write(f"{local.page_url(person.name)}  {person.real_name}\n")
        sys.stdout.flush()
        await stopped.wait()


if __name__ == "__main__":
    main()
