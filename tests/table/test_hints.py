"""Hints on the page: what moves are worth where they are made, and what is said while that is being worked out."""

import re
from typing import Any

import pytest
from playwright.async_api import expect

from tests.table.accessibility import PHONE, grave
from tests.table.conftest import Visit
from tests.table.opened import SMALL, Opened, bots_ready, opened, solving
from tests.table.visitors import Visitor

pytestmark = pytest.mark.asyncio(loop_scope="session")

THROWN = [1, 1, 2, 4, 6]


async def thrown(visit: Visit, **how: Any) -> Opened:
    """A sheet of two boxes, whose first seat has thrown and may decide; at the seat that visitor."""
    table = await opened(await visit(**how), "sheet", options=SMALL)
    await table.play(0, ("roll", {"dice": THROWN}))
    await table.sit()
    return table


def decimal(value: float) -> str:
    """A number as English has it, with a true minus sign."""
    return f"{value:,.1f}".replace("-", "−")


async def test_a_hint_says_what_each_move_is_worth_where_it_is_made(visit: Visit) -> None:
    table = await thrown(visit)
    page = table.visitor.page
    await table.visitor.press("Hint")
    panel = page.locator(".hint-panel")
    await expect(panel).to_contain_text("Exact, by the odds of every throw to come.")
    advice = await table.asked("/advice")
    best = advice["moves"][0]
    assert best["move"]["type"] == "set_aside"
    await expect(panel.locator(".hint-best")).to_contain_text(f"{decimal(best['value'])} points on average")
    stars = [await die.get_attribute("aria-label") for die in await page.locator("button.die.best").all()]
    assert sorted(map(str, stars)) == [f"{face} (best)" for face in best["move"]["dice"]]
    losses = {each["move"].get("category"): each["loss"] for each in advice["moves"]}
    assert min(losses["sixes"], losses["chance"]) > 1
    for category in ("sixes", "chance"):
        box = table.visitor.button(re.compile(f"^{category.title()}: .* points, .* against the best$"))
        await expect(box.locator(".worth")).to_contain_text(decimal(-losses[category]))
    # What is chosen among the dice is told as it changes.
    roll = next(each for each in advice["moves"] if each["move"]["type"] == "roll")
    keep = page.locator(".tray .actions button")
    await expect(keep).to_contain_text(decimal(-roll["loss"]))
    for face in best["move"]["dice"]:
        await (
            page.get_by_role("toolbar")
            .get_by_role("button", name=f"{face} (best)")
            .and_(page.locator("[aria-pressed=false]"))
            .first.click()
        )
    await expect(keep).to_contain_text("★")


async def test_the_list_of_a_hint_holds_every_move_with_what_it_gives_away(visit: Visit) -> None:
    table = await thrown(visit)
    await table.visitor.press("Hint")
    await table.visitor.page.get_by_text("What the others give away").click()
    rows = table.visitor.page.locator(".hint-others tbody tr")
    advice = await table.asked("/advice")
    await expect(rows).to_have_count(12)
    for place, move in enumerate(advice["moves"][:12]):
        await expect(rows.nth(place)).to_contain_text(decimal(move["value"]))
    await expect(table.visitor.page.locator(".hint-others")).to_contain_text(f"and {len(advice['moves']) - 12} more")


async def test_a_move_after_a_hint_is_marked_and_the_hint_is_gone(visit: Visit) -> None:
    table = await thrown(visit)
    page = table.visitor.page
    await table.visitor.press("Hint")
    await expect(page.locator(".box .worth").first).to_be_visible()
    await page.locator("button.box").first.click()
    view = await table.visitor.in_step(2)
    assert view["to_move"] == [1]
    await expect(page.locator(".hint-panel, .worth")).to_have_count(0)
    await expect(page.get_by_role("log").locator("p").last).to_contain_text("(with a hint)")
    record = await table.asked("/record")
    assert [entry.get("hinted") for entry in record["entries"]] == [None, True]


