"""One request as data: what it asks for, before anything is sent."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal
from urllib.parse import quote

from rollwright_client.problem import Problem

Legal = Literal["all", "mine", "none"]
"""Whose legal moves a view lists."""

Version = int | Literal["any"]
"""The version that a move is meant for."""

Language = Literal["en", "de", "da", "bg"]
"""Of what a person reads."""


@dataclass(frozen=True, slots=True)
class Call:
    """A request. What is None among its parameters and headers is left out."""

    method: Literal["GET", "POST", "DELETE"]
    path: str
    token: str | None = None
    body: Any = None
    parameters: Mapping[str, str | int | None] = field(default_factory=dict)
    headers: Mapping[str, str | None] = field(default_factory=dict)

    def arguments(self) -> dict[str, Any]:
        """The arguments of httpx's `build_request`."""
        headers = {**self.headers, "Authorization": None if self.token is None else f"Bearer {self.token}"}
        return {
            "method": self.method,
            "url": self.path,
            "params": {name: value for name, value in self.parameters.items() if value is not None},
            "headers": {name: value for name, value in headers.items() if value is not None},
            "json": self.body,
        }


def session_path(session: str, rest: str = "") -> str:
    """A session's address, or one below it."""
    return f"/v1/sessions/{quote(session, safe='')}{rest}"


def change(
    path: str,
    token: str | None,
    body: Any,
    *,
    version: int | None = None,
    key: str | None = None,
    legal: Legal | None = None,
) -> Call:
    """A request that changes something: it carries a key, so that it can be sent again and has its effect once."""
    headers = {
        "If-Match": None if version is None else f'"{version}"',
        "Idempotency-Key": key or str(uuid.uuid4()),
    }
    return Call("POST", path, token, body, {"legal": legal}, headers)


def still_meant(body: Any, problem: Problem, version: int) -> bool:
    """Whether a move that came too late, by the problem, is just as it was chosen at the version.

    That is so where nothing has happened since but claims and seeds; and where it was sent as it stood in
    `legal_moves`, is listed there for the same points and as many dice, and other seats alone have moved.
    """
    view = problem.session
    if view is None or len(problem.meanwhile) < view["version"] - version:
        return False
    moved = [entry for entry in problem.meanwhile if entry["kind"] not in ("claim", "seed")]
    if not moved:
        return True
    if not isinstance(body, dict) or not {"seat", "move", "points", "throws"} <= body.keys():
        return False
    if any(entry["kind"] != "move" or entry["seat"] == body["seat"] for entry in moved):
        return False
    move = body["move"]
    if move["type"] == "roll":  # the players' dice are none of the choice
        move = {name: value for name, value in move.items() if name != "dice"}
    return {**body, "move": move} in view["legal_moves"]
