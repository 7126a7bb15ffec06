"""A real browser for the page: Chromium as the system has it, driven by Playwright."""

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from playwright.async_api import Browser, async_playwright

FOUND = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
"""The program; None where there is none."""

QUIET = (
    "--no-sandbox",  # as root, in a container
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@asynccontextmanager
async def browser() -> AsyncIterator[Browser]:
    """A browser that talks to nobody unless a page does."""
    async with async_playwright() as playwright:
        launched = await playwright.chromium.launch(executable_path=FOUND, args=list(QUIET))
        yield launched
        await launched.close()
