"""A real browser for tests: the Chromium or Chrome that is installed here."""

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

import pytest
from playwright.async_api import Browser, async_playwright

_NAMES: Final = ("chromium", "google-chrome", "chromium-browser", "chrome")
_PATH: Final = next(filter(None, map(shutil.which, _NAMES)), None)
_ARGUMENTS: Final = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]

needs_browser: Final = [
    pytest.mark.browser,
    pytest.mark.skipif(_PATH is None, reason="no Chromium or Chrome is installed"),
]


@asynccontextmanager
async def opened_browser() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=_PATH, args=_ARGUMENTS)
        yield browser
        await browser.close()
