"""What went wrong, as the service tells it: a problem document (RFC 9457)."""

from typing import Any, cast

import httpx

from rollwright_client.contract import Played, ProblemDetails, Session

PASSING = frozenset({429, 502, 503, 504, 520, 521, 522, 523, 524})
"""Statuses after which the same request may succeed: of limits, and of proxies that got no answer."""


class Problem(Exception):
    """The service said no. Its text is a sentence for developers; decide by `code`.

    status: of HTTP. code: stable, one of the contract's, or "unexplained" where the answer was no problem document
    (such as a proxy's). details: the document as it came, with the members that the code has, such as `errors`, or
    `reason`, `rule` and `details`. session: the session as it is now, where the request came too late or broke the
    rules. meanwhile: what had happened, if the request came too late (the first entries, where they are many).
    retry_after: how many seconds the service wants to be left alone.
    """

    def __init__(self, status: int, details: dict[str, Any], retry_after: int | None = None) -> None:
        told = details.get("detail") or details.get("title") or f"HTTP status {status}"
        faults = [
            f"{each.get('pointer') or each.get('parameter')}: {each['detail']}"
            for each in details.get("errors") or ()
        ]
        super().__init__("; ".join([told, *faults]))
        self.status = status
        self.code: str = details.get("code", "unexplained")
        self.session = cast("Session | None", details.get("session"))
        self.details = cast("ProblemDetails", {name: told for name, told in details.items() if name != "session"})
        self.retry_after = retry_after
        self.meanwhile: list[Played] = []

    def overtaken(self, meanwhile: list[Played]) -> None:
        """Add what had happened before the request came."""
        self.meanwhile = meanwhile
        if meanwhile:
            told = ", ".join(f"{entry['version']} {_said(entry)}" for entry in meanwhile)
            self.args = (f"{self}; meanwhile: {told}",)

    @classmethod
    def of(cls, response: httpx.Response) -> "Problem":
        """The problem that an answer tells of, which has been read."""
        try:
            told = response.json()
        except ValueError:
            told = None
        after = response.headers.get("Retry-After", "")
        details = told if isinstance(told, dict) and "code" in told else {}
        return cls(response.status_code, details, int(after) if after.isascii() and after.isdigit() else None)

    @property
    def passing(self) -> bool:
        """Whether the same request may well succeed a little later."""
        return self.status in PASSING and self.code != "game-unavailable"


def _said(entry: Played) -> str:
    what = entry["move"]["type"] if entry["move"] else entry["kind"]
    return what if entry["seat"] is None else f"{what} (seat {entry['seat']})"
