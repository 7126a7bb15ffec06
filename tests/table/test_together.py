"""Several browsers at one session: in step, after a lost connection too, each with its own rights."""

import json
import re
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from playwright.async_api import Route, expect

from tests.proof.processes import Worker
from tests.table.conftest import Visit
from tests.table.visitors import Visitor

pytestmark = pytest.mark.asyncio(loop_scope="session")
GUIDE = (Path(__file__).parents[2] / "docs" / "http.md").read_text()


async def invite(
    visit: Visit, game: str, agree: Callable[[Visitor], Awaitable[None]] | None = None
) -> tuple[Visitor, Visitor]:
    """Ida, who opened the session, and Otto, who came by her link; `agree` fills in more of the form."""
    ida = await visit()
    await ida.open(f"#/new/{game}")
    await ida.page.get_by_label("Name of player 1").fill("Ida")
    await ida.page.get_by_label("by link (2)").check()
    if agree is not None:
        await agree(ida)
    await ida.press("Begin")
    link = await ida.page.get_by_label("Link for this player").input_value()
    otto = await visit("")
    await otto.page.goto(link)
    await otto.page.get_by_label("Your name").fill("Otto")
    await otto.press("Join in")
    for visitor in (ida, otto):
        await expect(visitor.page.locator("main.table")).to_be_visible()
    return ida, otto


async def news(visitor: Visitor, text: str) -> None:
    await expect(visitor.page.get_by_role("log")).to_contain_text(text)


async def test_two_browsers_play_one_session_in_step(visit: Visit) -> None:
    ida, otto = await invite(visit, "wohin-damit")
    looking_on = await visit(f"#/s/{ida.session}")
    await otto.press("Roll one die")
    for visitor in (ida, otto, looking_on):
        await news(visitor, "Otto throws")
    await expect(otto.page.locator(".dock").get_by_role("button")).to_have_count(0)
    await ida.press("Roll 2 dice")
    for visitor in (ida, otto, looking_on):
        await news(visitor, "Ida throws")
    await otto.page.get_by_role("button", name=re.compile("^Row 6")).click()
    await ida.page.get_by_role("button", name=re.compile("^Large")).click()
    for visitor in (ida, otto, looking_on):
        await news(visitor, "Round 2 begins")
        assert await visitor.in_step() == await ida.in_step()
    await expect(looking_on.page.locator(".box, .dock button")).to_have_count(0)


async def test_no_secret_is_in_an_address_that_is_sent(visit: Visit) -> None:
    ida, otto = await invite(visit, "sand")
    assert otto.page.url == f"{otto.origin}/table/#/s/{otto.session}"
    sent = ida.requested + otto.requested
    assert sent
    assert [address for address in sent if "rw_" in address] == []
    kept = await otto.page.evaluate("localStorage.getItem('rollwright.keys')")
    assert "rw_seat_" in kept
    assert "rw_invite_" not in kept
    assert "rw_host_" not in kept


async def test_a_cut_connection_is_taken_up_without_a_reload(visit: Visit) -> None:
    ida, otto = await invite(visit, "wohin-damit")
    await otto.page.add_init_script("delete globalThis.SharedWorker")  # what is said to be offline leaves workers out
    await otto.page.reload()
    await expect(otto.page.locator("main.table")).to_have_attribute("data-version", "1")
    otto.offline = True
    await otto.context.set_offline(True)
    await expect(otto.page.get_by_text("Connection lost")).to_be_visible()
    await ida.press("Roll 2 dice")
    await ida.page.get_by_role("button", name=re.compile("^Large")).click()
    await ida.in_step()
    await expect(otto.page.locator("main.table")).to_have_attribute("data-version", "1")
    await otto.context.set_offline(False)
    await otto.in_step()
    await expect(otto.page.get_by_text("Connection lost")).to_have_count(0)
    await otto.press("History")
    listed = otto.page.locator(".history li")
    await expect(listed).to_have_count(3)  # the dialog is loaded when it is asked for
    entries = await listed.evaluate_all("list => list.map((each) => each.value)")
    assert entries == [3, 2, 1]


