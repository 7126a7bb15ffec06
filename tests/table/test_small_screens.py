"""On a small telephone, with large text and many players: what is needed is in view, and nothing sticks out."""

import re
from typing import Any

import pytest
from playwright.async_api import Locator, Page, expect

from tests.table.conftest import Visit
from tests.table.visitors import Visitor

pytestmark = pytest.mark.asyncio(loop_scope="session")

PHONE = {"width": 360, "height": 740}
ALIKE = (
    "Alexandra Petersen",
    "Alexandra Poulsen",
    "Alexandra Pedersen",
    "Bo",
    "Christian",
    "Dorothea",
    "Emil",
    "Kim",
)
TWENTY = tuple(f"Guest {place}" for place in range(1, 21))
SHEETS = (("sheet/play/maxi-yatzy", 20), ("yatzy", 15), ("yatzy-bg", 13), ("sheet/play/kniffel", 13))


async def opened(visit: Visit, game: str, names: tuple[str, ...], **more: Any) -> Visitor:
    """A table of these players on a telephone, opened over HTTP as a form for twenty takes long to fill."""
    visitor = await visit(viewport=PHONE, bypass_csp=True, **more)
    request = visitor.context.request
    name, _, preset = game.partition("/play/")
    sent: dict[str, Any] = {"game": name, "seats": [{"name": each} for each in names]}
    if preset:
        details = await (await request.get(f"{visitor.origin}/v1/games/{name}")).json()
        sent["options"] = details["presets"][preset]
    table = await (await request.post(f"{visitor.origin}/v1/sessions", data=sent)).json()
    session = table["session"]["id"]
    keys = {
        "host": table["host_token"],
        "hosted": list(range(len(names))),
        "seats": {str(each["seat"]): each["token"] for each in table["seats"]},
        "game": name,
        "at": 1,
    }
    await visitor.page.evaluate(
        "([session, keys]) => localStorage.setItem('rollwright.keys', JSON.stringify({[session]: keys}))",
        [session, keys],
    )
    await visitor.open(f"#/s/{session}")
    await visitor.page.reload()
    await expect(visitor.page.locator("main.table")).to_be_visible()
    return visitor


async def width(page: Page) -> int:
    """How wide the page is, in CSS pixels."""
    found: int = await page.evaluate("document.documentElement.scrollWidth")
    return found


async def in_view(things: Locator) -> None:
    """All of them are wholly on the screen, without scrolling."""
    for thing in await things.all():
        await expect(thing).to_be_in_viewport(ratio=0.99)


@pytest.mark.parametrize(("game", "boxes"), SHEETS)
async def test_every_box_is_in_view_when_one_is_chosen(visit: Visit, game: str, boxes: int) -> None:
    visitor = await opened(visit, game, ("Ida", "Otto"))
    await visitor.page.locator(".dock .main").click()
    await visitor.in_step(1)
    rows = visitor.page.locator(".half tbody tr:not(.sum, .bonus, .saved)")
    await expect(rows).to_have_count(boxes)
    await expect(visitor.page.locator(".half button.box")).to_have_count(boxes)
    await in_view(visitor.page.locator(".half button.box"))
    await in_view(visitor.page.get_by_role("toolbar").get_by_role("button"))
    await in_view(visitor.page.locator(".dock .main"))


async def test_another_players_sheet_is_looked_at(visit: Visit) -> None:
    visitor = await opened(visit, "yatzy", ("Ida", "Otto"))
    await visitor.press("Roll 5 dice")
    await visitor.in_step(1)
    await visitor.page.get_by_role("radio", name=re.compile("^Otto")).check()
    await expect(visitor.page.get_by_role("table", name="Score sheet: Otto").first).to_be_visible()
    await expect(visitor.page.locator("button.box")).to_have_count(0)
    await visitor.page.get_by_role("radio", name=re.compile("^Ida")).check()
    await visitor.page.locator("button.box").first.click()
    await visitor.in_step(2)
    await expect(visitor.page.get_by_role("radio", name=re.compile("^Otto"))).to_be_checked()


