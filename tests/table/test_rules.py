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


async def test_a_link_to_house_rules_opens_the_form_set_up_with_them(visit: Visit) -> None:
    visitor, other = await visit("#/new/banking"), await visit()
    await visitor.unfold("House rules")
    await visitor.page.get_by_label("Target", exact=True).fill("1234")
    await visitor.page.get_by_label("Opening", exact=True).fill("77")
    body = {"options": {"target": 1234, "opening": 77}}
    answer = await visitor.context.request.post(f"{visitor.origin}/v1/games/banking/options", data=body)
    address = f"{visitor.origin}/table/#/new/banking/rules/{(await answer.json())['packed']}"
    await expect(visitor.page.get_by_role("textbox", name="Link to these rules")).to_have_value(address)
    await visitor.press("QR code")
    await expect(visitor.page.get_by_role("img", name="Link to these rules")).to_be_visible()
    await other.page.goto(address)
    await other.unfold("House rules")
    await expect(other.page.get_by_label("Target", exact=True)).to_have_value("1234")
    await expect(other.page.get_by_label("Opening", exact=True)).to_have_value("77")
    await expect(other.page.get_by_role("textbox", name="Link to these rules")).to_have_value(address)
    await other.press("Begin")
    await expect(other.page.locator("main.table")).to_be_visible()
    options = (await other.view())["options"]
    assert (options["target"], options["opening"], options["dice"]) == (1234, 77, 6)


async def test_a_link_that_was_cut_off_says_so_and_leaves_the_usual_rules(visit: Visit) -> None:
    visitor = await visit("#/new/banking/rules/1C82aoBt8q9OMRxenmVJ")
    await expect(visitor.page.get_by_role("alert").filter(has_text="cut off or changed")).to_be_visible()
    await visitor.unfold("House rules")
    await expect(visitor.page.get_by_label("Target", exact=True)).to_have_value("10000")
