"""Authentication: API keys for opening sessions, and how often anybody may open or move."""

from collections import OrderedDict
from typing import Annotated

from fastapi import Depends, Request
from starlette.types import Scope

from app.access import api_keys, tokens
from app.http.problem_kinds import API_KEY_NEEDED
from app.http.problems import Problem
from app.http.rate_limit import Limits, Told, caller_key, client, told
from app.store.rows import SessionRow, Store

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
        self._holders: OrderedDict[bytes, bytes] = OrderedDict()  # of verified tokens, by digests, as limits count

    async def authenticate_opener(self, authorization: str | None, scope: Scope) -> str:
        """Who opens a session, for the limit and for retries: an API key's id, or else an address.

        Raises `api-key-needed` where a key is needed and none that is valid was sent, and for one that is not valid
        in any case; `rate-limited` where it was too often.
        """
        token = tokens.bearer(authorization)
        found = api_keys.parse(token) if token else None
        opener = f"address {client(scope)}"
        if found is not None:
            name, digest = found
            if not api_keys.valid(await self._store.api_key(name), digest):
                raise Problem(API_KEY_NEEDED, "The API key is not known, or was revoked.")
            opener = f"key {name}"
        elif self._require_api_key:
            raise Problem(API_KEY_NEEDED)
        if self._limits.openings is not None:
            self._limits.openings.hit(caller_key(opener), told(scope))
        return opener

    def count_bots(self, opener: str, scope: Scope, bots: int) -> None:
        """Let the bots of a session that was opened count like as many sessions more."""
        if bots and self._limits.openings is not None:
            self._limits.openings.charge(caller_key(opener), bots, told(scope))

    def admit_check(self, scope: Scope) -> None:
        """Let in a call that needs no session; raises `rate-limited` where it was too often."""
        if self._limits.checks is not None:
            self._limits.checks.hit(caller_key(client(scope)), told(scope))

    async def admit_move(self, authorization: str | None, scope: Scope) -> bytes | None:
        """The digest of the token that changes a session; raises `rate-limited` where it was too often."""
        token = tokens.bearer(authorization)
        digest = None if token is None else tokens.digest(token)
        if self._limits.moves is not None and not self.admit_known(digest, client(scope), told(scope), token):
            await self.verify(token)
            self.admit_known(digest, client(scope), told(scope))
        return digest

    def admit_known(self, digest: bytes | None, address: str, told: Told, unverified: str | None = None) -> bool:
        """As `admit_move`, without waiting: False where it is not known yet whose the token is (see `verify`).

        `digest` is the token's; its text is given as `unverified` as long as `verify` was not asked.
        """
        moves = self._limits.moves
        if moves is None:
            return True
        holder = None
        if digest is not None:
            holder = self._holders.get(digest)
            if holder is not None:
                self._holders.move_to_end(digest)
            elif unverified is not None and (session := tokens.session_of(unverified)) is not None:
                holder = self._learned(digest, self._store.recalled(session))
                if holder is None:
                    return False
        moves.hit(holder or caller_key(address), told)
        return True

    async def verify(self, token: str | None) -> None:
        """Find out whose the token is, and remember it if it is somebody's."""
        session = tokens.session_of(token) if token else None
        if token is not None and session is not None:
            self._learned(tokens.digest(token), await self._store.session(session))

    def _learned(self, digest: bytes, row: SessionRow | None) -> bytes | None:
        """Whose token of the session it is, as limits count, remembered from now on; None where it is nobody's."""
        holder = None if row is None else tokens.holder(digest, row.tokens)
        if row is None or holder is None:
            return None
        self._holders[digest] = key = caller_key(f"{row.id.hex()} {holder}")
        if len(self._holders) > MOST_HOLDERS:
            self._holders.popitem(last=False)
        return key


async def _gate(request: Request) -> Gate:
    gate: Gate = request.app.state.gate
    return gate


GateDep = Annotated[Gate, Depends(_gate)]


async def limited(request: Request, gate: GateDep) -> None:
    """A dependency of endpoints that need no session: `Gate.admit_check`."""
    gate.admit_check(request.scope)
