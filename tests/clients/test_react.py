"""The example page in React: built against the packed client, it plays a game of each family in a browser."""

import os
import re
import shutil
import subprocess
from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, ConsoleMessage, Page, expect

from tests.clients.conftest import ROOT
from tests.support.patience import PATIENCE
from tests.table.browsers import FOUND, browser

pytestmark = pytest.mark.asyncio(loop_scope="module")

PAGE = ROOT / "examples" / "react"
MOST_PRESSES = 400


def _need(holds: object, what: str) -> None:
    if not holds and os.environ.get("CI"):
        pytest.fail(f"the page in React cannot be tested without {what}", pytrace=False)
    if not holds:
        pytest.skip(f"the page in React is not tested: no {what}")


@pytest.fixture(scope="module")
def served(typescript: None, address: str) -> Iterator[str]:
    """The built page at an address of its own, with the service behind it."""
    _need(FOUND, "Chromium")
    _need(shutil.which("npm") and (PAGE / "node_modules").exists(), "npm and its packages (make clients)")
    for script in ("client", "build"):
        subprocess.run(["/usr/bin/env", "npm", "run", "--silent", script], cwd=PAGE, check=True, timeout=PATIENCE)
    command = [str(PAGE / "node_modules" / ".bin" / "vite"), "preview", "--host", "127.0.0.1", "--port", "0"]
    environment = os.environ | {"ROLLWRIGHT_URL": address, "NO_COLOR": "1"}
    with subprocess.Popen(command, cwd=PAGE, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        found = next(filter(None, (re.search(r"http://127\.0\.0\.1:\d+", line) for line in process.stdout)))
        yield found[0]
        process.terminate()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def chromium(served: str) -> AsyncIterator[Browser]:
    async with browser() as launched:
        yield launched


@pytest_asyncio.fixture(loop_scope="module")
async def page(chromium: Browser, served: str) -> AsyncIterator[Page]:
    """A window on it; in the end nothing may have gone wrong there but what the service refused."""
    faults: list[str] = []

    def said(message: ConsoleMessage) -> None:
        if message.type == "error" and "status of 422" not in message.text:
            faults.append(message.text)

    opened = await chromium.new_page()
    opened.set_default_timeout(30_000)
    opened.on("console", said)
    opened.on("pageerror", lambda error: faults.append(str(error)))
    await opened.goto(served)
    yield opened
    await opened.close()
    assert faults == []


async def _begin(page: Page, game: str, names: str, *, bot: bool = False) -> None:
    await page.get_by_label("Game").select_option(game)
    await page.get_by_label("Players").fill(names)
    await page.get_by_label("The computer plays").set_checked(bot)
    await page.get_by_role("button", name="Play").click()


async def _play(page: Page, moves: int) -> None:
    """Take the first move that is offered, so many times or until the game is over; dice are set aside if need be."""
    shown = page.locator("main[data-version]")
    await expect(shown).to_be_visible()
    for _ in range(min(moves, MOST_PRESSES)):
        if "over" in await page.get_by_role("status").inner_text():
            return
        version = await shown.get_attribute("data-version") or ""
        if await page.locator("li button").count():
            await page.locator("li button").first.click()
        else:
            await _set_aside(page)
        await expect(shown).not_to_have_attribute("data-version", version, timeout=30_000)


async def _set_aside(page: Page) -> None:
    """Choose dice until the rules take them: one alone, or all of a face."""
    dice = page.locator(".dice [aria-pressed]")
    faces = [await die.inner_text() for die in await dice.all()]
    go = page.get_by_role("button", name=re.compile("^Set aside"))
    for count in range(1, len(faces) + 1):
        for face in sorted(set(faces)):
            places = [place for place, each in enumerate(faces) if each == face][:count]
            for place in places:
                await dice.nth(place).click()
            if await go.is_enabled():
                await go.click()
                return
            for place in places:
                await dice.nth(place).click()
    raise AssertionError(f"nothing of {faces} can be set aside")


async def test_a_whole_game_of_a_sheet(page: Page) -> None:
    await _begin(page, "yatzy-bg", "Ida, Otto")
    await _play(page, MOST_PRESSES)
    await expect(page.get_by_role("status")).to_contain_text("The game is over. Won:")
    cells = page.get_by_role("table", name="Score sheet").locator("tbody td")
    await expect(cells.filter(has_text=re.compile("^$"))).to_have_count(0)


@pytest.mark.parametrize("game", ["titusind", "solitaire-dice", "wohin-damit"])
async def test_moves_of_the_other_families(page: Page, game: str) -> None:
    await _begin(page, game, "Ida")
    await _play(page, 12)
    await expect(page.get_by_role("alert").filter(has_text=re.compile("."))).to_have_count(0)


async def test_the_service_sits_down_as_a_bot(page: Page) -> None:
    await _begin(page, "titusind", "Ida", bot=True)
    await expect(page.get_by_role("table", name="Score sheet").locator("thead th")).to_have_count(2)


async def test_a_second_window_looks_on_and_may_not_move(page: Page, chromium: Browser) -> None:
    await _begin(page, "yatzy-bg", "Ida")
    await page.locator("main[data-version='0']").wait_for()
    other = await chromium.new_page()  # with a storage of its own, which holds no token
    await other.goto(page.url)
    await other.locator("main[data-version='0']").wait_for()
    await expect(other.locator("li button")).to_have_count(0)
    await _play(page, 1)
    await expect(other.locator("main")).to_have_attribute("data-version", "1", timeout=30_000)
    await other.close()


async def test_what_goes_wrong_is_told(page: Page) -> None:
    await _begin(page, "solitaire-dice", "Ida, Otto")
    await expect(page.get_by_role("alert")).to_contain_text("seats")
