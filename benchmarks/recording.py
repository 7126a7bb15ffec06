"""One really played game: what the service answered and what it stored, for servers that only pretend to play."""

import ast
import http.client
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import orjson

from benchmarks.load import TO_THE_END, choose, opening_body
from benchmarks.sql import Row, connected


class Recording(NamedTuple):
    """A whole game of bots."""

    opening: str
    """The answer that opened the session."""
    answers: list[str]
    """The answer to each move, ascending; the last has an outcome."""
    sessions: list[Row]
    """The session's row after the opening, and after each move."""
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


def play(port: int, database: str, game: str, seats: int) -> Recording:
    """Play a game on a service whose store has no session yet."""
    with closing(http.client.HTTPConnection("127.0.0.1", port)) as connection, connected(database) as store:

        def post(path: str, body: bytes, token: str | None = None) -> str:
            headers = {} if token is None else {"Authorization": f"Bearer {token}"}
            connection.request("POST", path, body, headers)
            answer = connection.getresponse()
            text = answer.read().decode()
            if not 200 <= answer.status < 300:  # noqa: PLR2004 - the class of success, RFC 9110, 15.3
                raise RuntimeError(f"{path} answered {answer.status}: {text}")
            return text

        opening = post("/v1/sessions", opening_body(game, seats))
        sessions = store.rows("SELECT * FROM sessions")
        opened = orjson.loads(opening)
        path, token, view = f"/v1/sessions/{opened['session']['id']}/moves", opened["host_token"], opened["session"]
        answers = list[str]()
        while view["outcome"] is None:
            answers.append(post(path, orjson.dumps(choose(view["legal_moves"], TO_THE_END)), token))
            sessions += store.rows("SELECT * FROM sessions")
            view = orjson.loads(answers[-1])["session"]
        return Recording(opening, answers, sessions, store.rows("SELECT * FROM record ORDER BY version"))
