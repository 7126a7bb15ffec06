"""Plays random legal moves of any game: python random_bot.py http://127.0.0.1:8000 TOKEN..."""

import random
import sys
from collections.abc import Callable, Sequence

from rollwright_client import Client, Problem, Table
from rollwright_client.contract import LegalMove


def play(address: str, tokens: Sequence[str], choose: Callable[[Table, int, list[LegalMove]], LegalMove]) -> None:
    """Play all seats of the tokens to the end of their games; `choose` picks a legal move for a seat at a table."""
    with Client(address) as client:
        token_of: dict[tuple[str, int], str] = {}
        for token in tokens:
            mine = client.my_seat(token)
            token_of |= {(mine["session"], seat): token for seat in mine["seats"]}
        played: dict[tuple[str, int], int] = {}
        for event in client.seat_events(tokens):
            place = session, seat = event["data"]["session"], event["data"]["seat"]
            if event["event"] == "end":
                print(session, seat, event["data"]["status"], event["data"]["outcome"])
            elif event["data"]["to_move"] and event["data"]["version"] >= played.get(place, 0):
                table = client.table(event["data"], token_of[place])
                try:
                    legal = choose(table, seat, event["data"]["legal_moves"])
                    played[place] = table.play(legal)["played"]["version"]
                except Problem as problem:
                    if problem.status not in (404, 409, 412):  # something else came first: the next event tells what
                        raise


if __name__ == "__main__":
    play(sys.argv[1], sys.argv[2:], lambda _table, _seat, legal: random.choice(legal))
