"""The page in a real browser: what people see, click and type."""

from pathlib import Path
from typing import Any

from playwright.async_api import Browser, expect

from bots.local_workspace import LocalWorkspace
from bots.local_workspace.people import Json
from tests.browser import needs_browser
from tests.surfaces.local_workspace.conftest import PLAN, Slack, answering, page_of
from tests.surfaces.local_workspace.samples import YES_OR_NO

pytestmark = needs_browser


async def test_a_suggestion_is_asked_and_its_thread_opens(browser: Browser, slack: Slack) -> None:
    answering(slack)
    page = await page_of(browser, slack, "ana")

    await page.click(".suggestions.big >> text=Net revenue by region")

    await expect(page.locator("#thread .message")).to_have_count(2)
    await expect(page.locator("#thread .button")).to_have_text("Yes, run")
    assert slack.local.messages("ask-data")[0]["text"] == "<@U0COUNTERSIGN> Net revenue by region"


async def test_a_new_question_opens_its_thread_in_the_place_of_another(
    browser: Browser, slack: Slack
) -> None:
    answering(slack)
    page = await page_of(browser, slack, "ana")
    await page.click(".suggestions.big >> text=Net revenue by region")
    await expect(page.locator("#thread .message")).to_have_count(2)

    await page.fill("#composer-main", "how many orders?")
    await page.press("#composer-main", "Enter")

    await expect(page.locator("#thread .message").first).to_contain_text("how many orders?")


async def test_a_button_opens_a_modal_that_is_filled_in_and_sent(
    browser: Browser, slack: Slack
) -> None:
    clicks = answering(slack)
    page = await page_of(browser, slack, "ana")
    await page.fill("#composer-main", "how many orders?")
    await page.keyboard.press("Enter")
    await page.select_option("#thread select", "Spain")
    await page.click("#thread >> text=Yes, run")

    await page.click("#modal >> text=Send")
    await expect(page.locator("#modal .error")).to_have_text("Please complete this required field.")
    await page.fill("#modal input", "wrong year")
    await page.keyboard.press("Enter")

    await expect(page.locator("#modal")).to_be_hidden()
    await expect(page.locator(".sidebar .unread")).to_contain_text("data-reviews")
    assert [each["actions"][0]["action_id"] for each in clicks] == ["region", "yes"]
    assert slack.local.messages("data-reviews")[0]["text"] == "Reason: wrong year"


async def test_an_open_modal_belongs_to_its_page_and_goes_with_it(
    browser: Browser, slack: Slack
) -> None:
    answering(slack)
    page = await page_of(browser, slack, "ana")
    beside = await page_of(browser, slack, "ana")
    await page.click(".suggestions.big >> text=Net revenue by region")
    await page.click("#thread >> text=Yes, run")
    await expect(page.locator("#modal")).to_be_visible()

    later = await page_of(browser, slack, "ana")
    for other in (beside, later):
        await expect(other.locator("#modal")).to_be_hidden()

    await page.reload()
    await page.wait_for_selector(".sidebar .brand")
    await expect(page.locator("#modal")).to_be_hidden()
    await slack.local.wait_for(lambda: slack.local.modal("ana") is None)


async def test_the_other_person_sees_it_live_and_without_the_ephemeral_part(
    browser: Browser, slack: Slack
) -> None:
    ana = await page_of(browser, slack, "ana", "C0ASKDATA")
    rui = await page_of(browser, slack, "rui", "C0ASKDATA")
    posted = await slack.client.chat_postMessage(channel="ask-data", text="first")
    await slack.client.chat_postEphemeral(channel="C0ASKDATA", user="U0ANA", text="for ana")
    await slack.client.chat_update(channel=posted["channel"], ts=posted["ts"], text="second")

    await expect(rui.locator(".message .text")).to_have_text(["second"])
    await expect(ana.locator(".ephemeral .only-you")).to_have_text("Only visible to you")


async def test_the_page_works_with_the_keyboard_alone(browser: Browser, slack: Slack) -> None:
    answering(slack)
    page = await page_of(browser, slack, "ana")
    await expect(page.locator("#composer-main")).to_be_focused()
    await page.keyboard.type("orders?")
    await page.keyboard.press("Enter")
    await expect(page.locator("#composer-thread")).to_be_focused()

    for _ in range(10):
        await page.keyboard.press("Shift+Tab")
        if await page.locator("#thread .button:focus").count():
            break
    await page.keyboard.press("Enter")
    await expect(page.locator("#modal input")).to_be_focused()
    await page.keyboard.press("Escape")
    await expect(page.locator("#modal")).to_be_hidden()
    await page.keyboard.press("Escape")

    await expect(page.locator("#thread")).to_be_hidden()


