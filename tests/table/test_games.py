"""Each game from its form to its end, by clicks."""

import re
from collections.abc import AsyncIterator
from typing import Any

import pytest
from playwright.async_api import expect

from tests.table.conftest import Visit
from tests.table.visitors import Visitor

pytestmark = pytest.mark.asyncio(loop_scope="session")

MOST_CLICKS = 300


async def moves(visitor: Visitor) -> AsyncIterator[dict[str, Any]]:
    """The session before each click that is still needed, once the page shows it."""
    table = visitor.page.locator("main.table")
    seen = "none"
    for _ in range(MOST_CLICKS):
        await expect(table).not_to_have_attribute("data-version", seen)
        view = await visitor.in_step()
        seen = str(view["version"])
        if view["status"] != "active":
            return
        yield view
    raise AssertionError("the game does not end")


async def has_a_result(visitor: Visitor) -> None:
    """Who played alone has beaten nobody."""
    await expect(visitor.page.locator(".outcome h2")).to_be_visible()
    view = await visitor.view()
    assert view["status"] == "finished"
    [rank] = view["outcome"]["ranking"]
    points = f"{rank['total']:,}".replace("-", "−")
    await expect(visitor.page.locator(".outcome").get_by_role("heading")).to_have_text(
        re.compile(f"^Ida: {points} points?$")
    )


async def has_won(visitor: Visitor, *names: str) -> None:
    outcome = visitor.page.locator(".outcome")
    headline = f"{names[0]} wins" if len(names) == 1 else f"{' and '.join(names)} win"
    await expect(outcome.get_by_role("heading")).to_have_text(headline)
    view = await visitor.view()
    assert view["status"] == "finished"
    shown = await outcome.locator("tbody tr").all_inner_texts()
    assert [re.sub(r"\D", "", line.split("\t")[-1]) for line in shown] == [
        str(abs(each["total"])) for each in view["outcome"]["ranking"]
    ]


async def test_sand_is_played_to_its_end(visit: Visit) -> None:
    visitor = await visit()
    await visitor.begin("sand", ("Ida", "Otto"), Target="400")
    async for _ in moves(visitor):
        write_down = visitor.page.locator(".dock .main").get_by_text("Write down")
        main = write_down if await write_down.count() else visitor.page.locator(".dock .main")
        await main.click()
    view = await visitor.view()
    await has_won(visitor, *(view["seats"][seat]["name"] for seat in view["outcome"]["winners"]))
    assert max(seat["total"] for seat in view["seats"]) >= 400
    sheet = visitor.page.get_by_role("table", name="Score sheet")
    await expect(sheet.get_by_role("row", name=re.compile("^Total"))).to_contain_text(
        f"{view['seats'][0]['total']:,}"
    )


async def test_titusind_is_played_to_its_end_with_dice_of_ones_own(visit: Visit) -> None:
    visitor = await visit()
    await visitor.begin("titusind", ("Ida",), "/pad")
    for _ in range(3):
        await visitor.tap_in(1, 1, 1, 1, 1, 1)
        await visitor.choose_dice([1, 1, 1, 1, 1, 1])
        await visitor.press("Set aside for 4,000")
        await visitor.in_step()
        await expect(visitor.page.get_by_role("log")).to_contain_text("All dice score")
    await visitor.tap_in(1, 2, 3, 3, 4, 6)
    await visitor.choose_dice([1, 3])
    await visitor.press("Set aside", exact=True)
    await expect(visitor.page.get_by_role("alert")).to_contain_text("do not: 3")
    await visitor.choose_dice([1])
    await visitor.press("Set aside for 100")
    await visitor.press("Write down 12,100")
    await has_a_result(visitor)


async def test_yatzy_bg_is_played_to_its_end(visit: Visit) -> None:
    visitor = await visit()
    await visitor.begin("yatzy-bg", ("Ida",))
    await visitor.press("Roll 5 dice")
    await visitor.in_step(1)
    thrown = (await visitor.view())["state"]["dice"]
    await visitor.choose_dice(thrown[:2])
    await visitor.press("Keep these, roll the other 3")
    await visitor.in_step(3)
    pressed = visitor.page.get_by_role("toolbar").locator("[aria-pressed=true]")
    assert [await die.get_attribute("aria-label") for die in await pressed.all()] == [str(die) for die in thrown[:2]]
    async for view in moves(visitor):
        if view["state"]["throw"] == 0:
            await visitor.press("Roll 5 dice")
            continue
        best = max(view["legal_moves"], key=lambda each: each["points"] or 0)
        title = best["move"]["category"].replace("_", " ").capitalize()
        await visitor.press(re.compile(f"^{title}: {best['points']} points?$"))
    await has_a_result(visitor)


async def test_solitaire_dice_is_played_to_its_end(visit: Visit) -> None:
    visitor = await visit()
    await visitor.begin("solitaire-dice", ("Ida",))
    async for view in moves(visitor):
        if view["state"]["thrown"]:
            marked = {each["face"]: each["marks"] for each in view["state"]["fifths"]}
            fifth = max((each["move"]["fifth"] for each in view["legal_moves"]), key=lambda face: marked.get(face, 0))
            await visitor.choose_dice([fifth])
            cards = visitor.page.locator(".choice-card")
            assert await cards.count() == sum(each["move"]["fifth"] == fifth for each in view["legal_moves"])
            await cards.first.click()
        else:
            await visitor.press("Roll 5 dice")
    await has_a_result(visitor)
    await expect(visitor.page.get_by_role("log")).to_contain_text("eighth mark")


async def test_wohin_damit_is_played_to_its_end(visit: Visit) -> None:
    visitor = await visit()
    await visitor.begin("wohin-damit", ("Ida",))
    async for view in moves(visitor):
        if view["state"]["seats"][0]["result"]:
            await visitor.page.locator(".box").first.click()
        else:
            await visitor.press("Roll 2 dice")
    await has_a_result(visitor)
