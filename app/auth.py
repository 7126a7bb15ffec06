"""Tokens: shown once, stored as SHA-256, compared in constant time."""

import hashlib
import hmac
import secrets

HASH_BYTES = 32
NOBODY = bytes(HASH_BYTES)
"""The digest of no token at all."""

HOST = -1
"""What `holder` answers for the host's token."""


def new_token(kind: str) -> str:
    """A token of 256 random bits that names what it is for (`host`, `seat`)."""
    return f"rw_{kind}_{secrets.token_urlsafe(32)}"


def digest(token: str) -> bytes:
    """What is stored of a token."""
    return hashlib.sha256(token.encode()).digest()


def bearer(header: str | None) -> str | None:
    """The token of an `Authorization: Bearer` header (RFC 6750), None if there is none."""
    scheme, _, token = (header or "").partition(" ")
    return token.strip() or None if scheme.lower() == "bearer" else None


def seat_digests(digests: bytes) -> list[bytes]:
    """The seats' digests out of those of the host and of the seats, end to end."""
    return [digests[at : at + HASH_BYTES] for at in range(HASH_BYTES, len(digests), HASH_BYTES)]


def with_digest(digests: bytes, place: int, new: bytes) -> bytes:
    """The digests, end to end, with the one at `place` replaced."""
    return digests[: place * HASH_BYTES] + new + digests[(place + 1) * HASH_BYTES :]


def holder(token: str, digests: bytes) -> int | None:
    """Whose token it is: `HOST`, a seat, or None. `digests` are those of the host and of the seats, end to end."""
    mine = digest(token)
    found = None
    for index in range(len(digests) // HASH_BYTES):
        if hmac.compare_digest(mine, digests[index * HASH_BYTES : (index + 1) * HASH_BYTES]):
            found = index - 1
    return found