async def test_a_hint_is_asked_for_and_put_away_again_by_keyboard(visit: Visit) -> None:
    table = await thrown(visit)
    page = table.visitor.page
    await table.visitor.button("Hint").focus()
    await page.keyboard.press("Enter")
    await expect(page.locator(".hint-panel").get_by_role("status")).to_contain_text("points on average")
    await expect(table.visitor.button("Hint")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(table.visitor.page.locator(".hint-panel, .worth")).to_have_count(0)


async def test_at_the_cup_rolling_and_writing_down_are_compared(visit: Visit) -> None:
    table = await opened(await visit(), "farkle", ("Ida",), options={"target": 1000})
    await table.play(0, ("roll", {"dice": [1, 1, 1, 2, 3, 4]}), ("set-aside", {"dice": [1, 1, 1]}))
    await table.worked_out("/advice")
    await table.sit()
    await table.visitor.press("Hint")
    await expect(table.visitor.page.locator(".hint-best")).to_contain_text("turns to the target on average")
    advice = await table.asked("/advice?objective=turns")
    (bank,) = [each for each in advice["moves"] if each["move"]["type"] == "bank"]
    mark = table.visitor.page.locator(".bank .worth")
    await expect(mark).to_contain_text("★" if bank["loss"] == 0 else f"+{bank['loss']:.1g}")


async def test_without_agreement_there_are_no_hints(visit: Visit) -> None:
    table = await opened(await visit(), "sheet", options=SMALL, hints="off")
    await table.play(0, ("roll", {"dice": THROWN}))
    await table.sit()
    await expect(table.visitor.page.locator("button.box").first).to_be_visible()
    await expect(table.visitor.button("Hint")).to_have_count(0)


async def test_a_table_agrees_to_hints_when_it_is_opened(visit: Visit) -> None:
    visitor = await visit("#/new/sand")
    await visitor.unfold("At the table")
    choice = visitor.page.get_by_label("Hints")
    await expect(choice).to_have_value("all")
    await visitor.page.get_by_label("by link (2)").check()
    await expect(choice).to_have_value("off")
    await choice.select_option(label="each on their own decisions")
    await visitor.press("Begin")
    await expect(visitor.page.locator("main .lobby + p")).to_have_text("Hints: each on their own decisions")
    assert (await visitor.view())["hints"] == "own"


async def test_what_is_being_worked_out_is_told_and_stops_nobody(visit: Visit) -> None:
    table = await thrown(visit)
    page = table.visitor.page
    answers = await solving(table.visitor, r"/advice\?")
    await table.visitor.press("Hint")
    panel = page.locator(".hint-panel")
    await expect(panel).to_contain_text("worked out, for the first time: about 2 seconds more")
    await expect(panel.get_by_role("progressbar")).to_have_attribute("value", "0.4")
    answers.done = True
    await expect(panel).to_contain_text("points on average")
    # And where one plays on meanwhile, nobody comes back to it.
    await table.visitor.press("Hint")
    answers.done = False
    await table.visitor.press("Hint")
    await expect(panel.get_by_role("progressbar")).to_be_visible()
    await page.locator("button.box").first.click()
    await table.visitor.in_step(2)
    await expect(panel).to_have_count(0)


@pytest.mark.parametrize(
    ("objective", "told", "judged"),
    [("turns", "turns to the target on average", "the fewest turns"), ("points", "points on average", "points")],
)
async def test_where_the_chance_to_win_takes_long_something_easier_is_told(
    visit: Visit, objective: str, told: str, judged: str
) -> None:
    table = await opened(await visit(), "farkle", options={"target": 1000})
    await table.play(0, ("roll", {"dice": [1, 1, 1, 2, 3, 4]}), ("set-aside", {"dice": [1, 1, 1]}))
    await table.worked_out(f"/advice?objective={objective}")
    await table.sit()
    await solving(table.visitor, r"/advice\?", seconds=120, solved=f"objective={objective}")
    await table.visitor.press("Hint")
    panel = table.visitor.page.locator(".hint-panel")
    await expect(panel).to_contain_text(told)
    await expect(panel).to_contain_text(
        f"The chance to win takes longer to work out; until then this is judged by {judged}."
    )


async def test_what_cannot_be_worked_out_is_said_in_a_sentence(visit: Visit) -> None:
    table = await thrown(visit)
    body = '{"type":"/problems/advice-unavailable","title":"","status":501,"code":"advice-unavailable"}'
    await table.visitor.page.route(re.compile(r"/advice\?"), lambda route: route.fulfill(status=501, body=body))
    await table.visitor.press("Hint")
    await expect(table.visitor.page.get_by_role("alert").locator(".fault")).to_contain_text(
        "would take too long here"
    )


async def test_an_opening_that_waits_for_a_bot_says_so_and_may_be_left(visit: Visit, axe: str) -> None:
    visitor = await visit("#/new/sand")
    await bots_ready(visitor, "sand")
    answers = await solving(visitor, r"/v1/sessions$")
    await visitor.press("Play against the service")
    begin = visitor.page.locator(".begin")
    await expect(begin).to_contain_text("worked out for the bot, for the first time: about 2 seconds more")
    assert await grave(visitor.page, axe) == []
    await visitor.press("Do not wait")
    await expect(begin.get_by_role("progressbar")).to_have_count(0)
    await expect(begin.locator("[aria-busy=true]")).to_have_count(0)
    assert visitor.page.url.endswith("#/new/sand")
    before = answers.asked
    await visitor.press("Play against the service")
    await expect(begin.get_by_role("progressbar")).to_be_visible()
    assert answers.asked > before
    answers.done = True
    await expect(visitor.page.locator("main.table")).to_be_visible()
    assert [seat["bot"] for seat in (await visitor.view())["seats"]] == [None, "casual"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_axe_finds_no_serious_fault(visit: Visit, axe: str, scheme: str) -> None:
    table = await thrown(visit, color_scheme=scheme, viewport=PHONE if scheme == "dark" else None)
    await table.visitor.press("Hint")
    await table.visitor.page.get_by_text("What the others give away").click()
    assert await grave(table.visitor.page, axe) == []
    assert await width(table.visitor) <= await table.visitor.page.evaluate("innerWidth")


async def width(visitor: Visitor) -> int:
    wide: int = await visitor.page.evaluate("document.documentElement.scrollWidth")
    return wide


@pytest.mark.parametrize(
    ("locale", "hint", "told"),
    [("de", "Hinweis", "im Mittel"), ("da", "Tip", "i gennemsnit"), ("bg", "Подсказка", "средно")],
)
async def test_hints_speak_the_visitors_language(visit: Visit, locale: str, hint: str, told: str) -> None:
    table = await thrown(visit, locale=locale)
    await table.visitor.press(hint)
    panel = table.visitor.page.locator(".hint-panel")
    await expect(panel).to_contain_text(told)
    assert not re.search(r"\b(the|dice|points|keep)\b", await panel.inner_text(), re.IGNORECASE)


async def test_who_plays_by_keyboard_goes_on_at_the_dice_not_at_the_hint(visit: Visit) -> None:
    table = await opened(await visit(), "sheet", ("Ida",), options=SMALL, dice_source="server")
    await table.sit()
    page = table.visitor.page
    await table.visitor.button("Roll 5 dice").focus()
    await page.keyboard.press("Enter")
    await expect(table.visitor.button("Hint")).to_be_visible()
    await expect(page.locator(".tray button:focus")).to_have_count(1)
