"""Somebody at the page: what they see and press, and what the browser complains of meanwhile."""

import asyncio
import re
import time
from typing import Any

from playwright.async_api import BrowserContext, ConsoleMessage, Locator, Page, Request, expect

WAIT_MS = 120_000
expect.set_options(timeout=WAIT_MS)


_ADVISED = re.compile(r"/v1/sessions(/[^/]+/(advice|analysis|rematch))?(\?|$)")
"""Where the service may first have to solve a table."""


class Visitor:
    """A browser's window on the page. `faults` are console errors, exceptions and requests to anywhere else."""

    def __init__(self, context: BrowserContext, page: Page, origin: str) -> None:
        self.context = context
        self.page = page
        self.origin = origin
        self.faults: list[str] = []
        self.requested: list[str] = []
        self.offline = False
        page.set_default_timeout(WAIT_MS)
        page.on("console", self._said)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("request", self._asked)

    def _said(self, message: ConsoleMessage) -> None:
        # A refusal by the service is no fault of the page, and neither is a network that a test has cut. No more is
        # advice that is being prepared, or that the service cannot have.
        address = message.location.get("url", "")
        statuses = r"status of (4\d\d|503|501)" if _ADVISED.search(address) else r"status of 4\d\d"
        refused = "/v1/" in address and re.search(statuses, message.text)
        if message.type in ("error", "warning") and not refused and not self.offline:
            self.faults.append(message.text)

    def _asked(self, request: Request) -> None:
        self.requested.append(request.url)
        if not request.url.startswith(self.origin):
            self.faults.append(f"a request left the origin: {request.url}")

    async def open(self, fragment: str) -> None:
        await self.page.goto(f"{self.origin}/table/{fragment}")

    def button(self, name: str | re.Pattern[str], *, exact: bool = False) -> Locator:
        return self.page.get_by_role("button", name=name, exact=exact)

    async def press(self, name: str | re.Pattern[str], *, exact: bool = False) -> None:
        await self.button(name, exact=exact).click()

    @property
    def session(self) -> str:
        """The id of the session that is shown."""
        found = re.search(r"#/s/([0-9a-f-]{36})$", self.page.url)
        assert found is not None, self.page.url
        return found[1]

    async def view(self) -> dict[str, Any]:
        """The session as the service knows it."""
        answer = await self.context.request.get(f"{self.origin}/v1/sessions/{self.session}")
        shown: dict[str, Any] = await answer.json()
        return shown

    async def in_step(self, version: int | None = None) -> dict[str, Any]:
        """Wait until the page shows this version, or else what the service knows; the session as it is then."""
        table = self.page.locator("main.table")
        if version is not None:
            await expect(table).to_have_attribute("data-version", str(version))
            return await self.view()
        deadline = time.monotonic() + WAIT_MS / 1000
        while True:  # a move may be under way: then its button says so, and what is the newest is asked anew
            await expect(self.page.locator("[aria-busy=true]")).to_have_count(0)
            view = await self.view()
            shown = await table.get_attribute("data-version")
            if shown == str(view["version"]):
                return view
            assert time.monotonic() < deadline, f"the page shows {shown}, the session is at {view['version']}"
            await asyncio.sleep(0.05)

    async def begin(self, game: str, names: tuple[str, ...], way: str = "", **figures: str) -> None:
        """Open a session by the form; figures are the options' fields by label."""
        await self.open(f"#/new/{game}{way}")
        inputs = self.page.locator(".seats input:not([type])")
        await expect(inputs.first).to_be_visible()
        while await inputs.count() < len(names):
            await self.page.locator(".seats + button").click()
        while await inputs.count() > len(names):
            await self.page.locator(".seats li:last-child button").click()
        for place, name in enumerate(names):
            await inputs.nth(place).fill(name)
        if figures:
            await self.unfold("House rules")
        for label, value in figures.items():
            await self.page.get_by_label(label, exact=True).fill(value)
        await self.page.locator("form .main").click()
        await expect(self.page.locator("main.table, main .lobby")).to_be_visible()

    async def unfold(self, title: str) -> None:
        """Open a folded part of the form."""
        await self.page.locator("summary", has_text=title).first.click()

    async def choose_dice(self, dice: list[int]) -> None:
        """Have just these dice of the throw pressed."""
        wanted = list(dice)
        row = self.page.get_by_role("toolbar")
        await expect(row).to_be_visible()
        for die in await row.get_by_role("button").all():
            face = int(await die.get_attribute("aria-label") or 0)
            pressed = await die.get_attribute("aria-pressed") == "true"
            if (face in wanted) != pressed:
                await die.click()
            if face in wanted:
                wanted.remove(face)
        assert wanted == []

    async def tap_in(self, *faces: int) -> None:
        """Enter a throw of one's own dice."""
        pad = self.page.get_by_role("group", name=re.compile("^Tap in"))
        for face in faces:
            await pad.get_by_role("button", name=str(face), exact=True).click()
        await self.press("This was the throw")
