"""Every card, drawn by Microsoft's own renderer in a browser: on a desktop and on a phone."""

import base64
from typing import Any, Final

import pytest
from playwright.async_api import Browser, Page

from bots.cards import Card, Image
from bots.conversation.notices import card_of
from bots.teams.cards.adaptive import Room
from bots.teams.cards.dialogs import dialog
from bots.teams.cards.fitting import fitted
from tests.browser import needs_browser
from tests.node import MODULES, needs_node
from tests.surfaces.teams.fake_connector import Json
from tests.surfaces.teams.test_cards import CASES
from tests.surfaces.teams.test_schema import FORMS

RENDERER: Final = MODULES / "adaptivecards" / "dist" / "adaptivecards.min.js"
# The renderer knows 1.5 alone, so that it shows the picture in place of Teams' own chart.
_PICTURED: Final = 'Unknown element type "Chart.HorizontalBar". Fallback will be used if present.'
_PIXEL: Final = base64.b64encode(b"\x89PNG\r\n\x1a\n").decode()
DRAW: Final = """([card, width]) => {
  const drawn = new AdaptiveCards.AdaptiveCard();
  const context = new AdaptiveCards.SerializationContext(AdaptiveCards.Versions.v1_5);
  drawn.parse(card, context);
  const said = [];
  for (let at = 0; at < context.eventCount; at++) said.push(context.getEventAt(at).message);
  const box = document.createElement("div");
  box.style.width = `${width}px`;
  document.body.append(box);
  box.append(drawn.render());
  const edge = box.getBoundingClientRect().right + 1;
  const buttons = [...box.querySelectorAll("button")];
  const outside = buttons.filter((each) => each.getBoundingClientRect().right > edge);
  const found = {said, outside: outside.map((each) => each.textContent), text: box.innerText};
  box.remove();
  return found;
}"""

pytestmark = [*needs_browser, needs_node]


async def drawn(page: Page, card: Json, width: int) -> Any:
    return await page.evaluate(DRAW, [card, width])


async def a_page(browser: Browser) -> Page:
    page = await browser.new_page()
    await page.add_script_tag(path=str(RENDERER))
    return page


def content_of(card: Card) -> Json:
    pictures = {
        each.name: f"data:image/png;base64,{_PIXEL}"
        for each in card.blocks
        if isinstance(each, Image)
    }
    return fitted(card, Room(pictures=pictures)).content


@pytest.mark.parametrize("width", [300, 600], ids=["phone", "desktop"])
async def test_microsofts_renderer_takes_every_card_and_no_button_is_cut_off(
    width: int, browser: Browser
) -> None:
    cards = {name: content_of(await card_of(notice)) for name, notice in CASES.items()}
    for form in FORMS:
        cards[form.title] = dialog(form)["task"]["value"]["card"]["content"]
    page = await a_page(browser)
    found = {name: await drawn(page, card, width) for name, card in cards.items()}
    said = {name: set(each["said"]) - {_PICTURED} for name, each in found.items()}
    assert {name: each for name, each in said.items() if each} == {}
    assert {name for name, each in found.items() if _PICTURED in each["said"]} >= {"answered"}
    assert {name: each["outside"] for name, each in found.items() if each["outside"]} == {}
    assert "Net revenue was 1,250,000" in found["answered"]["text"]
