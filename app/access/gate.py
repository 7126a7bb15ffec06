"""Authentication: API keys for opening sessions, and how often anybody may open or move."""

from collections import OrderedDict
from typing import Annotated

from fastapi import Depends, Request
from starlette.types import Scope

from app.access import api_keys, tokens
from app.http.problem_kinds import API_KEY_NEEDED
from app.http.problems import Problem
from app.http.rate_limit import Limits, client
from app.store.rows import Store

MOST_HOLDERS = 20_000
"""Of how many tokens a process remembers whose they are."""


class Gate:
    """Asked before a session is opened or changed, and before calls that need none but cost work.

    The limit on moves counts by a token's holder (its session and seat, or the host), so that a replaced token brings
    no new allowance. A token that is nobody's counts for the address that sent it, however many it makes up.
    """

    def __init__(self, store: Store, limits: Limits, *, require_api_key: bool) -> None:
        self._store = store
        self._limits = limits
        self._require_api_key = require_api_key
        self._holders: OrderedDict[bytes, str] = OrderedDict()  # of tokens that were verified, by their digests

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

    async def admit_move(self, authorization: str | None, scope: Scope) -> str | None:
        """The token that changes a session; raises `rate-limited` where it was too often."""
        token = tokens.bearer(authorization)
        if not self.admit_known(token, scope):
            await self.verify(token)
            self.admit_known(token, scope, verified=True)
        return token

    def admit_known(self, token: str | None, scope: Scope, *, verified: bool = False) -> bool:
        """As `admit_move`, without waiting: False where it is not known yet whose the token is (see `verify`)."""
        moves = self._limits.moves
        if moves is None:
            return True
        holder = None
        if token is not None:
            digest = tokens.digest(token)
            holder = self._holders.get(digest)
            if holder is not None:
                self._holders.move_to_end(digest)
            elif not verified and tokens.session_of(token) is not None:
                return False
        moves.hit(holder or client(scope), scope)
        return True

    async def verify(self, token: str | None) -> None:
        """Find out whose the token is, and remember it if it is somebody's."""
        session = tokens.session_of(token) if token else None
        row = await self._store.session(session) if session else None
        holder = tokens.holder(token, row.tokens) if token and row else None
        if token and row and holder is not None:
            self._holders[tokens.digest(token)] = f"{row.id.hex()} {holder}"
            if len(self._holders) > MOST_HOLDERS:
                self._holders.popitem(last=False)


async def _gate(request: Request) -> Gate:
    gate: Gate = request.app.state.gate
    return gate


GateDep = Annotated[Gate, Depends(_gate)]


async def limited(request: Request, gate: GateDep) -> None:
    """A dependency of endpoints that need no session: `Gate.admit_check`."""
    gate.admit_check(request.scope)
