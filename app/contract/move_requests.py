"""Types of the requests that play moves, made from the games of a deployment."""

from dataclasses import MISSING, fields
from typing import Any, Union, get_args, get_type_hints

from pydantic import Field, create_model

from app.contract.models import STRICT, Seat
from app.contract.names import verb_type
from app.contract.per_game import alias
from rules.contract import AnyGame, SetAside
from rules.flaws import members


def _moves(games: dict[str, AnyGame]) -> list[Any]:
    """The move unions of the games, each once."""
    return list({id(game.move): game.move for game in games.values()}.values())


def move_request(games: dict[str, AnyGame]) -> Any:
    """What plays any move of these games."""
    any_move: Any = Union[*_moves(games)]
    return create_model(
        "MoveRequest",
        __config__=STRICT,
        __doc__="A move. An entry of `legal_moves` may be sent as it is: `points`, `worth`, `throws` are ignored.",
        seat=(
            Seat | None,
            Field(None, description="Needed only where a host's token could mean several seats."),
        ),
        move=(any_move, ...),
        points=(Any, Field(None, description="Ignored.")),
        worth=(Any, Field(None, description="Ignored.")),
        throws=(Any, Field(None, description="Ignored.")),
    )


def verb_requests(games: dict[str, AnyGame]) -> list[Any]:
    """For each verb the bodies of its address: a move's fields without its type, and the seat."""
    moves: dict[str, dict[str, Any]] = {}
    rolls: set[str] = set()
    for union in _moves(games):
        verbs = {get_args(get_type_hints(move)["type"])[0]: move for move in members(union)}
        for verb, move in verbs.items():
            moves.setdefault(verb, {})[move.__name__] = move
        if {"roll", "set_aside"} <= verbs.keys():
            rolls.add(verbs["roll"].__name__)
    return [
        alias(verb_type(verb), Union[*(_verb_body(move, name in rolls) for name, move in named.items())])
        for verb, named in moves.items()
    ]


def _verb_body(move: Any, after_setting_aside: bool = False) -> Any:
    hints = get_type_hints(move, include_extras=True)
    own: dict[str, Any] = {
        field.name: (hints[field.name], ... if field.default is MISSING else field.default)
        for field in fields(move)
        if field.name != "type"
    }
    if after_setting_aside:
        own["set_aside"] = (
            get_type_hints(SetAside, include_extras=True)["dice"] | None,
            Field(
                None,
                description="Dice of the throw to be set aside first, as by `set-aside`: both moves are made, or "
                "none. Only in games that have that move.",
            ),
        )
    return create_model(
        f"{move.__name__}Body",
        __config__=STRICT,
        __doc__=f"The fields of a `{move.__name__}` move.",
        seat=(
            Seat | None,
            Field(None, description="Needed only where a host's token could mean several seats."),
        ),
        **own,
    )
