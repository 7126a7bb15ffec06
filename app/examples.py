"""Examples for the contract, made by the rules themselves from fixed dice, so that they cannot be wrong."""

from functools import cache
from typing import Any

import orjson

from app.games import Games, Kit
from app.sessions.views import every_seat, played_view, session_view
from app.store.rows import EntryRow, SessionRow
from rules.banking import titusind
from rules.contract import BANK, ROLL, Illegal, SetAside
from rules.registry import built_in

KIT = Kit(titusind.GAME)
AT = 1_790_000_000_000
TOKEN = "rw_{kind}_R7pQ2mXv0aB9cT4nK1sY8dL5eW3fG6hJzUoIiPqNvMx"  # noqa: S105 - an example, nobody's token

SESSION_REQUEST = {"game": "titusind", "seats": [{"name": "Ida"}, {"name": "Otto"}]}
SCORE_REQUEST = {"dice": [1, 2, 2, 2, 5, 6]}
VERB_REQUESTS: dict[str, dict[str, Any]] = {
    "roll": {},
    "set_aside": {"dice": [1, 2, 2, 2]},
    "choose_category": {"category": "full_house"},
    "bank": {},
}
_MOVES: dict[str, list[tuple[Any, tuple[int, ...]]]] = {
    "roll": [(ROLL, (1, 2, 2, 2, 5, 6))],
    "set_aside": [(ROLL, (1, 2, 2, 2, 5, 6)), (SetAside((1, 2, 2, 2)), ())],
    "bank": [
        (ROLL, (1, 1, 1, 2, 5, 6)),
        (SetAside((1, 1, 1)), ()),
        (ROLL, (1, 3, 4)),
        (SetAside((1,)), ()),
        (BANK, ()),
    ],
}


@cache
def _played(verb: str) -> tuple[SessionRow, list[EntryRow]]:
    """A session of titusind after the moves that lead to one with this verb."""
    rules = KIT.rules(KIT.options.dump_json(titusind.GAME.options()).decode())
    state = rules.start(2)
    entries: list[EntryRow] = []
    for version, (move, faces) in enumerate(_MOVES.get(verb, []), 1):
        step = rules.apply(state, 0, move, faces)
        if isinstance(step, Illegal):
            raise ValueError(f"the example's move {version} is refused: {step.reason}")
        state = step.state
        events = KIT.events_json(step.events) if step.events else None
        dice = "".join(map(str, faces))
        entries.append(
            EntryRow(
                version,
                AT + version,
                "move",
                0,
                "seat",
                KIT.move_json(move).decode(),
                dice,
                step.points,
                events,
            )
        )
    row = SessionRow(
        id=bytes.fromhex("01a02f4e6b7c7d8e8f90a1b2c3d4e5f6"),
        game="titusind",
        rules_version=titusind.GAME.version,
        options=KIT.options.dump_json(titusind.GAME.options()).decode(),
        dice_source="server",
        names='["Ida","Otto"]',
        tokens=b"",
        secret=b"",
        created_at=AT,
        updated_at=AT,
        version=len(entries),
        status="active",
        throws="[0,0]",
        state=KIT.state.dump_json(state).decode(),
    )
    return row, entries


def _plain(value: Any) -> Any:
    return orjson.loads(orjson.dumps(value))


def session(verb: str = "roll") -> Any:
    """A view after a move of that verb."""
    return _plain(session_view(KIT, _played(verb)[0], every_seat))


def opened() -> Any:
    """The answer that opens a session."""
    seats = [{"seat": seat, "token": TOKEN.format(kind="seat")} for seat in (0, 1)]
    return {"session": session("none"), "host_token": TOKEN.format(kind="host"), "seats": seats}


def move_answer(verb: str) -> Any:
    """The answer to a move of that verb (of one titusind has, for any other)."""
    known = verb if verb in _MOVES else "bank"
    return {"played": _plain(played_view(_played(known)[1][-1])), "session": session(known)}


def record() -> Any:
    """A page of a record."""
    entries = _played("set_aside")[1]
    return {
        "entries": _plain([played_view(entry) for entry in entries]),
        "version": len(entries),
        "next": None,
    }


def score() -> Any:
    """Loose dice scored."""
    dice = tuple(SCORE_REQUEST["dice"])
    scored = KIT.rules(KIT.options.dump_json(titusind.GAME.options()).decode()).score(dice, None)
    ways = [{"move": _plain(KIT.write_move(move)), "points": points} for move, points in scored.ways]
    best = max(ways, key=lambda way: way["points"])
    return {"dice": list(dice), "bust": scored.bust, "ways": ways, "best": best}


def catalogue() -> Any:
    """The built-in games in short."""
    return {"games": [_plain(Games({name: game}).kits[name].summary()) for name, game in built_in().games.items()]}


def game() -> Any:
    """A game's details, with the rules page cut short."""
    details = _plain(KIT.details())
    return details | {"rules": details["rules"].split("\n\n")[0] + "\n"}
