"""The main job in a real browser, by the asker and the reviewer, each with a page of their own.

The page is the local workspace's, a simulated Slack. Nobody but Microsoft has a page of Teams; its
cards are drawn by Microsoft's renderer in tests/surfaces/teams/test_rendering.py.
"""

from playwright.async_api import Browser, Page, expect

from tests.browser import needs_browser
from tests.scenarios.test_main_job import NET_REVENUE, QUESTION
from tests.scenarios.town import Town, query

pytestmark = needs_browser
PATIENCE_MS = 30_000
SPAIN_BY_MONTH = """
    SELECT date_trunc('month', o.order_date)::date, sum(l.net_amount)
    FROM order_lines l JOIN orders o USING (order_id) JOIN countries c USING (country_code)
    WHERE NOT o.is_test AND o.deleted_at IS NULL AND o.status <> 'Cancelled'
      AND c.country_name = 'Spain'
      AND o.order_date >= date_trunc('quarter', current_date) - INTERVAL 3 MONTH
      AND o.order_date < date_trunc('quarter', current_date)
    GROUP BY 1 ORDER BY 1
"""


async def page_of(browser: Browser, town: Town, person: str) -> Page:
    page = await browser.new_page()
    page.set_default_timeout(PATIENCE_MS)
    await page.goto(town.slack.page_url(person))
    return page


async def press(page: Page, label: str) -> None:
    await page.get_by_role("button", name=label, exact=True).last.click()


async def reads(page: Page, text: str) -> None:
    await expect(page.get_by_text(text).last).to_be_visible(timeout=PATIENCE_MS)


async def confirm_dates(page: Page) -> None:
    card = page.get_by_text("Which dates do you mean?").last
    await expect(card).to_be_visible(timeout=PATIENCE_MS)
    await page.locator(".thread button.primary, .thread .primary").last.click()


async def test_ask_confirm_follow_up_review_and_reuse(browser: Browser, slack_town: Town) -> None:
    ana, rui = await page_of(browser, slack_town, "ana"), await page_of(browser, slack_town, "rui")

    await ana.get_by_role("button", name=QUESTION).first.click()
    await confirm_dates(ana)
    for region, revenue in query(NET_REVENUE):
        await reads(ana, region)
        await reads(ana, f"{revenue:,.2f}")

    reply = ana.get_by_role("textbox").last
    await reply.fill("only Spain, by month")
    await reply.press("Enter")
    for _, revenue in query(SPAIN_BY_MONTH):
        await reads(ana, f"{revenue:,.2f}")

    await ana.get_by_role("button", name="Send to review").first.click()
    await ana.get_by_role("dialog").get_by_role("button", name="Send").click()
    await rui.get_by_text("data-reviews").first.click()
    await reads(rui, "Approve & promote")
    await press(rui, "Approve & promote")
    form = rui.get_by_role("dialog").get_by_role("button", name="Approve & promote")
    await form.click()
    await reads(ana, "I have checked the answer to")

    await ana.get_by_role("textbox", name="Message").fill("Net revenue by region last quarter?")
    await ana.get_by_role("textbox", name="Message").press("Enter")
    await ana.get_by_role("button", name="1 reply").last.click()
    await reads(ana, "Use this answer?")
    await press(ana, "Use it")
    await reads(ana, "Trusted.")
