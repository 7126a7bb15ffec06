"""Conditional requests: ETag, If-Match and If-None-Match (RFC 9110, section 13), and what caches may keep."""

import re

ETAG = {"ETag": "The session's version, quoted."}
NO_STORE = {"Cache-Control": "no-store"}
"""For answers that show a token."""

CHANGED = ETAG | {"Idempotency-Replayed": "`true` where the request had its effect before; else absent."}


def etag(version: int | str) -> str:
    """The entity tag of a version, or of one of several forms of it."""
    return f'"{version}"'


def none_match(header: str | None, version: int | str) -> bool:
    """Whether an `If-None-Match` header lets the session of that version be sent (RFC 9110, 13.1.2)."""
    if header is None:
        return True
    tags = {tag.strip().removeprefix("W/") for tag in header.split(",")}
    return "*" not in tags and etag(version) not in tags


def caching(*, private: bool) -> dict[str, str]:
    """The headers by which caches ask again each time, and keep what depends on a token to its holder."""
    if private:
        return {"Cache-Control": "private, no-cache", "Vary": "Authorization"}
    return {"Cache-Control": "no-cache"}


def answer_headers(version: int, replayed: bool) -> dict[str, str]:
    """The headers of an answer to a request that changes a session."""
    return {"ETag": f'"{version}"'} | ({"Idempotency-Replayed": "true"} if replayed else {})


_VERSION_TAG = re.compile('"(0|[1-9][0-9]{0,17})"')


def matched_versions(header: str | None) -> frozenset[int] | None:
    """The versions that an `If-Match` header names (RFC 9110, 13.1.1); None where any will do.

    Weak tags never match, and what is no version matches none.
    """
    if header is None or header.strip() == "*":
        return None
    tags = (_VERSION_TAG.fullmatch(tag.strip()) for tag in header.split(","))
    return frozenset(int(tag[1]) for tag in tags if tag)
