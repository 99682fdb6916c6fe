"""What goes wrong elsewhere: two people on one button, kill -9, and a deploy that renames."""

import asyncio
import json
from pathlib import Path

from benchmarks.durability.measuring import Number
from benchmarks.durability.scene import Contender, Scene, until

RUNS = 50
# Longer than the longest lease, so that what has not gone on by then does not by itself.
TAKEOVER_SECONDS = 25.0
_ACKNOWLEDGED_SECONDS = 10.0
_NAMES = [f"f{number}" for number in range(RUNS)]


async def raced(contender: Contender, scene: Scene) -> dict[str, Number]:
    """Two replicas get a click on every button at once."""
    await contender.start()
    other = await contender.twin()
    await _ask_all(contender)
    told = 0
    for name in _NAMES:
        clicks = (contender.click(name), other.click(name))
        said = await asyncio.gather(*clicks, return_exceptions=True)
        told += sorted(map(repr, said)) == ["False", "True"]
    await until(lambda: scene.acted.keys() >= set(_NAMES), 20)
    await asyncio.sleep(1)
    if other is not contender:
        await other.stop()
    await contender.stop()
    return {"race_acts_per_100": 100 * scene.acted.total() // RUNS, "race_losers_told": told}


async def clicked(contender: Contender, scene: Scene) -> None:
    """Click everything, and wait to be killed while the work goes on."""
    del scene
    await contender.start()
    await _ask_all(contender)
    clicks = [asyncio.create_task(contender.click(name)) for name in _NAMES]
    # Acknowledged, or, where the run itself is what acknowledges, under way.
    await asyncio.wait(clicks, timeout=_ACKNOWLEDGED_SECONDS)
    print("clicked", flush=True)
    await asyncio.sleep(60)


async def recovered(contender: Contender, scene: Scene) -> dict[str, Number]:
    """After the kill: what goes on although nobody clicks again."""
    await contender.start()
    await until(lambda: _acted(scene) >= RUNS, TAKEOVER_SECONDS)
    await asyncio.sleep(1)
    lines = _lines(scene)
    await contender.stop()
    return {
        "killed_went_on_of_50": len(set(lines)),
        "killed_acted_twice": len(lines) - len(set(lines)),
    }


async def left(contender: Contender, scene: Scene, buttons: Path) -> dict[str, Number]:
    """Pause everything, and end in good order."""
    del scene
    await contender.start()
    await _ask_all(contender)
    shown = {name: contender.button(name) for name in _NAMES}
    await asyncio.to_thread(buttons.write_text, json.dumps(shown), encoding="utf-8")
    await contender.stop()
    return {}


async def renamed(contender: Contender, scene: Scene, buttons: Path) -> dict[str, Number]:
    """A deploy later one step has another name: which clicks still do what they say."""
    text = await asyncio.to_thread(buttons.read_text, encoding="utf-8")
    for run, button in json.loads(text).items():
        contender.recall(run, button)
    await contender.start()
    clicks = (contender.click(name) for name in _NAMES)
    await asyncio.gather(*clicks, return_exceptions=True)
    await until(lambda: scene.acted.keys() >= set(_NAMES), 10)
    await contender.stop()
    return {"renamed_went_on_of_50": len(scene.acted)}


async def _ask_all(contender: Contender) -> None:
    for name in _NAMES:
        await contender.ask(name)
    await until(lambda: contender.paused >= RUNS, 60)
    await asyncio.sleep(0.5)


def _acted(scene: Scene) -> int:
    return len(set(_lines(scene)))


def _lines(scene: Scene) -> list[str]:
    if scene.acts is None or not scene.acts.exists():
        return []
    return scene.acts.read_text(encoding="utf-8").split()
