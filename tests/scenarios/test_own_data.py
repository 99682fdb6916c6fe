"""`countersign try` in a real browser: a database that the product never saw, and files."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from playwright.async_api import Browser, FilePayload, Page, expect

from bots.bootstrap.local_chat import local_chat
from bots.bootstrap.targets import opened
from bots.bootstrap.trying import lay_out_scratch
from tests.browser import needs_browser

pytestmark = needs_browser
PATIENCE_MS = 60_000
ROWS = (
    (1, "North", "120.50", "2026-01-05"),
    (2, "South", "80.00", "2026-01-09"),
    (3, "North", "41.25", "2026-02-11"),
    (4, "East", "7.00", "2026-03-02"),
)
QUESTION = "What is the total amount by region?"
NORTH = "161.75"
_TABLE = (
    "CREATE TABLE bookings (booking_id INTEGER PRIMARY KEY, region TEXT, amount {}, booked_on {})"
)


def _in_sqlite(folder: Path) -> str:
    with sqlite3.connect(folder / "hotel.sqlite") as connection:
        connection.execute(_TABLE.format("NUMERIC", "DATE"))
        connection.executemany("INSERT INTO bookings VALUES (?, ?, ?, ?)", ROWS)
    return f"sqlite:///{folder / 'hotel.sqlite'}"


def _in_files(folder: Path) -> str:
    (folder / "hotel").mkdir()
    lines = ("booking_id;region;amount;booked_on", *(";".join(map(str, row)) for row in ROWS))
    text = "\r\n".join(lines).replace(".", ",")
    (folder / "hotel" / "bookings.csv").write_bytes(b"\xef\xbb\xbf" + text.encode())
    return str(folder / "hotel")


@pytest.fixture(
    params=["files", pytest.param("sqlite", marks=pytest.mark.deep),
            pytest.param("postgres", marks=pytest.mark.deep)]
)  # fmt: skip
def target(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """What somebody types behind `countersign try`."""
    if request.param == "files":
        yield _in_files(tmp_path)
    elif request.param == "sqlite":
        yield _in_sqlite(tmp_path)
    else:
        url = request.getfixturevalue("postgres_url")
        with psycopg.connect(url) as connection:
            connection.execute(_TABLE.format("NUMERIC(10, 2)", "DATE").encode())
            connection.cursor().executemany("INSERT INTO bookings VALUES (%s, %s, %s, %s)", ROWS)
        yield url


async def _page_of(browser: Browser, url: str) -> Page:
    page = await browser.new_page()
    page.set_default_timeout(PATIENCE_MS)
    await page.goto(url)
    return page


def _names_in(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


async def _reads(page: Page, text: str) -> None:
    await expect(page.get_by_text(text).last).to_be_visible(timeout=PATIENCE_MS)


async def test_own_data_is_asked_reviewed_and_reused(
    browser: Browser, target: str, tmp_path: Path
) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    found = await opened(target, scratch)
    questions, variables = await lay_out_scratch(found, scratch)
    assert QUESTION in questions

    async with local_chat(scratch, 0, scratch, questions, variables) as chat:
        ana = await _page_of(browser, chat.slack.page_url("ana"))
        rui = await _page_of(browser, chat.slack.page_url("rui"))
        await ana.get_by_role("button", name=QUESTION).first.click()
        await _reads(ana, NORTH)
        await ana.locator("button.overflow").last.click()
        await ana.get_by_role("menuitem", name="Download CSV").click()
        await _reads(ana, ".csv")

        await ana.get_by_role("button", name="Send to review").first.click()
        await ana.get_by_role("dialog").get_by_role("button", name="Send").click()
        await rui.get_by_text("data-reviews").first.click()
        await _reads(rui, "Approve & promote")
        await rui.get_by_role("button", name="Approve & promote", exact=True).last.click()
        await rui.get_by_role("dialog").get_by_role("button", name="Approve & promote").click()
        await _reads(ana, "I have checked the answer to")

        message = ana.get_by_role("textbox", name="Message")
        await message.fill(QUESTION)
        await message.press("Enter")
        await ana.get_by_role("button", name="1 reply").last.click()
        await _reads(ana, "Use this answer?")
        await ana.get_by_role("button", name="Use it", exact=True).last.click()
        await _reads(ana, "Trusted.")

        boxes = FilePayload(name="boxes.csv", mimeType="text/csv", buffer=b"colour,boxes\nred,3\n")
        await ana.locator("input[type=file]").first.set_input_files(boxes)
        await message.fill("What are the total boxes by colour?")
        await message.press("Enter")
        await ana.get_by_role("button", name="2 replies").last.click()
        await _reads(ana, "I read boxes.csv: 1 table with 1 rows.")

    assert _names_in(tmp_path) <= {"scratch", "hotel", "hotel.sqlite"}
