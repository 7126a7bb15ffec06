"""The first load: how much is asked for before something is seen, that nothing jumps meanwhile, and no JavaScript."""

import re
from typing import Any

import pytest
from playwright.async_api import expect

from tests.table.conftest import Visit
from tests.table.visitors import Visitor

pytestmark = pytest.mark.asyncio(loop_scope="session")

PHONE = {"width": 360, "height": 740}
DESK = {"width": 1280, "height": 800}
MOST_REQUESTS = 28
MOST_BYTES = 60_000
MOST_SHIFT = 0.1

WATCH = """
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
  new MutationObserver((_, observer) => {
    if (!document.querySelector(".game, form.setup, main.table")) return;
    observer.disconnect();
    window.first = performance.getEntriesByType("resource").map(({ name, transferSize }) => [name, transferSize]);
  }).observe(document, { childList: true, subtree: true });
"""
"""Notes how far things moved, and what had been loaded when the view was there."""


async def watched(visit: Visit, fragment: str, **how: Any) -> Visitor:
    visitor = await visit("", **how)
    await visitor.page.add_init_script(WATCH)
    await visitor.page.goto("about:blank")
    await visitor.open(fragment)
    return visitor


async def test_little_is_asked_for_before_the_games_are_seen(visit: Visit) -> None:
    visitor = await watched(visit, "#/")
    await expect(visitor.page.locator(".game").first).to_be_visible()
    first: list[tuple[str, int]] = await visitor.page.evaluate("window.first")
    names = [name.removeprefix(f"{visitor.origin}/") for name, _ in first]
    assert len(names) <= MOST_REQUESTS, names
    assert [
        name for name in names if re.search(r"boards/(?!pips)|session\.js|check\.js|lean-qr|dock\.css", name)
    ] == []
    assert sum(size for _, size in first) <= MOST_BYTES


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
async def test_nothing_jumps_while_the_page_comes(visit: Visit, size: dict[str, int]) -> None:
    visitor = await watched(visit, "#/", viewport=size)
    await expect(visitor.page.locator(".game").first).to_be_visible()
    assert await shifted(visitor) < MOST_SHIFT
    await visitor.begin("sand", ("Ida", "Otto"))
    assert await shifted(visitor) < MOST_SHIFT
    await visitor.page.reload()
    await expect(visitor.page.locator("main.table")).to_be_visible()
    assert await shifted(visitor) < MOST_SHIFT
    await visitor.open("#/")
    await visitor.page.reload()
    await expect(visitor.page.locator(".resume small")).to_have_text("Ida to play")
    await expect(visitor.page.locator(".game").first).to_be_visible()
    assert await shifted(visitor) < MOST_SHIFT


async def shifted(visitor: Visitor) -> float:
    """The layout shift since the page was loaded, once what was drawn last has been looked at."""
    drawn = "new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))"
    await visitor.page.evaluate(f"document.fonts.ready.then(() => {drawn})")
    found: float = await visitor.page.evaluate("window.shifted")
    return found


async def test_without_javascript_there_is_a_way_on(visit: Visit) -> None:
    visitor = await visit(java_script_enabled=False)
    await expect(visitor.page.locator("noscript h1")).to_be_visible()
    links = visitor.page.locator("noscript a")
    addresses = [await link.get_attribute("href") or "" for link in await links.all()]
    assert len(addresses) >= 8
    for address in addresses:
        answer = await visitor.context.request.get(f"{visitor.origin}/table/{address}")
        assert answer.status == 200, address
        assert answer.headers["content-type"].startswith("text/html")


async def test_a_part_that_does_not_come_is_told_and_asked_for_again(visit: Visit) -> None:
    visitor = await visit("#/new/sand")
    await expect(visitor.page.locator("form.setup")).to_be_visible()
    await visitor.page.route("**/views/check.js", lambda route: route.abort())
    visitor.offline = True
    await visitor.page.evaluate("location.hash = '#/check'")
    await expect(visitor.page.get_by_role("alert")).to_contain_text("cannot be reached")
    await visitor.page.unroute("**/views/check.js")
    await visitor.press("Try again")
    await expect(visitor.page.get_by_label("Transcript", exact=True)).to_be_visible()
