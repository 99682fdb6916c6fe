"""The pictures of docs/slack.md, taken of the demo in a browser: run it when cards have changed.

`python -m tests.scenarios.pictures docs/images`
"""

import asyncio
import datetime as dt
import sys
import tempfile
from pathlib import Path
from typing import Final, Literal

from playwright.async_api import Browser, Page, expect

from bots.bootstrap.demo import demo, make_data
from tests.browser import opened_browser
from tests.scenarios.test_main_job import QUESTION
from tests.scenarios.town import Town

PATIENCE_MS: Final = 90_000
PRODUCTS: Final = "Which 5 products sold the most units this year?"
LOW, TALL, TALLER = 900, 1120, 1180


class Album:
    """A folder of pictures, and the people whose screens they are of."""

    def __init__(self, browser: Browser, town: Town, folder: Path) -> None:
        self._browser = browser
        self._town = town
        self._folder = folder

    async def screen(
        self, person: str, height: int = LOW, scheme: Literal["light", "dark"] = "light"
    ) -> Page:
        page = await self._browser.new_page(
            viewport={"width": 1280, "height": height}, color_scheme=scheme
        )
        page.set_default_timeout(PATIENCE_MS)
        await page.goto(self._town.slack.page_url(person))
        return page

    async def take(self, page: Page, name: str) -> None:
        await page.wait_for_timeout(1_000)
        await page.screenshot(path=self._folder / f"slack-{name}.png")


async def ask(page: Page, text: str) -> None:
    box = page.get_by_role("textbox", name="Message")
    await box.fill(text)
    await box.press("Enter")
    await page.get_by_role("button", name="1 reply").last.click()


async def reads(page: Page, text: str) -> None:
    await expect(page.get_by_text(text).last).to_be_visible(timeout=PATIENCE_MS)


async def press(page: Page, label: str) -> None:
    await page.get_by_role("button", name=label, exact=True).last.click()


async def more(page: Page, label: str) -> None:
    """Choose from the menu at the end of the last answer's buttons."""
    await page.locator(".thread button.overflow").last.click()
    await page.get_by_role("menuitem", name=label).click()


async def dialog(page: Page, label: str) -> None:
    await page.get_by_role("dialog").get_by_role("button", name=label).click()


async def asking(album: Album) -> None:
    """The asker's own pictures, up to a request for review."""
    ana = await album.screen("ana")
    await ana.get_by_role("button", name=QUESTION).first.click()
    await reads(ana, "Which dates do you mean?")
    await album.take(ana, "confirm")
    await ana.locator(".thread button.primary, .thread .primary").last.click()
    await reads(ana, "Looks right")
    dark = await album.screen("ana", TALL, "dark")
    await dark.get_by_role("button", name="2 replies").last.click()
    await reads(dark, "Send to review")
    await album.take(dark, "answer")
    await more(ana, "Explain")
    await reads(ana, "How this answer was made")
    await album.take(ana, "explain")
    await ana.get_by_role("dialog").get_by_role("button", name="Close").last.click()
    await press(ana, "Send to review")
    await dialog(ana, "Send")


async def reviewing(album: Album) -> None:
    """The case, and the forms that its buttons open."""
    rui = await album.screen("rui", TALLER)
    await rui.get_by_text("data-reviews").first.click()
    await reads(rui, "Approve & promote")
    await album.take(rui, "case")
    await press(rui, "Approve & promote")
    await reads(rui, "Other ways to ask it")
    await album.take(rui, "promote")
    await dialog(rui, "Cancel")
    await rui.set_viewport_size({"width": 1280, "height": LOW})
    await press(rui, "Edit SQL…")
    await reads(rui, "Change what is wrong")
    sql = rui.get_by_role("dialog").get_by_role("textbox").last
    await sql.press("Control+End")
    await sql.press_sequentially(" ")
    await sql.press("Tab")
    await reads(rui, "This passes the checks so far.")
    await album.take(rui, "edit")
    await dialog(rui, "Cancel")


async def on_the_desk(album: Album) -> None:
    ana = await album.screen("ana")
    await ana.get_by_role("button", name=PRODUCTS).first.click()
    shown = ana.get_by_text("Which dates do you mean").or_(ana.get_by_text("Looks right"))
    await expect(shown.last).to_be_visible(timeout=PATIENCE_MS)
    if not await ana.get_by_text("Looks right").count():
        await ana.locator(".thread button.primary, .thread .primary").last.click()
    await reads(ana, "Looks right")
    await press(ana, "Send to review")
    await dialog(ana, "Send")
    await reads(ana, "Waiting for a reviewer")
    rui = await album.screen("rui")
    await rui.get_by_text("Countersign Home").first.click()
    await reads(rui, PRODUCTS)
    await album.take(rui, "desk")


async def changing(album: Album) -> None:
    """A change that waits, and a question about nothing in the database."""
    ana, rui = await album.screen("ana"), await album.screen("rui", TALLER)
    await ask(ana, "rename the room Kitchen to Galley")
    await rui.get_by_text("data-reviews").first.click()
    await reads(rui, "asks for a change in Home inventory")
    await reads(rui, "Needs an approver")
    await album.take(rui, "change")
    await ask(ana, "what is the meaning of flurb by gromp?")
    await reads(ana, "I found nothing in this data")
    await album.take(ana, "refusal")


async def main(folder: Path) -> None:
    make_data(dt.datetime.now(dt.UTC).date(), lambda _: None)  # noqa: TID251 - the demo runs on today
    with tempfile.TemporaryDirectory() as state:
        async with (
            demo(Path(state), port=0) as running,
            opened_browser() as browser,
        ):
            album = Album(browser, Town(running), folder)
            for taking in (asking, reviewing, on_the_desk, changing):
                await taking(album)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
