"""Sessions opened over HTTP for a visitor, with dice that a test chooses, and answers of a service that solves."""

import json
import re
from collections.abc import Sequence
from typing import Any

from playwright.async_api import Route, expect

from tests.table.visitors import Visitor

SMALL = {"boxes": [{"category": "sixes"}, {"category": "chance"}], "bonus": 0}
"""A sheet of two boxes, which takes no table."""

Play = tuple[str, dict[str, Any]]


class Opened:
    """A session that a test plays beside the page, with the players' dice unless it says otherwise."""

    def __init__(self, visitor: Visitor, made: dict[str, Any]) -> None:
        self.visitor = visitor
        self.id: str = made["session"]["id"]
        self.tokens: list[str | None] = [seat.get("token") for seat in made["seats"]]
        self.address = f"{visitor.origin}/v1/sessions/{self.id}"

    async def play(self, seat: int, *plays: Play) -> None:
        """Make moves for a seat: verbs and their bodies."""
        for verb, body in plays:
            headers = {"Authorization": f"Bearer {self.tokens[seat]}"}
            sent = await self.visitor.context.request.post(
                f"{self.address}/{verb}", data={"seat": seat} | body, headers=headers
            )
            assert sent.status == 200, await sent.text()

    async def asked(self, path: str = "", seat: int = 0) -> Any:
        """What the service says at a path of the session to a seat."""
        headers = {"Authorization": f"Bearer {self.tokens[seat]}"}
        answer = await self.visitor.context.request.get(f"{self.address}{path}", headers=headers)
        assert answer.status == 200, await answer.text()
        return await answer.json()

    async def worked_out(self, path: str) -> None:
        """Wait until the service has solved what a path takes, however long that is."""
        headers = {"Authorization": f"Bearer {self.tokens[0]}"}
        while (await self.visitor.context.request.get(f"{self.address}{path}", headers=headers)).status == 503:
            pass  # it has let us wait for a second

    async def sit(self, seat: int = 0) -> None:
        """Show the table to the visitor, who plays a seat."""
        await self.visitor.open(f"#/s/{self.id}/seat/{seat}/{self.tokens[seat]}")
        await expect(self.visitor.page.locator("main.table")).to_be_visible()


async def opened(visitor: Visitor, game: str, names: Sequence[str] = ("Ida", "Otto"), **more: Any) -> Opened:
    """Open a session whose seats have these names."""
    sent = {"game": game, "seats": [{"name": name} for name in names], "dice_source": "players"} | more
    made = await visitor.context.request.post(f"{visitor.origin}/v1/sessions", data=sent)
    assert made.status == 201, await made.text()
    return Opened(visitor, await made.json())


async def bots_ready(visitor: Visitor, game: str, **more: Any) -> None:
    """Wait until the service has solved what its bots play a game by, however long that is."""
    sent = {"game": game, "seats": [{"name": "Ida"}, {"bot": "casual"}]} | more
    while (answer := await visitor.context.request.post(f"{visitor.origin}/v1/sessions", data=sent)).status == 503:
        pass  # it has let us wait for two seconds
    assert answer.status == 201, await answer.text()


class Solving:
    """A service that is still solving a table: how it answers what takes one, until it is `done`."""

    def __init__(self, seconds: int, solved: str) -> None:
        self.seconds = seconds
        self.solved = solved
        self.asked = 0
        self.done = False

    async def __call__(self, route: Route) -> None:
        """Answer for the service, or leave it to the service."""
        if self.done or (self.solved and self.solved in route.request.url):
            await route.continue_()
            return
        self.asked += 1
        problem = {
            "type": "/problems/advice-preparing",
            "title": "The table is being solved",
            "status": 503,
            "code": "advice-preparing",
            "progress": 0.4,
        }
        await route.fulfill(
            status=503,
            headers={"Retry-After": str(self.seconds), "Content-Type": "application/problem+json"},
            body=json.dumps(problem),
        )


async def solving(visitor: Visitor, path: str, seconds: int = 2, solved: str = "") -> Solving:
    """Let the service solve a table for this path, with so many seconds left; what has `solved` in it is answered."""
    answers = Solving(seconds, solved)
    await visitor.page.route(re.compile(path), answers)
    return answers
