"""The pictures of docs/teams.md, drawn by Microsoft's own renderer: run it when cards have changed.

`python -m tests.surfaces.teams.pictures docs/images`, after `npm install` in tests/node.
"""

import asyncio
import base64
import sys
from dataclasses import replace
from pathlib import Path
from typing import Final

from playwright.async_api import Browser

from bots.cards import Image
from bots.conversation.notices import card_of
from bots.teams.cards.adaptive import Room
from bots.teams.cards.desk_card import DeskView, desk_content
from bots.teams.cards.fitting import fitted
from review.ledger.notices import Answered, Notice, ReviewCase
from tests.browser import opened_browser
from tests.fakes import ANA, RUI, an_answer
from tests.surfaces.teams.fake_connector import Json
from tests.surfaces.teams.test_rendering import RENDERER
from tests.surfaces.teams.test_side_by_side import DESK

ANSWER: Final = replace(
    an_answer(units=("", "EUR"), trust_reason=""),
    summary="2 rows. Net revenue is highest for North (700,000 EUR) and lowest for South "
    "(550,000 EUR).",
)
DRAW: Final = """([card, dark]) => {
  const ink = dark ? "#ffffff" : "#242424", faint = dark ? "#adadad" : "#616161";
  const ground = dark ? "#292929" : "#ffffff";
  const colours = {default: ink, subtle: faint};
  const each = {default: colours, accent: colours, good: colours, warning: colours,
    attention: colours, light: colours, dark: colours};
  for (const key of Object.keys(each)) {
    each[key] = {default: each[key].default, subtle: each[key].subtle};
  }
  const style = {backgroundColor: ground, foregroundColors: each};
  const drawn = new AdaptiveCards.AdaptiveCard();
  drawn.hostConfig = new AdaptiveCards.HostConfig({
    fontFamily: "Liberation Sans, Arial, sans-serif",
    containerStyles: {default: style, emphasis: style},
    actions: {actionsOrientation: "horizontal", actionAlignment: "left"},
  });
  drawn.parse(card, new AdaptiveCards.SerializationContext(AdaptiveCards.Versions.v1_5));
  document.body.style.background = ground;
  const look = document.createElement("style");
  look.textContent = `body { margin: 12px; color: ${ink} }
    button { font: bold 13px Liberation Sans, Arial; padding: 6px 12px; margin: 3px 6px 3px 0;
      border: 1px solid #c4c4c4; border-radius: 4px; background: ${ground}; color: ${ink} }
    button.style-positive { background: #5b5fc7; color: #fff; border-color: #5b5fc7 }
    button.style-destructive { color: ${dark ? "#f1707b" : "#c4314b"} }
    .ac-actionSet { flex-wrap: wrap }`;
  document.head.append(look);
  document.body.append(drawn.render());
}"""


async def content_of(notice: Notice) -> Json:
    card = await card_of(notice)
    pictures = {
        each.name: f"data:image/png;base64,{base64.b64encode(each.png).decode()}"
        for each in card.blocks
        if isinstance(each, Image)
    }
    return fitted(card, Room(votes=True, pictures=pictures), 400_000).content


async def take(browser: Browser, card: Json, path: Path, *, width: int, dark: bool = False) -> None:
    page = await browser.new_page(viewport={"width": width, "height": 400})
    await page.add_script_tag(path=str(RENDERER))
    await page.evaluate(DRAW, [card, dark])
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
