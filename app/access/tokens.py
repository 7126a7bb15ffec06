"""Tokens: shown once, stored as SHA-256, compared in constant time."""

import base64
import hashlib
import hmac
import re
import secrets
from functools import lru_cache

HASH_BYTES = 32
NOBODY = bytes(HASH_BYTES)
"""The digest of no token at all."""

_PARTED = 2048  # sessions whose digests are kept one by one, 3 KiB each at most
_ID_LENGTH = 22  # of 16 bytes in base64 without padding
_TOKEN = re.compile(r"rw_(?:host|seat)_([A-Za-z0-9_-]{22})[A-Za-z0-9_-]{43}")

HOST = -1
"""What `holder` answers for the host's token."""


def new_token(kind: str, session: bytes) -> str:
    """A token of 256 random bits that names what it is for (`host`, `seat`, `invite`) and its session's id."""
    return f"rw_{kind}_{base64.urlsafe_b64encode(session)[:_ID_LENGTH].decode()}{secrets.token_urlsafe(32)}"


def session_of(token: str) -> bytes | None:
    """The id of the session that a host's or seat's token names; None for what is no such token."""
    found = _TOKEN.fullmatch(token)
    return base64.urlsafe_b64decode(f"{found[1]}==") if found else None


def digest(token: str) -> bytes:
    """What is stored of a token."""
    return hashlib.sha256(token.encode()).digest()


def bearer(header: str | None) -> str | None:
    """The token of an `Authorization: Bearer` header (RFC 6750), None if there is none."""
    scheme, _, token = (header or "").partition(" ")
    return token.strip() or None if scheme.lower() == "bearer" else None


def presented(header: str | None) -> bytes | None:
    """The digest of that token: its text goes no further than it has to."""
    token = bearer(header)
    return None if token is None else digest(token)


def seats(digests: bytes) -> int:
    """How many seats there are, by the digests of the host and of the seats, end to end."""
    return len(digests) // HASH_BYTES - 1


def seat_digests(digests: bytes) -> list[bytes]:
    """The seats' digests out of those of the host and of the seats, end to end."""
    return list(_parted(digests)[1:])


def digest_at(digests: bytes, place: int) -> bytes:
    """One of the digests, end to end."""
    return digests[place * HASH_BYTES : (place + 1) * HASH_BYTES]


def with_digest(digests: bytes, place: int, new: bytes) -> bytes:
    """The digests, end to end, with the one at `place` replaced."""
    return digests[: place * HASH_BYTES] + new + digests[(place + 1) * HASH_BYTES :]


def holder(mine: bytes, digests: bytes) -> int | None:
    """Whose token has the digest `mine`: `HOST`, a seat, or None. `digests`: the host's and seats', end to end."""
    found = None
    for place, theirs in enumerate(_parted(digests), HOST):
        if hmac.compare_digest(mine, theirs):
            found = place
    return found


@lru_cache(_PARTED)
def _parted(digests: bytes) -> tuple[bytes, ...]:
    """The digests one by one; kept, as each move asks for them."""
    return tuple(digest_at(digests, place) for place in range(len(digests) // HASH_BYTES))