async def test_a_slash_command_is_offered_and_sent(browser: Browser, slack: Slack) -> None:
    asked: list[str] = []

    @slack.app.command("/ask")
    async def ask(ack: Any, command: Json) -> None:
        asked.append(command["text"])
        await ack("looking")

    page = await page_of(browser, slack, "ana")
    await page.click("#composer-main")
    await page.keyboard.type("/a")
    await expect(page.locator("#composer-main-list li")).to_contain_text("/ask")
    await page.keyboard.press("Tab")
    await page.keyboard.type("orders?")
    await page.keyboard.press("Enter")

    await expect(page.locator(".ephemeral .text")).to_have_text("looking")
    assert asked == ["orders?"]


async def test_an_app_that_is_down_is_said_on_the_page(browser: Browser, slack: Slack) -> None:
    await slack.client.chat_postMessage(channel="ask-data", text="?", blocks=YES_OR_NO)
    slack.local.connect_app("http://127.0.0.1:9/slack/events")
    page = await page_of(browser, slack, "ana")

    await page.click("text=Yes, run")

    await expect(page.locator(".notice")).to_contain_text("Countersign is not running right now")


async def test_a_file_is_downloaded(browser: Browser, slack: Slack) -> None:
    await slack.client.files_upload_v2(channel="C0ASKDATA", filename="a.csv", content="x,y\n1,2\n")
    page = await page_of(browser, slack, "rui")

    async with page.expect_download() as started:
        await page.click(".file")
    download = await started.value

    assert download.suggested_filename == "a.csv"
    assert (await download.path()).read_text() == "x,y\n1,2\n"


async def test_the_home_tab_is_asked_for_and_shown(browser: Browser, slack: Slack) -> None:
    @slack.app.event("app_home_opened")
    async def home(event: Json, client: Any) -> None:
        header = {"type": "header", "text": {"type": "plain_text", "text": "Your desk"}}
        view = {"type": "home", "blocks": [header]}
        await client.views_publish(user_id=event["user"], view=view)

    page = await page_of(browser, slack, "ana")
    await page.click(".sidebar >> text=Countersign Home")

    await expect(page.locator(".home .header")).to_have_text("Your desk")


async def test_an_external_select_finds_what_the_app_suggests(
    browser: Browser, slack: Slack
) -> None:
    picked: list[str] = []

    @slack.app.options("table")
    async def suggest(ack: Any, payload: Json) -> None:
        names = [each for each in ("orders", "order_lines", "regions") if payload["value"] in each]
        text = [{"type": "plain_text", "text": each} for each in names]
        await ack(options=[{"text": each, "value": each["text"]} for each in text])

    @slack.app.action("table")
    async def pick(ack: Any, action: Json) -> None:
        await ack()
        picked.append(action["selected_option"]["value"])

    element = {"type": "external_select", "action_id": "table", "min_query_length": 2}
    await slack.client.chat_postMessage(
        channel="ask-data", text="?", blocks=[{"type": "actions", "elements": [element]}]
    )
    page = await page_of(browser, slack, "ana")
    await page.click(".combo-input")
    await page.keyboard.type("order")
    await expect(page.locator(".combobox [role=option]")).to_have_count(2)
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")

    await expect(page.locator(".token")).to_contain_text("order_lines")
    await slack.local.wait_for(lambda: picked)
    assert picked == ["order_lines"]


async def test_the_menu_of_a_message_offers_the_apps_shortcuts(
    browser: Browser, slack: Slack
) -> None:
    used: list[str] = []

    @slack.app.shortcut("ask_about_this")
    async def about(ack: Any, shortcut: Json) -> None:
        await ack()
        used.append(shortcut["message"]["text"])

    slack.local.post_as("rui", "ask-data", "orders fell")
    page = await page_of(browser, slack, "ana")
    await page.hover(".message")
    await page.click(".message [aria-label='More actions']")
    await page.click("[role=menu] >> text=Ask about this")

    await slack.local.wait_for(lambda: used)
    assert used == ["orders fell"]


async def test_the_page_comes_back_by_itself_after_a_restart(
    browser: Browser, tmp_path: Path
) -> None:
    state = tmp_path / "state.json"
    async with LocalWorkspace(PLAN, state=state, retry_delays=()) as local:
        port = int(local.url.rpartition(":")[2])
        page = await browser.new_page()
        await page.goto(local.page_url("ana"))
        local.post_as("rui", "ask-data", "before")
        await expect(page.locator(".message .text")).to_have_text(["before"])
    await expect(page.locator("#offline")).to_be_visible()

    async with LocalWorkspace(PLAN, state=state, port=port, retry_delays=()) as local:
        local.post_as("rui", "ask-data", "after")
        await expect(page.locator(".message .text")).to_have_text(
            ["before", "after"], timeout=15_000
        )
        await expect(page.locator("#offline")).to_be_hidden()
