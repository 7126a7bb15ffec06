"""The server's dice: every face is fixed before it is asked for, and can be proved afterwards (docs/fairness.md)."""

import hashlib
import hmac
import secrets
from collections.abc import Sequence

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.hmac import HMAC

ALGORITHM = "rollwright-dice-2"
BOTS = "rollwright-bots-1"
SECRET_BYTES = 32
_FAIR = 252  # the greatest multiple of six in a byte: bytes from here on are thrown away


def new_secret() -> bytes:
    """A session's secret, from the operating system's generator."""
    return secrets.token_bytes(SECRET_BYTES)


def commitment(secret: bytes) -> bytes:
    """What is published of a secret before the first throw: its SHA-256, 32 bytes. No die depends on it."""
    return hashlib.sha256(secret).digest()


def canonical(session: str, seeds: Sequence[str | None]) -> bytes:
    """What all throws of a session have in common, as `faces` takes it: three lines in ASCII.

    `session` is the id as it is shown, `seeds` hold a text or None for each seat. The lines are the algorithm, the
    session, and the seeds in the order of the seats, separated by commas: the SHA-256 of a seed's UTF-8 in lower case
    hexadecimal, so that no text a player may think of can be taken for another, or "-" for none.
    """
    hashed = ("-" if seed is None else hashlib.sha256(seed.encode()).hexdigest() for seed in seeds)
    return f"{ALGORITHM}\n{session}\n{','.join(hashed)}\n".encode()


def faces(secret: bytes, table: bytes, seat: int, throw: int, count: int) -> tuple[int, ...]:
    """The faces of a seat's throw: a function of the arguments alone, so a retry or a lost race never re-rolls.

    `table` is what `canonical` makes, `throw` counts the seat's throws from 1. A die's face is the first byte of
    HMAC-SHA256 (RFC 2104) under the secret over the lines of `table` and seat, throw, die (from 1) and attempt (from
    1), modulo 6 plus 1; a byte of 252 or more is rejected and the next attempt made, so that every face is equally
    likely.
    """
    return thrown(keyed(secret, table), seat, throw, count)


def keyed(secret: bytes, table: bytes) -> HMAC:
    """What the throws of a session are made from, begun once for all of them."""
    begun = HMAC(secret, SHA256())  # the standard library's takes twice the time, which moves would feel
    begun.update(table)
    return begun


def bots_chance(secret: bytes, session: str, seat: int, version: int) -> float:
    """What decides where a bot hesitates, from 0 and below 1: a multiple of 2 ** -53, each equally likely.

    It is the first 53 bits of HMAC-SHA256 under the secret over four lines: the derivation, the session's id as it is
    shown, the seat, and the version at which the bot decides. No die hangs on it, and it on none.
    """
    text = f"{BOTS}\n{session}\n{seat}\n{version}".encode()
    return (int.from_bytes(hmac.digest(secret, text, "sha256")[:8]) >> 11) / (1 << 53)


def thrown(session: HMAC, seat: int, throw: int, count: int) -> tuple[int, ...]:
    """`faces` of what `keyed` made."""
    begun = session.copy()
    begun.update(b"%d\n%d\n" % (seat, throw))
    return tuple([_face(begun, die) for die in range(1, count + 1)])


def _face(begun: HMAC, die: int) -> int:
    attempt = 1
    while True:
        asked = begun.copy()  # what the dice of a throw have in common is hashed once
        asked.update(b"%d\n%d" % (die, attempt))
        byte = asked.finalize()[0]
        if byte < _FAIR:
            return byte % 6 + 1
        attempt += 1
