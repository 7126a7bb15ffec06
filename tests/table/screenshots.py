"""The pictures in docs/images, taken anew: python -m tests.table.screenshots"""

import asyncio
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

from playwright.async_api import APIRequestContext, Browser, ViewportSize, expect

from tests.proof.processes import Worker
from tests.table.browsers import browser

IMAGES = Path(__file__).parents[2] / "docs" / "images"
PHONE = ViewportSize(width=360, height=740)
DESK = ViewportSize(width=1280, height=800)
ENOUGH = 350
WHOLE = 1000
SOLVING = 503
LAPSE = 11
"""After so many moves that are the best a player makes a worse one."""


class Picture(NamedTuple):
    """A session after so many moves, as it looks to somebody; `analysed`: after the whole game, with its analysis."""

    name: str
    game: str
    moves: int
    size: ViewportSize
    scheme: str = "light"
    locale: str = "en"
    players: tuple[str, ...] = ("Ida", "Otto")
    analysed: bool = False


PICTURES = (
    Picture("table-yatzy", "yatzy-bg", 31, DESK),
    Picture("table-wohin-damit", "wohin-damit", 29, DESK, "dark", "de"),
    Picture("table-sand-phone", "sand", 31, PHONE),
    Picture("table-titusind-phone", "titusind", 61, PHONE, "dark", "da"),
    Picture("table-solitaire-dice-phone", "solitaire-dice", 15, PHONE, players=("Ida",)),
    Picture("table-analysis", "yatzy", WHOLE, DESK, analysed=True),
)


def sensible(moves: list[dict[str, Any]]) -> dict[str, Any]:
    """What a player with little time would do."""
    banks = [each for each in moves if each["move"]["type"] == "bank" and each["points"] >= ENOUGH]
    scored = [each for each in moves if each["points"] is not None and each["move"]["type"] != "bank"]
    rolls = [each for each in moves if each["move"]["type"] == "roll"]
    return (banks or sorted(scored, key=lambda each: -each["points"]) or rolls)[0]


async def advised(request: APIRequestContext, address: str, token: str, version: int) -> dict[str, Any]:
    """What a player would do who knows better than to be hasty, most of the time."""
    headers = {"Authorization": f"Bearer {token}"}
    while not (answer := await request.get(f"{address}/advice", headers=headers)).ok:
        assert answer.status == SOLVING, await answer.text()
    moves: list[dict[str, Any]] = (await answer.json())["moves"]
    return moves[min(3 if version % LAPSE == 0 else 0, len(moves) - 1)]


async def played(request: APIRequestContext, origin: str, picture: Picture) -> str:
    """Open a session and play its first moves; the fragment at which its first seat goes on."""
    seats = [{"name": name} for name in picture.players]
    opened = await (await request.post(f"{origin}/v1/sessions", data={"game": picture.game, "seats": seats})).json()
    address = f"{origin}/v1/sessions/{opened['session']['id']}"
    view = opened["session"]
    for _ in range(picture.moves):
        if view["status"] != "active":
            break
        seat = view["to_move"][0]
        token = opened["seats"][seat]["token"]
        if picture.analysed:
            chosen = await advised(request, address, token, view["version"])
        else:
            chosen = sensible([each for each in view["legal_moves"] if each["seat"] == seat])
        headers = {"Authorization": f"Bearer {token}"}
        answer = await request.post(f"{address}/moves?legal=all", data={"move": chosen["move"]}, headers=headers)
        view = (await answer.json())["session"]
    seat = (view["to_move"] or [0])[0]
    return f"#/s/{view['id']}/seat/{seat}/{opened['seats'][seat]['token']}"


async def take(chromium: Browser, origin: str, picture: Picture) -> None:
    """Take one picture."""
    context = await chromium.new_context(
        viewport=picture.size,
        color_scheme="dark" if picture.scheme == "dark" else "light",
        locale=picture.locale,
        reduced_motion="reduce",
    )
    page = await context.new_page()
    await page.goto(f"{origin}/table/{await played(context.request, origin, picture)}")
    await expect(page.locator("main.table")).to_be_visible()
    if picture.analysed:
        await page.get_by_role("button", name="Luck and skill").click()
        await expect(page.locator(".skill")).to_be_visible()
    await page.screenshot(path=IMAGES / f"{picture.name}.png")
    await context.close()


async def main() -> None:
    """Take all of them."""
    IMAGES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        worker = Worker(f"sqlite:///{place}/table.db", Path(place) / "log")
        await worker.start()
        async with browser() as chromium:
            for picture in PICTURES:
                await take(chromium, f"http://127.0.0.1:{worker.port}", picture)
        worker.close()


if __name__ == "__main__":
    asyncio.run(main())
