"""A press does what the page showed, or nothing: slow networks, two devices of a seat, many tabs, clocks, links."""

import asyncio
import json
import re
from typing import Any

import pytest
from playwright.async_api import Page, Route, expect

from tests.support.patience import PATIENCE
from tests.table.conftest import Visit
from tests.table.visitors import Visitor

pytestmark = pytest.mark.asyncio(loop_scope="session")

MINUTES = 60_000
NOBODY = "0198c0de-0000-7000-8000-000000000000"

LATER = """(shift) => {
  const real = Date;
  globalThis.Date = class extends real {
    constructor(...given) { given.length ? super(...given) : super(real.now() + shift); }
    static now() { return real.now() + shift; }
  };
}"""
"""Sets the device's clock wrong by so many milliseconds."""

TRANSLATE = """(how) => {
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts = [];
  for (let text; (text = walk.nextNode());) {
    const { parentElement: here } = text;
    const wanted = here.translate || how !== "heeds the page";
    if (text.data.trim() && wanted && !here.closest("font, svg")) texts.push(text);
  }
  for (const text of texts) {
    const [outer, inner] = [document.createElement("font"), document.createElement("font")];
    text.replaceWith(outer);
    outer.append(inner);
    if (how === "moves the texts") {
      text.data = text.data.toUpperCase();
      inner.append(text);
    } else inner.append(text.data.toUpperCase());
  }
  return texts.length;
}"""
"""What a browser's translation does to a page: a `font` takes the place of each text, of those only that it may
translate if it heeds what the page says."""


async def held(page: Page, path: str) -> asyncio.Event:
    """Requests of this are under way until the event is set, as in a network that is far too slow."""
    released = asyncio.Event()

    async def late(route: Route) -> None:
        await released.wait()
        await route.continue_()

    await page.route(path, late)
    return released


async def another_device(visit: Visit, visitor: Visitor, name: str = "Ida") -> Visitor:
    """The same seat in another browser, by its link."""
    await visitor.press("Table", exact=True)
    link = await visitor.page.get_by_label(f"Play {name} on another device").input_value()
    await visitor.press("Close")
    other = await visit("")
    await other.page.goto(link)
    await expect(other.page.locator("main.table")).to_be_visible()
    return other


def kinds(view: dict[str, Any]) -> list[str]:
    return [legal["move"]["type"] for legal in view["legal_moves"]]


async def record(visitor: Visitor) -> list[str]:
    """The types of the moves that were made."""
    answer = await visitor.context.request.get(f"{visitor.origin}/v1/sessions/{visitor.session}/record")
    return [entry["move"]["type"] for entry in (await answer.json())["entries"]]


async def test_to_keep_dice_and_roll_the_others_is_one_step(visit: Visit) -> None:
    """However far away: there is no moment in which a further press would throw the kept dice too."""
    visitor = await visit()
    await visitor.begin("yatzy-bg", ("Ida",))
    await visitor.press("Roll 5 dice")
    thrown = (await visitor.in_step(1))["state"]["dice"]
    released = await held(visitor.page, "**/roll?*")
    posts: list[str] = []
    visitor.page.on("request", lambda request: posts.append(request.url) if request.method == "POST" else None)
    await visitor.choose_dice(thrown[:2])
    await visitor.press("Keep these, roll the other 3")
    for _ in range(3):
        await visitor.page.locator(".dock .main").click()
    released.set()
    view = await visitor.in_step(3)
    assert await record(visitor) == ["roll", "set_aside", "roll"]
    assert view["state"]["throws_left"] == 1
    assert len(posts) == 1
    pressed = visitor.page.get_by_role("toolbar").locator("[aria-pressed=true]")
    kept = [int(await die.get_attribute("aria-label") or 0) for die in await pressed.all()]
    assert sorted(kept) == thrown[:2]


async def test_dice_set_aside_for_points_are_one_step_with_the_roll_of_the_others(visit: Visit) -> None:
    """With 800 ms of latency: banking games, too, have nothing between the two that a press could hit."""
    visitor = await visit()
    await visitor.begin("sand", ("Ida",))
    for _ in range(30):  # dice that score come soon, and hardly ever all six
        await visitor.press("Roll 6 dice")
        view = await visitor.in_step()
        dice = view["legal_moves"][0]["move"].get("dice", [])
        if len(dice) == 6:
            await visitor.press(re.compile("^Set aside"))
            await visitor.in_step(view["version"] + 1)
        elif dice:
            break
    posts: list[str] = []

    async def slow(route: Route) -> None:
        posts.append(route.request.url)
        await asyncio.sleep(0.8)
        await route.continue_()

    await visitor.page.route("**/v1/sessions/**", slow)
    await visitor.choose_dice(dice)
    rest = "one" if len(dice) == 5 else str(6 - len(dice))
    await visitor.page.get_by_role("button", name=f"Keep these, roll the other {rest}").dblclick()
    after = await visitor.in_step(view["version"] + 2)
    assert (await record(visitor))[-2:] == ["set_aside", "roll"]
    assert len([url for url in posts if "/roll?" in url]) == 1
    assert len([url for url in posts if "/moves" in url]) == 0
    assert len(after["state"]["thrown"]) in (0, 6 - len(dice))


