"""Dependencies: what calls with or without a session take from the application: its games, and their contract."""

from typing import Annotated

from fastapi import Depends, Request

from app.contract.contract import Contract
from app.games.served_game import Games


async def _games(request: Request) -> Games:
    games: Games = request.app.state.games
    return games


async def _contract(request: Request) -> Contract:
    contract: Contract = request.app.state.contract
    return contract


GamesDep = Annotated[Games, Depends(_games)]
ContractDep = Annotated[Contract, Depends(_contract)]
