"""One really played game: what the service answered and what it stored, for servers that only pretend to play."""

import ast
import http.client
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import asyncpg
import orjson
from sqlalchemy import make_url

from benchmarks.load import TO_THE_END, choose, opening_body

Row = dict[str, Any]
"""Values by column, as the store's driver gives and takes them."""


class Recording(NamedTuple):
    """A whole game of bots."""

    opening: str
    """The answer that opened the session."""
    answers: list[str]
    """The answer to each move, ascending; the last has an outcome."""
    session: Row
    """The session's row at the end."""
    entries: list[Row]
    """The rows of its record, ascending."""

    @property
    def id(self) -> str:
        """The session's id in the opening."""
        text: str = orjson.loads(self.opening)["session"]["id"]
        return text

    def save(self, path: Path) -> None:
        """Write it as a Python literal, which keeps bytes as they are."""
        path.write_text(repr(tuple(self)), "utf-8")

    @classmethod
    def load(cls, path: Path) -> "Recording":
        """Read what `save` has written."""
        return cls(*ast.literal_eval(path.read_text("utf-8")))


def play(port: int, game: str, seats: int) -> tuple[str, list[str]]:
    """The answers to one game played on a service: to its opening, and to each move."""
    with closing(http.client.HTTPConnection("127.0.0.1", port)) as connection:

        def post(path: str, body: bytes, token: str | None = None) -> str:
            headers = {} if token is None else {"Authorization": f"Bearer {token}"}
            connection.request("POST", path, body, headers)
            answer = connection.getresponse()
            text = answer.read().decode()
            if not 200 <= answer.status < 300:  # noqa: PLR2004 - the class of success, RFC 9110, 15.3
                raise RuntimeError(f"{path} answered {answer.status}: {text}")
            return text

        opening = post("/v1/sessions", opening_body(game, seats))
        opened = orjson.loads(opening)
        path, token, view = f"/v1/sessions/{opened['session']['id']}/moves", opened["host_token"], opened["session"]
        answers = list[str]()
        while view["outcome"] is None:
            answers.append(post(path, orjson.dumps(choose(view["legal_moves"], TO_THE_END)), token))
            view = orjson.loads(answers[-1])["session"]
    return opening, answers


def sqlite_rows(database: str) -> tuple[Row, list[Row]]:
    """The only session of a SQLite store, and its record."""
    with closing(sqlite3.connect(str(make_url(database).database))) as connection:
        connection.row_factory = sqlite3.Row
        (session,) = connection.execute("SELECT * FROM sessions")
        entries = connection.execute("SELECT * FROM record ORDER BY version").fetchall()
    return dict(session), [dict(entry) for entry in entries]


async def postgres_rows(database: str) -> tuple[Row, list[Row]]:
    """The only session of a PostgreSQL store, and its record."""
    connection = await asyncpg.connect(database)
    try:
        (session,) = await connection.fetch("SELECT * FROM sessions")
        entries: Sequence[asyncpg.Record] = await connection.fetch("SELECT * FROM record ORDER BY version")
    finally:
        await connection.close()
    return dict(session), [dict(entry) for entry in entries]
