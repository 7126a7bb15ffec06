"""Which of several media types an answer takes: the one its reader likes best (RFC 9110, section 12.5.1)."""

import re
from collections.abc import Sequence

_RANGE = re.compile(r"\s*(?P<type>[\w!#$&^.+*-]+/[\w!#$&^.+*-]+)\s*(?P<parameters>(?:;[^;]*)*)", re.ASCII)
_WEIGHT = re.compile(r";\s*q=(?P<q>[01](?:\.\d{0,3})?)\s*(?:;|$)", re.ASCII | re.IGNORECASE)


def preferred(accept: str | None, offered: Sequence[str]) -> str:
    """The best of the offered types by an Accept header; the first where none is acceptable or all are alike."""
    weights: dict[str, float] = {}
    for part in (accept or "*/*").lower().split(","):
        found = _RANGE.fullmatch(part)
        if found:
            weight = _WEIGHT.search(found["parameters"])
            weights[found["type"]] = float(weight["q"]) if weight else 1.0
    return max(offered, key=lambda media: _weight(media, weights))


def _weight(media: str, weights: dict[str, float]) -> float:
    """What the most specific range says that the type falls under."""
    kind = media.partition("/")[0]
    return next((weights[each] for each in (media, f"{kind}/*", "*/*") if each in weights), 0.0)
