"""For whoever it is: by keyboard alone, by screen reader, on a small telephone, in each language."""

import re

import pytest
from playwright.async_api import Page, expect

from tests.table.accessibility import PHONE, grave
from tests.table.conftest import Visit
from tests.table.visitors import Visitor

pytestmark = pytest.mark.asyncio(loop_scope="session")

GAMES = ("sand", "titusind", "yatzy-bg", "solitaire-dice", "wohin-damit")
MOST_TABS = 40


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_axe_finds_no_serious_fault(visit: Visit, axe: str, scheme: str) -> None:
    visitor = await visit("#/check", color_scheme=scheme, viewport=PHONE if scheme == "dark" else None)
    page = visitor.page
    await expect(page.get_by_label("Transcript", exact=True)).to_be_visible()
    faults = await grave(page, axe)
    await visitor.open("#/")
    await expect(page.locator(".game").first).to_be_visible()
    faults += await grave(page, axe)
    for game in GAMES:
        await visitor.open(f"#/new/{game}")
        await expect(page.locator("form.setup")).to_be_visible()
        if game == GAMES[0]:
            faults += await grave(page, axe)
        await visitor.press("Begin")
        await page.locator(".dock .main").click()
        await visitor.in_step(1)
        faults += await grave(page, axe)
    for dialog in ("History", "Rules", "Table"):
        await visitor.press(dialog, exact=True)
        await expect(page.get_by_role("dialog")).to_be_visible()
        faults += await grave(page, axe)
        await page.keyboard.press("Escape")
    await visitor.begin("sand", ("Ida", "Otto"))
    await visitor.open(f"#/s/{visitor.session}/seat/0/x")
    await expect(page.get_by_text("This link leads to no seat here")).to_be_visible()
    faults += await grave(page, axe)
    await visitor.press("Close")
    await visitor.press("Table", exact=True)
    await visitor.press("Otto leaves the game")
    await visitor.press("Yes")
    await visitor.press("Close")
    await expect(page.locator(".outcome")).to_be_visible()
    faults += await grave(page, axe)
    await visitor.press("Are the dice fair?")
    await expect(page.get_by_role("dialog")).to_be_visible()
    faults += await grave(page, axe)
    await page.keyboard.press("Escape")
    await visitor.begin("titusind", ("Ida",), "/pad")
    await expect(visitor.page.get_by_role("heading", level=1)).to_be_focused()
    faults += await grave(page, axe)
    await visitor.open("#/new/sheet")
    await page.get_by_label("by link (2)").check()
    faults += await grave(page, axe)
    await visitor.press("Begin")
    await expect(page.locator(".lobby")).to_be_visible()
    faults += await grave(page, axe)
    assert faults == []


async def tab_to(page: Page, role: str, name: str | re.Pattern[str], step: str = "Tab") -> None:
    """Press the tab key until the focus is there."""
    wanted = page.get_by_role(role, name=name).first  # type: ignore[arg-type]
    await expect(wanted).to_be_visible()
    for _ in range(MOST_TABS):
        await page.keyboard.press(step)
        if await wanted.evaluate("(element) => element === document.activeElement"):
            return
    raise AssertionError(f"no tab leads to {name}")


async def test_a_game_is_played_by_keyboard_alone(visit: Visit) -> None:
    visitor = await visit()
    page = visitor.page
    await tab_to(page, "link", "Play: Sand")
    await page.keyboard.press("Enter")
    await tab_to(page, "textbox", "Name of player 1")
    await page.keyboard.type("Ida")
    await tab_to(page, "button", "Remove player 2")
    await page.keyboard.press("Space")
    await unfold(page, "House rules")
    await tab_to(page, "spinbutton", "Target")
    await page.keyboard.press("Control+a")
    await page.keyboard.type("50")
    await tab_to(page, "combobox", "Setting aside")
    await page.keyboard.press("ArrowDown")
    await tab_to(page, "button", "Begin", step="Shift+Tab")
    await page.keyboard.press("Enter")
    await expect(page.locator("main.table")).to_be_visible()
    assert (await visitor.view())["options"]["selection"] == "free"
    while (view := await visitor.in_step())["status"] == "active":
        version = str(view["version"])
        if view["state"]["thrown"]:
            ways = [each["move"]["dice"] for each in view["legal_moves"]]
            if len(ways) > 1:  # a single one is proposed
                await choose(page, ways[0])
            await tab_to(page, "button", re.compile("^Set aside"))
        else:
            able = [each["move"]["type"] for each in view["legal_moves"]]
            await tab_to(page, "button", re.compile("^Write down" if "bank" in able else "^Roll"))
        await page.keyboard.press("Enter")
        await expect(page.locator("main.table")).not_to_have_attribute("data-version", version)
    await expect(page.get_by_role("heading", name=re.compile("^Ida: .+ points$"))).to_be_visible()


async def unfold(page: Page, title: str) -> None:
    """Open a folded part of the form by keyboard."""
    summary = page.locator("summary", has_text=title)
    for _ in range(MOST_TABS):
        await page.keyboard.press("Tab")
        if await summary.evaluate("(element) => element === document.activeElement"):
            await page.keyboard.press("Enter")
            return
    raise AssertionError(f"no tab leads to {title}")