@pytest.mark.parametrize("game", ["sand", "yatzy-bg"])
async def test_with_ones_own_dice_keeping_and_rolling_is_one_step(visit: Visit, game: str) -> None:
    visitor = await visit()
    await visitor.begin(game, ("Ida",), "/pad")
    posts: list[str] = []
    visitor.page.on("request", lambda request: posts.append(request.url) if request.method == "POST" else None)
    count = 6 if game == "sand" else 5
    await visitor.tap_in(*[1, 1, 2, 3, 4, 6][:count])
    await visitor.in_step(1)
    await visitor.choose_dice([1, 1])
    keep = f"Keep these, roll the other {count - 2}"
    await visitor.press(keep)
    await visitor.press("Back one")  # another thought
    await visitor.press(keep)
    await visitor.tap_in(*[5, 5, 5, 2][: count - 2])
    await visitor.in_step(3)
    assert await record(visitor) == ["roll", "set_aside", "roll"]
    assert len(posts) == 2


async def test_a_press_is_over_when_what_it_did_is_shown(visit: Visit) -> None:
    """The answer may be lost, and asked for again and again: the stream has told what came of it."""
    visitor = await visit()
    await visitor.begin("yatzy-bg", ("Ida",))
    lost = asyncio.Event()

    async def late(route: Route) -> None:
        answer = await route.fetch()
        await lost.wait()
        await route.fulfill(response=answer)

    await visitor.page.route("**/moves?*", late)
    await visitor.press("Roll 5 dice")
    await visitor.in_step(1)
    await visitor.page.locator(".open button").first.click()
    await visitor.in_step(2)
    lost.set()
    assert await record(visitor) == ["roll", "choose_category"]


async def test_no_press_is_taken_while_one_is_under_way(visit: Visit) -> None:
    visitor = await visit()
    await visitor.begin("yatzy-bg", ("Ida",))
    await visitor.press("Roll 5 dice")
    await visitor.in_step(1)
    released = await held(visitor.page, "**/moves?*")
    await visitor.page.locator(".dock .main").click()
    await visitor.page.locator(".open button").first.click()
    released.set()
    view = await visitor.in_step(2)
    assert await record(visitor) == ["roll", "roll"]
    assert view["state"]["round"] == 1


@pytest.mark.parametrize("presses", [1, 2])
async def test_what_came_too_late_is_told_and_changes_nothing(visit: Visit, presses: int) -> None:
    """Two devices of a seat, of which one has not heard yet what the other did."""
    ida = await visit()
    await ida.begin("yatzy-bg", ("Ida",))
    other = await another_device(visit, ida)
    other.offline = True
    await other.context.set_offline(True)
    await expect(other.page.get_by_text("Connection lost")).to_be_visible()
    for version in range(1, presses + 1):
        await ida.press("Roll 5 dice")
        await ida.in_step(version)
    await other.page.locator(".dock .main").click()
    await other.context.set_offline(False)
    fault = other.page.locator(".dock").get_by_role("alert")
    await expect(fault).to_contain_text("That came too late, and nothing was done. Meanwhile: Ida throws")
    await expect(fault).to_contain_text(re.compile(f"(Ida throws.*){{{presses}}}"))
    await other.in_step(presses)
    assert await record(ida) == ["roll"] * presses
    await other.page.locator(".open button").first.click()
    await other.in_step(presses + 1)
    await expect(fault).to_be_empty()


async def test_a_roll_pressed_offline_risks_no_points_of_another_device(visit: Visit) -> None:
    ida = await visit()
    await ida.begin("titusind", ("Ida",))
    other = await another_device(visit, ida)
    other.offline = True
    await other.context.set_offline(True)
    await other.press("Roll 6 dice")
    await ida.press("Roll 6 dice")
    view = await ida.in_step(1)
    for _ in range(30):  # dice that score come soon
        if view["state"]["thrown"]:
            break
        await ida.press("Roll 6 dice")
        view = await ida.in_step()
    await ida.choose_dice(view["legal_moves"][0]["move"]["dice"])
    await ida.page.locator(".dock .main").click()
    risked = (await ida.in_step(view["version"] + 1))["state"]["points"]
    assert risked
    await other.context.set_offline(False)
    await expect(other.page.locator(".dock").get_by_role("alert")).to_contain_text("came too late")
    assert (await other.in_step())["state"]["points"] == risked


