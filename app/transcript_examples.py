"""Examples for the contract: taking back, and a game of sand as a table wrote it down."""

from functools import cache
from typing import Any

from app import examples
from app.sessions.views import timestamp
from rules.banking import sand
from rules.notation import TextForm
from rules.transcript import JsonForm

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
    session = examples.session("none") | {"dice_source": "players", "commitment": None, "version": 2}
    played = {
        "version": 2,
        "kind": "undo",
        "seat": 0,
        "by": "host",
        "move": None,
        "dice": [],
        "points": None,
        "events": [],
        "at": timestamp(examples.AT),
        "undoes": 1,
    }
    return {"played": played, "session": session}
