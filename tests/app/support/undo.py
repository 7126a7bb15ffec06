"""Tables of players who throw their own dice, and what their tests have in common."""

import random
from typing import Any

import httpx

from rules.playout import throw
from tests.app.support.house import Party, seated


async def table(client: httpx.AsyncClient, game: str = "titusind", *names: str | None, **more: Any) -> Party:
    return await seated(client, game, names or ("Ida", "Otto"), dice_source="players", **more)


async def undo(party: Party, token: str | None = None, version: int | None = None, **headers: str) -> httpx.Response:
    """Take back, having seen the version of the last answer unless another is given."""
    seen = party.session["version"] if version is None else version
    return await party.post("undo", None, token, **{"If-Match": f'"{seen}"'} | headers)


async def play(party: Party, chance: random.Random, most: int) -> None:
    """Random legal moves, so many or to the end."""
    for _ in range(most):
        legal = party.session["legal_moves"]
        if not legal:
            return
        pick = chance.choice(legal)
        dice = {"dice": throw(chance, pick["throws"])} if pick["throws"] else {}
        body = {"seat": pick["seat"], "move": pick["move"] | dice}
        answer = await party.post("moves", body)
        assert answer.status_code == 200, answer.text


def shown(view: dict[str, Any]) -> dict[str, Any]:
    """A view but for what an undoing changes for good."""
    return {key: value for key, value in view.items() if key != "version"}
