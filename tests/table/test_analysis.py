"""The analysis of a game that is over: its course, luck and skill apart, the dearest decisions."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.async_api import Route, expect

from tests.table.accessibility import PHONE, grave
from tests.table.conftest import Visit
from tests.table.opened import SMALL, Opened, Play, opened, solving

pytestmark = pytest.mark.asyncio(loop_scope="session")


def turn(dice: list[int], category: str) -> tuple[Play, Play]:
    return ("roll", {"dice": dice}), ("choose-category", {"category": category})


async def over(visit: Visit, **how: Any) -> Opened:
    """A game of two boxes that is over, as it looks to its first seat; each seat has given something away."""
    table = await opened(await visit(**how), "sheet", options=SMALL)
    await table.play(0, *turn([1, 1, 2, 4, 6], "chance"))
    await table.play(1, *turn([1, 1, 1, 2, 4], "sixes"))
    await table.play(0, *turn([6, 6, 6, 6, 5], "sixes"))
    await table.play(1, *turn([6, 6, 5, 5, 4], "chance"))
    await table.sit()
    await expect(table.visitor.page.locator(".outcome")).to_be_visible()
    return table


async def analysed(table: Opened, button: str = "Luck and skill") -> Any:
    """Open the analysis; what the service says of it."""
    await table.visitor.press(button)
    await expect(table.visitor.page.locator(".skill")).to_be_visible()
    return await table.asked("/analysis")


def decimal(value: float, sign: str = "") -> str:
    """A number as English has it, with a true minus sign."""
    return f"{value:{sign},.1f}".replace("-", "−")


async def test_luck_and_skill_are_told_by_seat(visit: Visit) -> None:
    table = await over(visit)
    found = await analysed(table)
    rows = table.visitor.page.locator(".skill tbody tr")
    figures: dict[str, Callable[[Any], str]] = {
        "Result": lambda seat: f"{seat['result']:g}",
        "Luck": lambda seat: decimal(seat["luck"], "+"),
        "Given away": lambda seat: decimal(-seat["loss"]),
        "With average dice": lambda seat: decimal(seat["adjusted"]),
        "Accuracy": lambda seat: f"{decimal(seat['accuracy'])}%",
    }
    for title, figure in figures.items():
        row = rows.filter(has=table.visitor.page.get_by_role("rowheader", name=title, exact=True))
        assert await row.locator("td").all_inner_texts() == [figure(seat) for seat in found["seats"]]
    first, second = (seat["adjusted"] for seat in found["seats"])
    better = "Ida" if first > second else "Otto"
    await expect(table.visitor.page.locator(".verdict")).to_contain_text(f"With average dice {better} would have won")


async def test_the_course_is_a_chart_to_be_stepped_through(visit: Visit) -> None:
    table = await over(visit)
    found = await analysed(table)
    page = table.visitor.page
    start, end = found["seats"][0]["start"], found["seats"][0]["result"]
    chart = page.get_by_role("img", name=re.compile("^What result was to be expected"))
    await expect(chart).to_have_attribute("aria-label", re.compile(f"Ida: {decimal(start)} → {decimal(end)}"))
    await expect(chart.locator("path.line")).to_have_count(2)
    step = page.get_by_role("slider", name="Step through the game")
    await step.focus()
    await page.keyboard.press("Home")
    await expect(step).to_have_attribute("aria-valuetext", re.compile("^Before the first throw"))
    await page.keyboard.press("ArrowRight")
    luck = found["entries"][0]["throw"]["luck"]
    told = f"Turn 1: Ida throws 1 1 2 4 6 (luck {decimal(luck, '+')})"
    await expect(page.locator(".course-told")).to_have_text(told)
    after = found["entries"][0]["values"]
    await expect(page.locator(".legend")).to_contain_text(f"Ida {decimal(after[0])}")
    await expect(step).to_have_attribute(
        "aria-valuetext", f"{told}. Ida {decimal(after[0])}, Otto {decimal(after[1])}"
    )
    await page.get_by_text("As a table").click()
    last = page.locator(".analysis details tbody tr").last
    await expect(last).to_contain_text("Turn 2")
    assert await last.locator("td").all_inner_texts() == [decimal(each) for each in found["entries"][-1]["values"]]


async def test_a_decision_is_told_with_its_dice_what_was_better_and_where_it_stands(visit: Visit) -> None:
    table = await over(visit)
    found = await analysed(table)
    page = table.visitor.page
    # A visitor with one seat sees their own first.
    await expect(page.get_by_label("Whose decisions")).to_have_value("0")
    (worst,) = (found["entries"][entry] for entry in found["seats"][0]["dearest"][:1])
    first = page.locator(".dearest > li").first
    await expect(first.locator(".worth")).to_contain_text(decimal(-worst["decision"]["loss"]))
    dice = first.get_by_role("group", name="Thrown").get_by_role("img")
    before = found["entries"][worst["entry"] - 1]
    assert [await die.get_attribute("aria-label") for die in await dice.all()] == [str(die) for die in before["dice"]]
    played, better = await first.locator("dd").all_inner_texts()
    assert played == {"chance": "Chance", "sixes": "Sixes"}[worst["move"]["category"]]
    assert worst["decision"]["best"]["type"] == "set_aside"
    assert better.startswith("Keep")
    kept = first.locator("dd").last.get_by_role("img")
    faces = [await die.get_attribute("aria-label") for die in await kept.all()]
    assert faces == [str(die) for die in worst["decision"]["best"]["dice"]]
    # To its step in the chart, and to its entry in the history, from which one comes back.
    await first.get_by_role("button", name=re.compile("^Ida, Turn")).click()
    step = page.get_by_role("slider", name="Step through the game")
    await expect(step).to_be_focused()
    await expect(step).to_have_value(str(worst["entry"] + 1))
    await first.get_by_role("button", name=f"Entry {worst['version']}").click()
    await expect(page.locator(f".history li[value='{worst['version']}']")).to_be_focused()
    await page.keyboard.press("Escape")
    await expect(page.locator(".history")).to_have_count(0)
    await expect(first).to_be_visible()


async def test_everybodys_decisions_are_there_to_be_chosen(visit: Visit) -> None:
    table = await over(visit)
    found = await analysed(table)
    page = table.visitor.page
    await page.get_by_label("Whose decisions").select_option(label="Everybody")
    entries = [found["entries"][entry] for seat in found["seats"] for entry in seat["dearest"]]
    worst = sorted(entries, key=lambda each: -each["decision"]["loss"])[:5]
    links = page.locator(".entry-link")
    await expect(links).to_have_text([f"Entry {each['version']}" for each in worst])
    assert {each["seat"] for each in worst} == {0, 1}


async def test_between_two_the_chance_to_win_is_one_line_and_may_be_judged_otherwise(visit: Visit) -> None:
    # A target that one turn reaches: a duel that is worked out in a moment.
    table = await opened(await visit(), "banking", options={"target": 1000})
    await table.play(0, ("roll", {"dice": [1, 1, 1, 2, 3, 4]}), ("set-aside", {"dice": [1, 1, 1]}), ("bank", {}))
    view = await table.asked()
    if view["status"] == "active":  # the other seat has its last turn
        await table.play(1, ("roll", {"dice": [5, 5, 5, 2, 3, 4]}), ("set-aside", {"dice": [5, 5, 5]}), ("bank", {}))
    for objective in ("win", "turns"):
        await table.worked_out(f"/analysis?objective={objective}")
    await table.sit()
    found = await analysed(table)
    page = table.visitor.page
    assert found["objective"] == "win"
    await expect(
        page.get_by_role("img", name=re.compile("^How likely Ida was to win")).locator("path.line")
    ).to_have_count(1)
    await page.get_by_label("Judged by").select_option(label="the fewest turns")
    await expect(page.get_by_role("heading", name=re.compile("^How many turns"))).to_be_visible()
    await expect(page.locator(".course path.line")).to_have_count(2)
    # What is shown stays while something else is being worked out.
    await solving(table.visitor, r"/analysis\?objective=win")
    await page.get_by_label("Judged by").select_option(label="the chance to win")
    await expect(page.get_by_role("dialog").get_by_role("progressbar")).to_be_visible()
    await expect(page.get_by_role("heading", name=re.compile("^How many turns"))).to_be_visible()


async def test_it_is_loaded_only_when_a_game_is_over(visit: Visit) -> None:
    table = await opened(await visit(), "sheet", ("Ida",), options=SMALL)
    await table.play(0, *turn([1, 1, 2, 4, 6], "chance"), ("roll", {"dice": [6, 6, 6, 6, 5]}))
    await table.sit()
    await expect(table.visitor.page.locator("button.box").first).to_be_visible()
    parts = re.compile(r"/(analysis|course|dearest)\.(js|css)|texts/advice/")
    assert [each for each in table.visitor.requested if parts.search(each)] == []
    await table.visitor.page.locator("button.box").first.click()
    await analysed(table)
    assert {each.rsplit("/", 1)[1] for each in table.visitor.requested if parts.search(each)} == {
        *("analysis.js", "course.js", "dearest.js", "analysis.css", "en.json"),
    }


async def test_while_it_is_worked_out_that_is_told(visit: Visit) -> None:
    table = await over(visit)
    answers = await solving(table.visitor, r"/analysis($|\?)")
    await table.visitor.press("Luck and skill")
    dialog = table.visitor.page.get_by_role("dialog")
    await expect(dialog).to_contain_text("The analysis comes by itself")
    await expect(dialog.get_by_role("progressbar")).to_have_attribute("value", "0.4")
    answers.done = True
    await expect(dialog.locator(".skill")).to_be_visible()


async def test_a_game_that_nobody_can_judge_offers_none(visit: Visit) -> None:
    async def unadvised(route: Route) -> None:
        answer = await route.fetch()
        game = await answer.json()
        await route.fulfill(response=answer, json=game | {"levels": [{"level": "random"}, {"level": "greedy"}]})

    visitor = await visit()
    await visitor.page.route(re.compile(r"/v1/games/sheet\?"), unadvised)
    table = await opened(visitor, "sheet", ("Ida",), options=SMALL)
    await table.play(0, *turn([1, 1, 2, 4, 6], "chance"), ("roll", {"dice": [6, 6, 6, 6, 5]}))
    await table.sit()
    await expect(visitor.page.locator("button.box").first).to_be_visible()
    await expect(visitor.button("Hint")).to_have_count(0)
    await visitor.page.locator("button.box").first.click()
    await expect(visitor.page.locator(".outcome")).to_be_visible()
    await expect(visitor.button("Luck and skill")).to_have_count(0)


async def test_what_this_service_cannot_work_out_is_said_in_a_sentence(visit: Visit) -> None:
    table = await over(visit)
    problem = {"type": "/problems/advice-unavailable", "title": "", "status": 501, "code": "advice-unavailable"}
    await table.visitor.page.route(
        re.compile(r"/analysis($|\?)"), lambda route: route.fulfill(status=501, body=json.dumps(problem))
    )
    await table.visitor.press("Luck and skill")
    await expect(table.visitor.page.get_by_role("alert").locator(".fault")).to_contain_text(
        "would take too long here"
    )


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_axe_finds_no_serious_fault(visit: Visit, axe: str, scheme: str) -> None:
    table = await over(visit, color_scheme=scheme, viewport=PHONE if scheme == "dark" else None)
    await analysed(table)
    page = table.visitor.page
    await page.get_by_text("As a table").click()
    assert await grave(page, axe) == []
    body = page.locator(".dialog-body")
    assert await body.evaluate("(body) => body.scrollWidth <= body.clientWidth")


@pytest.mark.parametrize(
    ("locale", "title", "better"),
    [
        ("de", "Glück und Können", "Besser:"),
        ("da", "Held og dygtighed", "Bedre:"),
        ("bg", "Късмет и умение", "По-добре:"),
    ],
)
async def test_it_speaks_the_visitors_language(visit: Visit, locale: str, title: str, better: str) -> None:
    table = await over(visit, locale=locale)
    await analysed(table, title)
    dialog = table.visitor.page.get_by_role("dialog")
    await expect(dialog.get_by_text(better).first).to_be_visible()
    english = re.compile(r"\b(the|dice|player|turn|luck|better|entry)\b", re.IGNORECASE)
    assert english.findall(await dialog.inner_text()) == []