async def test_a_choice_that_others_left_as_it_was_is_made(visit: Visit) -> None:
    """All choose at once in wohin-damit: that another was faster is no reason to refuse."""
    ida = await visit()
    await ida.begin("wohin-damit", ("Ida", "Otto", "Bo"))
    for seat in range(3):
        legal = next(each for each in (await ida.view())["legal_moves"] if each["seat"] == seat)
        await post(ida, legal)
    view = await ida.in_step(3)
    assert kinds(view)
    asked = 0

    async def faster(route: Route) -> None:
        nonlocal asked
        asked += 1
        if asked == 1:
            other = next(each for each in view["legal_moves"] if each["seat"] == 1)
            await post(ida, other)
        await route.continue_()

    await ida.page.route("**/moves?*", faster)
    await ida.page.locator(".box").first.click()
    await ida.in_step(5)
    assert asked == 2
    await expect(ida.page.locator(".dock").get_by_role("alert")).to_be_empty()


async def post(visitor: Visitor, legal: dict[str, Any]) -> None:
    """Make a move by the host's token, behind the page's back."""
    kept = json.loads(await visitor.page.evaluate("localStorage.getItem('rollwright.keys')"))
    answer = await visitor.context.request.post(
        f"{visitor.origin}/v1/sessions/{visitor.session}/moves",
        data=legal,
        headers={"Authorization": f"Bearer {kept[visitor.session]['host']}"},
    )
    assert answer.ok, await answer.text()


# --- tabs ---


@pytest.mark.parametrize("tables", [1, 7])
async def test_seven_tabs_over_http_1_are_all_live(visit: Visit, tables: int) -> None:
    """A browser has six connections to a service: of one table, or of seven."""
    visitor = await visit()
    tabs = [visitor]
    await visitor.begin("yatzy-bg", ("Ida",))
    while len(tabs) < 7:
        tab = Visitor(visitor.context, await visitor.context.new_page(), visitor.origin)
        if tables == 1:
            await tab.open(f"#/s/{visitor.session}")
        else:
            await tab.begin("yatzy-bg", ("Ida",))
        await expect(tab.page.locator("main.table")).to_be_visible()
        tabs.append(tab)
    sessions = {tab.session: tab for tab in tabs}
    assert len(sessions) == tables
    for tab in sessions.values():
        await post(tab, (await tab.view())["legal_moves"][0])
    for tab in tabs:
        await tab.in_step(1)
    for tab in sessions.values():
        await tab.page.locator(".dock .main").click()
    for tab in tabs:
        await tab.in_step(2)
        assert tab.faults == []


async def test_without_shared_workers_a_hidden_tab_lets_go_of_its_stream(visit: Visit) -> None:
    visitor = await visit()
    await visitor.page.add_init_script("delete globalThis.SharedWorker")
    await visitor.page.reload()
    await visitor.begin("yatzy-bg", ("Ida",))
    streams: list[str] = []
    ended: list[str] = []
    visitor.page.on("request", lambda request: streams.append(request.url) if "/events" in request.url else None)
    visitor.page.on("requestfailed", lambda request: ended.append(request.url) if "/events" in request.url else None)
    await shown(visitor.page, "hidden")
    async with asyncio.timeout(PATIENCE):
        while not ended:  # noqa: ASYNC110 - the browser tells when
            await asyncio.sleep(0.02)
    assert len(ended) == 1
    await post(visitor, (await visitor.view())["legal_moves"][0])
    await shown(visitor.page, "visible")
    await visitor.in_step(1)
    assert len(streams) == 1


async def shown(page: Page, state: str) -> None:
    """Have the page believe that its tab is hidden, or seen again."""
    await page.evaluate(
        """(state) => {
          Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
          Object.defineProperty(document, "hidden", { value: state === "hidden", configurable: true });
          document.dispatchEvent(new Event("visibilitychange"));
        }""",
        state,
    )


# --- clocks ---


@pytest.mark.parametrize("wrong", [-10 * MINUTES, 10 * MINUTES])
async def test_a_countdown_follows_the_services_clock(visit: Visit, wrong: int) -> None:
    visitor = await visit()
    await visitor.page.add_init_script(f"({LATER})({wrong})")
    await visitor.page.reload()
    await visitor.open("#/new/sand")
    await visitor.unfold("At the table")
    await visitor.page.get_by_role("combobox", name="Time for a move").select_option("2 minutes")
    await visitor.press("Begin")
    await expect(visitor.page.get_by_role("timer")).to_have_text(re.compile(r"^(2:00|1:[0-5]\d)$"))
    device, service = await visitor.page.evaluate("[Date.now(), performance.timeOrigin + performance.now()]")
    assert abs(device - service - wrong) < MINUTES


# --- links ---


