"""Draws the gallery: `python -m demo.gallery FOLDER [--group NAME] [--text] [--asked]`.

Each group of cards is a picture for each surface, theme and width; `cards.txt` holds the text of
all. `--asked` also asks what people type over the demo, and writes what they get to `asked.txt`.
"""

import argparse
import asyncio
import datetime as dt
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

from playwright.async_api import async_playwright

from bots.bootstrap.demo import make_data
from bots.cards import Card, Form
from bots.conversation.notices import card_of
from demo.gallery.asked import asked
from demo.gallery.scenes import SCENES
from demo.gallery.surfaces import pictures
from demo.gallery.told import told


async def drawn_scenes(*, charts: bool) -> Mapping[str, Mapping[str, Card | Form]]:
    """Every scene as a card or a dialog."""
    return {
        group: {
            name: each if isinstance(each, Card | Form) else await card_of(each, pictures=charts)
            for name, each in scenes.items()
        }
        for group, scenes in SCENES.items()
    }


def text_of(groups: Mapping[str, Mapping[str, Card | Form]]) -> str:
    """The text of every card, under its group and name."""
    parts = [
        f"== {group}: {name}\n{told(each)}\n"
        for group, cards in groups.items()
        for name, each in cards.items()
    ]
    return "\n".join(parts)


async def _ask(folder: Path) -> None:
    make_data(dt.datetime.now(dt.UTC).date(), print)  # noqa: TID251 - the demo runs on today
    with tempfile.TemporaryDirectory() as state:
        lines = [
            f">>> {message}\n" + "\n   --\n".join(map(told, cards)) + "\n"
            async for message, cards in asked(Path(state))
        ]
    (folder / "asked.txt").write_text("\n".join(lines), encoding="utf-8")


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--asked", action="store_true", help="also ask over the demo")
    parser.add_argument("--text", action="store_true", help="write no pictures")
    parser.add_argument("--group", action="append", help="draw only this group; may be repeated")
    chosen = parser.parse_args()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    text = text_of(await drawn_scenes(charts=False))
    (chosen.folder / "cards.txt").write_text(text, encoding="utf-8")
    if not chosen.text:
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(
                executable_path=shutil.which("chromium"), args=["--no-sandbox"]
            )
            drawn = await drawn_scenes(charts=True)
            wanted = chosen.group or list(drawn)
            await pictures(browser, {name: drawn[name] for name in wanted}, chosen.folder)
            await browser.close()
    if chosen.asked:
        await _ask(chosen.folder)


if __name__ == "__main__":
    asyncio.run(main())