async def test_a_server_that_comes_back_is_found_again(visit: Visit, house: Worker) -> None:
    visitor = await visit()
    await visitor.begin("sand", ("Ida", "Otto"))
    await visitor.press("Roll 6 dice")
    await visitor.in_step()
    visitor.offline = True
    house.kill()
    await expect(visitor.page.get_by_text("Connection lost")).to_be_visible()
    await visitor.page.locator(".dock .main").click()
    await house.start()
    await expect(visitor.page.get_by_text("Connection lost")).to_have_count(0)
    played = visitor.page.locator("main.table[data-version='2']")
    given_up = visitor.page.get_by_role("alert").get_by_text("The service cannot be reached")
    await expect(played.or_(given_up)).to_be_visible()
    if await given_up.count():  # the page tries for 19 seconds, and a busy machine may take longer to start a service
        await visitor.page.locator(".dock .main").click()
    await expect(played).to_be_visible()


async def test_a_private_session_is_followed_by_its_players_only(visit: Visit) -> None:
    ida = await visit()
    await ida.open("#/new/sand")
    await ida.unfold("At the table")
    await ida.page.get_by_label("Only players may look on").check()
    await ida.press("Begin")
    await ida.press("Roll 6 dice")
    await news(ida, "Player 1 throws")
    stranger = await visit(f"#/s/{ida.session}")
    await expect(stranger.page.get_by_text("or it is private")).to_be_visible()


async def test_who_is_invited_to_a_private_session_can_come(visit: Visit) -> None:
    ida = await visit("#/new/sand")
    await ida.page.get_by_label("by link (2)").check()
    await ida.unfold("At the table")
    await ida.page.get_by_label("Only players may look on").check()
    await ida.press("Begin")
    otto = await visit("")
    await otto.page.goto(await ida.page.get_by_label("Link for this player").input_value())
    await otto.page.get_by_label("Your name").fill("Otto")
    await otto.press("Join in")
    for visitor in (ida, otto):
        await news(visitor, "Otto joins in")


async def test_a_link_is_taken_where_the_session_is_open_already(visit: Visit) -> None:
    ida = await visit("#/new/sand")
    await ida.page.get_by_label("by link (2)").check()
    await ida.press("Begin")
    link = await ida.page.get_by_label("Link for this player").input_value()
    otto = await visit(f"#/s/{ida.session}")
    await expect(otto.page.get_by_text("You are looking on.")).to_be_visible()
    await otto.page.goto(link)
    await otto.press("Join in")
    await news(ida, "Player 2 joins in")


async def test_a_deletion_whose_answer_was_lost_is_done(visit: Visit) -> None:
    visitor = await visit()
    await visitor.begin("sand", ("Ida", "Otto"))
    asked: list[str] = []

    async def lose_the_first(route: Route) -> None:
        if route.request.method != "DELETE":
            await route.continue_()
            return
        asked.append(route.request.url)
        if len(asked) == 1:
            assert (await route.fetch()).status == 204
            await route.abort()
        else:
            await route.continue_()

    await visitor.page.route("**/v1/sessions/*", lose_the_first)
    visitor.offline = True
    await visitor.press("Table", exact=True)
    await visitor.press("Delete this game")
    await visitor.press("Yes")
    await expect(visitor.page.get_by_role("heading", name="What shall we play?")).to_be_visible()
    assert len(asked) == 2
    assert visitor.page.url.endswith("#/")


async def test_without_storage_a_game_lasts_as_long_as_the_page(visit: Visit) -> None:
    visitor = await visit("#/new/sand")
    await visitor.page.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error(); } })"
    )
    await visitor.page.reload()
    await expect(visitor.page.get_by_text("This browser keeps nothing")).to_be_visible()
    await visitor.press("Begin")
    await visitor.press("Roll 6 dice")
    await visitor.in_step(1)


