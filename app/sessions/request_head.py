"""The head of a request that changes a session: its token, the versions it is meant for, and its idempotency key."""

import hashlib
import re
from functools import lru_cache
from typing import Any, NamedTuple

import orjson

from app.http.clock import now
from app.http.conditional import matched_versions
from app.http.problem_kinds import UNKNOWN_SESSION
from app.http.problems import Problem, invalid, invalid_parameter

_ID = re.compile("[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_KEY = re.compile(r"[\x21-\x7e]{1,128}")


class RequestHead(NamedTuple):
    """What every request that changes a session brings beside its body.

    token: the digest of that in the Authorization header. versions: what `If-Match` accepts, None for anything. key,
    fingerprint: digests of its `Idempotency-Key` and of what it came with, None where there is none. at: milliseconds
    since 1970.
    """

    token: bytes | None
    versions: frozenset[int] | None
    key: bytes | None
    fingerprint: bytes | None
    at: int


@lru_cache(4096)
def session_id(text: str) -> bytes:
    """The key of a session's id as it stands in an address."""
    if not _ID.fullmatch(text):
        raise Problem(UNKNOWN_SESSION)
    return bytes.fromhex(text.replace("-", ""))


def fingerprint(header: str | None, what: str, body: Any) -> tuple[bytes, bytes] | tuple[None, None]:
    """Digests of an `Idempotency-Key` header and of the request it came with: `what` was asked for, with the body."""
    if header is None:
        return None, None
    if not _KEY.fullmatch(header):
        raise invalid_parameter("Idempotency-Key", "key", "A key has 1 to 128 visible ASCII characters.")
    try:
        request = what.encode() + b"\n" + orjson.dumps(body, option=orjson.OPT_SORT_KEYS)
    except orjson.JSONEncodeError:
        raise invalid("", "too_deep", "The value is nested too deeply.") from None
    return hashlib.sha256(header.encode()).digest()[:16], hashlib.sha256(request).digest()[:16]


def request_head(token: bytes | None, if_match: str | None, key: str | None, what: str, body: Any) -> RequestHead:
    """What a request brings beside its body: its token, and its headers, of which it raises what is wrong.

    `what` was asked for, with the parsed `body`, so that a key is known to have come with the same request.
    """
    digest, request = (None, None) if key is None else fingerprint(key, what, body)
    versions = None if if_match is None else matched_versions(if_match)
    return RequestHead(token, versions, digest, request, now())