async def test_the_fifth_dice_and_all_sums_are_in_view(visit: Visit) -> None:
    visitor = await opened(visit, "solitaire-dice", ("Ida",))
    await visitor.press("Roll 5 dice")
    await visitor.in_step(1)
    await expect(visitor.page.locator(".fifth")).to_have_count(3)
    await in_view(visitor.page.locator(".fifth"))
    await expect(visitor.page.locator(".solitaire tbody tr")).to_have_count(11)
    await in_view(visitor.page.locator(".solitaire tbody tr"))
    heights = await visitor.page.locator(".tally").evaluate_all("all => all.map((each) => each.clientHeight)")
    assert min(heights) >= 20


async def test_twenty_players_leave_the_sheet_its_room(visit: Visit) -> None:
    visitor = await opened(visit, "wohin-damit", TWENTY)
    sheet = await visitor.page.locator(".sheet-scroll").bounding_box()
    assert sheet is not None
    assert sheet["height"] >= PHONE["height"] * 0.4
    assert await width(visitor.page) <= PHONE["width"]


@pytest.mark.parametrize("game", ["yatzy", "sand", "wohin-damit"])
async def test_a_text_of_double_size_with_eight_long_names(visit: Visit, game: str) -> None:
    visitor = await opened(visit, game, ALIKE)
    await visitor.page.add_style_tag(content="html { font-size: 200% }")
    await expect(visitor.page.locator(".stacked")).to_be_visible()
    assert await width(visitor.page) <= PHONE["width"]
    turn = visitor.page.locator(".turn")
    await visitor.page.locator(".dock .main").scroll_into_view_if_needed()
    await expect(turn).to_be_in_viewport(ratio=0.99)
    await visitor.page.locator(".dock .main").click()
    await visitor.in_step(1)
    assert await width(visitor.page) <= PHONE["width"]
    await expect(turn).to_be_in_viewport(ratio=0.99)


@pytest.mark.parametrize("game", ["yatzy", "sand"])
async def test_names_that_begin_alike_are_told_apart(visit: Visit, game: str) -> None:
    visitor = await opened(visit, game, ALIKE)
    seen = visitor.page.locator(".seat-tab > span, .sheet thead th[data-seat]")
    shown = [re.sub(r"[▸\d\s]+$", "", text) for text in await seen.all_inner_texts()]
    visible = [text.split("\n")[-1] for text in shown]
    assert len(set(visible)) == len(ALIKE)
    assert all(len(text) <= 18 for text in visible)


@pytest.mark.parametrize("locale", ["en", "de", "da", "bg"])
@pytest.mark.parametrize("game", ["yatzy-bg", "sheet", "banking", "wohin-damit"])
async def test_names_and_begin_are_within_the_first_screen(visit: Visit, game: str, locale: str) -> None:
    visitor = await visit(f"#/new/{game}", viewport=PHONE, locale=locale)
    begin = visitor.page.locator("form .main")
    await expect(begin).to_be_in_viewport(ratio=0.99)
    await in_view(visitor.page.locator(".seats .name"))
    await expect(visitor.page.locator("details[open]")).to_have_count(0)
    for _ in range(6):
        await visitor.page.locator(".add").click()
    await expect(begin).to_be_in_viewport(ratio=0.99)


async def test_to_risk_more_and_to_write_down_are_not_alike(visit: Visit) -> None:
    visitor = await opened(visit, "sand", ("Ida",))
    both = visitor.page.locator(".dock .apart button")
    while await both.count() < 2 or await visitor.page.locator(".bank.main").count() == 0:
        await visitor.page.locator(".dock .main").first.click()
        await visitor.in_step()
    roll, bank = [await each.bounding_box() for each in await both.all()]
    assert roll is not None
    assert bank is not None
    assert bank["y"] >= roll["y"] + roll["height"] + 8
    colours = await both.evaluate_all("all => all.map((each) => getComputedStyle(each).backgroundColor)")
    assert len(set(colours)) == 2
