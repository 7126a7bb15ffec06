"""What type-checks and what does not: mypy is the test, to which an ignore without need is an error; nothing runs."""

from rollwright_client import AsyncClient, Client, Table
from rollwright_client.contract import Session


async def calls(client: AsyncClient) -> None:
    await client.open({"game": "yatzy-bg", "seats": [{"name": "Ida"}], "options": {"choose_dice_count": True}})
    await client.open({"game": "yatzee", "seats": [{"name": "Ida"}]})  # type: ignore[arg-type, misc]
    table = client.table("id", "token")
    await table.choose_category({"category": "full_house"})
    await table.choose_category({"sums": (4, 10), "fifth": 6})
    await table.set_aside({"dice": ["1"]})  # type: ignore[list-item]
    await table.play({"move": {"type": "bank"}}, version=3)
    await table.play({"move": {"type": "banc"}})  # type: ignore[misc, typeddict-item]


def narrowing(view: Session, table: Table, client: Client) -> None:
    if view["game"] == "sand":
        view["state"]["cup"].bit_count()
        view["state"]["throws_left"]  # type: ignore[typeddict-item]
    for legal in view["legal_moves"]:
        table.play(legal)
    for event in table.events():
        if event["event"] == "session":
            event["data"]["legal_moves"].copy()
        elif event["event"] == "end":
            event["data"]["outcome"].copy()  # type: ignore[union-attr]
        else:
            event["data"]["played"]["dice"].copy()
    for news in client.seat_events(["token"]):
        if news["event"] == "seat" and news["data"]["to_move"]:
            table.play(news["data"]["legal_moves"][0])
