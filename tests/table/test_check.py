"""Check mode: what was written down by hand, with its faults in place; and games that the page does not know."""

import json
import re

import pytest
from playwright.async_api import Route, expect

from tests.table.conftest import Visit

pytestmark = pytest.mark.asyncio(loop_scope="session")

TRANSCRIPT = """game sand
seat Ida
seat Bo
Ida: 114466 (11)=200 4456 (5)=100 266 bust
Bo: 134456 (15)=150 1225 (15)=150 bank 300
total Ida 0
total Bo 300
"""


async def test_a_transcript_shows_its_fault_below_the_line(visit: Visit) -> None:
    visitor = await visit("#/check")
    await visitor.page.get_by_role("combobox", name="Game").select_option("sand")
    field = visitor.page.get_by_label("Transcript", exact=True)
    await field.fill(TRANSCRIPT)
    await visitor.press("Check", exact=True)
    await expect(visitor.page.get_by_role("status")).to_have_text("One thing is wrong.")
    await expect(visitor.page.locator(".lines .wrong")).to_have_count(1)
    await expect(visitor.page.locator(".lines li").nth(3)).to_contain_text("50 points, not 100")
    await field.fill(TRANSCRIPT.replace("=100", "=50"))
    await visitor.press("Check", exact=True)
    await expect(visitor.page.get_by_role("status")).to_have_text("Nothing is wrong.")


@pytest.mark.parametrize(
    ("wrong", "line", "told"),
    [
        ("Ida: 114466 (11", 3, "Line 4, column 13: expected dice in parentheses"),
        ("Otto: 114466", 3, "Line 4, column 1: expected the name of a seat: Ida, Bo"),
        ("Ida: 114466\n\nBo: 2:11", 5, "Line 6, column 5: expected a throw with nothing before it"),
    ],
)
async def test_what_cannot_be_read_is_shown_below_its_line(visit: Visit, wrong: str, line: int, told: str) -> None:
    visitor = await visit("#/check")
    await visitor.page.get_by_role("combobox", name="Game").select_option("sand")
    field = visitor.page.get_by_label("Transcript", exact=True)
    await field.fill(f"game sand\nseat Ida\nseat Bo\n{wrong}\nBo: 223346 bust\n")
    await visitor.press("Check", exact=True)
    await expect(visitor.page.get_by_role("alert").filter(has_text=told)).to_have_count(1)
    await expect(visitor.page.locator(".lines .wrong")).to_have_count(1)
    await expect(visitor.page.locator(".lines li").nth(line)).to_contain_text(told)
    await field.fill(TRANSCRIPT.replace("=100", "=50"))
    await visitor.press("Check", exact=True)
    await expect(visitor.page.get_by_role("status")).to_have_text("Nothing is wrong.")
    await expect(visitor.page.locator(".lines .wrong")).to_have_count(0)


async def test_the_transcript_of_a_session_is_found_right(visit: Visit) -> None:
    visitor = await visit()
    await visitor.begin("titusind", ("Ida",), "/pad")
    await visitor.tap_in(1, 1, 2, 3, 4, 6)
    await visitor.choose_dice([1])
    await visitor.press("Set aside for 100")
    await visitor.in_step(2)
    await visitor.press("Table", exact=True)
    link = await visitor.page.get_by_role("link", name="Transcript of this game").get_attribute("href")
    written = await (await visitor.context.request.get(link or "")).text()
    await visitor.open("#/check")
    await visitor.page.get_by_role("combobox", name="Game").select_option("titusind")
    await visitor.page.get_by_label("Transcript", exact=True).fill(written)
    await visitor.press("Check", exact=True)
    await expect(visitor.page.get_by_role("status")).to_have_text("Nothing is wrong.")


async def test_a_sheet_shows_its_faults_beside_its_boxes(visit: Visit) -> None:
    visitor = await visit("#/check")
    page = visitor.page
    await page.get_by_role("combobox", name="Game").select_option("yatzy-bg")
    await page.get_by_label("Fill in a sheet").check()
    await page.get_by_label("Full house", exact=True).fill("29")
    await page.get_by_label("Ones", exact=True).fill("3")
    await page.get_by_label("Total", exact=True).fill("32")
    await visitor.press("Check", exact=True)
    await expect(page.locator(".field", has=page.get_by_label("Full house", exact=True)).last).to_contain_text("29")
    await page.get_by_label("Full house", exact=True).fill("28")
    await page.get_by_label("Total", exact=True).fill("31")
    await visitor.press("Check", exact=True)
    await expect(page.get_by_role("status")).to_have_text("Nothing is wrong.")


async def test_house_rules_that_contradict_each_other_are_said_in_the_form(visit: Visit) -> None:
    visitor = await visit("#/new/sheet")
    await expect(visitor.page.locator("form.setup")).to_be_visible()
    await expect(visitor.page.locator(".setup .fault")).to_have_count(0)
    await visitor.unfold("House rules")
    await visitor.page.get_by_label("Dice", exact=True).fill("9")
    await expect(visitor.page.locator(".setup .fault").first).to_be_visible()


async def test_a_game_that_the_page_does_not_know_is_played_by_its_legal_moves(visit: Visit) -> None:
    visitor = await visit()
    # What a shared worker asks for goes past the routes below.
    await visitor.page.add_init_script("delete globalThis.SharedWorker")
    await visitor.page.reload()

    async def strange(route: Route) -> None:
        answer = await route.fetch()
        text = await answer.text()
        body = json.loads(text)
        view = body.get("session", body)
        if isinstance(view, dict) and "state" in view:
            view["state"] = {"unheard": "of"}
        await route.fulfill(response=answer, json=body)

    await visitor.page.route(re.compile(r"/v1/sessions(?!.*/(record|events))"), strange)
    await visitor.page.route("**/events?*", lambda route: route.abort())
    visitor.offline = True
    await visitor.begin("sand", ("Ida",), Target="50")
    listed = visitor.page.locator(".dock .listed button")
    table = visitor.page.locator("main.table")
    seen = "none"
    while await visitor.page.locator(".outcome").count() == 0:
        await expect(table).not_to_have_attribute("data-version", seen)
        seen = await table.get_attribute("data-version") or ""
        if await listed.count():
            await listed.last.click()
    await expect(visitor.page.get_by_role("heading", name=re.compile("^Ida: .+ points$"))).to_be_visible()
    await visitor.page.unroute_all(behavior="wait")  # a route that is still at work when the page closes fails


async def test_a_sheet_of_house_rules_has_the_boxes_of_its_table(visit: Visit) -> None:
    visitor = await visit("#/check")
    await visitor.page.get_by_role("combobox", name="Game").select_option("sheet")
    await visitor.page.get_by_label("Fill in a sheet").check()
    boxes = visitor.page.locator(".group.figures").first.get_by_role("spinbutton")
    await expect(boxes).to_have_count(15)  # the Scandinavian ones, of twenty that are known
    await expect(visitor.page.get_by_label("Villa", exact=True)).to_have_count(0)
