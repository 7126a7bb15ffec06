"""The service as a player: with two clicks, or at a seat of its own with a level."""

import re

import pytest
from playwright.async_api import expect

from tests.table.conftest import Visit

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_lone_visitor_plays_against_the_service_with_two_clicks(visit: Visit) -> None:
    visitor = await visit()
    await visitor.page.get_by_role("link", name="Play: Sand").click()
    await visitor.press("Play against the service")
    await expect(visitor.page.locator("main.table")).to_be_visible()
    # Where the bot's table is still being solved the page asks again: that is no fault of it.
    visitor.faults = [fault for fault in visitor.faults if "status of 503" not in fault]
    view = await visitor.view()
    assert [seat["bot"] for seat in view["seats"]] == [None, "casual"]
    await expect(visitor.page.get_by_role("columnheader", name=re.compile("Casual bot"))).to_be_visible()
    for _ in range(50):  # until the turn is the bot's, which it then plays by itself
        write_down = visitor.page.locator(".dock .main").get_by_text("Write down")
        main = write_down if await write_down.count() else visitor.page.locator(".dock .main")
        before = (await visitor.in_step())["version"]
        await main.click()
        await expect(visitor.page.locator("main.table")).not_to_have_attribute("data-version", str(before))
        if (await visitor.view())["to_move"] == [1]:
            break
    await expect(visitor.page.get_by_role("log")).to_contain_text("Casual bot")
    await expect(visitor.page.get_by_role("heading", name="Player 1 to play")).to_be_visible()


async def test_a_seat_may_be_a_bot_of_a_chosen_level(visit: Visit) -> None:
    visitor = await visit("#/new/sand")
    await visitor.press("Remove player 2")
    await visitor.press("Add a bot")
    await visitor.page.get_by_label("Who plays at seat 2").select_option(label="Random bot")
    await visitor.press("Begin")
    await expect(visitor.page.locator("main.table")).to_be_visible()
    assert [seat["bot"] for seat in (await visitor.view())["seats"]] == [None, "random"]
