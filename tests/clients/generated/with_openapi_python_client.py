"""A game of each family through what openapi-python-client makes of the contract. Argument: the service's address."""

import sys

from rollwright_client import AuthenticatedClient, Client
from rollwright_client.api.sessions import open_session, play_move
from rollwright_client.models import (
    BotSeat,
    MoveAnswer,
    MoveRequest,
    NamedSeat,
    OpenedSession,
    OpenSeat,
    SandOptions,
    SandSession,
    SandSessionRequest,
    SolitaireDiceSession,
    SolitaireDiceSessionRequest,
    WohinDamitSession,
    WohinDamitSessionRequest,
    YatzySession,
    YatzySessionRequest,
)

Request = SandSessionRequest | YatzySessionRequest | SolitaireDiceSessionRequest | WohinDamitSessionRequest


def play(address: str, request: Request) -> str:
    opened = open_session.sync(client=Client(address), body=request)
    assert isinstance(opened, OpenedSession), opened
    client = AuthenticatedClient(address, opened.host_token)
    session = opened.session
    while session.status == "active":
        best = max([*session.legal_moves], key=lambda legal: legal.points or 0)
        answer = play_move.sync(
            str(session.id), client=client, body=MoveRequest(best.move), if_match=f'"{session.version}"'
        )
        assert isinstance(answer, MoveAnswer), answer
        session = answer.session
    if isinstance(session, SandSession):
        assert session.state.target == 500
        total = session.state.seats[0].total
    elif isinstance(session, (YatzySession, SolitaireDiceSession, WohinDamitSession)):
        total = session.state.seats[0].total
    else:
        raise AssertionError(session.game)
    return f"{session.game} {total}"


if __name__ == "__main__":
    ida: list[BotSeat | NamedSeat | OpenSeat] = [NamedSeat("Ida")]
    for asked in (
        SandSessionRequest("sand", ida, options=SandOptions(target=500)),
        YatzySessionRequest("yatzy", ida),
        SolitaireDiceSessionRequest("solitaire-dice", ida),
        WohinDamitSessionRequest("wohin-damit", ida),
    ):
        print(play(sys.argv[1], asked))
