"""A table of a session: whoever sits there posts moves through a client."""

from typing import Any

import httpx


class Table:
    """A session as its players see it: tokens at hand, moves by any of them."""

    def __init__(self, client: httpx.AsyncClient, opened: dict[str, Any]) -> None:
        self.client = client
        self.session: dict[str, Any] = opened["session"]
        self.host: str = opened["host_token"]
        self.tokens: list[str] = [seat["token"] for seat in opened["seats"]]
        self.address = f"/v1/sessions/{self.session['id']}"

    async def post(self, path: str, body: Any, token: str | None = None, **headers: str) -> httpx.Response:
        sent = {"Authorization": f"Bearer {token or self.host}"} | headers
        answer = await self.client.post(f"{self.address}/{path}", json=body, headers=sent)
        self.session = answer.json().get("session", self.session)
        return answer

    async def view(self) -> dict[str, Any]:
        shown: dict[str, Any] = (await self.client.get(self.address)).json()
        return shown


async def open_table(
    client: httpx.AsyncClient, game: str, names: tuple[str, ...] = ("Ida", "Otto"), **more: Any
) -> Table:
    body = {"game": game, "seats": [{"name": name} for name in names]} | more
    answer = await client.post("/v1/sessions", json=body)
    assert answer.status_code == 201, answer.text
    return Table(client, answer.json())
