"""The server's dice: every face is fixed by the session's secret before it is asked for."""

import hashlib
import hmac
import secrets

SECRET_BYTES = 32
_FAIR = 252  # the greatest multiple of six in a byte: bytes from here on are thrown away


def new_secret() -> bytes:
    """A session's secret, from the operating system's generator."""
    return secrets.token_bytes(SECRET_BYTES)


def faces(secret: bytes, session: str, seat: int, throw: int, count: int) -> tuple[int, ...]:
    """The faces of a seat's throw: a function of the arguments alone, so a retry or a lost race never re-rolls.

    `throw` counts the seat's throws from 1. A die's face is the first byte of HMAC-SHA256 (RFC 2104) under the
    secret over the lines "rollwright-dice-1", session, seat, throw, die (from 1) and attempt (from 1), modulo 6
    plus 1; a byte of 252 or more is rejected and the next attempt made, so that every face is equally likely.
    """
    return tuple(
        _face(secret, f"rollwright-dice-1\n{session}\n{seat}\n{throw}\n{die}\n") for die in range(1, count + 1)
    )


def _face(secret: bytes, text: str) -> int:
    attempt = 1
    while True:
        byte = hmac.digest(secret, f"{text}{attempt}".encode(), hashlib.sha256)[0]
        if byte < _FAIR:
            return byte % 6 + 1
        attempt += 1
