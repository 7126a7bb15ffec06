"""Points of a game from outside: all that a session stores, every form of its transcript can be read back with."""

from typing import Any

import httpx
import pytest

from app.main import create_app
from app.settings import Settings
from rules.contract import MOST_POINTS, Step
from rules.registry import Registry
from tests.app.support.rogue_game import Deed, changes, gives, rogue
from tests.app.support.table import Table, open_table


def worth(points: int) -> dict[str, Deed]:
    """The mischief of a game in which whatever has points has so many, and so has the total."""

    def paid(step: Any) -> Any:
        return step._replace(points=points) if isinstance(step, Step) and step.points is not None else step

    return {"apply": changes(paid), "totals": gives((points,))}


async def played(client: httpx.AsyncClient) -> tuple[Table, httpx.Response]:
    """A first bank in a session whose players throw themselves."""
    table = await open_table(client, "rogue", ("Ida",), dice_source="players")
    for path, body in (("roll", {"dice": [1, 1, 1, 1, 5, 5]}), ("set-aside", {"dice": [1, 1, 1, 1]})):
        answer = await table.post(path, body)
        if answer.status_code != 200:
            return table, answer
    return table, await table.post("bank", {})


@pytest.mark.parametrize("points", [MOST_POINTS, -MOST_POINTS])
@pytest.mark.parametrize(("form", "media"), [("json", "application/json"), ("text", "text/plain")])
async def test_the_most_points_come_back_from_every_transcript(
    sqlite_database: str, points: int, form: str, media: str
) -> None:
    app = create_app(Settings(database=sqlite_database), Registry({"rogue": rogue(worth(points))}))
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://test") as client,
    ):
        table, answer = await played(client)
        assert answer.status_code == 200, answer.text
        host = {"Authorization": f"Bearer {table.host}"}
        written = await client.get(f"{table.address}/transcript?format={form}", headers=host)
        assert str(points) in written.text
        sent = {"Content-Type": media}
        found = await client.post("/v1/games/rogue/check", content=written.content, headers=sent)
        assert (found.status_code, found.json()["faults"]) == (200, []), found.text
        assert found.json()["totals"]["right"] == [points]


@pytest.mark.parametrize("points", [MOST_POINTS + 1, -MOST_POINTS - 1, 2**53 - 1])
async def test_more_points_fail_and_store_nothing(sqlite_database: str, points: int) -> None:
    mischief: dict[str, Deed] = {}
    app = create_app(Settings(database=sqlite_database), Registry({"rogue": rogue(mischief)}))
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url="http://test") as client,
    ):
        mischief["apply"] = worth(points)["apply"]
        table, answer = await played(client)
        assert (answer.status_code, answer.json()["code"]) == (500, "game-failed")
        mischief.clear()
        assert (await table.view())["version"] == 1  # the roll, and nothing that is worth something
