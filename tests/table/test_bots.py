"""The service as a player: with two clicks, or at a seat of its own with a level."""

import re
import shutil
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from app.advice.shelf import FOLDER
from tests.proof.processes import Worker
from tests.table.conftest import Visit
from tests.table.opened import bots_ready
from tests.table.visitors import Visitor

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_lone_visitor_plays_against_the_service_with_two_clicks(visit: Visit) -> None:
    visitor = await visit()
    await bots_ready(visitor, "sand")
    await visitor.page.get_by_role("link", name="Play: Sand").click()
    await visitor.press("Play against the service")
    await expect(visitor.page.locator("main.table")).to_be_visible()
    view = await visitor.view()
    assert [seat["bot"] for seat in view["seats"]] == [None, "casual"]
    await expect(visitor.page.get_by_role("columnheader", name=re.compile("Casual bot"))).to_be_visible()
    await play_until_the_bot_is_to_move(visitor)
    await expect(visitor.page.get_by_role("log")).to_contain_text("Casual bot")
    await expect(visitor.page.get_by_role("heading", name="Player 1 to play")).to_be_visible()


async def play_until_the_bot_is_to_move(visitor: Visitor) -> None:
    """Play the first turn: write down what is allowed to be, else go on."""
    for _ in range(50):
        view = await visitor.in_step()
        before, banks = view["version"], [each["move"]["type"] for each in view["legal_moves"]].count("bank")
        main = visitor.page.locator(".dock .main")
        await (main.get_by_text("Write down") if banks else main).click()
        await expect(visitor.page.locator("main.table")).not_to_have_attribute("data-version", str(before))
        if (await visitor.view())["to_move"] == [1]:
            break


async def test_a_seat_may_be_a_bot_of_a_chosen_level(visit: Visit) -> None:
    visitor = await visit("#/new/sand")
    await visitor.press("Remove player 2")
    await visitor.press("Add a bot")
    await visitor.page.get_by_label("Who plays at seat 2").select_option(label="Random bot")
    await visitor.press("Begin")
    await expect(visitor.page.locator("main.table")).to_be_visible()
    assert [seat["bot"] for seat in (await visitor.view())["seats"]] == [None, "random"]


LONG_MS = 20_000
"""After so long the page says that a bot stands still."""


async def test_a_bot_that_cannot_play_on_is_told_and_may_be_taken_out(chromium: Browser, tmp_path: Path) -> None:
    worker = Worker(f"sqlite:///{tmp_path}/table.db", tmp_path / "log")
    await worker.start()
    context = await chromium.new_context(locale="en", reduced_motion="reduce")
    visitor = Visitor(context, await context.new_page(), f"http://127.0.0.1:{worker.port}")
    page = visitor.page
    try:
        await bots_ready(visitor, "sand", options={"target": 1000})
        await visitor.open("#/new/sand")
        await visitor.unfold("House rules")
        await page.get_by_label("Target", exact=True).fill("1000")
        await visitor.press("Play against the service")
        await expect(page.locator("main.table")).to_be_visible()
        # What the bot plays by is lost, and cannot be worked out again: a file is where the folder should be.
        visitor.offline = True
        await worker.stop()
        shutil.rmtree(tmp_path / FOLDER)
        (tmp_path / FOLDER).touch()
        await worker.start()
        await page.clock.install()
        await page.reload()
        await expect(page.locator("main.table")).to_be_visible()
        await play_until_the_bot_is_to_move(visitor)
        await expect(page.get_by_role("heading", name="Waiting for Casual bot")).to_be_visible()
        await page.clock.fast_forward(LONG_MS)
        await expect(page.locator(".stands")).to_contain_text("Casual bot has not moved for a while")
        await visitor.press("Table", exact=True)
        await visitor.press("Casual bot leaves the game")
        await visitor.press("Yes")
        await visitor.press("Close")
        await expect(page.locator(".outcome")).to_be_visible()
        assert (await visitor.view())["status"] == "finished"
    finally:
        await context.close()
        worker.close()
