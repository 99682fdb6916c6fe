"""The pictures of docs/teams.md, drawn by Microsoft's own renderer: run it when cards have changed.

`python -m tests.surfaces.teams.pictures docs/images`, after `npm install` in tests/node.
"""

import asyncio
import sys
from dataclasses import replace
from pathlib import Path
from typing import Final

from playwright.async_api import Browser

from bots.conversation.notices import card_of
from bots.teams.cards.desk_card import DeskView, desk_content
from demo.gallery.surfaces import RENDERER, draw_in_teams, teams_content
from review.ledger.notices import Answered, Notice, ReviewCase
from tests.browser import opened_browser
from tests.fakes import ANA, RUI, an_answer
from tests.surfaces.teams.fake_connector import Json
from tests.surfaces.teams.test_side_by_side import DESK

ANSWER: Final = replace(
    an_answer(units=("", "EUR"), trust_reason=""),
    summary="2 rows. Net revenue is highest for North (700,000 EUR) and lowest for South "
    "(550,000 EUR).",
)


async def content_of(notice: Notice) -> Json:
    return teams_content(await card_of(notice))


async def take(browser: Browser, card: Json, path: Path, *, width: int, dark: bool = False) -> None:
    page = await browser.new_page(viewport={"width": width, "height": 400})
    await page.add_script_tag(path=str(RENDERER))
    await draw_in_teams(page, card, dark=dark)
    await page.wait_for_timeout(500)
    await page.screenshot(path=path, full_page=True)
    await page.close()


async def main(folder: Path) -> None:
    case = ReviewCase(checkpoint="c1", nonce="n1", answer=ANSWER, asker=ANA)
    titles = ("Net revenue last quarter by region", "set the price of Lamp to 12.50")
    queue = (
        replace(each, title=title, claimed_by=None)
        for each, title in zip(DESK.queue, titles, strict=True)
    )
    desk = desk_content(DeskView(agenda=replace(DESK, queue=tuple(queue)), reader=RUI))
    answer = await content_of(Answered(answer=ANSWER, run="r1"))
    async with opened_browser() as browser:
        await take(browser, answer, folder / "teams-answer.png", width=640)
        await take(browser, desk, folder / "teams-desk.png", width=640)
        phone = folder / "teams-case-phone.png"
        await take(browser, await content_of(case), phone, width=330, dark=True)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
