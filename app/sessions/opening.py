"""Opening a session: from a checked request to what is stored and what is told once."""

from typing import Any, NamedTuple

import orjson
import uuid_utils

from app import auth, dice
from app.games import Kit
from app.store.rows import SessionRow


class Opened(NamedTuple):
    """A new session as it is stored, and the tokens that are shown once."""

    row: SessionRow
    host_token: str
    seat_tokens: tuple[str, ...]


def open_session(kit: Kit, options: Any, names: list[str], dice_source: str, at: int) -> Opened:
    """A session at its start, with a fresh id, secret and tokens. `at` in milliseconds since 1970."""
    stored_options = kit.options.dump_json(options).decode()
    host_token = auth.new_token("host")
    seat_tokens = tuple(auth.new_token("seat") for _ in names)
    start = kit.rules(stored_options).start(len(names))
    row = SessionRow(
        id=uuid_utils.uuid7().bytes,
        game=kit.game.name,
        rules_version=kit.game.version,
        options=stored_options,
        dice_source=dice_source,
        names=orjson.dumps(names).decode(),
        tokens=b"".join(map(auth.digest, (host_token, *seat_tokens))),
        secret=dice.new_secret(),
        created_at=at,
        updated_at=at,
        version=0,
        status="active",
        throws=orjson.dumps([0] * len(names)).decode(),
        state=kit.state.dump_json(start).decode(),
    )
    return Opened(row, host_token, seat_tokens)