async def test_a_link_to_a_seat_replaces_no_token_before_it_is_proved(visit: Visit) -> None:
    visitor = await visit()
    await visitor.begin("sand", ("Ida", "Otto"))
    session = visitor.session
    keys = "localStorage.getItem('rollwright.keys')"
    before = await visitor.page.evaluate(keys)
    other = await visit()
    await other.begin("sand", ("Eva",))
    strange = json.loads(await other.page.evaluate(keys))[other.session]["seats"]["0"]
    for secret in ("x", "rw_seat_x", strange, json.loads(before)[session]["seats"]["1"]):
        await visitor.open(f"#/s/{session}/seat/0/{secret}")
        await expect(visitor.page.get_by_role("alert").get_by_text("This link leads to no seat here")).to_be_visible()
        assert visitor.page.url.endswith(f"#/s/{session}")
        assert await visitor.page.evaluate(keys) == before
    await visitor.press("Close")
    await visitor.press("Roll 6 dice")
    await visitor.in_step(1)


async def test_links_evict_nothing_that_works(visit: Visit) -> None:
    visitor = await visit()
    await visitor.begin("sand", ("Ida",))
    session = visitor.session
    for number in range(60):
        stranger = f"{NOBODY[:-2]}{number:02}"
        act = ("seat/0", "claim/1")[number % 2]
        await visitor.page.evaluate(f"location.hash = '#/s/{stranger}/{act}/x'")
        await expect(visitor.page.get_by_text("This game is not there any more")).to_be_visible()
    await visitor.open(f"#/s/{session}")
    await visitor.press("Roll 6 dice")
    await visitor.in_step(1)


async def test_a_wrong_invitation_beside_a_right_one_is_passed_over(visit: Visit) -> None:
    ida = await visit("#/new/sand")
    await ida.page.get_by_label("by link (2)").check()
    await ida.press("Begin")
    link = await ida.page.get_by_label("Link for this player").input_value()
    otto = await visit("")
    await otto.page.goto(link)
    await expect(otto.page.get_by_label("Your name")).to_be_visible()
    for visitor in (otto, ida):
        await visitor.open(f"#/s/{ida.session}/claim/1/rw_invite_wrong")
    await expect(ida.page.get_by_label("Link for this player")).to_have_value(link)
    await otto.page.get_by_label("Your name").fill("Otto")
    await otto.press("Join in")
    await expect(otto.page.locator("main.table")).to_be_visible()
    assert "rw_invite_" not in await otto.page.evaluate("JSON.stringify(localStorage)")


@pytest.mark.parametrize(
    "fragment",
    [
        "#/s/..%2Fgames",
        "#/s/../seat/0/x",
        "#/s/%2E%2E/claim/1/x",
        f"#/s/{NOBODY}%2F..%2F..%2Fgames",
        "#/new/..%2Fgames",
    ],
)
async def test_no_fragment_leads_to_another_address(visit: Visit, fragment: str) -> None:
    visitor = await visit(fragment)
    await expect(visitor.page.get_by_role("heading", level=1)).to_be_visible()
    asked = [url.removeprefix(visitor.origin) for url in visitor.requested]
    assert [url for url in asked if url.startswith("/v1") and not url.startswith("/v1/games?lang=")] == []


# --- translation ---


async def standing(page: Page) -> list[str]:
    """What the table says in capitals: whose turn it is, what is at risk, the sheet."""
    return [" ".join(text.split()).upper() for text in await page.locator(".turn, .risk, .sheet").all_inner_texts()]


@pytest.mark.parametrize("how", ["heeds the page", "replaces the texts", "moves the texts"])
async def test_a_browsers_translation_breaks_nothing(visit: Visit, how: str) -> None:
    """The page says that it is not to be translated, and it is played to its end beside one that does it anyway."""
    visitor = await visit(locale="de")
    assert await visitor.page.locator("html").get_attribute("translate") == "no"
    await visitor.page.get_by_label("Sprache").select_option("en")
    await visitor.begin("sand", ("Ida", "Otto"), Target="1500")
    compared = 0
    while (view := await visitor.in_step())["status"] == "active":
        assert (await visitor.page.evaluate(TRANSLATE, how) == 0) is (how == "heeds the page")
        write_down = visitor.page.locator(".dock .main").get_by_text("Write down")
        main = write_down if await write_down.count() else visitor.page.locator(".dock .main")
        await main.click()
        await expect(visitor.page.locator("main.table")).not_to_have_attribute("data-version", str(view["version"]))
        if (now := await visitor.in_step())["status"] == "active" and now["version"] % 3 == 0:
            shown = await standing(visitor.page)
            await visitor.page.reload()
            await visitor.in_step()
            assert await standing(visitor.page) == shown
            compared += 1
    assert compared
    await expect(visitor.page.locator(".outcome").get_by_role("heading")).to_contain_text(
        re.compile("win", re.IGNORECASE)
    )