async def test_the_second_half_of_a_double_click_presses_nothing(visit: Visit) -> None:
    """What the first half did has brought another button to that place."""
    visitor = await visit()
    await visitor.begin("yatzy-bg", ("Ida",))
    await visitor.press("Roll 5 dice")
    await visitor.in_step(1)
    await visitor.page.locator(".dock .main").dispatch_event("click", {"detail": 2})
    await visitor.page.locator(".open button").first.click()
    assert (await visitor.in_step(2))["state"]["round"] == 2


async def test_time_that_ran_out_is_called_so(visit: Visit) -> None:
    visitor = await visit()
    await visitor.begin("sand", ("Ida", "Otto"))

    async def late(route: Route) -> None:
        told = await (await route.fetch()).json()
        told["entries"] = [entry | {"kind": "resign", "by": "service"} for entry in told["entries"]]
        await route.fulfill(json=told)

    await visitor.press("Roll 6 dice")
    await visitor.in_step(1)
    await visitor.page.route("**/record?*", late)
    await visitor.page.reload()
    await news(visitor, "Ida has run out of time and leaves the game")


async def test_the_host_takes_back_what_was_tapped_in_wrongly(visit: Visit) -> None:
    visitor = await visit()
    await visitor.begin("yatzy-bg", ("Ida", "Otto"), "/pad")
    await visitor.tap_in(1, 2, 3, 4, 6)
    await visitor.press("Take back")
    await news(visitor, "Move 1 is taken back")
    await visitor.tap_in(1, 2, 3, 4, 5)
    await visitor.press("Small straight: 15 points", exact=True)
    await expect(visitor.page.get_by_role("heading", name="Otto to play")).to_be_visible()
    await visitor.press("History")
    await expect(visitor.page.locator(".history .undone")).to_have_count(1)


async def test_the_dice_are_computed_anew_and_a_false_one_is_found(visit: Visit) -> None:
    visitor = await visit()
    await visitor.begin("sand", ("Ida", "Otto"))
    await visitor.press("Table", exact=True)
    await visitor.page.get_by_label("Seed of Ida").fill("seven geese over the lake")
    await visitor.button("Add", exact=True).first.click()
    await visitor.in_step(1)
    await visitor.press("Close")
    await visitor.press("Roll 6 dice")
    await visitor.in_step()
    await visitor.press("Table", exact=True)
    await visitor.press("Otto leaves the game")
    await visitor.press("Yes")
    await expect(visitor.page.locator(".outcome")).to_be_visible()
    await visitor.press("Close")
    await visitor.press("Are the dice fair?")
    await visitor.press("Check it")
    await expect(visitor.page.get_by_text("The one throw is right.")).to_be_visible()
    await visitor.press("Close")

    async def loaded(route: Route) -> None:
        told = await (await route.fetch()).json()
        told["throws"][0]["dice"][0] = told["throws"][0]["dice"][0] % 6 + 1
        await route.fulfill(json=told)

    await visitor.page.route("**/fairness", loaded)
    await visitor.page.reload()
    await visitor.press("Are the dice fair?")
    await visitor.press("Check it")
    await expect(visitor.page.get_by_text("Something is wrong with these dice.")).to_be_visible()
    await expect(visitor.page.locator(".throws .wrong")).to_have_count(1)


async def test_another_game_with_the_same_players_is_one_press_away(visit: Visit) -> None:
    visitor = await visit()
    await visitor.begin("solitaire-dice", ("Ida",))
    before = visitor.session
    await visitor.press("Table", exact=True)
    await visitor.press("Ida leaves the game")
    await visitor.press("Yes")
    await visitor.press("Close")
    await visitor.press("Once more")
    await expect(visitor.page.get_by_role("heading", name="Ida to play")).to_be_visible()
    assert visitor.session != before


