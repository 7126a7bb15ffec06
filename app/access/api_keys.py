"""API keys: `rw_key_<id>_<secret>`; shown once, found by their id, stored as SHA-256, compared in constant time."""

import hashlib
import hmac
import re
import secrets
from typing import NamedTuple

from app.store.rows import ApiKey

_KEY = re.compile(r"rw_key_([0-9a-f]{12})_[A-Za-z0-9_-]{43}")
_NO_DIGEST = bytes(hashlib.sha256().digest_size)


class NewKey(NamedTuple):
    """A key just made: the text for its holder, and what is stored of it."""

    text: str
    id: str
    digest: bytes


def new_key() -> NewKey:
    """A key with an id of 48 and a secret of 256 random bits."""
    name = secrets.token_hex(6)
    text = f"rw_key_{name}_{secrets.token_urlsafe(32)}"
    return NewKey(text, name, _digest(text))


def parse(text: str) -> tuple[str, bytes] | None:
    """The id to look a key up by, and the SHA-256 to hold against what is stored; None for what is no key."""
    found = _KEY.fullmatch(text)
    return (found[1], _digest(text)) if found else None


def valid(key: ApiKey | None, digest: bytes) -> bool:
    """Whether the digest is of the stored key (None: no such id) and it is not revoked, in the same time for all."""
    same = hmac.compare_digest(_NO_DIGEST if key is None else key.digest, digest)
    return same and key is not None and key.revoked_at is None


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()
