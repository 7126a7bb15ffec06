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
    kept = [int(await die.get_attribute("aria-label") or 0) for die in await pressed.all()]
    assert sorted(kept) == thrown[:2]
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


async def lying(visitor: Visitor) -> list[int]:
    """The faces of the throw as the page shows them, from left to right."""
    dice = visitor.page.get_by_role("toolbar").get_by_role("button")
    return [int(await die.get_attribute("aria-label") or 0) for die in await dice.all()]


async def test_dice_lie_as_they_were_thrown_and_kept_ones_stay_in_place(visit: Visit) -> None:
    visitor = await visit()
    await visitor.begin("yatzy-bg", ("Ida",))
    while True:
        await visitor.press("Roll 5 dice")
        view = await visitor.in_step()
        [thrown] = (await record(visitor))[-1:]
        assert await lying(visitor) == thrown["dice"]
        faces = thrown["dice"]
        # The state has them sorted. Of equal faces the record does not tell which was kept, so these must differ.
        if faces != view["state"]["dice"] and [faces.index(faces[place]) for place in (1, 3)] == [1, 3]:
            break
        await visitor.page.locator(".open button").first.click()
        await visitor.in_step(view["version"] + 1)
    dice = visitor.page.get_by_role("toolbar").get_by_role("button")
    for place in (1, 3):
        await dice.nth(place).click()
    await visitor.press("Keep these, roll the other 3")
    await visitor.in_step(view["version"] + 2)
    fallen = (await record(visitor))[-1]["dice"]
    kept = [thrown["dice"][1], thrown["dice"][3]]
    assert await lying(visitor) == [fallen[0], kept[0], fallen[1], kept[1], fallen[2]]
    pressed = [await die.get_attribute("aria-pressed") for die in await dice.all()]
    assert pressed == ["false", "true", "false", "true", "false"]
    await visitor.page.reload()
    await expect(dice.first).to_be_visible()
    assert await lying(visitor) == [fallen[0], kept[0], fallen[1], kept[1], fallen[2]]


async def record(visitor: Visitor) -> list[dict[str, Any]]:
    answer = await visitor.context.request.get(f"{visitor.origin}/v1/sessions/{visitor.session}/record?limit=500")
    entries: list[dict[str, Any]] = (await answer.json())["entries"]
    return entries


async def test_dice_that_score_are_marked(visit: Visit) -> None:
    visitor = await visit()
    await visitor.begin("titusind", ("Ida",), "/pad")
    await visitor.tap_in(5, 2, 3, 3, 1, 3)
    dice = visitor.page.get_by_role("toolbar").get_by_role("button")
    await expect(dice.first).to_be_visible()
    scores = [
        re.search(r"\bscores\b", await die.get_attribute("class") or "") is not None for die in await dice.all()
    ]
    assert await lying(visitor) == [5, 2, 3, 3, 1, 3]
    assert scores == [True, False, True, True, True, True]
    assert await dice.first.get_attribute("title") == "scores"


async def test_the_windows_title_says_whose_turn_it_is(visit: Visit) -> None:
    visitor = await visit()
    await visitor.begin("sand", ("Ida", "Otto"))
    await expect(visitor.page).to_have_title("● Ida to play · Sand · Rollwright")
    onlooker = await visit(f"#/s/{visitor.session}")
    await expect(onlooker.page).to_have_title("Waiting for Ida · Sand · Rollwright")


async def test_kniffel_is_called_so_at_the_table(visit: Visit) -> None:
    visitor = await visit(locale="de")
    await visitor.page.get_by_role("link", name="Spielen: Kniffel").click()
    await visitor.press("Anfangen")
    await expect(visitor.page.locator("main.table h1")).to_contain_text("Kniffel")
    assert (await visitor.view())["game"] == "sheet"


async def test_names_are_remembered_on_the_device(visit: Visit) -> None:
    visitor = await visit()
    await visitor.begin("sand", ("Ida", "Otto", "Bo"))
    await visitor.open("#/new/wohin-damit")
    names = visitor.page.locator(".seats .name")
    await expect(names).to_have_count(3)
    assert [await name.input_value() for name in await names.all()] == ["Ida", "Otto", "Bo"]
    await visitor.open("#/new/solitaire-dice")
    await expect(names).to_have_count(1)
    assert await names.input_value() == "Ida"
    strange = (await visit("#/new/sand")).page.locator(".seats .name")
    await expect(strange).to_have_count(2)
    assert [await name.input_value() for name in await strange.all()] == ["", ""]


async def test_columns_stand_beside_each_other(visit: Visit) -> None:
    """Triple Yahtzee: a head over each column, a button in each of its boxes, sums and totals of all."""
    visitor = await visit()
    await visitor.open("#/new/sheet/play/triple-yahtzee")
    await visitor.page.locator("form .main").click()
    table = visitor.page.get_by_role("table", name="Score sheet")
    await expect(table.locator("tr.columns td")).to_have_text(["", *("×1", "×2", "×3") * 2])
    await visitor.page.locator(".dock .main").click()
    view = await visitor.in_step()
    chance = sum(view["state"]["dice"])
    row = table.get_by_role("row", name=re.compile("^Chance"))
    await expect(row.locator("td")).to_have_text([*(str(chance * factor) for factor in (1, 2, 3)), "", "", ""])
    await visitor.press(re.compile(rf"Chance \(2\).*{2 * chance}"))
    view = await visitor.in_step()
    assert view["state"]["seats"][0]["boxes"]["chance.2"] == 2 * chance
    await expect(row.locator("td")).to_have_text(["", str(2 * chance), "", "", "", ""])
    await expect(table.get_by_role("row", name=re.compile("^Sum of the column")).locator("td")).to_have_text(
        ["0", str(2 * chance), "0", "0", "0", "0"]
    )
    await expect(table.get_by_role("row", name=re.compile("^Total"))).to_contain_text(str(2 * chance))