async def test_a_rematch_takes_along_whoever_is_at_the_table(visit: Visit) -> None:
    ida, otto = await invite(visit, "sand")
    looking_on = await visit(f"#/s/{ida.session}")
    before = ida.session
    late = await visit("")
    await late.page.goto(await seat_link(otto, "Otto"))
    await expect(late.page.locator("main.table")).to_be_visible()
    await late.open("#/")
    await leave(otto, "Otto")
    for visitor in (ida, otto, looking_on):
        await expect(visitor.page.locator(".outcome")).to_be_visible()
    await ida.press("Once more")
    for visitor in (ida, otto, looking_on):
        await expect(visitor.page.locator("main.table[data-version='1']")).to_be_visible()
        assert visitor.session == otto.session != before
    assert [seat["name"] for seat in (await ida.view())["seats"]] == ["Ida", "Otto"]
    await expect(otto.page.get_by_role("heading", name="Waiting for Ida")).to_be_visible()
    await leave(otto, "Otto")  # the seat is Otto's, as before
    await news(ida, "Otto leaves the game")
    await ida.open(f"#/s/{before}")
    await expect(ida.button("On to the next game")).to_be_visible()
    await ida.press("On to the next game")
    await expect(ida.page.locator("main.table[data-version='2']")).to_be_visible()
    assert ida.session == otto.session


async def seat_link(visitor: Visitor, name: str) -> str:
    await visitor.press("Table", exact=True)
    link = await visitor.page.get_by_label(f"Play {name} on another device").input_value()
    await visitor.press("Close")
    return link


async def leave(visitor: Visitor, name: str) -> None:
    await visitor.press("Table", exact=True)
    await visitor.press(f"{name} leaves the game")
    await visitor.press("Yes")
    await expect(visitor.page.locator(".outcome")).to_be_visible()
    await visitor.press("Close")


async def test_a_guest_who_does_not_come_again_is_replaced_by_a_link(visit: Visit) -> None:
    ida, otto = await invite(visit, "sand")
    await leave(otto, "Otto")
    await otto.context.close()
    await ida.press("Once more")
    await expect(ida.page.get_by_text("Waiting for one player")).to_be_visible()
    await ida.press("Make a link for Player 2 (free)")
    eva = await visit("")
    await eva.page.goto(await ida.page.get_by_label("Link for this player").input_value())
    await eva.page.get_by_label("Your name").fill("Eva")
    await eva.press("Join in")
    await news(ida, "Eva joins in")


async def test_a_link_is_shared_and_shown_as_a_qr_code(visit: Visit) -> None:
    visitor = await visit("")
    await visitor.page.add_init_script("navigator.share = async (what) => { window.shared = what; }")
    await visitor.page.goto("about:blank")
    await visitor.open("#/new/sand")
    await visitor.page.get_by_label("by link (2)").check()
    await visitor.press("Begin")
    link = await visitor.page.get_by_label("Link for this player").input_value()
    await visitor.button("Share").first.click()
    assert (await visitor.page.evaluate("window.shared"))["url"] == link
    await visitor.button("QR code").first.click()
    code = visitor.page.get_by_role("img", name="Link for this player")
    await expect(code).to_be_visible()
    drawn = await code.locator("path").get_attribute("d") or ""
    dark = {tuple(map(int, module)) for module in re.findall(r"M(\d+) (\d+)h1v1h-1z", drawn)}
    side = max(x for x, _ in dark) + 1
    assert side >= 21
    assert (side - 21) % 4 == 0
    for left, top in ((0, 0), (side - 7, 0), (0, side - 7)):  # the finder patterns of ISO/IEC 18004
        ring = {(x, y) for x in range(7) for y in range(7) if {x, y} & {0, 6} or (x in (2, 3, 4) and y in (2, 3, 4))}
        assert {(x - left, y - top) for x, y in dark if left <= x < left + 7 and top <= y < top + 7} == ring
    assert "rw_invite_" in link


async def test_the_time_for_a_move_is_shown(visit: Visit) -> None:
    visitor = await visit("#/new/sand")
    await visitor.unfold("At the table")
    await visitor.page.get_by_role("combobox", name="Time for a move").select_option("2 minutes")
    await visitor.press("Begin")
    await expect(visitor.page.get_by_role("timer")).to_have_text(re.compile(r"^(2:00|1:5\d)$"))


