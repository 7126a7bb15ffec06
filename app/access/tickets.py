"""Tickets: for seconds they stand for a token where no header can be sent, as in an address for `EventSource`.

A ticket names whose it is and until when, and is signed (HMAC-SHA256) under the digest of the token that it stands
for, which the store and the token's holder know and nobody else. So any worker takes it without having it stored, it
is good for its session alone, and it ends with its token.
"""

import base64
import hashlib
import hmac
import re
import struct

from app.access import tokens

SECONDS = 30
"""How long a ticket is good."""

_SAYS = struct.Struct(">hq")  # whose it is, and until when in milliseconds since 1970
_TICKET = re.compile(r"rw_ticket_([A-Za-z0-9_-]{56})")  # of 42 bytes


def new_ticket(session: bytes, holder: int, digests: bytes, at: int) -> tuple[str, int]:
    """A ticket of the holder (`tokens.HOST` or a seat) and until when it is good, in milliseconds since 1970.

    digests: the host's and the seats', end to end, as the session has them.
    """
    until = at + SECONDS * 1000
    says = _SAYS.pack(holder, until)
    signed = says + _signature(session, says, tokens.digest_at(digests, holder + 1))
    return f"rw_ticket_{base64.urlsafe_b64encode(signed).decode()}", until


def redeemed(ticket: str, session: bytes, digests: bytes, at: int) -> bytes | None:
    """The digest of the token that a ticket stands for now in this session; None where it stands for none."""
    found = _TICKET.fullmatch(ticket)
    if found is None:
        return None
    signed = base64.urlsafe_b64decode(found[1])
    says, signature = signed[: _SAYS.size], signed[_SAYS.size :]
    holder, until = _SAYS.unpack(says)
    if not (tokens.HOST <= holder < tokens.seats(digests) and at <= until <= at + SECONDS * 1000):
        return None
    digest = tokens.digest_at(digests, holder + 1)
    known = digest != tokens.NOBODY and hmac.compare_digest(signature, _signature(session, says, digest))
    return digest if known else None


def _signature(session: bytes, says: bytes, digest: bytes) -> bytes:
    return hmac.digest(digest, b"rollwright ticket 1\n" + session + says, hashlib.sha256)
