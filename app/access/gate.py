"""Authentication: API keys for opening sessions, and how often anybody may open or move."""

from fastapi import Request
from starlette.types import Scope

from app.access import api_keys, tokens
from app.http.problem_kinds import API_KEY_NEEDED
from app.http.problems import Problem
from app.http.rate_limit import Limits, client
from app.store.rows import Store


class Gate:
    """Asked before a session is opened or changed, and before calls that need none but cost work."""

    def __init__(self, store: Store, limits: Limits, *, require_api_key: bool) -> None:
        self._store = store
        self._limits = limits
        self._require_api_key = require_api_key

    async def authenticate_opener(self, authorization: str | None, scope: Scope) -> str:
        """Who opens a session, for the limit and for retries: an API key's id, or else an address.

        Raises `api-key-needed` where a key is needed and none that is valid was sent, and for one that is not valid
        in any case; `rate-limited` where it was too often.
        """
        token = tokens.bearer(authorization)
        found = api_keys.parse(token) if token else None
        caller = f"address {client(scope)}"
        if found is not None:
            name, digest = found
            if not api_keys.valid(await self._store.api_key(name), digest):
                raise Problem(API_KEY_NEEDED, "The API key is not known, or was revoked.")
            caller = f"key {name}"
        elif self._require_api_key:
            raise Problem(API_KEY_NEEDED)
        if self._limits.openings is not None:
            self._limits.openings.hit(caller, scope)
        return caller

    def admit_check(self, scope: Scope) -> None:
        """Let in a call that needs no session; raises `rate-limited` where it was too often."""
        if self._limits.checks is not None:
            self._limits.checks.hit(client(scope), scope)

    def admit_move(self, authorization: str | None, scope: Scope) -> str | None:
        """The token that changes a session; raises `rate-limited` where it was too often."""
        token = tokens.bearer(authorization)
        if self._limits.moves is not None:
            self._limits.moves.hit(token or client(scope), scope)
        return token


async def limited(request: Request) -> None:
    """A dependency of endpoints that need no session: `Gate.admit_check`."""
    gate: Gate = request.app.state.gate
    gate.admit_check(request.scope)
