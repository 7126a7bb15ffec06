"""Secrets at rest: encrypted under the operator's key where there is one, stored as they are where there is none."""

import secrets
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

_PLAIN_BYTES = 32
_NONCE_BYTES = 12
_TAG_BYTES = 16
_FORMAT = b"\x01"
_SEALED_BYTES = len(_FORMAT) + _NONCE_BYTES + _PLAIN_BYTES + _TAG_BYTES
_PURPOSE = b"rollwright secrets of dice 1"


class Sealed(Exception):
    """A stored secret cannot be opened: the key is missing or another, or the stored value is damaged."""


class Sealer:
    """Turns secrets of 32 bytes into what is stored, and back.

    With a key, what is stored is a format byte, a random nonce of 12 bytes, and the secret under AES-256-GCM (NIST
    SP 800-38D) with the session's id as associated data, 61 bytes in all; the cipher's key is derived from the given
    one by HKDF-SHA256 (RFC 5869). Random nonces serve 2**32 secrets. Without a key it is the secret itself.
    """

    def __init__(self, key: str | None) -> None:
        self._cipher = None if key is None else _cipher(key)

    def seal(self, secret: bytes, session: bytes) -> bytes:
        """What to store of a session's secret; only `open` with the same session takes it."""
        if self._cipher is None:
            return secret
        nonce = secrets.token_bytes(_NONCE_BYTES)
        return _FORMAT + nonce + self._cipher.encrypt(nonce, secret, session)

    def open(self, stored: bytes, session: bytes) -> bytes:
        """The secret that was stored for a session, whether sealed or not; raises `Sealed`."""
        if len(stored) == _PLAIN_BYTES:
            return stored
        if len(stored) != _SEALED_BYTES or not stored.startswith(_FORMAT):
            raise Sealed("The stored secret of a session has no form that this version knows.")
        if self._cipher is None:
            raise Sealed("The stored secret of a session is encrypted, and ROLLWRIGHT_SECRET_KEY is not set.")
        from cryptography.exceptions import InvalidTag  # noqa: PLC0415 - as in _cipher

        body = len(_FORMAT) + _NONCE_BYTES
        try:
            return self._cipher.decrypt(stored[len(_FORMAT) : body], stored[body:], session)
        except InvalidTag:
            raise Sealed(
                "The stored secret of a session does not open: ROLLWRIGHT_SECRET_KEY is not the one it was "
                "encrypted under, or the value is damaged."
            ) from None


def _cipher(key: str) -> "AESGCM":
    # A service without a key is spared the library's 16 milliseconds and 6 MiB.
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # noqa: PLC0415
    from cryptography.hazmat.primitives.hashes import SHA256  # noqa: PLC0415
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF  # noqa: PLC0415

    return AESGCM(HKDF(SHA256(), 32, salt=None, info=_PURPOSE).derive(key.encode()))
