"""The focus: whoever plays by keyboard or hears the page is never sent back to its top."""

import pytest
from playwright.async_api import Page, expect

from tests.table.conftest import Visit
from tests.table.visitors import Visitor

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def somewhere(page: Page) -> None:
    """The focus has not fallen to the body."""
    await expect(page.locator("body")).not_to_be_focused()


async def by_key(visitor: Visitor, name: str, key: str = "Enter") -> None:
    """Press a button by keyboard."""
    button = visitor.button(name, exact=True).first
    await button.focus()
    await visitor.page.keyboard.press(key)


async def test_enter_in_a_name_goes_on(visit: Visit) -> None:
    visitor = await visit("#/new/sand")
    page = visitor.page
    await page.get_by_label("Name of player 1").focus()
    await page.keyboard.type("Ida")
    await page.keyboard.press("Enter")
    await expect(page.get_by_label("Name of player 2")).to_be_focused()
    await page.keyboard.type("Otto")
    await page.keyboard.press("Enter")
    await expect(visitor.button("Begin")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("heading", name="Ida to play")).to_be_visible()
    assert [seat["name"] for seat in (await visitor.view())["seats"]] == ["Ida", "Otto"]


async def test_enter_in_a_guests_name_joins_in(visit: Visit) -> None:
    ida = await visit("#/new/sand")
    await ida.page.get_by_label("by link (2)").check()
    await ida.press("Begin")
    otto = await visit("")
    await otto.page.goto(await ida.page.get_by_label("Link for this player").input_value())
    await otto.page.get_by_label("Your name").fill("Otto")
    await otto.page.keyboard.press("Enter")
    await expect(otto.page.get_by_role("heading", name="Waiting for Player 1")).to_be_visible()


async def test_the_focus_is_kept_from_view_to_view(visit: Visit) -> None:
    visitor = await visit()
    page = visitor.page
    play = page.get_by_role("link", name="Play: Sand")
    await play.focus()
    await page.keyboard.press("Enter")
    await expect(page.locator("form.setup")).to_be_visible()
    await somewhere(page)
    await by_key(visitor, "Add a player")
    await somewhere(page)
    await by_key(visitor, "Remove player 3", "Space")
    await somewhere(page)
    await by_key(visitor, "Begin")
    await expect(page.locator("main.table")).to_be_visible()
    await somewhere(page)
    await by_key(visitor, "Roll 6 dice")
    await visitor.in_step(1)
    await somewhere(page)
    for dialog in ("History", "Rules", "Table"):
        await by_key(visitor, dialog)
        await expect(page.get_by_role("dialog")).to_be_visible()
        await page.keyboard.press("Escape")
        await expect(page.get_by_role("dialog")).to_have_count(0)
        await expect(visitor.button(dialog, exact=True)).to_be_focused()
    await by_key(visitor, "Table")
    await by_key(visitor, "Player 1 leaves the game")
    await by_key(visitor, "Yes")
    await expect(page.locator(".outcome")).to_be_visible()
    await somewhere(page)
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("dialog")).to_have_count(0)
    await by_key(visitor, "Once more")
    await expect(page.locator("main.table[data-version='0']")).to_be_visible()
    await somewhere(page)
