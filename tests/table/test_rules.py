"""The rules page of a table: of house rules those it has agreed on."""

import pytest
from playwright.async_api import expect

from tests.table.conftest import Visit

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_table_reads_what_it_has_agreed_on(visit: Visit) -> None:
    visitor = await visit()
    await visitor.begin("banking", ("Ida",), Target="700", Opening="50")
    await visitor.press("Rules", exact=True)
    rules = visitor.page.get_by_role("dialog")
    await expect(rules).to_contain_text("1.2 Seats collect points towards a target: 700.")
    await expect(rules).to_contain_text("4.2 A seat’s first bank takes at least 50 turn points.")
    await expect(rules.get_by_role("listitem").filter(has_text="1-2-3-4-5-6: 1,500")).to_be_visible()
    await expect(rules.get_by_text("This table plays with")).to_have_count(0)
    await visitor.page.get_by_role("combobox", name="Language").select_option("de", force=True)
    await expect(rules).to_contain_text("1.2 Gesammelt werden Punkte bis zu einer Punktgrenze: 700.")


async def test_a_named_game_has_its_page_and_says_its_options(visit: Visit) -> None:
    visitor = await visit()
    await visitor.begin("sand", ("Ida",), Target="500")
    await visitor.press("Rules", exact=True)
    rules = visitor.page.get_by_role("dialog")
    await expect(rules.get_by_text("This table plays with")).to_be_visible()
    await expect(rules.locator("dd").first).to_have_text("500")


async def test_names_of_boxes_are_no_markup(visit: Visit) -> None:
    visitor = await visit()
    boxes = [{"category": "own", "name": "a*b*<i>_c", "worth": 40, "fits": {"type": "any"}}]
    body = {"game": "sheet", "options": {"boxes": boxes, "bonus": 0}, "seats": [{"name": "Ida"}]}
    answer = await visitor.context.request.post(f"{visitor.origin}/v1/sessions", data=body)
    await visitor.open(f"#/s/{(await answer.json())['session']['id']}")
    await visitor.press("Rules", exact=True)
    await expect(visitor.page.get_by_role("dialog")).to_contain_text("“a*b*<i>_c”: any dice. Worth: 40 points")