async def test_a_seat_is_played_on_from_another_device(visit: Visit) -> None:
    visitor = await visit()
    await visitor.begin("sand", ("Ida", "Otto"))
    await visitor.press("Table", exact=True)
    link = await visitor.page.get_by_label("Play Ida on another device").input_value()
    other = await visit("")
    await other.page.goto(link)
    await other.press("Roll 6 dice")
    await news(visitor, "Ida throws")
    assert "rw_" not in other.page.url


async def test_the_page_computes_the_documented_throws(visit: Visit) -> None:
    pages = (Path(__file__).parents[2] / "docs" / "fairness.md").read_text()
    vectors = re.search(r"```json\n(.*?)```", pages, re.DOTALL)
    assert vectors is not None
    visitor = await visit()
    found = await visitor.page.evaluate(
        "async (document) => (await import('/table/fair.js')).check(document)", json.loads(vectors[1])
    )
    assert found["right"]
    assert len(found["throws"]) == 8


async def test_the_host_goes_on_without_a_player_who_is_away(visit: Visit) -> None:
    async def hurried(route: Route) -> None:
        asked = json.loads(route.request.post_data or "")
        assert asked["absent_seconds"] == 60
        await route.continue_(post_data=asked | {"absent_seconds": 1})

    async def patient(visitor: Visitor) -> None:
        await visitor.page.route("**/v1/sessions", hurried)
        await visitor.unfold("At the table")
        await visitor.page.get_by_label("Wait for a player who is away").select_option("60")

    ida, otto = await invite(visit, "wohin-damit", patient)
    await ida.press("Skip the turn of Otto")
    for visitor in (ida, otto):
        await news(visitor, "Otto is away: the turn is skipped")
    await expect(otto.button("Roll one die")).to_have_count(0)
    await ida.press("Roll 2 dice")
    await ida.page.get_by_role("button", name=re.compile("^Large")).click()
    await expect(ida.button("Skip the turn of Otto")).to_be_visible()
    await expect(otto.page.get_by_role("button", name=re.compile("^Skip"))).to_have_count(0)
    await ida.press("Table", exact=True)
    await ida.press("Otto leaves the game")
    await ida.press("Yes")
    await expect(ida.page.locator(".outcome")).to_be_visible()


async def test_a_box_tapped_by_mistake_is_taken_back_until_the_next_throw(visit: Visit) -> None:
    ida, otto = await invite(visit, "yatzy")
    await ida.press("Roll 5 dice")
    await expect(ida.button("Take back")).to_have_count(0)
    await ida.page.get_by_role("button", name=re.compile("^Chance")).click()
    await expect(otto.page.get_by_role("heading", name="Otto to play")).to_be_visible()
    await expect(otto.button("Take back")).to_have_count(0)
    await ida.press("Take back")
    for visitor in (ida, otto):
        await news(visitor, "is taken back")
    await ida.page.get_by_role("button", name=re.compile("^Ones")).click()
    await otto.press("Roll 5 dice")
    await news(ida, "Otto throws")
    await expect(ida.button("Take back")).to_have_count(0)


async def test_a_browser_follows_a_private_session_as_the_guide_has_it(visit: Visit) -> None:
    (guide,) = re.findall(r"```js\n(async function follow.*?)```", GUIDE, re.DOTALL)
    visitor = await visit()
    told = await visitor.page.evaluate(
        f"""async () => {{
          {guide}
          const seats = [{{ name: "Ida" }}];
          const body = JSON.stringify({{ game: "sand", visibility: "private", seats }});
          const opened = await (await fetch("/v1/sessions", {{ method: "POST", body }})).json();
          const events = await follow("/v1/sessions/" + opened.session.id, opened.host_token);
          const told = await new Promise((resolve) => events.addEventListener("session", resolve));
          events.close();
          return JSON.parse(told.data).visibility;
        }}"""
    )
    assert told == "private"
