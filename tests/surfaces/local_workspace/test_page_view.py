"""How the page looks in a real browser: all is in view at any width, and markup is only text."""

from dataclasses import replace

import pytest
from playwright.async_api import Browser, expect

from bots.local_workspace.people import Json
from tests.browser import needs_browser
from tests.surfaces.local_workspace.conftest import PLAN, Slack, answering, page_of, running
from tests.surfaces.local_workspace.samples import YES_OR_NO

HOSTILE = '<img src=x onerror="document.title=1"> & <script>alert(1)</script>'

pytestmark = needs_browser


@pytest.mark.corpus(examples=1)
@pytest.mark.parametrize("width", [400, 1000, 1100, 1300, 1600])
async def test_every_suggestion_is_seen_whole_beside_an_open_thread(
    browser: Browser, width: int
) -> None:
    long = ("What was our net revenue last quarter by region?", *PLAN.app.suggestions, "a " * 60)
    plan = replace(PLAN, app=replace(PLAN.app, suggestions=long))
    async with running(plan=plan) as slack:
        answering(slack)
        page = await page_of(browser, slack, "ana")
        await page.click(".suggestions.big >> text=Net revenue by region")
        await expect(page.locator("#thread .message")).to_have_count(2)
        await page.set_viewport_size({"width": width, "height": 800})
        if width <= 1080:
            # There is no room for both: the thread takes the channel's place.
            await page.click("#thread >> [aria-label='Close thread']")

        for suggestion in await page.locator(".suggestions.row .suggestion").all():
            box = await suggestion.bounding_box()
            column = await page.locator("#channel").bounding_box()
            assert box is not None
            assert column is not None
            assert column["x"] <= box["x"]
            assert box["x"] + box["width"] <= column["x"] + column["width"]
        row = page.locator(".suggestions.row")
        assert await row.evaluate("row => row.scrollWidth <= row.clientWidth")


@pytest.mark.corpus(examples=1)
@pytest.mark.parametrize("width", [360, 1400])
async def test_nothing_is_wider_than_the_window(browser: Browser, slack: Slack, width: int) -> None:
    row = [{"type": "raw_text", "text": "a rather long cell of text"}] * 12
    await slack.client.chat_postMessage(
        channel="ask-data", text="?", blocks=[{"type": "table", "rows": [row] * 30}, *YES_OR_NO]
    )
    page = await page_of(browser, slack, "ana")
    await page.set_viewport_size({"width": width, "height": 800})

    assert await page.evaluate("document.documentElement.scrollWidth") <= width
    assert await page.evaluate("document.querySelector('.scroll').scrollWidth") <= width


async def test_a_long_message_is_read_from_its_beginning_and_ones_own_words_are_seen(
    browser: Browser, slack: Slack
) -> None:
    page = await page_of(browser, slack, "ana", "C0ASKDATA")
    lines = "\n".join(f"line {number}" for number in range(200))
    await slack.client.chat_postMessage(channel="ask-data", text=lines)

    await expect(page.locator(".message .by").last).to_be_in_viewport()
    await slack.client.chat_postMessage(channel="ask-data", text="checked")
    await page.get_by_role("button", name="New message").click()
    await expect(page.get_by_text("checked", exact=True)).to_be_in_viewport()
    await expect(page.get_by_role("button", name="New message")).to_have_count(0)
    await page.locator("#composer-main").fill("mine")
    await page.keyboard.press("Enter")
    await expect(page.locator("#channel .message.mine")).to_be_in_viewport()


async def test_what_is_picked_in_a_menu_stays_inside_the_thread(
    browser: Browser, slack: Slack
) -> None:
    asked = slack.local.post_as("ana", "ask-data", "a report")
    options: list[Json] = [
        {"text": {"type": "plain_text", "text": f"Net revenue by {each}, 1 Jul 2026 - 30 Sep 2026"},
         "value": each}
        for each in ("week", "region", "country")
    ]  # fmt: skip
    menu = {
        "type": "multi_static_select",
        "action_id": "parts",
        "options": options,
        "initial_options": options,
    }
    text = {"type": "mrkdwn", "text": "What should the report contain?"}
    await slack.client.chat_postMessage(
        channel="ask-data",
        text="?",
        thread_ts=asked["ts"],
        blocks=[{"type": "section", "text": text, "accessory": menu}],
    )
    page = await page_of(browser, slack, "ana", f"C0ASKDATA/{asked['ts']}")
    await expect(page.locator(".thread .token")).to_have_count(3)

    pane = await page.locator(".thread").bounding_box()
    assert pane is not None
    for token in await page.locator(".thread .token").all():
        box = await token.bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= pane["x"] + pane["width"]


async def test_markup_in_a_message_is_shown_as_text(browser: Browser, slack: Slack) -> None:
    page = await page_of(browser, slack, "ana")
    blocks: list[Json] = [
        {"type": "section", "text": {"type": "plain_text", "text": HOSTILE}},
        {"type": "markdown", "text": HOSTILE},
        {"type": "table", "rows": [[{"type": "raw_text", "text": HOSTILE}]]},
    ]
    await slack.client.chat_postMessage(channel="ask-data", text=HOSTILE, blocks=blocks)
    slack.local.post_as("rui", "ask-data", HOSTILE)

    await expect(page.locator(".message")).to_have_count(2)
    assert await page.locator(".message script, .message img[src=x]").count() == 0
    assert await page.locator(".message >> text=onerror").count() == 4
