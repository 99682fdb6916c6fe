"""A real browser for tests: the Chromium or Chrome that is installed here.

It starts once in a session; each test connects to it and opens pages of its own.
"""

import shutil
import subprocess
import tempfile
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Final

import pytest
from playwright.async_api import Browser, async_playwright

_NAMES: Final = ("chromium", "google-chrome", "chromium-browser", "chrome")
_PATH: Final = next(filter(None, map(shutil.which, _NAMES)), None)
_ARGUMENTS: Final = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
# A busy machine takes its time.
_PATIENCE_MS: Final = 120_000
_HEADLESS: Final = ["--headless=new", "--no-first-run", "--disable-sync", "--hide-scrollbars"]

needs_browser: Final = [
    pytest.mark.browser,
    pytest.mark.skipif(_PATH is None, reason="no Chromium or Chrome is installed"),
]


@pytest.fixture(scope="session")
def chromium_endpoint() -> Iterator[str]:
    """The address at which this session's browser takes commands."""
    assert _PATH is not None
    options = [*_ARGUMENTS, *_HEADLESS, "--remote-debugging-port=0"]
    with (
        tempfile.TemporaryDirectory(prefix="countersign-", ignore_cleanup_errors=True) as profile,
        subprocess.Popen(  # noqa: S603 - the installed browser
            [_PATH, *options, f"--user-data-dir={profile}"],
            stderr=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            text=True,
        ) as process,
    ):
        assert process.stderr is not None
        told = (line.partition("listening on ")[2].strip() for line in process.stderr)
        endpoint = next(filter(None, told))
        # What it tells later is read away: a full pipe would stop it.
        threading.Thread(target=process.stderr.read, daemon=True).start()
        yield endpoint
        process.kill()


@pytest.fixture
async def browser(chromium_endpoint: str) -> AsyncIterator[Browser]:
    """The session's browser; the pages that a test opens are closed after it."""
    async with async_playwright() as playwright:
        connected = await playwright.chromium.connect_over_cdp(
            chromium_endpoint, timeout=_PATIENCE_MS
        )
        before = connected.contexts
        yield connected
        for context in connected.contexts:
            if context not in before:
                await context.close()


@asynccontextmanager
async def opened_browser() -> AsyncIterator[Browser]:
    """A browser of one's own, for scripts that take pictures."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=_PATH, args=_ARGUMENTS)
        yield browser
        await browser.close()
