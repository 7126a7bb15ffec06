"""The pad for points only: sums, places, taking back and correcting, in this browser alone."""

import pytest
from playwright.async_api import expect

from tests.table.accessibility import PHONE, grave
from tests.table.conftest import Visit
from tests.table.visitors import Visitor

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def begun(visit: Visit, *names: str) -> Visitor:
    visitor = await visit("#/", viewport=PHONE)
    await visitor.page.get_by_role("link", name="Points only").click()
    for place, name in enumerate(names):
        await visitor.page.get_by_label(f"Name of player {place + 1}").fill(name)
    await visitor.press("Begin")
    return visitor


async def write(visitor: Visitor, label: str, points: str) -> None:
    field = visitor.page.get_by_label(label, exact=True)
    await field.fill(points)
    await field.press("Enter")


async def ranked(visitor: Visitor, *lines: str) -> None:
    rows = visitor.page.locator(".ranking tbody tr")
    await expect(rows).to_have_text(list(lines))


async def test_turns_add_up_are_taken_back_and_corrected(visit: Visit, axe: str) -> None:
    visitor = await begun(visit, "Ida", "Otto")
    await write(visitor, "Points of Ida, turn 1", "350")
    await write(visitor, "Points of Otto, turn 1", "1200")
    await ranked(visitor, "1.Otto1,200", "2.Ida350")
    await write(visitor, "Points of Ida, turn 2", "-50")
    await ranked(visitor, "1.Otto1,200", "2.Ida300")
    await visitor.press("Take back")
    await write(visitor, "Points of Ida, turn 2", "850")
    await ranked(visitor, "1.Ida1,200", "1.Otto1,200")
    await visitor.press("Points of Otto, turn 1: 1,200", exact=True)
    field = visitor.page.get_by_label("Points of Otto, turn 1", exact=True)
    await expect(field).to_have_value("1200")
    await write(visitor, "Points of Otto, turn 1", "200")
    await ranked(visitor, "1.Ida1,200", "2.Otto200")
    await expect(visitor.page.get_by_label("Points of Otto, turn 2", exact=True)).to_be_focused()
    assert await grave(visitor.page, axe) == []


async def test_it_is_kept_and_goes_on_without_a_network(visit: Visit) -> None:
    visitor = await begun(visit, "Ida", "Otto")
    visitor.offline = True
    await visitor.context.set_offline(True)
    await write(visitor, "Points of Ida, turn 1", "350")
    await ranked(visitor, "1.Ida350", "2.Otto0")
    await visitor.context.set_offline(False)
    visitor.offline = False
    asked = len(visitor.requested)
    await visitor.page.reload()
    await ranked(visitor, "1.Ida350", "2.Otto0")
    assert [each for each in visitor.requested[asked:] if "/v1/" in each] == [], "the service has no part in it"
    await visitor.press("New pad")
    await visitor.press("Yes")
    await expect(visitor.page.get_by_label("Name of player 1")).to_have_value("Ida")


async def test_what_is_no_number_of_points_is_not_written(visit: Visit) -> None:
    visitor = await begun(visit, "Ida")
    for points in ("", "1.5", "9999999999"):
        await write(visitor, "Points of Ida, turn 1", points)
    await expect(visitor.page.get_by_label("Points of Ida, turn 1", exact=True)).to_be_visible()
    await expect(visitor.page.locator(".points-written tbody tr")).to_have_count(0)
    await visitor.page.evaluate("localStorage.setItem('rollwright.points', '{\"names\": [], \"turns\": 5}')")
    await visitor.page.reload()
    await expect(visitor.page.get_by_label("Name of player 1")).to_be_visible()
