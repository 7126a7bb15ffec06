"""Examples of sessions, made by the rules themselves from fixed dice, so that they cannot be wrong."""

from functools import cache
from typing import Any
from uuid import UUID

from app.contract import fairness
from app.dice import dice
from app.dice.sealing import Sealer
from app.games.example import SERVED, plain
from app.http.negotiation import ENGLISH
from app.sessions import record
from app.sessions.opening import NewSession, open_session
from app.sessions.views import every_seat, played_view, session_view, timestamp
from app.store.rows import EntryRow, SessionRow
from rules.banking import sand, titusind
from rules.contract import BANK, ROLL, Illegal, SetAside
from rules.notation import TextForm
from rules.transcript import JsonForm

ID = bytes.fromhex("01a02f4e6b7c7d8e8f90a1b2c3d4e5f6")
SECRET = bytes(range(32))
AT = 1_790_000_000_000
TOKEN = "rw_{kind}_AaAvTmt8fY6PkKGyw9Tl9gR7pQ2mXv0aB9cT4nK1sY8dL5eW3fG6hJzUoIiPqNvMx"  # noqa: S105 - an example, nobody's token
SESSION_REQUEST = {"game": "titusind", "seats": [{"name": "Ida"}, {"name": "Otto"}]}
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
def stored(verb: str) -> tuple[SessionRow, list[EntryRow]]:
    """A session of titusind after the moves that lead to one with this verb."""
    wanted = NewSession(titusind.GAME.options(), ("Ida", "Otto"), "server")
    row = open_session(SERVED, wanted, Sealer(None), None, AT)
    row = row._replace(id=ID, secret=SECRET, commitment=dice.commitment(SECRET))
    rules, state = SERVED.rules(row.options), SERVED.state.validate_json(row.state)
    entries: list[EntryRow] = []
    for version, (move, faces) in enumerate(_MOVES.get(verb, []), 1):
        step = rules.apply(state, 0, move, faces)
        if isinstance(step, Illegal):
            raise ValueError(f"the example's move {version} is refused: {step.reason}")
        events = SERVED.events_json(step.events) if step.events else None
        shown, thrown = SERVED.move_json(move).decode(), "".join(map(str, faces))
        entry = EntryRow(version, AT + version, "move", 0, "seat", shown, thrown, step.points, events)
        row, state = record.advance(SERVED, row, state, entry, step)
        entries.append(entry)
    return row, entries


def session(verb: str = "roll") -> Any:
    """A view after a move of that verb."""
    return plain(session_view(SERVED, stored(verb)[0], every_seat))


def rules_page() -> Any:
    """The rules that it is played by, cut short."""
    row, _ = stored("none")
    rules = SERVED.rules_page(row.options, ENGLISH).split("\n\n")[0] + "\n"
    return {"game": row.game, "rules_version": row.rules_version, "rules": rules}


def opened() -> Any:
    """The answer that opens a session."""
    seats = [{"seat": seat, "token": TOKEN.format(kind="seat")} for seat in (0, 1)]
    return {"session": session("none"), "host_token": TOKEN.format(kind="host"), "seats": seats}


def move_answer(verb: str) -> Any:
    """The answer to a move of that verb (of one titusind has, for any other)."""
    known = verb if verb in _MOVES else "bank"
    return {"played": plain(played_view(stored(known)[1][-1])), "session": session(known)}


def _changed(kind: str, seat: int, says: str | None) -> Any:
    """The answer to something other than a move, done to a session that was just opened."""
    row, _ = stored("none")
    state = SERVED.state.validate_json(row.state)
    entry = EntryRow(1, AT + 1, kind, seat, "seat", says, "", None, None)
    after, state = record.advance(SERVED, row, state, entry)
    return {"played": plain(played_view(entry)), "session": plain(session_view(SERVED, after, every_seat, state))}


def resigned() -> Any:
    """The answer to a resignation."""
    return _changed("resign", 1, None)


def skipped() -> Any:
    """The answer to a skipped turn."""
    answer = _changed("skip", 0, None)
    answer["played"]["by"] = "host"
    return answer


def seeded() -> Any:
    """The answer to a seed."""
    return _changed("seed", 0, '{"seed":"correct horse battery staple"}')


def rematch() -> Any:
    """The answer to whoever looks for the rematch."""
    return {"session": opened()["session"]["id"]}


def claimed() -> Any:
    """The answer to a claim."""
    return {"seat": 1, "token": TOKEN.format(kind="seat")} | _changed("claim", 1, '{"name":"Otto"}')


def fairness_document() -> Any:
    """What tells about the dice of a session that is over."""
    session = str(UUID(bytes=stored("none")[0].id))
    seeds = ["correct horse battery staple", None]
    faces = dice.faces(SECRET, dice.canonical(session, seeds), 0, 1, 6)
    thrown = [(2, 0, "".join(map(str, faces)))]
    return fairness.document(session, dice.commitment(SECRET), seeds, thrown, SECRET).model_dump(mode="json")


def session_event() -> Any:
    """An event of a session's stream."""
    answer = move_answer("roll")
    answer["session"]["legal_moves"] = []
    return {"event": "move", "id": str(answer["session"]["version"]), "data": record.text(answer)}


def seat_event() -> Any:
    """An event of a stream of seats."""
    view = session()
    shown = {name: view[name] for name in ("version", "status", "legal_moves", "outcome")}
    return {"event": "seat", "data": record.text({"session": view["id"], "seat": 0, "to_move": True} | shown)}


def my_seat() -> Any:
    """Whose a token is."""
    view = session()
    shown = {name: view[name] for name in ("status", "version")}
    return {"session": view["id"], "seat": 1, "seats": [1], "to_move": []} | shown


def record_page() -> Any:
    """A page of a record."""
    entries = stored("set_aside")[1]
    return {
        "entries": plain([played_view(entry) for entry in entries]),
        "version": len(entries),
        "next": None,
    }


TEXT = """game sand
rules 1
seat Ida
seat Bo
Ida: 114466 (11)=200 4456 (5)=50 266 bust
Bo: 134456 (15)=150 1225 (15)=150 bank 300
total Ida 0
total Bo 300
"""


@cache
def transcript() -> Any:
    """The transcript as JSON."""
    return JsonForm(sand.GAME).write(TextForm(sand.GAME).read(TEXT).transcript)


def opening() -> Any:
    """What opens a session with the transcript."""
    return {"transcript": transcript()}


def undone() -> Any:
    """The answer to an undoing."""
    view = session("none") | {"dice_source": "players", "commitment": None, "version": 2}
    played = {
        "version": 2,
        "kind": "undo",
        "seat": 0,
        "by": "host",
        "move": None,
        "dice": [],
        "points": None,
        "events": [],
        "at": timestamp(AT),
        "undoes": 1,
    }
    return {"played": played, "session": view}
