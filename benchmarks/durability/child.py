"""One contender's turn in a process of its own: memory and threads are its alone."""

import argparse
import asyncio
import json
import os
from collections.abc import Awaitable, Callable
from pathlib import Path

from benchmarks.durability import faults, measuring
from benchmarks.durability.scene import Contender, Scene

CONTENDERS = ("countersign", "langgraph", "dbos")
# Long enough for the kill to come in the middle.
_SLOW_ACT = 60.0


def made(name: str, url: str, scene: Scene, *, renamed: bool) -> Contender:
    """The contender of this name; only its own libraries are imported."""
    if name == "langgraph":
        from benchmarks.durability.on_langgraph import OnLangGraph

        return OnLangGraph(url, scene, renamed=renamed)
    if name == "dbos":
        from benchmarks.durability.on_dbos import OnDbos

        return OnDbos(url, scene, renamed=renamed)
    from benchmarks.durability.ours import Ours

    return Ours(url, scene, renamed=renamed)


async def turn(chosen: argparse.Namespace) -> None:
    scene = Scene(acts=Path(chosen.acts) if chosen.acts else None)
    contender = made(chosen.contender, chosen.url, scene, renamed=chosen.turn == "renamed")
    if chosen.turn == "clicked":
        scene.act_seconds = _SLOW_ACT
        await faults.clicked(contender, scene)
        return
    buttons = Path(chosen.buttons)
    turns: dict[str, Callable[[], Awaitable[dict[str, measuring.Number]]]] = {
        "paused": lambda: measuring.paused(contender, chosen.runs, buttons),
        "restarted": lambda: measuring.restarted(
            contender, scene, buttons, chosen.number, chosen.spawned
        ),
        "resumed": lambda: measuring.resumed(contender, scene, buttons),
        "raced": lambda: faults.raced(contender, scene),
        "recovered": lambda: faults.recovered(contender, scene),
        "left": lambda: faults.left(contender, scene, buttons),
        "renamed": lambda: faults.renamed(contender, scene, buttons),
    }
    figures = await turns[chosen.turn]()
    print(json.dumps(figures), flush=True)
    # Threads that still wait for a person must not keep the process.
    os._exit(0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("turn")
    parser.add_argument("contender", choices=CONTENDERS)
    parser.add_argument("url")
    parser.add_argument("--runs", type=int, default=2000)
    parser.add_argument("--acts", default="", help="file of what was done")
    parser.add_argument("--buttons", default="", help="file of what the chat shows")
    parser.add_argument("--number", type=int, default=0, help="which of the buttons is clicked")
    parser.add_argument("--spawned", type=float, default=0.0, help="when this process was")
    asyncio.run(turn(parser.parse_args()))


if __name__ == "__main__":
    main()
