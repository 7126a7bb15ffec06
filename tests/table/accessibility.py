"""What axe-core finds on the page."""

from pathlib import Path
from typing import Any

from playwright.async_api import Page

AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
PHONE = {"width": 360, "height": 740}


async def grave(page: Page, axe: str) -> list[str]:
    """What axe calls serious or critical on the page as it stands."""
    if not await page.evaluate("typeof axe === 'object'"):
        await page.evaluate(axe)
    found: dict[str, Any] = await page.evaluate("axe.run({resultTypes: ['violations']})")
    return [
        f"{fault['id']}: {node['html']}"
        for fault in found["violations"]
        if fault["impact"] in ("serious", "critical")
        for node in fault["nodes"]
    ]