async def choose(page: Page, wanted: list[int]) -> None:
    """Walk along the dice with the arrow keys and press those of these faces."""
    dice = page.get_by_role("toolbar").get_by_role("button")
    faces = [int(await die.get_attribute("aria-label") or 0) for die in await dice.all()]
    await tab_to(page, "button", str(faces[0]))
    left = list(wanted)
    for at, face in enumerate(faces):
        if at:
            await page.keyboard.press("ArrowRight")
        if face in left:
            left.remove(face)
            await page.keyboard.press("Space")
    assert left == []


async def test_dice_of_ones_own_are_typed(visit: Visit) -> None:
    visitor = await visit()
    await visitor.begin("yatzy-bg", ("Ida",), "/pad")
    await tab_to(visitor.page, "button", "1")
    await visitor.page.keyboard.type("336")
    await visitor.page.keyboard.press("Backspace")
    await visitor.page.keyboard.type("221")
    await tab_to(visitor.page, "button", "This was the throw")
    await visitor.page.keyboard.press("Enter")
    assert (await visitor.in_step(1))["state"]["dice"] == [1, 2, 2, 3, 3]


@pytest.mark.parametrize("game", GAMES)
async def test_nothing_is_wider_than_a_small_telephone(visit: Visit, game: str) -> None:
    visitor = await visit(f"#/new/{game}", viewport=PHONE)
    await expect(visitor.page.locator("form.setup")).to_be_visible()
    await fits(visitor)
    await visitor.press("Begin")
    await visitor.page.locator(".dock .main").click()
    await visitor.in_step(1)
    await fits(visitor)


async def fits(visitor: Visitor) -> None:
    assert await visitor.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


@pytest.mark.parametrize(
    ("locale", "heading", "roll", "throws"),
    [
        ("de", "Was wollen wir spielen?", "Mit 6 Würfeln würfeln", "würfelt"),
        ("da", "Hvad skal vi spille?", "Slå med 6 terninger", "slår"),
        ("bg", "На какво ще играем?", "Хвърли 6 зара", "хвърля"),
    ],
)
async def test_the_page_and_the_games_speak_the_visitors_language(
    visit: Visit, locale: str, heading: str, roll: str, throws: str
) -> None:
    visitor = await visit(locale=locale)
    await expect(visitor.page.get_by_role("heading", name=heading)).to_be_visible()
    await visitor.open("#/new/sand")
    await visitor.page.locator("form .main").click()
    await visitor.press(roll)
    await expect(visitor.page.get_by_role("log")).to_contain_text(throws)
    assert await visitor.page.locator("html").get_attribute("lang") == locale
    english = re.compile(r"\b(the|dice|player|roll|score|seat)\b", re.IGNORECASE)
    text = await visitor.page.locator("main").inner_text()
    assert english.findall(text) == []


async def test_a_language_that_was_chosen_stays(visit: Visit) -> None:
    visitor = await visit()
    await visitor.page.get_by_label("Language").select_option("de")
    await expect(visitor.page.get_by_role("heading", name="Was wollen wir spielen?")).to_be_visible()
    await visitor.page.reload()
    await expect(visitor.page.get_by_role("heading", name="Was wollen wir spielen?")).to_be_visible()


async def test_a_language_chosen_at_a_form_leaves_what_was_written(visit: Visit) -> None:
    visitor = await visit("#/new/sand")
    await visitor.page.get_by_label("Name of player 1").fill("Ida")
    await visitor.page.get_by_label("Language").select_option("de")
    await expect(visitor.page.get_by_label("Name von Spieler 1")).to_have_value("Ida")


async def test_who_is_to_move_is_in_view_on_a_wide_sheet(visit: Visit) -> None:
    visitor = await visit(viewport=PHONE)
    await visitor.begin("sand", ("Ida", "Otto", "Bo", "Eva", "Jens"))
    for left in ("Ida", "Otto", "Bo", "Eva"):
        await visitor.press("Table", exact=True)
        await visitor.press(f"{left} leaves the game")
        await visitor.press("Yes")
        await visitor.press("Close")
        if left == "Bo":
            await expect(visitor.page.get_by_role("columnheader", name="Eva")).to_be_in_viewport(ratio=0.9)


async def test_options_in_a_list_are_told_in_the_visitors_language(visit: Visit) -> None:
    visitor = await visit("#/new/sheet", locale="de")
    await visitor.unfold("Hausregeln")
    await visitor.page.locator("summary", has_text=re.compile("^Felder")).first.click()
    boxes = visitor.page.locator(".folded > summary")
    await expect(boxes.first).to_have_text("Einser")
    await expect(boxes.nth(10)).to_have_text("Kleine Straße · 15")
    await boxes.first.click()
    await visitor.page.locator("summary", has_text="Wert").first.click()
    worth = visitor.page.get_by_role("combobox", name="Wert").first
    options = await worth.locator("option").all_inner_texts()
    assert {"eine Zahl", "eine Liste"} <= {*options}
    assert "Array" not in options
    await worth.select_option("eine Zahl")
    await expect(boxes.first).to_have_text("Einser · 1")


@pytest.mark.parametrize("fragment", ["#/%", "#/s/%E0%A4%A"])
async def test_a_link_that_was_cut_off_opens_the_page_all_the_same(visit: Visit, fragment: str) -> None:
    visitor = await visit(fragment)
    await expect(visitor.page.get_by_role("heading", level=1)).to_be_visible()
